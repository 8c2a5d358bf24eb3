#!/bin/sh
# networks_test.sh SOURCE-TREE
#
# The program and the page each have a network of their own, and the page's must be small. Configures
# for WebAssembly and compiles nothing.
set -eu

source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -e /usr/include/wasm32-wasi ]; then
    echo "SKIPPED: there is no C library for WebAssembly"
    exit 77
fi

configure() {
    cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE="$source/cmake/wasm32-wasi.cmake" -DKIBITZ_LIBRARY_ONLY=ON \
        -DKIBITZ_TESTS=OFF "$@" > "$work/log" 2>&1
}

printf 'large' > "$work/program.nnue"
head -c 3000000 /dev/zero >> "$work/program.nnue"
printf 'small' > "$work/page.nnue"

configure "-DKIBITZ_NETWORK=$work/program.nnue" "-DKIBITZ_PAGE_NETWORK=$work/page.nnue" || {
    cat "$work/log"
    exit 1
}
cmp "$work/build/web/kibitz.nnue" "$work/page.nnue"
grep 'embedded_network_data' "$work/build/compile_commands.json" | grep -q "$work/program.nnue" || {
    echo "the program's network is not the one that was named"
    exit 1
}

if configure "-DKIBITZ_PAGE_NETWORK=$work/program.nnue"; then
    echo "accepted a page network of 3 MB"
    exit 1
fi
grep -q 'The network of the page is too large' "$work/log" || {
    cat "$work/log"
    exit 1
}

# An empty name is that of the usual network again.
configure -DKIBITZ_NETWORK= -DKIBITZ_PAGE_NETWORK= || { cat "$work/log"; exit 1; }
usual=$(sed -n 's|^set(page_network_file ".*/\(nets/.*\)")|\1|p' "$source/cmake/EmbeddedNetwork.cmake")
cmp "$work/build/web/kibitz.nnue" "$source/$usual"
