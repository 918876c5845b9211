# What each role changes on a machine: accounts, settings, and the rules of its system. Sourced by deploy/install.sh, and part
# of the scripts in the Debian packages (deploy/debian). The scripts set `templates` (the folder of the files to copy)
# and define `has_role`.
# shellcheck shell=sh

program=/opt/kiosk/current/bin/kiosk

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

account_of() { if [ "$1" = table ]; then echo kiosk; else echo "kiosk-$1"; fi; }

# The clock's account may use no device, and no other account can read its settings. A table's may use its readers, its
# screen and its touch input; a host's, its tables' readers. A display's browser has its own account, which cannot read any journal.
need_account_of() {
    case $1 in
    clock) need_account kiosk-clock ;;
    table) need_account kiosk dialout video input render ;;
    host) need_account kiosk-host dialout video input ;;
    display) need_account kiosk-display video input render audio ;;
    esac
}

settings_of() { if [ "$1" = display ]; then echo display.env; else echo "$1.toml"; fi; }

set_up() { env -u KIOSK_SETTINGS "$program" setup "$@"; }

# Write the first settings of a role with `kiosk setup`. If `asks` is set, it asks its questions. Otherwise, or if nobody
# answers, it uses defaults. Without a clock's address, a host has no defaults. A machine that is only a display does not
# have `kiosk`.
need_settings() {
    [ ! -e "/etc/kiosk/$(settings_of "$1")" ] || return 0
    if [ -x "$program" ]; then
        [ -z "${asks:-}" ] || ! set_up "$1" --ask || return 0
        if set_up "$1"; then
            say "to answer a few questions instead: sudo kiosk setup $1 --ask"
            return
        fi
    fi
    if [ "$1" = display ]; then
        install -m 644 "${templates:?}/display.env" /etc/kiosk/
        say "next: enter the clock's address in /etc/kiosk/display.env, then: systemctl restart kiosk-display"
    else
        say "the $1 has no settings yet; next: sudo kiosk setup $1 --ask"
    fi
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
        install -D -m 644 "${templates:?}/kiosk-usb-storage.conf" /etc/modprobe.d/70-kiosk-usb-storage.conf
    else # it may have been only a display before
        rm -f /etc/modprobe.d/70-kiosk-usb-storage.conf
    fi
}

# Switch to a release in one step: at their next start the services find either the new program or the old one. The old
# release stays for a rollback.
switch_program() {
    release=$1
    before=$(readlink /opt/kiosk/current || true)
    [ "$before" != "$release" ] || return 0
    ln -sfn "$release" /opt/kiosk/next
    mv -T /opt/kiosk/next /opt/kiosk/current
    find /opt/kiosk/releases -mindepth 1 -maxdepth 1 ! -path "$release" ! -path "$before" -exec rm -r {} +
}

# Apply the rules that the roles have installed. While an image is built, there is nothing to apply them to.
apply_rules() {
    [ -d /run/systemd/system ] || return 0
    systemctl daemon-reload
    for rules in /etc/sysctl.d/70-kiosk.conf /usr/lib/sysctl.d/70-kiosk-*.conf; do
        [ ! -e "$rules" ] || sysctl --quiet --load "$rules" || true
    done
    systemctl kill --signal=HUP systemd-logind.service || true # it reloads its settings and ends no session
    udevadm control --reload && udevadm trigger --subsystem-match=tty --subsystem-match=input --subsystem-match=video4linux
}

say_next_steps() {
    case $1 in
    packages) say "next: kiosk-packages add FILE.deb..." ;;
    clock)
        say "write down the recovery code, which restores a lost clock: sudo -u kiosk-clock kiosk recovery-code"
        grep -qs '^backup_folder' /etc/kiosk/clock.toml ||
            say "the clock is backed up only on its tables; to back it up to a second disk too, set backup_folder in /etc/kiosk/clock.toml"
        ;;
    esac
}
