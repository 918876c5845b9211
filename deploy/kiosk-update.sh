#!/bin/sh
# Installs the version of this table's program that its screen has asked for, from the room's package repository, and writes
# the result for the screen. The service kiosk-update runs it as root. The request comes from an account without rights, so
# only a version is accepted, and apt installs only what the repository's key has signed.
set -u

request=${KIOSK_UPDATE_REQUEST:-/run/kiosk-update/request}
result=${KIOSK_UPDATE_RESULT:-/run/kiosk-updated/result}
sources=${KIOSK_UPDATE_SOURCES:-/etc/apt/sources.list.d/kiosk.sources}
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
done=

# The first line says what happened, and the second one has apt's error. The screen never sees half of it.
tell() {
    printf '%s\n' "$@" >"$result.new" && mv "$result.new" "$result"
}

stop() {
    done=yes
    tell "$@"
    exit 1
}

# Run apt with these arguments and show its output in the log. The output is in `said`.
apt() {
    said=$(apt-get -qy -o DPkg::Lock::Timeout=120 "$@" 2>&1 </dev/null)
    code=$?
    printf '%s\n' "$said"
    return $code
}

# apt's first error, because the ones after it only follow from it.
error() { printf '%s\n' "$said" | sed -n 's/^E: //p' | head -n 1; }

trap '[ -n "$done" ] || tell failed interrupted' EXIT
trap 'exit 1' TERM INT

version=$(head -c 64 "$request")
tell running
rm -rf "$request"

case $version in
"" | [!0-9]* | *[!0-9a-z.]*) stop failed "the request is damaged" ;;
esac
[ -e "$sources" ] || stop no-repository
# Only this repository's list: a table without internet access cannot fetch the others.
apt -o Dir::Etc::SourceList="$sources" -o Dir::Etc::SourceParts=/dev/null -o APT::Get::List-Cleanup=false \
    -o APT::Update::Error-Mode=any update || stop unreachable "$(error)"

# As in deploy/debian/build.sh: 1.0rc1 is 1.0~rc1 there. The packages of one version need each other.
debian=$(printf '%s' "$version" | sed 's/\([0-9]\)\(a\|b\|rc\|\.dev\)\([0-9]\)/\1~\2\3/')
set --
for package in $(dpkg-query --show --showformat '${db:Status-Abbrev}${Package}\n' 'kiosk-*' | sed -n 's/^.i. *//p'); do
    set -- "$@" "$package=$debian-*"
done
said=$(dpkg --configure -a 2>&1) || stop failed "$said" # after a power cut in the middle of another installation
# With --reinstall, a table that was switched back by hand is switched forward again.
apt -o Dpkg::Options::=--force-confold install --reinstall --only-upgrade --no-remove --no-install-recommends "$@" ||
    case $said in
    *"' was not found"*) stop not-there ;;
    *) stop failed "$(error)" ;;
    esac
done=yes
tell installed
