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

usage="usage, as root: deploy/install.sh table, deploy/install.sh clock, deploy/install.sh table clock, \
deploy/install.sh host, deploy/install.sh clock host, deploy/install.sh display, deploy/install.sh clock display, or deploy/install.sh --uninstall"

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
    [ -n "${gone:-}" ] || stop "nothing to remove: the program is not installed here"
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
has_program() { has_role table || has_role clock || has_role host; }

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

# Create the account of a service, with its home and the groups of the devices that it may use.
need_account() {
    account=$1
    id "$account" >/dev/null 2>&1 ||
        useradd --system --user-group --home-dir "/var/lib/$account" --shell /usr/sbin/nologin "$account"
    shift
    for group in "$@"; do # udev creates some groups, and an image may have no udev yet
        getent group "$group" >/dev/null || groupadd --system "$group"
        usermod --append --groups "$group" "$account"
    done
}

# The clock's account may use no device, and no other account can read its settings. A table's may use its readers, its
# screen and its touch input; a host's, its tables' readers. A display's browser has its own account, which cannot read any journal.
need_accounts() {
    ! has_role clock || need_account kiosk-clock
    ! has_role table || need_account kiosk dialout video input render
    ! has_role host || need_account kiosk-host dialout video input
    ! has_role display || need_account kiosk-display video input render audio
}

# The packages that a role needs: a host runs tables.
package_extra() { case $1 in host) echo table ;; table | clock) echo "$1" ;; esac; }

# Build from a copy, so that the checkout is not changed. Install only the locked packages that the roles need.
install_program() {
    release=/opt/kiosk/releases/$(date -u +%Y%m%dT%H%M%SZ)
    extras=$(for role in $roles; do package_extra "$role"; done | sort -u | paste -sd , -)
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

# Switch in one step: at their next start the services find either the new program or the old one. The old release stays
# for a rollback.
switch_program() {
    before=$(readlink /opt/kiosk/current || true)
    ln -sfn "$release" /opt/kiosk/next
    mv -T /opt/kiosk/next /opt/kiosk/current
    unfinished=
    ln -sf /opt/kiosk/current/bin/kiosk /usr/local/bin/kiosk
    find /opt/kiosk/releases -mindepth 1 -maxdepth 1 ! -path "$release" ! -path "$before" -exec rm -r {} +
}

# Make the room's key here: a default key would not be secret. Tables need none, because they are let in by a code on
# their screens.
fill_key() {
    while IFS= read -r line; do
        case $line in
        'director_key = ""'*)
            printf 'director_key = "%s"\n' "$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

settings_of() { if [ "$1" = display ]; then echo display.env; else echo "$1.toml"; fi; }

account_of() { if [ "$1" = table ]; then echo kiosk; else echo "kiosk-$1"; fi; }

need_settings() {
    [ ! -e "/etc/kiosk/$(settings_of "$1")" ] || return 0
    if [ "$1" = display ]; then
        install -m 644 "$root/deploy/display.env" /etc/kiosk/
        return 0
    fi
    install -m 640 -g "$(account_of "$1")" /dev/null "/etc/kiosk/$1.toml"
    fill_key <"$root/deploy/$1.toml" >"/etc/kiosk/$1.toml"
}

# True also if it cannot be determined: a machine that does not start is worse than a USB disk that can be read.
system_is_on_usb() {
    on=$(lsblk --inverse --noheadings --output TRAN "$(findmnt --noheadings --nofsroot --output SOURCE /)" 2>/dev/null) || return 0
    case $on in *usb*) ;; *) return 1 ;; esac
}

# Tables and displays read no USB disk. A clock's machine does, for backups, unless it is also a table.
lock_sticks_out() {
    if system_is_on_usb; then
        say "this machine boots from USB, so USB drives stay readable"
    elif has_role table || ! has_role clock; then
        install -D -m 644 "$root/deploy/kiosk-usb-storage.conf" /etc/modprobe.d/70-kiosk-usb-storage.conf
    else # it may have been only a display before
        rm -f /etc/modprobe.d/70-kiosk-usb-storage.conf
    fi
}

install_services() {
    install -d /etc/kiosk
    for role in $roles; do
        need_settings "$role"
        install -m 644 "$root/deploy/kiosk-$role.service" /etc/systemd/system/
        systemctl enable --quiet "kiosk-$role.service"
    done
    # No key, closed lid or idle time puts the machine to sleep.
    for of in logind sleep; do
        install -D -m 644 "$root/deploy/70-kiosk-awake-$of.conf" "/etc/systemd/$of.conf.d/70-kiosk-awake.conf"
    done
    if has_role table || has_role host; then install -m 644 "$root/deploy/70-kiosk-readers.rules" /etc/udev/rules.d/; fi
    if has_role table || has_role display; then
        install -D -m 644 "$root/deploy/kiosk-sysctl.conf" /etc/sysctl.d/70-kiosk.conf
        lock_sticks_out
    fi
    if has_role table || has_role display; then systemctl set-default --quiet graphical.target; fi
}

# While an image is built, there is nothing to restart.
restart_services() {
    [ -d /run/systemd/system ] || return 0
    systemctl daemon-reload
    [ ! -e /etc/sysctl.d/70-kiosk.conf ] || sysctl --quiet --load /etc/sysctl.d/70-kiosk.conf || true
    systemctl kill --signal=HUP systemd-logind.service || true # it reloads its settings and ends no session
    udevadm control --reload && udevadm trigger --subsystem-match=tty --subsystem-match=input --subsystem-match=video4linux
    for role in $roles; do systemctl restart "kiosk-$role.service"; done
}

# shellcheck disable=SC2046 # a list of words
need_packages $(missing_packages)
need_accounts
if has_program; then
    need_python
    mkdir -p /opt/kiosk/releases
    need_uv
    install_program
    switch_program
fi
install_services
restart_services
for role in $roles; do
    say "settings of the $role: /etc/kiosk/$(settings_of "$role"); then: systemctl restart kiosk-$role"
done
! has_role table || say "the table's screen asks for its clock and shows a code; the director admits the table with that code"
! has_role host || say "each table of the host asks the clock to be paired; its number to compare: journalctl -u kiosk-host"
! has_program || say "to check what works on this machine: sudo kiosk doctor"
! has_program || ! has_role clock || say "write down the recovery code, which restores a lost clock: sudo -u kiosk-clock kiosk recovery-code"
! has_role clock || grep -q '^backup_folder' /etc/kiosk/clock.toml ||
    say "the clock is backed up only on its tables; to back it up to a second disk too, set backup_folder in /etc/kiosk/clock.toml"
