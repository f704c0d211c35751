"""Chromium, the atlas and JupyterLab, each started once and ended for sure; pictures are left for a person."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from hebrus_analysis.views import report

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab.

    Attributes:
        url: of the server, without a slash at its end.
        token: that it asks for.
    """

    url: str
    token: str

    def ask(self, path: str, method: str = "GET") -> bytes:
        headers = {"Authorization": f"token {self.token}"}
        with urllib.request.urlopen(
            urllib.request.Request(f"{self.url}{path}", headers=headers, method=method), timeout=30
        ) as answer:
            return bytes(answer.read())


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    folder = ROOT / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("atlas")
    for name, data in report.atlas():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    return folder / "index.html"


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start JupyterLab in a copy of what it needs of the checkout, with a configuration as `make` links it."""
    folder, own = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("jupyter")
    shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    (own / "path").mkdir()
    shutil.copy(ROOT / "jupyter_config.py", own / "path")
    _write(own / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings", '{"fetchNews": "false"}')
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = Lab(f"http://127.0.0.1:{port}", os.urandom(16).hex())
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(own / "config"),
        "JUPYTER_CONFIG_PATH": str(own / "path"),
        "JUPYTER_DATA_DIR": str(own / "data"),
        "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1"]
    options = [f"--IdentityProvider.token={started.token}", "--expose-app-in-browser"]
    # A run of the tests that is killed itself cannot end the server, which then ends alone.
    alone = ["--MappingKernelManager.cull_idle_timeout=300", "--ServerApp.shutdown_no_activity_timeout=300"]
    with (own / "log").open("wb") as log:
        process = subprocess.Popen([*command, *alone, *options], cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        _wait_for(started, process, own / "log")
        yield started
    finally:
        process.terminate()  # which ends its kernels too
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture
def page(browser: Browser, lab: Lab) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 1000}, extra_http_headers={"Authorization": f"token {lab.token}"}
    )
    yield context.new_page()
    context.close()
    for kernel in json.loads(lab.ask("/api/kernels")):
        lab.ask(f"/api/kernels/{kernel['id']}", "DELETE")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")


def _wait_for(lab: Lab, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline and process.poll() is None:
        try:
            lab.ask("/api/status")
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text(errors='replace')[-3000:]}")
