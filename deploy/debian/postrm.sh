# Runs after the files of a package have been removed. Records are never deleted, not even by a purge.
# shellcheck shell=sh

# Delete the settings of the role, and its account if it has no records.
forget_role() {
    deb-systemd-helper purge "kiosk-$role.service" >/dev/null || true
    if [ "$role" = packages ]; then
        rm -rf /var/lib/kiosk-packages
        return
    fi
    rm -f "/etc/kiosk/$(settings_of "$role")"
    [ ! -d /etc/kiosk ] || rmdir --ignore-fail-on-non-empty /etc/kiosk
    account=$(account_of "$role")
    records=/var/lib/$account
    [ "$role" != display ] || rm -rf "$records" # only a browser's
    [ ! -d "$records" ] || rmdir --ignore-fail-on-non-empty "$records"
    if [ -d "$records" ]; then
        say "kept: the records in $records and their user $account; to delete them permanently: rm -r $records; userdel $account"
    else
        ! id "$account" >/dev/null 2>&1 || userdel "$account"
    fi
}

case $1 in
remove)
    case $role in
    table | display) # the other of the two cannot be installed at the same time
        rm -f /etc/modprobe.d/70-kiosk-usb-storage.conf
        ;;
    esac
    if [ "$me" = kiosk-program ]; then
        rm -rf /opt/kiosk/releases /opt/kiosk/current
        [ ! -d /opt/kiosk ] || rmdir --ignore-fail-on-non-empty /opt/kiosk
    fi
    [ ! -d /run/systemd/system ] || systemctl daemon-reload
    ;;
purge) [ -z "$role" ] || forget_role ;;
esac
