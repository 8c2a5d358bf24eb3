#!/bin/sh
# check-layers.sh ROOT MODULE:DEPENDS[!pure]...
#
# Checks the #include lines below ROOT/src and ROOT/tests against the modules' dependency order, as
# CMakeLists.txt gives it (DEPENDS separated by commas). A file may include
#   - headers of its own module and of those below it, named from src ("chess/position.hpp"),
#   - detail/ headers of its own module only,
#   - in a pure module, no standard header for I/O or threads.
# Prints one line for each include that breaks this, and fails if there was one.
set -eu

root=$1
shift
cd "$root"

folders=src
[ ! -d tests ] || folders="src tests"
find $folders -name '*.hpp' -o -name '*.cpp' | sort | tr '\n' '\0' |
    xargs -0 awk -v layers="$*" '
    BEGIN {
        impure = " cstdio stdio.h iostream fstream print syncstream filesystem unistd.h thread" \
                 " mutex shared_mutex condition_variable future semaphore latch barrier stop_token "
        count = split(layers, list, " ")
        for (i = 1; i <= count; ++i) {  # lowest first, so what is below is already complete
            pure = sub(/!pure$/, "", list[i])
            split(list[i], parts, ":")
            module = parts[1]
            known[module] = 1
            if (pure) is_pure[module] = 1
            allowed[module, module] = 1
            depends = split(parts[2], below, ",")
            for (j = 1; j <= depends; ++j) {
                if (!(below[j] in known)) complain("CMakeLists.txt", 0, \
                    module " depends on " below[j] ", which is not declared above it")
                for (other in known)
                    if ((below[j], other) in allowed) allowed[module, other] = 1
            }
        }
    }
    function complain(file, line, text) {
        print file (line ? ":" line : "") ": " text
        bad = 1
    }
    FNR == 1 {
        split(FILENAME, path, "/")
        in_source = path[1] == "src"
        module = path[2]
        if (in_source && !(module in known)) complain(FILENAME, 0, module " is no module of CMakeLists.txt")
    }
    !(module in known) { next }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        name = $0
        sub(/^[^"]*"/, "", name)
        sub(/".*/, "", name)
        split(name, target, "/")
        if (name ~ /(^|\/)\.\.?\//) complain(FILENAME, FNR, "\"" name "\" is not named from src")
        else if (target[1] in known) {
            if (!((module, target[1]) in allowed))
                complain(FILENAME, FNR, module " may not use " target[1] " (\"" name "\")")
            else if (target[1] != module && name ~ /\/detail\//)
                complain(FILENAME, FNR, "\"" name "\" is internal to " target[1])
        }
    }
    in_source && (module in is_pure) && /^[ \t]*#[ \t]*include[ \t]*</ {
        name = $0
        sub(/^[^<]*</, "", name)
        sub(/>.*/, "", name)
        if (index(impure, " " name " ") || name ~ /^sys\//)
            complain(FILENAME, FNR, module " does no I/O and starts no threads, but includes <" name ">")
    }
    END { exit bad }'
