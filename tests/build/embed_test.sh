#!/bin/sh
# embed_test.sh SOURCE-TREE BUILD-TREE COMPILER
#
# The installed CMake package works: the programs in examples/library build against it outside the
# tree, and do what they say.
set -eu

source=$1
build=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" --component library > "$work/log"
cp -r "$source/examples/library" "$work/library"
cmake -S "$work/library" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
cmake --build "$work/build"

# expect WHAT PROGRAM ARGUMENTS...: the program prints that line.
expect() {
    what=$1 program=$2
    shift 2
    "$work/build/$program" "$@" > "$work/output" || { echo "$program failed"; exit 1; }
    grep -qx "$what" "$work/output" || {
        echo "$program does not print \"$what\":"
        cat "$work/output"
        exit 1
    }
}

expect 'Qxf7#' legal_moves
printf '[White "Morphy"]\n[Black "Isouard"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 1-0\n\n1. e4 Ke3 *\n' \
    > "$work/games.pgn"
expect 'Morphy - Isouard: 1-0, 6 plies, Philidor Defense.*' read_games "$work/games.pgn"
expect '  game 2, line 6.*Ke3.*' read_games "$work/games.pgn"
expect 'over: checkmate' game_over f3 e5 g4 Qh4
expect 'a draw can be claimed: threefold repetition' game_over Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8
expect 'the game continues' game_over e4
expect '4 \. \. \. \. P \. \. \.' draw_board "$work/board.svg"
grep -q '<svg' "$work/board.svg" || { echo "draw_board draws no picture"; exit 1; }
expect 'Ra8#, depth .*' best_move
expect 'there is no legal move' best_move 'R6k/6pp/8/8/8/8/8/6K1 b - - 0 1'
expect '  mate in 1, wins 100 %: Qxf7#' three_lines
expect 'best: Qxf7#' three_lines
grep -qx 'depth 6' "$work/output" || { echo "three_lines does not show how lines improve"; exit 1; }
if grep -qx 'depth 7' "$work/output"; then
    echo "three_lines does not stop when the first line has a clear lead"
    exit 1
fi
