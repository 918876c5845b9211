#!/bin/sh
# Installs the version of this table's program that its screen has requested, from the room's package repository, and
# writes the result for the screen. The service kiosk-update runs it as root. The request comes from an unprivileged
# account, so only a version number is accepted, and apt installs only packages that the repository's key has signed.
set -u

request=${KIOSK_UPDATE_REQUEST:-/run/kiosk-update/request}
result=${KIOSK_UPDATE_RESULT:-/run/kiosk-updated/result}
sources=${KIOSK_UPDATE_SOURCES:-/etc/apt/sources.list.d/kiosk.sources}
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
reported=

# The first line says what happened, and the second one is apt's error. The screen never reads half a result.
report() {
    printf '%s\n' "$@" >"$result.new" && mv "$result.new" "$result"
}

stop() {
    reported=yes
    report "$@"
    exit 1
}

# Run apt-get with these arguments. Its output goes to the log and into `output`.
apt() {
    output=$(apt-get -qy -o DPkg::Lock::Timeout=120 "$@" 2>&1 </dev/null)
    code=$?
    printf '%s\n' "$output"
    return $code
}

# apt's first error, because the later ones are only consequences of it.
error() { printf '%s\n' "$output" | sed -n 's/^E: //p' | head -n 1; }

trap '[ -n "$reported" ] || report failed interrupted' EXIT
trap 'exit 1' TERM INT

version=$(head -c 64 "$request")
report running
rm -rf "$request"

case $version in
"" | [!0-9]* | *[!0-9a-z.]*) stop failed "the request is damaged" ;;
esac
[ -e "$sources" ] || stop no-repository
# Only this repository's lists: a table without internet access cannot fetch any others.
apt -o Dir::Etc::SourceList="$sources" -o Dir::Etc::SourceParts=/dev/null -o APT::Get::List-Cleanup=false \
    -o APT::Update::Error-Mode=any update || stop unreachable "$(error)"

# Debian's form of the version, as in deploy/debian/build.sh: 1.0rc1 becomes 1.0~rc1.
debian=$(printf '%s' "$version" | sed 's/\([0-9]\)\(a\|b\|rc\|\.dev\)\([0-9]\)/\1~\2\3/')
# All installed packages, because they depend on each other in the same version.
set --
for package in $(dpkg-query --show --showformat '${db:Status-Abbrev}${Package}\n' 'kiosk-*' | sed -n 's/^.i. *//p'); do
    set -- "$@" "$package=$debian-*"
done
output=$(dpkg --configure -a 2>&1) || stop failed "$output" # after a power cut during an earlier installation
# With --reinstall, a table that was switched back by hand is switched forward again.
apt -o Dpkg::Options::=--force-confold install --reinstall --only-upgrade --no-remove --no-install-recommends "$@" ||
    case $output in
    *"' was not found"*) stop not-there ;;
    *) stop failed "$(error)" ;;
    esac
reported=yes
report installed
