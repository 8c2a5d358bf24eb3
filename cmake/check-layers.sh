#!/bin/sh
# check-layers.sh ROOT [WING/]MODULE:DEPENDS[@LIBRARIES][+FOLDERS][!no_io]...
#
# Checks the #include lines below ROOT/src and ROOT/tests against the modules' dependency order, as
# CMakeLists.txt gives it (DEPENDS, LIBRARIES and FOLDERS separated by commas). A file may include
#   - headers of its own module and of those below it, named from the wing ("chess/position.hpp"),
#   - detail/ headers of its own module only,
#   - in src, headers of the libraries that its module or one below it names.
# In src, a module with FOLDERS has its sources in these, lowest first: none includes a header of a higher one.
# A dependency or library that no file of the module includes directly is an error too. In a module marked
# !no_io, no file may include a header for I/O, threads or random secrets, or read a clock.
# Prints one line for each place that breaks this, and fails if there was one.
set -eu

root=$1
shift
cd "$root"

source_files() {
    find src -name '*.hpp' -o -name '*.cpp'
    [ ! -d tests ] || find tests -name '*.hpp' -o -name '*.cpp'
}

# shellcheck disable=SC2016  # the dollars are those of awk
result=$(source_files | sort | tr '\n' '\0' |
    xargs -0 awk -v layers="$*" '
    BEGIN {
        impure = " cstdio stdio.h iostream fstream print syncstream filesystem unistd.h thread" \
                 " mutex shared_mutex condition_variable future semaphore latch barrier stop_token" \
                 " csignal signal.h poll.h fcntl.h ctime time.h random libpq-fe.h sodium.h "
        impure_folders = "^(sys|netinet|arpa|boost|nats|openssl|spdlog|SQLiteCpp)/"
        # Each library by how the names of its headers begin. Threads has none of its own.
        split("Boost=boost/ CLI11=CLI/ OpenSSL=openssl/ PostgreSQL=libpq-fe.h SQLiteCpp=SQLiteCpp/" \
              " fathom=tbprobe.h fmt=fmt/ ICU=unicode/ nats=nats/ nlohmann_json=nlohmann/ sodium=sodium.h spdlog=spdlog/" \
              " tomlplusplus=toml++/ zstd=zstd.h z=zlib.h brotlienc=brotli/", pairs, " ")
        for (i in pairs) {
            split(pairs[i], pair, "=")
            header_of[pair[1]] = pair[2]
        }
        count = split(layers, list, " ")
        for (i = 1; i <= count; ++i) {  # lowest first, so what is below is already complete
            no_io = sub(/!no_io$/, "", list[i])
            folders = 0
            if (split(list[i], halves, "+") == 2) folders = split(halves[2], folder_names, ",")
            list[i] = halves[1]
            libraries = ""
            if (split(list[i], halves, "@") == 2) libraries = halves[2]
            split(halves[1], parts, ":")
            module = parts[1]
            wing = ""
            if (split(parts[1], place, "/") == 2) {
                wing = place[1]
                module = place[2]
                is_wing[wing] = 1
            }
            wing_of[module] = wing
            known[module] = 1
            if (folders) has_folders[module] = 1
            for (j = 1; j <= folders; ++j) floor_of[module, folder_names[j]] = j
            if (no_io) has_no_io[module] = 1
            allowed[module, module] = 1
            named = split(libraries, names, ",")
            for (j = 1; j <= named; ++j)
                if (names[j] in header_of)
                    declared_library[module, names[j]] = allowed_library[module, names[j]] = 1
            depends = split(parts[2], below, ",")
            for (j = 1; j <= depends; ++j) {
                declared[module, below[j]] = 1
                if (!(below[j] in known)) complain("CMakeLists.txt", 0, \
                    module " depends on " below[j] ", which is not declared above it")
                for (other in known)
                    if ((below[j], other) in allowed) allowed[module, other] = 1
                for (library in header_of)
                    if ((below[j], library) in allowed_library) allowed_library[module, library] = 1
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
        wing = (path[2] in is_wing) ? path[2] : ""
        module = wing == "" ? path[2] : path[3]
        # Empty for files beside the folders, which put these together.
        folder = path[wing == "" ? 3 : 4]
        if (folder ~ /\./) folder = ""
        if (in_source && (module in has_folders) && folder != "" && !((module, folder) in floor_of))
            complain(FILENAME, 0, "CMakeLists.txt does not name the folder " folder " of " module)
        if (in_source) has_files[module] = 1
        if (in_source && !(module in known)) complain(FILENAME, 0, module " is no module of CMakeLists.txt")
        else if ((module in known) && wing != wing_of[module])
            complain(FILENAME, 0, module " lies in " (wing == "" ? "no wing" : "the wing " wing) ", not where CMakeLists.txt says")
    }
    !(module in known) { next }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        name = $0
        sub(/^[^"]*"/, "", name)
        sub(/".*/, "", name)
        split(name, target, "/")
        if (name ~ /(^|\/)\.\.?\//) complain(FILENAME, FNR, "\"" name "\" is not named from its wing")
        else if (target[1] in known) {
            if (in_source) used[module, target[1]] = 1
            if (!((module, target[1]) in allowed))
                complain(FILENAME, FNR, module " may not use " target[1] " (\"" name "\")")
            else if (in_source && target[1] == module && (module, folder) in floor_of && (module, target[2]) in floor_of && \
                     floor_of[module, target[2]] > floor_of[module, folder])
                complain(FILENAME, FNR, module "/" folder " may not use " module "/" target[2] " (\"" name "\")")
            else if (target[1] != module && name ~ /\/detail\//)
                complain(FILENAME, FNR, "\"" name "\" is internal to " target[1])
        }
    }
    in_source && /^[ \t]*#[ \t]*include[ \t]*</ {
        name = $0
        sub(/^[^<]*</, "", name)
        sub(/>.*/, "", name)
        for (library in header_of)
            if (index(name, header_of[library]) == 1) {
                used_library[module, library] = 1
                if (!((module, library) in allowed_library))
                    complain(FILENAME, FNR, module " may not use the library " library " (<" name ">)")
            }
        if ((module in has_no_io) && (index(impure, " " name " ") || name ~ impure_folders))
            complain(FILENAME, FNR, module " does no I/O and starts no threads, but includes <" name ">")
    }
    in_source && (module in has_no_io) && /(system|steady|high_resolution)_clock::now/ {
        complain(FILENAME, FNR, module " is given the time, but reads a clock")
    }
    END {
        for (edge in declared) {
            split(edge, part, SUBSEP)
            if ((part[1] in has_files) && !(edge in used))
                complain("CMakeLists.txt", 0, part[1] " depends on " part[2] " but includes none of its headers")
        }
        for (edge in declared_library) {
            split(edge, part, SUBSEP)
            if ((part[1] in has_files) && !(edge in used_library))
                complain("CMakeLists.txt", 0, part[1] " names the library " part[2] " but includes none of its headers")
        }
        exit bad
    }') && status=0 || status=$?
[ -z "$result" ] || printf '%s\n' "$result" | sort
exit "$status"
