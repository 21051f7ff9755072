#!/bin/sh
# Writes requirements*.lock anew: what requirements*.txt name and what that needs in turn, in the versions that
# constraints.txt pins, with the hashes of all their files, for every Python from 3.11 on and every platform.
# Run it after a change of those; it wants uv: pip install uv.
set -eu
cd "$(dirname "$0")"

lock() { # NAME [OPTION...]
    name=$1
    shift
    uv pip compile "$name.txt" -c constraints.txt "$@" --quiet --universal --python-version 3.11 \
        --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links -o "$name.lock"
}
lock requirements-pip
lock requirements-node
lock requirements-developers
lock requirements-flash -c requirements-developers.lock
lock requirements-tools -c requirements-developers.lock
lock requirements-raspberry-pi -c requirements-developers.lock
# All of these are in one .venv.
lock requirements-training -c requirements-developers.lock
lock requirements-fuzzing -c requirements-developers.lock
lock requirements-drawings -c requirements-training.lock
