#!/bin/sh
# Exits with 0 where Chromium is there, or could be installed; else says why the browser tests are skipped.
command -v chromium >/dev/null && exit 0
if command -v apt-get >/dev/null; then
  if [ "$(id -u)" = 0 ]; then as_root=; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root=false; fi
  if [ "$as_root" != false ]; then
    $as_root apt-get update -qq >/dev/null 2>&1
    $as_root apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1
    command -v chromium >/dev/null && exit 0
  fi
fi
echo "browser tests skipped: there is no chromium on PATH, and apt-get could not install it here"
exit 1
