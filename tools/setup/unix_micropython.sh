#!/bin/sh
# Makes build/micropython/micropython: MicroPython's unix port, 1.25 or newer.
#
# The machine's own if it has one ($MICROPYTHON, or `micropython` on the PATH). Otherwise Debian trixie's,
# unpacked beside its own C library, so that it runs on older systems and nothing is installed.
set -eu
cd "$(dirname "$0")/../.."
here=$PWD/build/micropython
oldest="(1, 25)"

fail() {
    echo "No MicroPython for the tests: $1" >&2
    echo "Put MicroPython's unix port, 1.25 or newer, on the PATH as micropython, or name it:" >&2
    echo "    make test MICROPYTHON=/somewhere/micropython" >&2
    exit 1
}
fits() { # PROGRAM
    "$1" -c "import sys; sys.exit(sys.implementation[1][:2] < $oldest)" >/dev/null 2>&1
}
wrap() { # COMMAND...: what the wrapper runs
    printf '#!/bin/sh\nexec %s "$@"\n' "$*" >"$here/micropython"
    chmod +x "$here/micropython"
    fits "$here/micropython"
}

rm -rf "$here"
mkdir -p "$here"
own=${MICROPYTHON:-$(command -v micropython || true)}
if [ -n "$own" ]; then
    fits "$own" && wrap "'$own'" && exit 0
    echo "$own is not MicroPython 1.25 or newer; looking for another." >&2
fi
# shellcheck source=tools/setup/trixie.sh
. tools/setup/trixie.sh
unpack_trixie "$here" micropython
loader=$(find "$here/unpacked" -name 'ld-linux*.so*' | head -n 1)
libraries=$(dirname "$(find "$here/unpacked" -name libc.so.6)")
wrap "'$loader' --library-path '$libraries' '$here/unpacked/usr/bin/micropython'" || fail "trixie's does not run here."
