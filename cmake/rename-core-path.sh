#!/bin/sh
# rename-core-path.sh ENTRY OUTPUT OBJECT...
#
# What link-core-path.sh does, for the objects of Windows, which cannot be linked into one: packs those
# compiled for one instruction set into an archive in which every name that they define has ENTRY before
# it. ENTRY itself keeps its name. The linker still merges what several of them define, such as inline
# functions, but never with what was compiled for other instructions.
set -eu

entry=$1
output=$2
shift 2

fail() {
    echo "rename-core-path: $output: $*" >&2
    exit 1
}

# defined_names OBJECT...: what other objects can see of them.
defined_names() {
    "${NM:-llvm-nm-19}" --quiet --defined-only --extern-only --format=just-symbols "$@" | grep -v ':$' |
        sort -u
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
defined_names "$@" > "$folder/defined"
grep -qxF "$entry" "$folder/defined" || fail "does not define $entry"
awk -v entry="$entry" 'NF && $0 != entry { print $0, entry "." $0 }' "$folder/defined" > "$folder/renamed"

number=0
for object; do
    # It would run at start on every CPU, whether or not that has the instructions.
    if "${OBJDUMP:-llvm-objdump-19}" --section-headers "$object" | grep -q '[ .]ctors'; then
        fail "$object has dynamic initialisers; make the variables behind them constinit"
    fi
    number=$((number + 1))
    "${OBJCOPY:-llvm-objcopy-19}" --redefine-syms="$folder/renamed" "$object" "$folder/$number.obj"
done

others=$(defined_names "$folder"/*.obj | awk -v entry="$entry" '$0 != entry && index($0, entry ".") != 1')
[ -z "$others" ] || fail "should define names that begin with $entry alone, but defines: $others"
rm -f "$output"
"${AR:-llvm-ar-19}" crs "$output" "$folder"/*.obj
