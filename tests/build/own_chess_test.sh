#!/bin/sh
# own_chess_test.sh SOURCE-TREE BUILD-TREE COMPILER
#
# A project with a header chess/move.hpp of its own can use Kibitz: the installed CMake package, the
# installed kibitz.pc, and the source tree as a part of its build.
set -eu

source=$1
build=$2
compiler=$3
user="$source/tests/build/own_chess"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

configure() {
    cmake -S "$user" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
        -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF "$@"
}

cmake --install "$build" --prefix "$work/prefix" --component library > "$work/log"
if [ "$(ls "$work/prefix/include")" != kibitz ]; then
    echo "there is more than a folder kibitz in the installed include folder"
    exit 1
fi

configure -B "$work/package" -DCMAKE_PREFIX_PATH="$work/prefix"
cmake --build "$work/package"
"$work/package/own_first"
"$work/package/own_last"

# The prefix may be moved after the installation.
mv "$work/prefix" "$work/moved"
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name kibitz.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # several words
"$compiler" -std=c++23 -I "$user/include" $(pkg-config --cflags kibitz) "$user/main.cpp" \
    $(pkg-config --libs kibitz) -o "$work/by_pkg_config"
"$work/by_pkg_config"
# shellcheck disable=SC2046
"$compiler" -std=c++23 $(pkg-config --cflags kibitz) -I "$user/include" "$user/main.cpp" \
    $(pkg-config --libs kibitz) -o "$work/by_pkg_config"
"$work/by_pkg_config"

# In the build tree, so that a compiler cache knows the paths the next time. Nothing is optimised, since only
# what is found and linked matters.
part="$build/own_chess_test"
rm -rf "$part"
configure -B "$part" -DKIBITZ_SOURCE="$source" -DCMAKE_BUILD_TYPE=Debug
cmake --build "$part"
"$part/own_first"
"$part/own_last"
cmake --install "$part" --prefix "$work/users_own" > "$work/log"
if [ -e "$work/users_own" ]; then
    echo "the user's project installs Kibitz, too"
    exit 1
fi
rm -rf "$part"
