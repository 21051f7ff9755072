#!/bin/sh
# Makes build/kicad/kicad-cli and build/kicad/kicad-python: KiCad 9, and a Python with its pcbnew.
#
# The machine's own if it has them. Otherwise Debian trixie's (1.3 GB), unpacked beside its own C
# library, so that it runs on older systems and nothing is installed. KiCad is under the GPL 3.
set -eu
cd "$(dirname "$0")/../.."
here=$PWD/build/kicad

fail() {
    echo "No KiCad for make carrier: $1" >&2
    echo "Install KiCad 9 (kicad-cli on the PATH, and a python3 that can import pcbnew)." >&2
    exit 1
}
wrap() { # NAME SETTINGS PROGRAM...
    name=$1
    settings=$2
    shift 2
    printf '#!/bin/sh\n%s\nexec %s "$@"\n' "$settings" "$*" >"$here/$name"
    chmod +x "$here/$name"
}
fits() {
    "$here/kicad-cli" version 2>/dev/null | grep -q '^9\.' && "$here/kicad-python" -c "import pcbnew" 2>/dev/null
}

rm -rf "$here"
mkdir -p "$here/home"
if command -v kicad-cli >/dev/null; then
    wrap kicad-cli : "'$(command -v kicad-cli)'"
    wrap kicad-python : "'$(command -v python3)'"
    fits && exit 0
    echo "The KiCad here is not version 9 with a python3 that can import pcbnew; looking for another." >&2
fi
# shellcheck source=tools/setup/trixie.sh
. tools/setup/trixie.sh
unpack_trixie "$here" kicad
usr=$here/unpacked/usr
loader=$(find "$here/unpacked" -name 'ld-linux*.so*' | head -n 1)
libraries=$(dirname "$(find "$here/unpacked" -name libc.so.6)")
# KiCad looks for its parts beside the program that runs, which is the loader.
ln -s "$usr"/lib/kicad/_*.kiface "$(dirname "$loader")"
search=$libraries:$libraries/blas:$libraries/lapack:$libraries/pulseaudio
start="'$loader' --library-path '$search'"
home="export KICAD_STOCK_DATA_HOME='$usr/share/kicad' HOME='$here/home'"
wrap kicad-cli "$home" "$start '$usr/bin/kicad-cli'"
wrap kicad-python "$home PYTHONHOME='$usr' PYTHONPATH='$usr/lib/python3/dist-packages'" \
    "$start '$usr/bin/python3'"
fits || fail "trixie's does not run here."
