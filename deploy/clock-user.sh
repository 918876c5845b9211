# Sourced by install.sh. The clock's files belong to a user of their own, so that no program on a table's screen can
# read them.

# Older installations ran the clock as the tables' user, with its database among their journals. This moves its files,
# and goes on with a move that was interrupted.
move_clock_state() {
    at=${DESTDIR:-}
    settings=$at/etc/kiosk/clock.toml
    [ -e "$settings" ] || return 0
    chgrp kiosk-clock "$settings"
    chmod 640 "$settings"
    named=$(sed -n 's|^database *= *"/var/lib/kiosk/\([^"/]*\)[/"].*|\1|p' "$settings")
    [ -n "$named" ] || return 0
    [ ! -d /run/systemd/system ] || systemctl stop kiosk-clock.service || true
    mkdir -p "$at/var/lib/kiosk-clock"
    for file in "$at/var/lib/kiosk/$named"*; do
        [ ! -e "$file" ] || mv "$file" "$at/var/lib/kiosk-clock/"
    done
    chown -R kiosk-clock:kiosk-clock "$at/var/lib/kiosk-clock"
    chmod 750 "$at/var/lib/kiosk-clock"
    sed -i 's|^\(database *= *"\)/var/lib/kiosk/|\1/var/lib/kiosk-clock/|' "$settings"
}
