#!/bin/sh
# The programs that come from Debian's or Ubuntu's packages: installed where they are missing and it is allowed.
set -eu
cd "$(dirname "$0")/../.."
python=$1
log=build/setup/apt.log
missing=""
needs() { # PACKAGE: what follows it is a test that fails where the package is needed
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
needs chromium command -v chromium
needs firefox-esr sh -c 'command -v firefox-esr || command -v firefox'
needs gnubg test -x /usr/games/gnubg
# The node inside Playwright's wheel wants it.
needs libatomic1 sh -c 'ls /usr/lib/*/libatomic.so.1 /usr/lib*/libatomic.so.1 /lib*/libatomic.so.1 | grep .'
# The library that makes the drawings wants it.
needs libgl1 sh -c 'ls /usr/lib/*/libGL.so.1 /usr/lib*/libGL.so.1 /lib*/libGL.so.1 | grep .'
# What pip builds for a Raspberry Pi's pins, and the kernel that its tests stand in for, want these.
needs gcc command -v gcc
needs libc6-dev sh -c 'echo "#include <linux/gpio.h>" | gcc -fsyntax-only -x c -'
needs python3-dev "$python" -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")'
needs python3-venv "$python" -c 'import ensurepip'
# What opens the tests' pages in half the time. Ubuntu has none and goes without; nobody is asked for a password for it.
shell=chromium-headless-shell
command -v $shell >/dev/null && shell=""
[ -n "$missing" ] || { [ -n "$shell" ] && [ "$(id -u)" = 0 ]; } || exit 0

if ! command -v apt-get >/dev/null; then
    [ -n "$missing" ] || exit 0
    echo "Missing:$missing. Install them with this system's package manager." >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    root="env"
elif command -v sudo >/dev/null; then
    root="sudo"
else
    echo "Missing:$missing. As root:" >&2
    echo "    apt-get install$missing" >&2
    exit 1
fi
failed() {
    [ -n "$needed" ] || exit 0
    cat "$log" >&2
    echo "Could not install$missing" >&2
    exit 1
}
needed=$missing
mkdir -p "$(dirname "$log")"
$root apt-get -qq update >"$log" 2>&1 || failed
[ -z "$shell" ] || ! apt-cache show "$shell" >/dev/null 2>&1 || missing="$missing $shell"
[ -n "$missing" ] || exit 0
echo "Installing$missing"
# shellcheck disable=SC2086  # one word a package
$root env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install --no-install-recommends -y $missing >>"$log" 2>&1 || failed
