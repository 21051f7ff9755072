#!/bin/sh
# Installs those of Debian's or Ubuntu's packages whose programs are missing, where that is allowed.
# usage: debian.sh PYTHON PACKAGE...
# Without a browser the tests that need one are skipped, so it is an error in CI only.
set -eu
cd "$(dirname "$0")/../.."
python=$1
shift
log=build/setup/apt.log

any() { # PROGRAM...: whether one of them is here
    for program in "$@"; do
        ! command -v "$program" || return 0
    done
    return 1
}
browser() { # NAME: whether tools/browser.py finds it
    "$python" -c "from tools import browser; exit(browser.$1 is None)"
}
library() { # FILE
    [ "$(uname)" != Linux ] || ls /usr/lib/*/"$1" /usr/lib*/"$1" /lib*/"$1" 2>/dev/null | grep .
}
is_here() { # PACKAGE: whether the machine has what it brings, or no use for it
    case $1 in
    chromium) browser CHROMIUM ;;
    firefox-esr) any firefox-esr firefox ;;
    webkit2gtk-driver) any WebKitWebDriver ;;
    xvfb) any Xvfb ;;
    # The first opens the tests' pages in half the time, the second links the page's compiled engine. Nobody is asked
    # for a password for them.
    chromium-headless-shell) any chromium-headless-shell || [ "$(id -u)" != 0 ] ;;
    lld) any wasm-ld $(seq -f wasm-ld-%.0f 14 22) || [ "$(id -u)" != 0 ] ;;
    gnubg) test -x /usr/games/gnubg ;;
    # Node, of PyPI and of Playwright, is linked with the first, what makes the drawings with the second.
    libatomic1) library libatomic.so.1 ;;
    libgl1) library libGL.so.1 ;;
    # These build what pip finds no wheel of for a Raspberry Pi's pins, and a library that stands in for its kernel.
    gcc) any gcc || [ "$(uname)" != Linux ] ;;
    libc6-dev) [ "$(uname)" != Linux ] || echo "#include <linux/gpio.h>" | gcc -fsyntax-only -x c - ;;
    gcc-arm-none-eabi) any arm-none-eabi-gcc ;;
    # The compiler names the whole path of a file that it has.
    libnewlib-arm-none-eabi) arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb -print-file-name=nosys.specs | grep / ;;
    cmake) any cmake ;;
    xz-utils) any xz ;;
    python3-dev) "$python" -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' ;;
    python3-venv) "$python" -c 'import ensurepip, venv' ;;
    *) return 1 ;;
    esac >/dev/null 2>&1
}
download() { # PACKAGE...: says how much apt downloads for them, and how long that takes
    apt-get install -qq --print-uris --no-install-recommends "$@" 2>/dev/null |
        awk '{ mb += $3 / 1e6 } END { printf "%.0f MB, which take %d min at 20 Mbit/s\n", mb, mb * 8 / 20 / 60 + 1 }'
}
look() { # PACKAGE...: sets `missing`, `browsers` and `faster` to those that are not here
    missing="" browsers="" faster=""
    for package in "$@"; do
        is_here "$package" || case $package in
        chromium | firefox-esr | webkit2gtk-driver | xvfb) browsers="$browsers $package" ;;
        chromium-headless-shell | lld) faster="$faster $package" ;;
        *) missing="$missing $package" ;;
        esac
    done
}

look "$@"
[ -n "$missing$browsers$faster" ] || exit 0
root=""
if command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then
        root="env"
    elif command -v sudo >/dev/null; then
        root="sudo"
    fi
fi
if [ -n "$root" ]; then
    mkdir -p "$(dirname "$log")"
    $root apt-get -qq update >"$log" 2>&1 || cat "$log" >&2
    wanted=$missing
    for package in $browsers $faster; do # Ubuntu has none
        ! apt-cache show "$package" >/dev/null 2>&1 || wanted="$wanted $package"
    done
    # shellcheck disable=SC2086  # one word a package
    [ -z "$wanted" ] || echo "Installing$wanted: $(download $wanted)"
    # shellcheck disable=SC2086
    [ -z "$wanted" ] || $root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install --no-install-recommends -y $wanted >>"$log" 2>&1 || cat "$log" >&2
    look "$@"
fi
if [ -n "$browsers" ]; then
    echo "Not here:$browsers. The tests that need them are skipped. (Chrome or Edge serve as well as Chromium.)" >&2
    [ "${CI:-}" != true ] || exit 1
fi
if [ -n "$missing" ]; then
    echo "Missing:$missing. Install them with this system's package manager; on Debian and Ubuntu, as root:" >&2
    echo "    apt-get install$missing" >&2
    exit 1
fi
