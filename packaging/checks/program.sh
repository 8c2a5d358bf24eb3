# shellcheck shell=bash
# Sourced by the checks of one program in a bare system, the folder `bare`, where it is /kibitz. The check
# defines `kibitz`, which runs it there.

play_and_search() {
    expect '^bestmove' "$(printf 'uci\ngo depth 5\nquit\n' | kibitz)"
    expect '1\. e4' "$(printf 'e4\nquit\n' | kibitz play --level 3)"
}

# shellcheck disable=SC2154  # bare is that of bare.sh
play_match() {
    kibitz match -engine cmd=/kibitz name=A -engine cmd=/kibitz name=B -each nodes=50 option.Hash=4 \
        -rounds 2 -repeat -srand 1 -pgnout /games.pgn
    [[ $(grep -c '^\[Result' "$bare/games.pgn") == 4 ]]
}
