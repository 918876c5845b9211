#!/bin/sh
# Makes this machine a table, the clock, a host of tables for tablets, or a display, from this checkout: packages, a user, the program under
# /opt/kiosk, settings under /etc/kiosk, state under /var/lib/kiosk, and the services. Run it again to upgrade: the
# program is replaced in one step, and the previous release stays beside it. Settings and state are never touched, not
# even by --uninstall.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
tools=/opt/kiosk/uv
me=install
# shellcheck source=deploy/packages.sh
. "$root/deploy/packages.sh"
# shellcheck source=deploy/machine.sh
. "$root/deploy/machine.sh"
# shellcheck disable=SC2034 # used by machine.sh
templates=$root/deploy

usage="usage, as root: deploy/install.sh table, deploy/install.sh clock, deploy/install.sh table clock, \
deploy/install.sh host, deploy/install.sh clock host, deploy/install.sh display, deploy/install.sh clock display, or deploy/install.sh --uninstall; \
with --from FOLDER before the roles, it installs the packages or the wheels in that folder"

# Remove everything that the installation put here. DESTDIR names another root, such as an image's or a test's.
uninstall() {
    at=${DESTDIR:-}
    for role in table clock host display; do
        unit=$at/etc/systemd/system/kiosk-$role.service
        [ -e "$unit" ] || continue
        [ ! -d /run/systemd/system ] || systemctl stop "kiosk-$role.service"
        systemctl disable --quiet "kiosk-$role.service"
        rm -f "$unit"
        gone="${gone:+$gone and }$role"
    done
    [ -n "${gone:-}" ] || stop "nothing to remove: this installer has not installed the program here"
    [ ! -d /run/systemd/system ] || systemctl daemon-reload
    rm -f "$at/etc/udev/rules.d/70-kiosk-readers.rules" "$at/etc/sysctl.d/70-kiosk.conf" \
        "$at/etc/modprobe.d/70-kiosk-usb-storage.conf" "$at/etc/systemd/logind.conf.d/70-kiosk-awake.conf" \
        "$at/etc/systemd/sleep.conf.d/70-kiosk-awake.conf"
    [ "$(readlink "$at/usr/local/bin/kiosk")" != /opt/kiosk/current/bin/kiosk ] || rm "$at/usr/local/bin/kiosk"
    rm -rf "$at/opt/kiosk"
    rm -rf "$at/var/lib/kiosk-display"
    say "removed: $gone. Kept: settings in /etc/kiosk, records in /var/lib/kiosk, /var/lib/kiosk-clock and /var/lib/kiosk-host, and their users"
    say "to delete these too, permanently: rm -rf /etc/kiosk /var/lib/kiosk /var/lib/kiosk-clock /var/lib/kiosk-host; userdel kiosk; userdel kiosk-clock; userdel kiosk-host"
}

[ $# -gt 0 ] || stop "$usage"
if [ "$*" = --uninstall ]; then
    [ "$(id -u)" = 0 ] || stop "$usage"
    uninstall
    exit
fi
from=
if [ "${1:-}" = --from ]; then
    [ $# -gt 2 ] || stop "$usage"
    from=$(CDPATH='' cd -- "$2" && pwd -P) || stop "there is no folder $2"
    shift 2
fi
for role in "$@"; do
    case $role in table | clock | host | display) ;; *) stop "there is no role \"$role\"; $usage" ;; esac
done
[ "$(id -u)" = 0 ] || stop "$usage"

has_role() { case " $roles " in *" $1 "*) ;; *) return 1 ;; esac }

# Keep the roles that this machine already has.
roles=$*
for role in table clock host display; do
    has_role "$role" || [ ! -e "/etc/systemd/system/kiosk-$role.service" ] || roles="$roles $role"
done

if has_role table && has_role display; then stop "this machine has one screen: it can be a table or a display, but not both"; fi
asks=
if [ -t 0 ] && [ -t 2 ]; then asks=yes; fi
has_program() { has_role table || has_role clock || has_role host; }

# The newest package of this name in the folder.
newest() { find "$from" -maxdepth 1 \( -name "$1_*_$(dpkg --print-architecture).deb" -o -name "$1_*_all.deb" \) | sort -V | tail -n 1; }

# Install the Debian packages of the roles. If the folder has a list of packages (kiosk-packages makes it), Debian's own
# packages come from there too. The list needs no signature, because the folder was carried here by hand.
install_packages() {
    for unit in /etc/systemd/system/kiosk-*.service; do
        if [ -f "$unit" ] && [ ! -L "$unit" ]; then
            say "removing the program that this installer put here before; settings and records stay"
            uninstall
            break
        fi
    done
    packages=
    for role in $roles; do packages="$packages kiosk-$role"; done
    if [ -e "$from/Packages" ]; then
        lists=$(mktemp -d)
        trap 'rm -rf "$lists"' EXIT
        mkdir -p "$lists/state/partial"
        chmod -R a+rX "$lists"
        echo "deb [trusted=yes] file:$from ./" >"$lists/sources.list"
        set -- -o "Dir::Etc::SourceList=$lists/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$lists/state"
        apt-get -q "$@" update
    else
        ! has_program || packages="$packages kiosk-program"
        if has_role table || has_role host; then packages="$packages kiosk-program-table"; fi
        files=
        for package in $packages; do
            file=$(newest "$package")
            [ -n "$file" ] || stop "there is no package $package for this machine in $from"
            files="$files $file"
        done
        packages=$files
        set --
    fi
    # shellcheck disable=SC2086 # a list of words
    DEBIAN_FRONTEND=noninteractive KIOSK_SETUP=${asks:+later} apt-get -qy "$@" install --no-install-recommends $packages ||
        stop "apt-get failed; its output is above"
}

