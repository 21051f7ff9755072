#!/bin/sh
# Installs tools/npm/. Where the machine has no node and npm, or old ones, PyPI's go into .venv.
set -eu
cd "$(dirname "$0")/../.."
oldest=18

fits() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        node -e "process.exit(parseInt(process.versions.node) < $oldest ? 1 : 0)"
}
if ! fits; then
    .venv/bin/python -m pip install -qq --require-hashes -r tools/setup/requirements-node.lock
    PATH="$PWD/.venv/bin:$PATH"
fi
cd tools/npm
npm ci --silent || {
    echo "npm could not install what tools/npm/package-lock.json names; to see why:" >&2
    echo "    cd tools/npm && npm ci" >&2
    exit 1
}
