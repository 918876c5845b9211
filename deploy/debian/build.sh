#!/bin/sh
# Builds the Debian packages of the clock, the table, the host and the display, and of the room's package repository.
# They contain the environment: their installation needs Debian's own packages, but no package mirror for Python. Each
# file of the environment is in one package only, so a machine with two roles has it once.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
tools=$root/.cache/uv
me=build
# shellcheck source=deploy/packages.sh
. "$root/deploy/packages.sh"
# shellcheck source=deploy/locked.sh
. "$root/deploy/locked.sh"

usage="usage: deploy/debian/build.sh bookworm|trixie [--arch amd64|arm64] [--revision NUMBER] [--to FOLDER]"
suite=${1:-}
[ -n "$suite" ] || stop "$usage"
shift
python=$(python_of "$suite")
arch=amd64
revision=1
to=
while [ $# -gt 1 ]; do
    case $1 in
    --arch) arch=$2 ;;
    --revision) revision=$2 ;;
    --to) to=$2 ;;
    *) stop "$usage" ;;
    esac
    shift 2
done
[ $# = 0 ] || stop "$usage"
to=${to:-$root/dist/$suite-$arch}
processor_of "$arch" >/dev/null
command -v dpkg-deb >/dev/null || stop "please install dpkg-deb; every Debian machine has it"

case $suite in bookworm) debian=12 ;; trixie) debian=13 ;; esac
stem=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/pyproject.toml" | sed 's/\([0-9]\)\(a\|b\|rc\|\.dev\)\([0-9]\)/\1~\2\3/')-$revision
version=$stem~deb$debian
release=/opt/kiosk/releases/$stem
# The same checkout makes the same packages: dpkg-deb uses no newer time than this.
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/pyproject.toml")
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to"

# The part of the release that a package has. Its installation links it into the release (link_release in machine.sh).
part() { echo "$work/$1/opt/kiosk/packages/$stem"; }

# Install into a folder, for Debian's Python: install_into FOLDER ARGUMENTS. Copies, because uv's cache belongs to others too.
install_into() {
    site=$1
    shift
    uv_pip_for "$suite" "$arch" install --no-deps --link-mode copy --target "$site" "$@"
    rm -rf "${site:?}/bin" "$site/.lock"
}

# Install the packages named on standard input, by their hashes, into the part of a package.
fill_part() {
    site=$(part "$1")/lib/python$python/site-packages
    with_hashes >"$work/$1.lock"
    install_into "$site" --require-hashes --requirements "$work/$1.lock"
}

