#!/bin/sh
# embed_test.sh SOURCE-TREE BUILD-TREE COMPILER
#
# The installed CMake package works: the programs in examples/library build against it outside the
# tree, and do what they say. With `installed` for BUILD-TREE, the package is one of this system's.
set -eu

source=$1
build=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ "$build" = installed ] ||
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

# Programs of g++ work with the library that clang has compiled.
if [ "$build" != installed ] && command -v g++ > /dev/null; then
    g++ -std=c++23 -O2 -I"$work/prefix/include" "$work/library/game_over.cpp" \
        "$(find "$work/prefix" -name libkibitz_chess.a)" -o "$work/build/game_over_of_gxx"
    expect 'a draw can be claimed: threefold repetition' game_over_of_gxx Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8
fi
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

# fails WHAT PROGRAM ARGUMENTS...: the program prints that line, and ends with status 1.
fails() {
    what=$1 program=$2 status=0
    shift 2
    "$work/build/$program" "$@" > "$work/output" || status=$?
    if [ "$status" != 1 ] || ! grep -qx "$what" "$work/output"; then
        echo "$program ends with status $status, not with 1 and \"$what\":"
        cat "$work/output"
        exit 1
    fi
}

expect 'rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' read_moves e4 e5 Nf3 Nf6
fails 'move "Nd2": ambiguous: Nbd2 or Nfd2' read_moves Nf3 d5 d4 Nf6 Nd2
expect 'pinned, by e7' why_not '4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1' e2 d3
expect 'e2e4: 20' count_positions 2
expect 'together: 197281' count_positions 4
expect 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1' chess960_start 0
expect 'O-O is f1g1' chess960_start
expect 'Nxg5 wins something on g5, which is not defended' find_hanging
printf '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' > "$work/mate.pgn"
expect '0-1: 1' count_results "$work/mate.pgn"
expect 'game 1, after 3 plies' find_position "$work/games.pgn" \
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
# shellcheck disable=SC2016  # the dollars are those of glyphs
expect '1\. e4 e5 (1\.\.\. c5) 2\. Qh5 \$6 {\[%cal Rh5f7\] Too early\.} 1/2-1/2' write_game
expect 'e4, weight 2' make_book "$work/games.pgn" "$work/book.bin"
[ -s "$work/book.bin" ] || { echo "make_book writes no book"; exit 1; }
expect 'mate in 2: Kf7 Kh7 Rh1#' find_mate
fails 'no mate in 1 was found' find_mate 1
printf '%s\n' '7k/6pp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";' > "$work/suite.epd"
expect 'back rank: Ra8#, solved' run_suite "$work/suite.epd"
expect '1 of 1 solved' run_suite "$work/suite.epd"
# shellcheck disable=SC2016
expect '1\. f3 e5 2\. g4 \$4 Qh4# 0-1' mark_mistakes "$work/mate.pgn"
expect '1\. .*%eval .*' play_itself
expect '\* Ra8# .*' clockwork
expect 'plays Ra8#, .*' clockwork
expect '\* Nxe5 .*' clockwork '4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1'
expect '  Kf2 .*' clockwork '4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1'
expect 'there is no legal move' clockwork 'R6k/6pp/8/8/8/8/8/6K1 b - - 0 1'
expect 'after [0-9]* positions: .*' analyse_in_background < /dev/null
