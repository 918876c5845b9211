# The packages of requirements.lock for another machine: a Debian release and a processor. Sourced by the scripts that
# make packages and the wheelhouse, after packages.sh.
# shellcheck shell=sh

# The Python and the glibc of a Debian release.
python_of() { case $1 in bookworm) echo 3.11 ;; trixie) echo 3.13 ;; *) stop "there is no Debian release \"$1\" here: bookworm or trixie" ;; esac }
glibc_of() { case $1 in bookworm) echo 36 ;; trixie) echo 40 ;; esac } # Debian 13 has 2.41; uv knows platforms up to 2.40

# The processor's name in Python packages, from its name in Debian's.
processor_of() { case $1 in amd64) echo x86_64 ;; arm64) echo aarch64 ;; *) stop "there is no processor \"$1\" here: amd64 or arm64" ;; esac }

# Qt for ARM needs glibc 2.39.
can_show_tables() { [ "$1 $2" != "bookworm arm64" ]; }

# Prepare uv and this machine's mirror.
need_packer() {
    # shellcheck disable=SC2046 # a list of words
    need_packages $(missing_python)
    need_python
    need_uv
    borrow_pip_connection
    borrow_pip_indexes
}

# Run `uv pip` for a Debian release and a processor: uv_pip_for SUITE PROCESSOR COMMAND ARGUMENTS
uv_pip_for() {
    for_python=$(python_of "$1")
    for_platform=$(processor_of "$2")-manylinux_2_$(glibc_of "$1")
    verb_for=$3
    shift 3
    uv_pip "$verb_for" --python-version "$for_python" --python-platform "$for_platform" --only-binary :all: "$@"
}

# Write the names and versions that these extras need, in order: locked_names FILE SUITE PROCESSOR EXTRA...
locked_names() {
    for_file=$1 for_suite=$2 for_processor=$3
    shift 3
    extras=
    for extra in "$@"; do extras="$extras --extra $extra"; done
    # shellcheck disable=SC2086 # a list of words
    uv_pip_for "$for_suite" "$for_processor" compile --no-header --no-annotate --constraints "${root:?}/requirements.lock" $extras \
        --output-file "$for_file" "$root/pyproject.toml" >/dev/null
    LC_ALL=C sort -o "$for_file" "$for_file"
}

# Print the entries of the lock, with their hashes, of the names on standard input.
with_hashes() {
    awk 'NR == FNR { wanted[$1] = 1; next } /^[^ #]/ { on = $1 in wanted } on && !/#/' - "${root:?}/requirements.lock"
}

# Build the program's own package into a folder, from a copy, so that the checkout is not changed.
build_wheel() {
    copy=$(mktemp -d)
    (cd "${root:?}" && cp -R pyproject.toml setup.py README.md LICENSE engine hardware kiosk ui "$copy")
    "${tools:?}/bin/uv" build --quiet --wheel ${no_index:+--no-index} --python "$(find_python)" --build-constraints "$root/requirements.lock" \
        --out-dir "$1" "$copy" || stop "the program's own package could not be built; the output is above"
    rm -rf "$copy"
}
