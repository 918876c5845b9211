# Runs before the files of a package are removed.
# shellcheck shell=sh

if [ "$1" = remove ] && [ -n "$role" ] && [ -d /run/systemd/system ]; then
    deb-systemd-invoke stop "kiosk-$role.service"
fi
