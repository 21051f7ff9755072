#!/bin/sh
# Makes .venv with pip in it, also where Debian has split ensurepip off into a package of its own.
# usage: venv.sh PYTHON
set -eu
cd "$(dirname "$0")/../.."
python=$1

if ! command -v "$python" >/dev/null; then
    echo "There is no $python here. Install Python 3.11 or newer (Debian, Ubuntu: apt-get install python3)." >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Picogammon's tools need Python 3.11 or newer; $python is $("$python" -V)." >&2
    echo "Name a newer one: make PYTHON=python3.12 ..." >&2
    exit 1
fi
.venv/bin/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && exit 0

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if "$python" -c 'import venv' 2>/dev/null && "$python" -m pip --version >/dev/null 2>&1 &&
        "$python" -m venv --clear --without-pip .venv &&
        "$python" -m pip --python .venv/bin/python install --quiet \
            --require-hashes -r tools/setup/requirements-pip.lock; then
        exit 0
    fi
    rm -rf .venv
    tools/setup/debian.sh "$python" python3-venv
fi
"$python" -m venv --clear .venv
