# shellcheck shell=bash
# Starts and stops a server of our own for load. For bench/arena-*, which source this in the
# repository's root; `folder` and `server` belong to the one that does. KIBITZ names another program
# than the release: one with sanitizers. What those find is printed, and ends the script with 1.

port=8391
folder=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill -9 "$server" 2> /dev/null || true; rm -rf "$folder"' EXIT

start_server() { # MORE ARGUMENTS OF kibitz serve
    rm -f "$folder/out"
    "${KIBITZ:-build/release/kibitz}" serve --port $port --data "$folder/data" --house-players none "$@" > "$folder/out" 2>&1 &
    server=$!
    for _ in {1..300}; do
        grep -qs "Ctrl-C ends it" "$folder/out" && return
        sleep 0.1
    done
    cat "$folder/out"
    exit 1
}

kill_server() {
    kill -9 "$server" || fail_with_output "the server is not there any more"
    wait "$server" 2> /dev/null || true
    server=
    check_output
}

# In good order, so that it also looks for leaks.
stop_server() {
    kill -TERM "$server" || fail_with_output "the server is not there any more"
    wait "$server" || fail_with_output "the server ended with $?"
    server=
    check_output
}

check_output() {
    ! grep -qE 'Sanitizer|runtime error:' "$folder/out" || fail_with_output "a sanitizer found something"
}

fail_with_output() { # WHY
    cat "$folder/out"
    echo "$1"
    server=
    exit 1
}