# A table and a display show one program, full screen. cage runs it, and no other program can be reached from there.
missing_packages() {
    ! has_program || missing_python
    # shellcheck disable=SC2086 # lists of words
    ! has_role host || missing_libraries $qt_libraries $screen_libraries
    ! has_role host || command -v Xvnc >/dev/null || echo tigervnc-standalone-server
    has_role table || has_role display || return 0
    command -v cage >/dev/null || echo cage
    if has_role display; then
        command -v chromium >/dev/null || echo chromium
        [ -e /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc ] || echo fonts-noto-core fonts-noto-cjk
        return 0
    fi
    # shellcheck disable=SC2086 # lists of words
    missing_libraries $qt_libraries $screen_libraries
}

# The packages that a role needs: a host runs tables. With `announce`, `kiosk setup` finds the clock.
package_extra() { case $1 in host | table) echo announce,table ;; clock) echo announce,clock ;; esac; }

# Build from a copy, so that the checkout is not changed. Install only the locked packages that the roles need.
install_program() {
    release=/opt/kiosk/releases/$(date -u +%Y%m%dT%H%M%SZ)
    extras=$(for role in $roles; do package_extra "$role"; done | tr , '\n' | sort -u | paste -sd , -)
    ! grep -qs '^database *= *"postgres' /etc/kiosk/clock.toml || extras=$extras,postgres
    copy=$(mktemp -d)
    unfinished=$release
    trap 'rm -rf "$copy" "$unfinished"' EXIT
    (cd "$root" && cp -R pyproject.toml setup.py README.md LICENSE engine hardware kiosk ui "$copy")
    borrow_pip_connection
    borrow_pip_indexes
    say "installing the program into $release"
    "$tools/bin/uv" venv --quiet --python "$(find_python)" "$release"
    uv_pip install --python "$release/bin/python" --compile-bytecode --constraints "$root/requirements.lock" \
        --build-constraints "$root/requirements.lock" "${copy}[$extras]"
    "$release/bin/kiosk" --help >/dev/null || stop "the installed program does not start; nothing has been changed"
}

install_services() {
    for role in $roles; do
        install -m 644 "$root/deploy/kiosk-$role.service" /etc/systemd/system/
        systemctl enable --quiet "kiosk-$role.service"
    done
    # No key, closed lid or idle time puts the machine to sleep.
    for of in logind sleep; do
        install -D -m 644 "$root/deploy/70-kiosk-awake-$of.conf" "/etc/systemd/$of.conf.d/70-kiosk-awake.conf"
    done
    if has_role table || has_role host; then install -D -m 644 "$root/deploy/70-kiosk-readers.rules" /etc/udev/rules.d/70-kiosk-readers.rules; fi
    if has_role table || has_role display; then
        install -D -m 644 "$root/deploy/kiosk-sysctl.conf" /etc/sysctl.d/70-kiosk.conf
        lock_sticks_out
    fi
    if has_role table || has_role display; then systemctl set-default --quiet graphical.target; fi
}

# The clock comes first, so that its address can be suggested for the other roles of this machine.
set_up_roles() {
    install -d /etc/kiosk
    for role in clock table host display; do
        ! has_role "$role" || need_settings "$role"
    done
}

# While an image is built, there is nothing to restart.
restart_services() {
    [ -d /run/systemd/system ] || return 0
    apply_rules
    for role in $roles; do systemctl restart "kiosk-$role.service"; done
}

if [ -n "$from" ] && [ -n "$(find "$from" -maxdepth 1 -name 'kiosk-*.deb' | head -n 1)" ]; then
    install_packages
    [ -n "$asks" ] || exit 0
    set_up_roles
    for role in $roles; do
        [ ! -d /run/systemd/system ] || systemctl start "kiosk-$role.service"
        say_next_steps "$role"
    done
    exit
fi
for role in $roles; do
    [ ! -e "/usr/lib/systemd/system/kiosk-$role.service" ] ||
        stop "this machine has the package kiosk-$role: update it with apt-get, or remove it first"
done
if [ -n "$from" ]; then # pip and uv then take every package from there
    [ -n "$(find "$from" -maxdepth 1 -name '*.whl' | head -n 1)" ] || stop "there are no packages and no wheels in $from"
    unset UV_INDEX UV_DEFAULT_INDEX UV_INDEX_URL UV_EXTRA_INDEX_URL UV_FIND_LINKS PIP_INDEX_URL PIP_EXTRA_INDEX_URL
    export PIP_NO_INDEX=1 PIP_FIND_LINKS="$from"
fi
# shellcheck disable=SC2046 # a list of words
need_packages $(missing_packages)
for role in $roles; do need_account_of "$role"; done
if has_program; then
    need_python
    mkdir -p /opt/kiosk/releases
    need_uv
    install_program
    unfinished=
    switch_program "$release"
    ln -sf /opt/kiosk/current/bin/kiosk /usr/local/bin/kiosk
fi
install_services
set_up_roles
restart_services
for role in $roles; do say_next_steps "$role"; done
