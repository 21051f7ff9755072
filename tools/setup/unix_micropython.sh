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

trixie() { # APT-TOOL ARGUMENTS...
    tool=$1
    shift
    "$tool" -qq -oDir::State::Lists="$here/lists" -oDir::Etc::SourceList="$here/sources.list" \
        -oDir::Etc::SourceParts=/dev/null -oDir::Cache::pkgcache= -oDir::Cache::srcpkgcache= \
        -oAPT::Sandbox::User="$(id -un)" "$@"
}

rm -rf "$here"
mkdir -p "$here"
own=${MICROPYTHON:-$(command -v micropython || true)}
if [ -n "$own" ]; then
    fits "$own" && wrap "'$own'" && exit 0
    echo "$own is not MicroPython 1.25 or newer; looking for another." >&2
fi
command -v apt-get >/dev/null || fail "there is no apt-get here to take Debian's with."
mkdir -p "$here/lists/partial" "$here/packages"
# The mirror that this machine already uses.
mirror=$(apt-get indextargets --format '$(SITE)' | grep -v security | grep '/debian/*$' | sort -u | head -n 1)
[ -n "$mirror" ] || fail "this machine uses no Debian mirror."
echo "deb $mirror trixie main" >"$here/sources.list"
trixie apt-get update || fail "Debian trixie's list of packages did not come."
names=$(trixie apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts \
    --no-breaks --no-replaces --no-enhances micropython | grep '^[a-z]' | sort -u)
# shellcheck disable=SC2086  # one word a package
(cd "$here/packages" && trixie apt-get download $names) || fail "its packages did not come."
for package in "$here"/packages/*.deb; do
    dpkg -x "$package" "$here/unpacked"
done
rm -rf "$here/lists" "$here/packages"
loader=$(find "$here/unpacked" -name 'ld-linux*.so*' | head -n 1)
libraries=$(dirname "$(find "$here/unpacked" -name libc.so.6)")
wrap "'$loader' --library-path '$libraries' '$here/unpacked/usr/bin/micropython'" || fail "trixie's does not run here."
