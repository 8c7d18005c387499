# Makes .venv and installs pinned requirements into it; what is already there is left alone. Sourced by demo and test.

say() { printf '== %s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# prepare_venv NAME: makes .venv if need be and installs requirements/NAME.txt and morrow itself.
prepare_venv() {
    runs_well .venv/bin/python || make_venv
    # dev.txt holds everything that run.txt holds.
    if is_fresh "$1" || is_fresh dev; then return; fi
    say "Installing the packages pinned in requirements/$1.txt (the first time takes a minute)"
    install --require-hashes --only-binary=:all: -r "requirements/$1.txt" ||
        die "the packages of requirements/$1.txt could not be installed"
    install --no-build-isolation -e . || die "morrow itself could not be installed into .venv"
    stamp "$1" > ".venv/installed-$1"
}

install() { PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip install --quiet --no-deps "$@"; }

# What an installation of requirements/NAME.txt depends on, as one line.
stamp() { cat "requirements/$1.txt" pyproject.toml | cksum; }
is_fresh() { [ "$(cat ".venv/installed-$1" 2>/dev/null)" = "$(stamp "$1")" ]; }

runs_well() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

make_venv() {
    python=$(find_python) || die "Python 3.11 or newer is needed: apt-get install python3 python3-venv"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || add_venv_module "$python"
    say "Making .venv with $("$python" --version)"
    rm -rf .venv
    "$python" -m venv .venv || die ".venv could not be made"
}

# Prints the first Python on the PATH that is new enough.
find_python() {
    for name in python3 python3.13 python3.12 python3.11 python; do
        if runs_well "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

# Debian and Ubuntu ship Python without the part that makes virtual environments.
add_venv_module() {
    package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        die "this Python makes no virtual environments: apt-get install $package"
    fi
    say "Installing $package"
    { apt-get update -qq && apt-get install -y -qq "$package"; } >/dev/null || die "$package could not be installed"
}
