#!/bin/sh
# deepest_ply_test.sh SOURCE-TREE BUILD-TREE COMPILER
#
# A search at the deepest ply stays within its tables. Lines of 246 plies, the longest allowed, are rare: 200 million
# nodes had none. So this compiles a copy of the library that allows 20, as a debug build, which checks every index.
set -eu

source=$1
part="$2/deepest_ply_test"
compiler=$3

rm -rf "$part"
mkdir -p "$part/source"
cp -R "$source/CMakeLists.txt" "$source/cmake" "$source/src" "$source/nets" \
    "$source/characters" "$part/source"
score="$part/source/src/core/engine/score.hpp"
sed -i 's/\(max_ply = \)[0-9]*;/\120;/; s/\(max_depth = \)[0-9]*;/\119;/' "$score"
cmake -S "$source/tests/build/deepest_ply" -B "$part/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS=-O1 -DCMAKE_CXX_COMPILER="$compiler" -DKIBITZ_SOURCE="$part/source"
cmake --build "$part/build" --target deepest_ply
"$part/build/deepest_ply"
rm -rf "$part"
