# shellcheck shell=bash
# Sourced by the checks that need a bare system: Debian 12 with nothing but what every Debian has, in
# the folder `bare`. debootstrap makes it once, and build/check/bookworm.tar keeps it. packaging/check gives
# each check mounts of its own, which end with it, and removes the folders afterwards.

readonly debian=bookworm
# shellcheck disable=SC2154  # the tree's folder, from cmake/setup.sh
readonly systems=$root/build/check/systems/${0##*/}
bare=

# debootstrap_into FOLDER OPTION...: from where this machine's packages come.
debootstrap_into() {
    local folder=$1 mirror
    shift
    # The format has $(REPO_URI) as apt writes it.
    # shellcheck disable=SC2016
    mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $debian" 'Created-By: Packages' | head -n 1)
    install_packages package
    debootstrap "$@" "$debian" "$folder" "$mirror"
}

# empty_system NAME: a folder of its own that a program can take for the whole system.
empty_system() {
    ((EUID == 0)) || leave_out "use it on a bare system" "only root can enter one, by chroot"
    bare=$systems/$1
    mkdir -p "$bare"
    # Containers inside can only change their root where this one is a place of mounting.
    mount --bind "$bare" "$bare"
}

# bare_system NAME [PACKAGE...]: Debian 12 with these packages. The sources of packages are those of
# this machine.
bare_system() {
    local kept=$root/build/check/$debian.tar
    empty_system "$1"
    if [[ ! -f $kept ]]; then
        say "making a bare Debian 12"
        debootstrap_into "$bare" --variant=minbase
        tar -C "$bare" -cf "$kept.new" .
        mv "$kept.new" "$kept"
    else
        tar -C "$bare" -xf "$kept"
    fi
    mount -t proc proc "$bare/proc"
    rm -f "$bare/etc/apt/sources.list"
    cp -r /etc/apt/. "$bare/etc/apt/"
    cp -L /etc/resolv.conf "$bare/etc/" 2> /dev/null || true
    # Such a system need not outlast a power cut.
    echo force-unsafe-io > "$bare/etc/dpkg/dpkg.cfg.d/unsafe-io"
    inside apt-get -q update
    (($# == 1)) || install_inside "${@:2}"
}

# inside COMMAND...: in the bare system, with nothing of this machine's environment.
inside() {
    chroot "$bare" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/games \
        HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# inside_alone COMMAND...: the same with a network of its own, in which every port is free.
inside_alone() {
    # The words are for the shell inside.
    # shellcheck disable=SC2016
    inside unshare --net bash -c 'ip link set lo up && exec "$@"' bash "$@"
}

# inside_emulated COMMAND...: where programs for 64-bit ARM run as if the processor were one, by the QEMU
# in the file $emulator. This machine learns nothing of it: since Linux 6.7 each user namespace can have
# its own emulators.
# shellcheck disable=SC2016,SC2154  # the shell in the namespace knows its arguments; emulator is the check's
inside_emulated() {
    local header='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
    local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
    unshare --user --map-root-user --mount bash -c 'set -e
        mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
        echo "$1" > /proc/sys/fs/binfmt_misc/register
        shift
        exec chroot "$@"' bash ":aarch64:M::$header:$mask:$emulator:F" \
        "$bare" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
}

# run_module_tests PYTHON: those of the Python module, with that interpreter inside, beside what they read of the tree;
# not beside the module's sources, which would be taken for it. Endgame tables come from the data beside the tree.
# What is left out is named.
run_module_tests() {
    local data=${KIBITZ_DATA_DIR:-$root/../shared/data} said tree=$bare/root/tree
    mkdir -p "$tree"
    cp -r --parents python/tests tests/examples examples/your_engine docs/your-engine.md "$tree"
    mkdir "$bare/root/data"
    if [[ -d $data/syzygy ]]; then
        cp -r "$data/syzygy" "$bare/root/data/"
    else
        echo "SKIPPED: the tests of endgame tables, which are not in $data/syzygy"
    fi
    said=$(inside env KIBITZ_DATA_DIR=/root/data "$1" -B -m unittest discover --verbose \
        --start-directory /root/tree/python/tests 2>&1) || { echo "$said" && return 1; }
    echo "$said"
    sed -n "s/^\(.*\) \.\.\. skipped '\(.*\)'$/SKIPPED: \1: \2/p" <<< "$said"
    expect '^OK' "$said"
}

install_inside() { inside apt-get -q install -y --no-install-recommends "$@"; }

# install_package PACKAGES NAME...: of the packages in that folder, as their user would.
install_package() {
    local folder=$1 name files=()
    shift
    mkdir -p "$bare/root/packages"
    for name; do
        cp "$folder/${name}"_*.deb "$bare/root/packages/"
        files+=("/root/packages/$(basename "$folder/${name}"_*.deb)")
    done
    install_inside "${files[@]}"
}
