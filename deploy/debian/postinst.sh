# Runs after a package has been unpacked. deploy/debian/build.sh puts it after machine.sh and sets `role` (empty for the
# packages of the program) and `release`.
# shellcheck shell=sh

has_role() { [ "$1" = "$role" ] || [ -e "/usr/lib/systemd/system/kiosk-$1.service" ]; }

# Link the files of all unpacked packages into the release. dpkg removes the files of an old version while a service still
# runs from them; the links stay, also for a rollback.
link_release() {
    packed=/opt/kiosk/packages/${release##*/}
    mkdir -p "$release"
    cp -alf "$packed/." "$release/"
    "$release/bin/python3" -m compileall -q -j 0 "$release/lib" >/dev/null || true # some packages have files for other Pythons
}

set_up_role() {
    if [ "$role" != packages ]; then
        need_account_of "$role"
        install -d /etc/kiosk
        [ "${KIOSK_SETUP:-}" = later ] || need_settings "$role" # the installer asks the questions afterwards
    fi
    if has_role table || has_role display; then lock_sticks_out; fi
    case $1:$role in first:table | first:display) systemctl set-default --quiet graphical.target ;; esac
    if deb-systemd-helper --quiet was-enabled "kiosk-$role.service"; then
        deb-systemd-helper enable "kiosk-$role.service" >/dev/null || true
    else # the machine's owner has disabled it
        deb-systemd-helper update-state "kiosk-$role.service" >/dev/null || true
    fi
    [ ! -f "/etc/systemd/system/kiosk-$role.service" ] ||
        say "the service of a checkout is in use, not this package's: run deploy/install.sh --from with this package instead"
    apply_rules
    [ ! -d /run/systemd/system ] || deb-systemd-invoke restart "kiosk-$role.service" || true
    [ "$1${KIOSK_SETUP:-}" != first ] || say_next_steps "$role"
}

case $1 in
configure | abort-upgrade | abort-remove | abort-deconfigure)
    case $role in
    display | packages) ;;
    *)
        link_release
        # A role switches to the release, because only then all of its packages are there.
        if [ -n "$role" ] || [ ! -e /opt/kiosk/current ]; then switch_program "$release"; fi
        ;;
    esac
    if [ "$1${2:-}" = configure ]; then seen=first; else seen=before; fi
    [ -z "$role" ] || set_up_role "$seen"
    ;;
esac
