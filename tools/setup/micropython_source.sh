#!/bin/sh
# Makes FOLDER/micropython: MicroPython's source tree for the RP2040, from Debian trixie's packages.
# usage: micropython_source.sh FOLDER (absolute)
# Debian splits MicroPython's own tree: the Pico's SDK and TinyUSB are packages of source code, Mbed TLS is a source package.
set -eu
fail() {
    echo "$1" >&2
    exit 1
}
# shellcheck source=tools/setup/trixie.sh
. "$(dirname "$0")/trixie.sh"
untar() { # PACKAGE FOLDER
    mkdir -p "$2"
    tar -xf "$1"_*.orig.tar.* -C "$2" --strip-components=1 --no-same-owner
}

rm -rf "$1"
open_trixie "$1" deb deb-src
cd "$1/packages"
trixie apt-get download pico-sdk-source tinyusb-source
trixie apt-get source --download-only micropython mbedtls
for package in *.deb; do
    dpkg -x "$package" unpacked
done
untar micropython "$1/making"
untar mbedtls "$1/making/lib/mbedtls"
for name in pico-sdk tinyusb; do
    rmdir "$1/making/lib/$name" # Debian has left it empty
    mv "unpacked/usr/src/$name" "$1/making/lib/$name"
done
touch "$1/making/lib/micropython-lib/README.md" # Debian leaves this library out, and the build looks for its README
cd "$1"
rm -rf lists packages sources.list
mv making micropython
