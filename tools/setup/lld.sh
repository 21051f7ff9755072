#!/bin/sh
# LLVM's linker for WebAssembly, wasm-ld: Debian's package lld, where it is missing and it is allowed. A page
# goes without what it links, so nobody is asked for a password for it, and nothing fails here.
set -eu
cd "$(dirname "$0")/../.."
log=build/setup/lld.log
for name in wasm-ld wasm-ld-22 wasm-ld-21 wasm-ld-20 wasm-ld-19 wasm-ld-18 wasm-ld-17 wasm-ld-16 wasm-ld-15 wasm-ld-14; do
    command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing lld"
    mkdir -p "$(dirname "$log")"
    apt-get -qq update >"$log" 2>&1 || :
    env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends -y lld >>"$log" 2>&1 && exit 0
fi
echo "LLVM's linker for WebAssembly is not here (Debian's package lld has it): the page's reports are expert's, and its levels think longer." >&2
