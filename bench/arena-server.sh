# shellcheck shell=bash
# Starts and stops a server of our own for load. For bench/arena-*, which source this in the
# repository's root; `folder` and `server` belong to the one that does. KIBITZ names another program
# than the release: one with sanitizers. What those find is printed, and ends the script with 1.

port=8391
broker_port=8392
first_front_port=8401
folder=$(mktemp -d)
server=
beside=() # the broker and the fronts
end_all() {
    local process
    for process in $server "${beside[@]}"; do kill -9 "$process" 2> /dev/null || true; done
    wait 2> /dev/null # without a word about each
    rm -rf "$folder"
}
trap end_all EXIT

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

# Fronts of a server that is then started with `--nats nats://127.0.0.1:$broker_port`. `front_ports` says
# where they are, with commas between them.
start_fronts() { # NUMBER
    local n
    front_ports=
    "$(PATH=$PATH:/usr/sbin type -P nats-server)" -a 127.0.0.1 -p $broker_port > "$folder/broker" 2>&1 &
    beside+=($!)
    for ((n = 0; n < $1; ++n)); do
        "${KIBITZ:-build/release/kibitz}" front --nats nats://127.0.0.1:$broker_port --port $((first_front_port + n)) > "$folder/front-$n" 2>&1 &
        beside+=($!)
        front_ports+=${front_ports:+,}$((first_front_port + n))
    done
}

# Until they know the server.
await_fronts() {
    local one
    for one in ${front_ports//,/ }; do
        curl -sf --retry 100 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$one/readyz" > /dev/null ||
            fail_with_output "the front at port $one does not find the server"
    done
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
