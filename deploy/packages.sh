# Installs what the programs need: system packages with apt, a Python, and uv checked by its hash. Sourced by ./dev and
# by deploy/install.sh, which set `root` (the checkout), `tools` (a folder only for uv) and `me` (the name in messages).
# shellcheck shell=sh

say() { printf '%s: %s\n' "${me:?}" "$*" >&2; }

stop() {
    say "$*"
    exit 2
}

# shellcheck disable=SC2034 # used by the scripts that source this
# The libraries that Qt always loads, and those that it loads to draw on a screen: each soname with its Debian package.
qt_libraries="libGL.so.1=libgl1 libEGL.so.1=libegl1 libxkbcommon.so.0=libxkbcommon0 libdbus-1.so.3=libdbus-1-3
    libfontconfig.so.1=libfontconfig1 libglib-2.0.so.0=libglib2.0-0"
# shellcheck disable=SC2034
screen_libraries="libxcb-cursor.so.0=libxcb-cursor0 libxkbcommon-x11.so.0=libxkbcommon-x11-0
    libxcb-icccm.so.4=libxcb-icccm4 libxcb-keysyms.so.1=libxcb-keysyms1 libxcb-shape.so.0=libxcb-shape0
    libwayland-cursor.so.0=libwayland-cursor0 libwayland-egl.so.1=libwayland-egl1"

# Print the packages of the libraries that are missing. Arguments: soname=package.
missing_libraries() {
    [ "$(uname)" = Linux ] || return 0
    present=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p)
    for library in "$@"; do
        case $present in *"${library%=*}"*) ;; *) echo "${library#*=}" ;; esac
    done
}

# Print the package with a PostgreSQL server, for tests, if none is installed. The tests start their own.
missing_postgres() {
    [ "$(uname)" = Linux ] && ! command -v initdb >/dev/null || return 0
    set -- /usr/lib/postgresql/*/bin/initdb
    [ -e "$1" ] || echo postgresql
}

# Print a Python that this project runs on, or nothing. PYTHON names one to try first.
find_python() {
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
        "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null || continue
        command -v "$candidate"
        return
    done
}

# Print the first Python found, whatever its version, or nothing: "Python 3.9.2 (/usr/bin/python3)".
found_python() {
    for candidate in ${PYTHON:+"$PYTHON"} python3 python; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        printf '%s (%s)' "$("$candidate" --version 2>&1)" "$(command -v "$candidate")"
        return
    done
}

# Print the packages that a Python lacks to make environments. Debian packages that part separately.
missing_python() {
    python=$(find_python)
    if [ -z "$python" ]; then
        # If there is one of another version, the package python3 is that version.
        [ -n "$(found_python)" ] || echo python3 python3-venv
    elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
    fi
}

# Install the packages that are named, if any, as root or with sudo. If neither is possible, print the command and stop.
need_packages() {
    [ $# -gt 0 ] || return 0
    command -v apt-get >/dev/null || stop "please install these packages (Debian names): $*"
    as_root=
    if [ "$(id -u)" != 0 ]; then
        as_root=sudo
        if ! command -v sudo >/dev/null || ! { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
            stop "please run as root, then try again: apt-get install --no-install-recommends $*"
        fi
    fi
    say "installing system packages: $*"
    { $as_root apt-get -q update && $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qy install --no-install-recommends "$@"; } >&2 ||
        stop "apt-get failed; please install these, then try again: $*"
}

need_python() {
    [ -n "$(find_python)" ] && return
    found=$(found_python)
    stop "this needs Python 3.11 to 3.14, but found ${found:-none}; install one, and if it has an unusual name, set PYTHON to its path"
}

# Stop with one line: that there is no network, or else pip's last line.
no_packages() {
    case $1 in
    *"establish a new connection"* | *"name resolution"* | *"Name or service not known"* | *"nreachable"* | *"timed out"*)
        stop "no package mirror responds: connect this machine to the network, or set PIP_INDEX_URL to a mirror, and try again"
        ;;
    esac
    stop "pip could not fetch uv: $(printf '%s\n' "$1" | tail -n 1)"
}

# Install the uv with the known hash. pip fetches it, because pip knows this machine's mirror.
need_uv() {
    cmp -s "${root:?}/deploy/uv-bootstrap.txt" "${tools:?}/stamp" && "$tools/bin/uv" --version >/dev/null 2>&1 && return
    say "fetching uv, which installs the packages"
    rm -rf "$tools"
    "$(find_python)" -m venv "$tools"
    said=$(PIP_DISABLE_PIP_VERSION_CHECK=1 "$tools/bin/python" -m pip install --quiet --retries 1 --timeout 10 \
        --only-binary :all: --require-hashes --requirement "$root/deploy/uv-bootstrap.txt" 2>&1) || no_packages "$said"
    cp "$root/deploy/uv-bootstrap.txt" "$tools/stamp"
}

# Print pip's own setting of this name, as `pip config` finds it: from the environment first, then from the files.
pip_setting() {
    for section in :env: install global; do
        value=$(printf '%s\n' "$pip_settings" | sed -n "s/^$section\.$1='\(.*\)'\$/\1/p" | sed 's/\\n/ /g')
        [ -z "$value" ] || break
    done
    printf '%s' "$value"
}

# Pass pip's certificates and proxy on to uv, which does not read pip's settings.
borrow_pip_connection() {
    pip_settings=$("$tools/bin/python" -m pip config list)
    certificates=$(pip_setting cert)
    proxy=$(pip_setting proxy)
    [ -z "$certificates" ] || export SSL_CERT_FILE="${SSL_CERT_FILE:-$certificates}"
    [ -z "$proxy" ] || export ALL_PROXY="${ALL_PROXY:-$proxy}"
}

# Pass on pip's package indexes too, unless uv has its own settings. As with pip, any index may serve any package; the
# hashes decide which one is accepted.
borrow_pip_indexes() {
    no_index=
    [ -z "${UV_DEFAULT_INDEX:-}${UV_INDEX_URL:-}${UV_INDEX:-}${UV_EXTRA_INDEX_URL:-}${UV_FIND_LINKS:-}" ] || return 0
    no_index=$(pip_setting no-index)
    UV_DEFAULT_INDEX=$(pip_setting index-url)
    UV_INDEX=$(pip_setting extra-index-url)
    UV_FIND_LINKS=$(pip_setting find-links | tr -s ' ' ',')
    UV_INSECURE_HOST=${UV_INSECURE_HOST:-$(pip_setting trusted-host)}
    for name in UV_DEFAULT_INDEX UV_INDEX UV_FIND_LINKS UV_INSECURE_HOST; do
        eval "value=\$$name"
        if [ -n "$value" ]; then export "${name?}"; else unset "$name"; fi
    done
    export UV_INDEX_STRATEGY="${UV_INDEX_STRATEGY:-unsafe-best-match}"
}

# Run `uv pip` with this machine's mirror. The first argument is its command, and the others follow.
uv_pip() {
    verb=$1
    shift
    "$tools/bin/uv" pip "$verb" --quiet ${no_index:+--no-index} "$@" || stop "uv could not $verb; its output is above"
}
