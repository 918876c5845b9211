#!/bin/sh
# The room's own package repository: a folder that apt reads, signed with a key that this script makes. The service
# kiosk-packages serves the folder to the tables. It needs no checkout; the package kiosk-packages installs it as a command.
# Each Debian release has one flat folder, and old versions stay in it, so that a table can go back.
set -eu

me=kiosk-packages
say() { printf '%s: %s\n' "$me" "$*" >&2; }
stop() {
    say "$*"
    exit 2
}

usage="usage, as root on the clock's machine:
  kiosk-packages add FILE.deb...       add packages of this program, then sign
  kiosk-packages add-debian RELEASE [PACKAGE...]   add the Debian packages that these packages of the room need (default: all of them)
  kiosk-packages sources RELEASE ADDRESS   print the file for a table's /etc/apt/sources.list.d, such as: sources bookworm http://192.168.1.10:8081
The folder is /var/lib/kiosk-packages, or KIOSK_PACKAGES."

home=${KIOSK_PACKAGES:-/var/lib/kiosk-packages}
public=$home/public
export GNUPGHOME="$home/key" # not served

need_key() {
    [ ! -e "$home/key/kiosk-packages.asc" ] || return 0
    install -d -m 700 "$home/key"
    install -d -m 755 "$public"
    gpg --batch --quiet --passphrase '' --quick-generate-key "packages of the room" ed25519 sign never
    gpg --batch --armor --export >"$home/key/kiosk-packages.asc"
    say "made the room's signing key in $home/key; keep a copy of this folder in a safe place"
}

# Write the lists of a release and sign them. apt checks each package by its hash in the list.
sign() {
    cd "$public/$1"
    apt-ftparchive packages . >Packages
    gzip -9nkf Packages
    apt-ftparchive -o APT::FTPArchive::Release::Suite="$1" -o APT::FTPArchive::Release::Origin=kiosk-packages release . >"$home/key/Release"
    gpg --batch --quiet --yes --clearsign --output "$home/key/InRelease" "$home/key/Release"
    install -m 644 "$home/key/InRelease" InRelease
    say "signed $(grep -c '^Package:' Packages) packages in $public/$1"
}

# The Debian release of a package of this program is the end of its version: 1.0.0-1~deb12.
release_of() {
    case $(dpkg-deb --field "$1" Version) in
    *~deb12) echo bookworm ;;
    *~deb13) echo trixie ;;
    *) stop "$1 is not a package of this program" ;;
    esac
}

add() {
    [ $# -gt 0 ] || stop "$usage"
    releases=
    for file in "$@"; do
        release=$(release_of "$file")
        install -D -m 644 -t "$public/$release" "$file"
        case " $releases " in *" $release "*) ;; *) releases="$releases $release" ;; esac
    done
    for release in $releases; do (sign "$release"); done
}

# Fetch packages from Debian as if nothing were installed, from the mirror of this machine.
add_debian() {
    release=${1:?$usage}
    shift
    [ -e "$public/$release/InRelease" ] || stop "add the packages of this program first"
    # shellcheck disable=SC2046 # a list of words
    [ $# -gt 0 ] || set -- $(sed -n 's/^Package: \(kiosk-[a-z]*\)$/\1/p' "$public/$release/Packages" | sort -u)
    apt=$(mktemp -d)
    trap 'rm -rf "$apt"' EXIT
    mkdir -p "$apt/lists/partial" "$apt/archives/partial"
    : >"$apt/status"
    # shellcheck source=/dev/null
    here=$(. /etc/os-release && echo "$VERSION_CODENAME")
    {
        apt-get indextargets --format "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] \$(SITE) \$(RELEASE) main" \
            'Created-By: Packages' 'Origin: Debian' | sort -u | sed "s/\b$here\b/$release/"
        echo "deb [signed-by=$home/key/kiosk-packages.asc] file:$public/$release ./"
    } >"$apt/sources.list"
    cat >"$apt/conf" <<END
Dir::State "$apt";
Dir::State::status "$apt/status";
Dir::Cache "$apt";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "/dev/null";
APT::Sandbox::User "root";
END
    APT_CONFIG=$apt/conf apt-get -q update >&2
    for package in "$@"; do # one after the other: some cannot be installed together
        APT_CONFIG=$apt/conf apt-get -qqy install --download-only --no-install-recommends "$package" >&2
    done
    install -m 644 -t "$public/$release" "$apt"/archives/*.deb
    sign "$release"
}

sources() {
    [ $# = 2 ] || stop "$usage"
    printf 'Types: deb\nURIs: %s/%s\nSuites: ./\nSigned-By:\n' "$2" "$1"
    sed 's/^$/./; s/^/ /' "$home/key/kiosk-packages.asc"
}

command=${1:-}
[ -z "$command" ] || shift
case $command in
add)
    need_key
    add "$@"
    ;;
add-debian) add_debian "$@" ;;
sources) sources "$@" ;;
*) stop "$usage" ;;
esac
