#!/bin/sh
# link-core-path.sh ENTRY OUTPUT OBJECT...
#
# Links objects compiled for one instruction set into a single object whose only global symbol is
# ENTRY.
#
# Why: inline functions and templates (std::vector and the like) are emitted in every object that
# uses them, under the same name, and the linker keeps any one of them. If that one was compiled for
# AVX-512, code for an old CPU would call it and die of an illegal instruction. So the groups the
# linker would merge by are dissolved and all names made local, before the final link sees them.
set -eu

entry=$1
output=$2
shift 2

fail() {
    echo "link-core-path: $output: $*" >&2
    rm -f "$output"
    exit 1
}

"${LD:-ld.bfd}" -r --force-group-allocation -o "$output" "$@"
# clang's hints for the order of functions name symbols by index, which ld -r changes.
"${OBJCOPY:-objcopy}" --keep-global-symbol="$entry" --remove-section=.llvm.call-graph-profile "$output"

# A dynamic initialiser would run at start on every CPU, whether or not it has the instructions.
sections=$("${READELF:-readelf}" --wide --section-headers "$output")
if echo "$sections" | grep -Eq '[ .](init_array|ctors|preinit_array)'; then
    fail "has dynamic initialisers; make the variables behind them constinit:" \
        "$("${READELF:-readelf}" --wide --symbols "$output" | grep -o '_GLOBAL__sub_I_.*' | tr '\n' ' ')"
fi
if echo "$sections" | grep -q ' GROUP '; then
    fail "still has section groups"
fi

# A function that is not in here would be taken from the path for the oldest CPU. Tables may be shared.
missing=$("${READELF:-readelf}" --wide --symbols --demangle "$output" |
    awk '$7 == "UND" && /kibitz::.*\(/ { for (i = 1; i <= 7; ++i) $i = ""; print }')
if [ -n "$missing" ]; then
    fail "calls what CMakeLists.txt leaves out of the CPU paths:$(echo "$missing" | paste -sd ';')"
fi

globals=$("${READELF:-readelf}" --wide --symbols "$output" |
    awk '$5 ~ /^(GLOBAL|WEAK|UNIQUE)$/ && $7 != "UND" { print $8 }')
if [ "$globals" != "$entry" ]; then
    fail "should define $entry alone, but defines: $(echo "$globals" | tr '\n' ' ')"
fi
