"""Files beside the page that one double-clicks: they start serve.py, or say that Python is missing.

They are in the release's zip alone: a web host needs none.
"""

_CHECK = '-c "import sys; sys.exit(sys.version_info < (3, 8))"'
# The `python` of a Windows without one is a stub that fails, so each is asked for its version.
_WINDOWS = """\
@echo off
title Picogammon
cd /d "%~dp0"
set python=py -3
%python% {check} >nul 2>nul
if not errorlevel 1 goto play
set python=python
%python% {check} >nul 2>nul
if errorlevel 1 goto missing

:play
%python% serve.py --open
if errorlevel 1 pause
exit /b

:missing
echo Picogammon's page needs Python, and there is none here, or an old one.
echo.
echo Install it from python.org, or from the Microsoft Store: search there for Python.
echo Then double-click this file again.
echo.
pause
exit /b 1
"""
# Finder opens it in Terminal. Without Apple's developer tools their python3 is a stub that fails.
_MAC = """\
#!/bin/sh
# Serves the page of this folder, and opens it.
cd "$(dirname "$0")" || exit 1
if python3 {check} >/dev/null 2>&1; then
    exec python3 serve.py --open
fi
echo "Picogammon's page needs Python, and there is none here, or an old one."
echo "Install it from python.org, then double-click this file again."
exit 1
"""
WINDOWS = "Play on Windows.bat"
MAC = "Play on a Mac.command"


def files():
    """{name: bytes} of them. cmd.exe wants its own line ends."""
    windows, mac = (text.replace("{check}", _CHECK) for text in (_WINDOWS, _MAC))
    return {WINDOWS: windows.replace("\n", "\r\n").encode(), MAC: mac.encode()}


def is_program(name):
    """Whether a file of a zip is to be marked as a program."""
    return name.endswith(".command")
