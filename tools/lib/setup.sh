# What tools/quickstart, tools/test and .ci/run share: where the repository is, and what must be there before it builds.
# Sourced, never run. Installs zlib1g-dev at most, and never upgrades a package.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Exit status of a script that cannot go on until a person has installed something.
readonly STATUS_MISSING=3

say() { printf '%s\n' "$@"; }
complain() { printf '%s\n' "$@" >&2; }

# Ends the script: something outside the repository is missing.
missing() {
    complain "$@"
    exit "$STATUS_MISSING"
}

readonly SWIFT_NEEDED="RingLog needs Swift 6.3 or later: https://www.swift.org/install"

# Told from the compiler's own words: "Swift version 6.3.1 (swift-6.3.1-RELEASE)".
require_swift() {
    command -v swift >/dev/null || missing "Swift is not installed (no 'swift' in PATH). $SWIFT_NEEDED"
    local text major minor
    text=$(swift --version 2>&1) || missing "'swift --version' fails:" "$text"
    if [[ ! $text =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]; then
        missing "Cannot tell the version of $(command -v swift), which says: $text"
    fi
    major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    ((major > 6 || (major == 6 && minor >= 3))) ||
        missing "$(command -v swift) is version $major.$minor. $SWIFT_NEEDED"
}

# Can a program be compiled and linked against zlib? Asked of the compiler that will do it, not of the package manager.
has_zlib() {
    local compiler
    compiler=$(dirname "$(command -v swift)")/clang
    [[ -x $compiler ]] || compiler=$(command -v clang || command -v cc) || return 1
    printf '#include <zlib.h>\nint main(void) { return zlibVersion() == 0; }\n' |
        "$compiler" -x c - -lz -o /dev/null 2>/dev/null
}

# Runs a command as root: directly, or by sudo where that asks for no password.
as_root() {
    if ((EUID == 0)); then
        env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 "$@" </dev/null
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 "$@" </dev/null
    fi
}

can_be_root() {
    ((EUID == 0)) || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

# The package at the version of the zlib that is installed: any other would upgrade that one.
zlib_package() {
    local version
    version=$(dpkg-query -W -f='${Version}' zlib1g 2>/dev/null) || version=
    printf '%s' "zlib1g-dev${version:+=$version}"
}

# True if installing would upgrade, remove or downgrade nothing. Fails too where the package is not known.
installs_cleanly() {
    LC_ALL=C apt-get -s install --no-install-recommends "$1" 2>/dev/null |
        grep -q '^0 upgraded, [0-9]* newly installed, 0 to remove'
}

require_zlib() {
    has_zlib && return
    command -v apt-get >/dev/null ||
        missing "The zlib headers are missing. Install them with this system's package manager (zlib-devel, zlib)."
    local package line
    package=$(zlib_package)
    line="apt-get install -y --no-install-recommends zlib1g-dev"
    can_be_root || missing "The zlib headers are missing. Run this once, then try again:" \
        "    sudo apt-get update && sudo $line"

    say "Installing zlib1g-dev ..."
    local log
    log=$(mktemp)
    if ! installs_cleanly "$package"; then
        as_root apt-get update >"$log" 2>&1 || complain "apt-get update failed:" "$(tail -n 5 "$log")"
    fi
    if ! installs_cleanly "$package"; then
        rm -f "$log"
        missing "zlib1g-dev cannot be installed without changing other packages. If that is fine, run:" "    $line"
    fi
    # The lists may be older than the archive: then the download fails, and one update helps.
    if ! as_root apt-get install -y --no-install-recommends "$package" >"$log" 2>&1; then
        as_root apt-get update >>"$log" 2>&1 || true
        as_root apt-get install -y --no-install-recommends "$package" >>"$log" 2>&1 || true
    fi
    if ! has_zlib; then
        complain "$(tail -n 20 "$log")"
        rm -f "$log"
        missing "zlib1g-dev could not be installed. Run this by hand and try again:" "    $line"
    fi
    rm -f "$log"
}

require_toolchain() {
    require_swift
    require_zlib
}
