#!/bin/sh
# Installs tools/npm/. Where the machine has no node and npm, or old ones, PyPI's go into .venv.
set -eu
cd "$(dirname "$0")/../.."

fits() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
            process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)'
}
if ! fits; then
    tools/setup/debian.sh .venv/bin/python libatomic1
    .venv/bin/python -m pip install -qq --require-hashes -r tools/setup/requirements-node.lock
    PATH="$PWD/.venv/bin:$PATH"
fi
cd tools/npm
npm ci --silent --include=dev --include=optional || {
    echo "npm could not install what tools/npm/package-lock.json names; to see why:" >&2
    echo "    cd tools/npm && npm ci" >&2
    exit 1
}

# MicroPython's package is a build for debugging: it compares every call between its WebAssembly and JavaScript with
# the table of functions. That takes half of its time, and the table never changes. And it does not say where its memory
# is, from which the page takes bytes by their address.
node --input-type=commonjs -e '
    const { readFileSync, writeFileSync } = require("node:fs");
    const path = "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs";
    const views = "function updateMemoryViews(){var b=wasmMemory.buffer;";
    let text = readFileSync(path, "utf8");
    for (const [found, instead] of [
        [/,assert\(wasmTable\.get\(funcPtr\)==func,"[^"]*"\)/, ""],
        [views, `${views}globalThis.micropythonMemory=b;`],
    ]) {
        const parts = text.split(found);
        if (parts.length !== 2) throw new Error(`${path} is not as tools/setup/npm.sh thinks`);
        text = parts.join(instead);
    }
    writeFileSync(path, text);
'