# Remove the parts of Qt that the program never loads: QML, databases, printers, other desktops, and the tools of developers.
# They are a third of it. A test finds a library that something else needs.
remove_unused_qt() (
    cd "$1"
    rm -rf include typesystems glue doc ./*.pyi assistant designer linguist lrelease lupdate qml* balsam* svgtoqml
    rm -rf QtQml* QtQuick* QtLabs* QtDesigner* QtHelp* QtSql* libpyside6qml* Qt/qml Qt/translations Qt/metatypes Qt/libexec
    cd Qt/lib
    rm -rf libQt6Qml* libQt6Quick* libQt6Designer* libQt6Labs* libQt6Help* libQt6Lottie* libQt6Wayland*Compositor* libQt6Sql*
    cd ../plugins
    rm -rf qml* designer sqldrivers vectorimageformats wayland-graphics-integration-server egldeviceintegrations printsupport
    rm -f platformthemes/libqgtk3.so platforminputcontexts/libqtvirtualkeyboardplugin.so imageformats/libqpdf.so
)

# The Debian packages of the libraries in a list of soname=package.
packages_of() { for library in "$@"; do printf ', %s' "${library#*=}"; done; }

# Write one of the scripts that dpkg runs: script PACKAGE ROLE KIND
script() {
    {
        printf '#!/bin/sh\nset -eu\nrole=%s\nrelease=%s\nme=%s\ntemplates=/usr/share/kiosk\nsay() { echo "%s: $*" >&2; }\n' "$2" "$release" "$1" "$1"
        grep -hv '^#' "$root/deploy/machine.sh" "$root/deploy/debian/$3.sh"
    } >"$work/$1/DEBIAN/$3"
    chmod 755 "$work/$1/DEBIAN/$3"
}

# Pack what is in the folder of a package: pack PACKAGE ROLE ARCHITECTURE DEPENDENCIES DESCRIPTION [FIELD...]
pack() {
    package=$1 role=$2 architecture=$3 depends=$4 description=$5
    shift 5
    at=$work/$package
    mkdir -p "$at/DEBIAN" "$at/usr/share/doc/$package"
    cp "$root/LICENSE" "$at/usr/share/doc/$package/copyright"
    for kind in postinst prerm postrm; do script "$package" "$role" "$kind"; done
    {
        printf 'Package: %s\nVersion: %s\nArchitecture: %s\nSection: games\nPriority: optional\n' "$package" "$version" "$architecture"
        printf 'Maintainer: dealer-assist-kiosk <root@localhost>\nDepends: %s\n' "$depends"
        for field in "$@"; do printf '%s\n' "$field"; done
        printf 'Installed-Size: %s\nDescription: %s\n' "$(du -sk --exclude DEBIAN "$at" | cut -f 1)" "$description"
    } >"$at/DEBIAN/control"
    (cd "$at" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    chmod -R u=rwX,go=rX "$at"
    say "packing ${package}_${version}_$architecture.deb"
    dpkg-deb --root-owner-group -Zzstd -z9 --build "$at" "$to" >/dev/null
}

# Put the files of a role's service into its package. Each role has its own copy of a shared rule: dpkg accepts a file from
# one package only.
add_role() {
    at=$work/kiosk-$1
    install -D -m 644 -t "$at/usr/lib/systemd/system" "$root/deploy/kiosk-$1.service"
    for of in logind sleep; do
        [ "$1" != packages ] || break
        install -D -m 644 "$root/deploy/70-kiosk-awake-$of.conf" "$at/usr/lib/systemd/$of.conf.d/70-kiosk-$1.conf"
    done
    case $1 in
    packages) ;;
    display) install -D -m 644 -t "$at/usr/share/kiosk" "$root/deploy/display.env" ;;
    *) install -D -m 644 -t "$at/usr/share/kiosk" "$root/deploy/$1.toml" ;;
    esac
    case $1 in table | display) install -D -m 644 "$root/deploy/kiosk-sysctl.conf" "$at/usr/lib/sysctl.d/70-kiosk-$1.conf" ;; esac
}

# add_updates ROLE NAME: add the units and the script that install an update when a dealer requests it. The package of each
# role has its own copies, with NAME in place of kiosk-update.
add_updates() {
    at=$work/kiosk-$1
    install -d "$at/usr/lib/systemd/system/kiosk-$1.service.d" "$at/usr/sbin"
    for unit in path service; do
        sed "s/kiosk-update/$2/g" "$root/deploy/kiosk-update.$unit" >"$at/usr/lib/systemd/system/$2.$unit"
    done
    cp "$root/deploy/kiosk-update-$1.conf" "$at/usr/lib/systemd/system/kiosk-$1.service.d/update.conf"
    sed "s/kiosk-update/$2/g" "$root/deploy/kiosk-update.sh" >"$at/usr/sbin/$2"
    chmod 755 "$at/usr/sbin/$2"
}

need_packer
say "building $version for Debian $debian on $arch"
build_wheel "$work/wheel"

locked_names "$work/clock.names" "$suite" "$arch" clock postgres announce
: >"$work/table.names"
! can_show_tables "$suite" "$arch" || locked_names "$work/table.names" "$suite" "$arch" table announce
LC_ALL=C comm -12 "$work/clock.names" "$work/table.names" | fill_part kiosk-program
LC_ALL=C comm -23 "$work/clock.names" "$work/table.names" | fill_part kiosk-clock
install_into "$(part kiosk-program)/lib/python$python/site-packages" "$work"/wheel/*.whl

# The environment itself: Debian's Python, with this folder's packages and no others.
bin=$(part kiosk-program)/bin
mkdir -p "$bin" "$work/kiosk-program/usr/bin"
ln -s "/usr/bin/python$python" "$bin/python3"
printf 'home = /usr/bin\ninclude-system-site-packages = false\nversion = %s\n' "$python" >"$(part kiosk-program)/pyvenv.cfg"
printf '#!%s/bin/python3\nimport sys\n\nfrom kiosk.cli import main\n\nsys.exit(main())\n' "$release" >"$bin/kiosk"
chmod 755 "$bin/kiosk"
ln -s /opt/kiosk/current/bin/kiosk "$work/kiosk-program/usr/bin/kiosk"

newer=${python%.*}.$((${python#*.} + 1))
pack kiosk-program "" "$arch" "python3 (>= $python), python3 (<< $newer), libstdc++6" "The program of a poker room's clock and tables"

system="kiosk-program (= $version), systemd, passwd"
add_role clock
pack kiosk-clock clock "$arch" "$system" "The tournament clock of a poker room"

if can_show_tables "$suite" "$arch"; then
    LC_ALL=C comm -13 "$work/clock.names" "$work/table.names" | fill_part kiosk-program-table
    remove_unused_qt "$(part kiosk-program-table)/lib/python$python/site-packages/PySide6"
    install -D -m 644 -t "$work/kiosk-program-table/usr/lib/udev/rules.d" "$root/deploy/70-kiosk-readers.rules"
    # shellcheck disable=SC2086 # lists of words
    pack kiosk-program-table "" "$arch" "kiosk-program (= $version)$(packages_of $qt_libraries $screen_libraries)" \
        "The program of a poker table's screen"
    table="kiosk-program-table (= $version), $system"
    add_role table
    install -D -m 644 -t "$work/kiosk-table/usr/share/kiosk" "$root/deploy/kiosk-usb-storage.conf"
    add_updates table kiosk-update
    pack kiosk-table table all "$table, cage, util-linux" "The dealer's screen of a poker table" "Conflicts: kiosk-display"
    add_role host
    add_updates host kiosk-host-update
    pack kiosk-host host all "$table, tigervnc-standalone-server" "The tables of a poker room that tablets show"
else
    say "no table and no host: Qt on ARM needs Debian 13"
fi

add_role display
install -D -m 644 -t "$work/kiosk-display/usr/share/kiosk" "$root/deploy/kiosk-usb-storage.conf"
pack kiosk-display display all "systemd, passwd, util-linux, cage, chromium, fonts-noto-core, fonts-noto-cjk" \
    "A display of a poker room's clock" "Conflicts: kiosk-table"
add_role packages
install -D "$root/deploy/kiosk-packages.sh" "$work/kiosk-packages/usr/sbin/kiosk-packages"
pack kiosk-packages packages all "systemd, python3, apt-utils, gpg, gpg-agent" "The package repository of a poker room"
say "the packages are in $to"
