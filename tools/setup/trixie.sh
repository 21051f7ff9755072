# Read by scripts that have a function `fail` for a sentence that says why there is nothing.

open_trixie() { # FOLDER KIND...: gets Debian trixie's lists of packages of these kinds, deb or deb-src
    folder=$1
    shift
    command -v apt-get >/dev/null || fail "There is no apt-get here."
    mkdir -p "$folder/lists/partial" "$folder/packages"
    # The mirror that this machine already uses.
    mirror=$(apt-get indextargets --format '$(SITE)' | grep -v security | grep '/debian/*$' | sort -u | head -n 1)
    [ -n "$mirror" ] || fail "This machine uses no Debian mirror."
    for kind in "$@"; do
        echo "$kind $mirror trixie main"
    done >"$folder/sources.list"
    trixie apt-get update || fail "Debian trixie's list of packages did not come."
}

unpack_trixie() { # FOLDER PACKAGE: Debian trixie's, with all that it needs, into FOLDER/unpacked
    open_trixie "$1" deb
    names=$(trixie apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts \
        --no-breaks --no-replaces --no-enhances "$2" | grep '^[a-z]' | sort -u)
    # shellcheck disable=SC2086  # one word a package
    (cd "$folder/packages" && trixie apt-get download $names) || fail "Its packages did not come."
    for package in "$folder"/packages/*.deb; do
        dpkg -x "$package" "$folder/unpacked"
    done
    rm -rf "$folder/lists" "$folder/packages"
}

trixie() { # APT-TOOL ARGUMENTS...
    tool=$1
    shift
    "$tool" -qq -oDir::State::Lists="$folder/lists" -oDir::Etc::SourceList="$folder/sources.list" \
        -oDir::Etc::SourceParts=/dev/null -oDir::Cache::pkgcache= -oDir::Cache::srcpkgcache= \
        -oAPT::Sandbox::User="$(id -un)" -oAcquire::Languages=none "$@"
}
