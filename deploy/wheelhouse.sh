#!/bin/sh
# Fills a folder, such as one on a USB stick, with the wheels of everything that the lock has for a Debian release: this
# program, what it needs, and what installs it. From there, pip and deploy/install.sh need no network.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
tools=$root/.cache/uv
me=wheelhouse
# shellcheck source=deploy/packages.sh
. "$root/deploy/packages.sh"
# shellcheck source=deploy/locked.sh
. "$root/deploy/locked.sh"

usage="usage: deploy/wheelhouse.sh bookworm|trixie [--arch amd64|arm64] [--to FOLDER]"
suite=${1:-}
[ -n "$suite" ] || stop "$usage"
shift
python=$(python_of "$suite")
arch=amd64
to=
while [ $# -gt 1 ]; do
    case $1 in
    --arch) arch=$2 ;;
    --to) to=$2 ;;
    *) stop "$usage" ;;
    esac
    shift 2
done
[ $# = 0 ] || stop "$usage"
processor=$(processor_of "$arch")
to=${to:-$root/dist/wheels-$suite-$arch}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to"

# pip names every platform that the release can run: all glibc versions up to its own.
platforms() {
    echo "--platform manylinux2014_$processor"
    for glibc in $(seq 5 "$(glibc_of "$suite")"); do echo "--platform manylinux_2_${glibc}_$processor"; done
}

need_packer
build_wheel "$to"
set -- clock postgres announce
! can_show_tables "$suite" "$arch" || set -- "$@" table
locked_names "$work/names" "$suite" "$arch" "$@"
{ cat "$work/names" && grep -o '^\(babel\|setuptools\)==[^ ]*' "$root/requirements.lock"; } | with_hashes >"$work/lock"
cat "$root/deploy/uv-bootstrap.txt" >>"$work/lock"
say "fetching $(grep -c '==' "$work/lock") packages for Debian's Python $python on $arch into $to"
# shellcheck disable=SC2046 # a list of words
"$tools/bin/python" -m pip --disable-pip-version-check download --quiet --no-deps --require-hashes --only-binary :all: --python-version "$python" \
    $(platforms) --dest "$to" --requirement "$work/lock" || stop "pip could not fetch the packages; its output is above"
say "to install without a network, as root, from a checkout: deploy/install.sh --from $to clock"
say "or without a checkout: python3 -m venv kiosk && kiosk/bin/pip install --no-index --find-links $to 'dealer-assist-kiosk[clock]'"
