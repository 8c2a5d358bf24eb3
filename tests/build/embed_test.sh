#!/bin/sh
# embed_test.sh SOURCE-TREE BUILD-TREE COMPILER
#
# The installed CMake package works: the example builds against it outside the tree, and runs.
set -eu

source=$1
build=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" --component library > "$work/log"
cp -r "$source/examples/embed" "$work/embed"
cmake -S "$work/embed" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
cmake --build "$work/build"
"$work/build/embed" > "$work/moves"
grep -qx 'Qxf7#' "$work/moves" || { echo "the mate is not among the moves:"; cat "$work/moves"; exit 1; }
