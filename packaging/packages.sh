# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-3.0-only
# What "./slipway" does with Debian's packages: which are missing, and how they come. Read by that script, which says step, fail and logs.

# packages SECTION…: their names.
packages() {
    local section
    for section in "$@"; do
        sed -n "/^\[$section\]/,/^\[/{/^[a-z0-9]/p}" packaging/apt-packages
    done
}

# missing SECTION…: names that are not installed, nor provided by a package that is (another vendor's nodejs brings npm along).
missing() {
    local present
    present=$(dpkg-query -W -f='${db:Status-Status} ${Package}, ${Provides}\n' 2>/dev/null | sed -n 's/^installed //p' |
        sed 's/([^)]*)//g' | tr -s ', ' '\n')
    packages "$@" | grep -vxF -f <(printf '%s\n' "$present") || true
}

is_debian() {
    [[ -r /etc/os-release ]] || return 1
    # shellcheck source=/dev/null
    (. /etc/os-release && [[ ${ID:-} == debian && ${VERSION_ID:-} == 12 ]]) && command -v dpkg-query >/dev/null
}

apt_get() {
    local as_root=()
    ((EUID == 0)) || as_root=(sudo -n)
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -o Acquire::Retries=2 "$@"
}

# install_now NAME…: refreshes the package lists only when they are missing or have grown too old to serve.
install_now() {
    local as_root=()
    ((EUID == 0)) || as_root=(sudo -n)
    [[ -z $(dpkg --audit) ]] || "${as_root[@]}" dpkg --configure -a || return
    if compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null && apt_get install -y --no-install-recommends "$@"; then
        return 0
    fi
    apt_get update && apt_get install -y --no-install-recommends "$@"
}

need_packages() {
    [[ $install == yes ]] || return 0
    is_debian || fail "$not_debian" "this is not Debian 12, which is what the package list is written for" \
        "install what packaging/apt-packages names by hand, then add --no-install"
    local wanted log="$logs/packages.log"
    mapfile -t wanted < <(missing "$@")
    ((${#wanted[@]})) || return 0
    local by_hand="apt-get install --no-install-recommends ${wanted[*]}"
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "$no_rights" "packages are missing and only root may install them" "as root: $by_hand"
        # Asked here, in the foreground: the installation itself runs in the background, where nobody can type.
        if ! sudo -n true 2>/dev/null && { [[ ! -t 0 ]] || ! sudo -v; }; then
            fail "$no_rights" "packages are missing and sudo refuses" "as root: $by_hand"
        fi
    fi
    step "install ${#wanted[@]} missing packages" "$log" install_now "${wanted[@]}" && return
    show_log "$log"
    if grep -qE 'Could not get lock|Unable to (acquire|lock)|is held by process' "$log"; then
        fail "$dpkg_locked" "another package installation is running" "wait for it to end, then repeat"
    elif grep -qE 'No space left|enough free space' "$log"; then
        fail "$disk_full" "the disk is full" "make room, then repeat"
    fi
    fail "$apt_failed" "the packages could not be fetched or installed; already there: \
$(($(packages "$@" | wc -l) - $(missing "$@" | wc -l))) of $(packages "$@" | wc -l)" \
        "check the network (behind a proxy: set http_proxy), then repeat; once installed no network is needed"
}
