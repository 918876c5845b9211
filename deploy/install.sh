#!/bin/sh
# Makes this machine a table, the clock, or both, from this checkout: packages, a `kiosk` user, the program under
# /opt/kiosk, settings under /etc/kiosk, state under /var/lib/kiosk, and the services. Run it again to upgrade: the
# program changes in one step, and the one before stays beside it. Settings and state are never touched, not by
# --uninstall either.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
tools=/opt/kiosk/uv
me=install
# shellcheck source=deploy/packages.sh
. "$root/deploy/packages.sh"

usage="usage, as root: deploy/install.sh table, deploy/install.sh clock, deploy/install.sh table clock, or \
deploy/install.sh --uninstall"

# All that the installation has put here. DESTDIR names another root: an image's, or a test's.
uninstall() {
    at=${DESTDIR:-}
    for role in table clock; do
        unit=$at/etc/systemd/system/kiosk-$role.service
        [ -e "$unit" ] || continue
        [ ! -d /run/systemd/system ] || systemctl stop "kiosk-$role.service"
        systemctl disable --quiet "kiosk-$role.service"
        rm -f "$unit"
        gone="${gone:+$gone and }$role"
    done
    [ -n "${gone:-}" ] || stop "nothing of this is installed here"
    [ ! -d /run/systemd/system ] || systemctl daemon-reload
    rm -f "$at/etc/udev/rules.d/70-kiosk-readers.rules"
    [ "$(readlink "$at/usr/local/bin/kiosk")" != /opt/kiosk/current/bin/kiosk ] || rm "$at/usr/local/bin/kiosk"
    rm -rf "$at/opt/kiosk"
    say "removed: $gone. Kept: settings in /etc/kiosk, journals in /var/lib/kiosk, and their owner, the user kiosk"
    say "to remove these too, for ever: rm -r /etc/kiosk /var/lib/kiosk && userdel kiosk"
}

[ $# -gt 0 ] || stop "$usage"
if [ "$*" = --uninstall ]; then
    [ "$(id -u)" = 0 ] || stop "$usage"
    uninstall
    exit
fi
for role in "$@"; do
    case $role in table | clock) ;; *) stop "there is no $role to install; $usage" ;; esac
done
[ "$(id -u)" = 0 ] || stop "$usage"

has_role() { case " $roles " in *" $1 "*) ;; *) return 1 ;; esac }

# What this machine already is, it stays.
roles=$*
for role in table clock; do
    has_role "$role" || [ ! -e "/etc/systemd/system/kiosk-$role.service" ] || roles="$roles $role"
done

# A table shows one program, full screen: cage is that session, and nothing else can be reached from it.
missing_packages() {
    missing_python
    has_role table || return 0
    # shellcheck disable=SC2086 # lists of words
    missing_libraries $qt_libraries $screen_libraries
    command -v cage >/dev/null || echo cage
}

# The account the services run under. A table's may use its readers, its screen and its touches.
need_account() {
    id kiosk >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/kiosk --shell /usr/sbin/nologin kiosk
    has_role table || return 0
    for group in dialout video input render; do # udev makes some of them, and an image may have no udev yet
        getent group "$group" >/dev/null || groupadd --system "$group"
        usermod --append --groups "$group" kiosk
    done
}

# Builds from a copy, so that the checkout stays as it was; takes only the packages its roles need, as locked.
install_program() {
    release=/opt/kiosk/releases/$(date -u +%Y%m%dT%H%M%SZ)
    extras=$(echo "$roles" | tr " " ,)
    copy=$(mktemp -d)
    unfinished=$release
    trap 'rm -rf "$copy" "$unfinished"' EXIT
    (cd "$root" && cp -R pyproject.toml README.md LICENSE engine hardware kiosk ui "$copy")
    borrow_pip_connection
    borrow_pip_indexes
    say "installing the program into $release"
    "$tools/bin/uv" venv --quiet --python "$(find_python)" "$release"
    uv_pip install --python "$release/bin/python" --compile-bytecode --constraints "$root/requirements.lock" \
        --build-constraints "$root/requirements.lock" "${copy}[$extras]"
    "$release/bin/kiosk" --help >/dev/null || stop "what was installed does not start; nothing has been changed"
}

# One step: at their next start the services find the new program, or still the old one. That one stays, to go back to.
switch_program() {
    before=$(readlink /opt/kiosk/current || true)
    ln -sfn "$release" /opt/kiosk/next
    mv -T /opt/kiosk/next /opt/kiosk/current
    unfinished=
    ln -sf /opt/kiosk/current/bin/kiosk /usr/local/bin/kiosk
    find /opt/kiosk/releases -mindepth 1 -maxdepth 1 ! -path "$release" ! -path "$before" -exec rm -r {} +
}

# Nobody's secret is a secret: each empty one gets its own.
fill_secrets() {
    while IFS= read -r line; do
        case $line in
        'director_key = ""'* | 'token = ""'*)
            printf '%s = "%s"\n' "${line%% *}" "$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

need_settings() {
    [ ! -e "/etc/kiosk/$1.toml" ] || return 0
    install -m 640 -g kiosk /dev/null "/etc/kiosk/$1.toml"
    fill_secrets <"$root/deploy/$1.toml" >"/etc/kiosk/$1.toml"
}

install_services() {
    install -d /etc/kiosk
    for role in $roles; do
        need_settings "$role"
        install -m 644 "$root/deploy/kiosk-$role.service" /etc/systemd/system/
        systemctl enable --quiet "kiosk-$role.service"
    done
    if has_role table; then
        install -m 644 "$root/deploy/70-kiosk-readers.rules" /etc/udev/rules.d/
        systemctl set-default --quiet graphical.target
    fi
}

# Where this runs while an image is built there is nothing to restart.
restart_services() {
    [ -d /run/systemd/system ] || return 0
    systemctl daemon-reload
    udevadm control --reload && udevadm trigger --subsystem-match=tty --subsystem-match=input --subsystem-match=video4linux
    for role in $roles; do systemctl restart "kiosk-$role.service"; done
}

# shellcheck disable=SC2046 # a list of words
need_packages $(missing_packages)
need_python
need_account
mkdir -p /opt/kiosk/releases
need_uv
install_program
switch_program
install_services
restart_services
for role in $roles; do say "settings of the $role: /etc/kiosk/$role.toml; then: systemctl restart kiosk-$role"; done
say "what works on this machine: kiosk doctor"
