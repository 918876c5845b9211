# Sourced by install.sh: the clock's files belong to a user of its own, whom no table's screen can read.

# Of before: the clock was the tables' user, and its database among their journals. What was interrupted goes on here.
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
