# shellcheck shell=bash
# Shared by ./run, ./test and .ci/run, which source it: installs what is missing, configures, builds.
# Everything it prints goes to stderr, since the output of `./run uci` belongs to a chess program.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export JOBS=${JOBS:-$(nproc)}
tests=${tests:-} measure=${measure:-} other_cpus=${other_cpus:-}  # see build()

say() { echo "==> $*" >&2; }

die() {
    echo "error: $*" >&2
    exit 1
}

# packages_of GROUP...: the names listed under those headings of packages.txt.
packages_of() {
    local group
    for group; do
        awk -v group="[$group]" '/^\[/ { wanted = $0 == group; next } wanted && /^[^#]/' \
            "$root/cmake/packages.txt"
    done
}

# missing_packages GROUP...: those of them that are not installed.
missing_packages() {
    local package architecture
    for package in $(packages_of "$@"); do
        # The same package may be there for another architecture as well.
        architecture=$(dpkg --print-architecture)
        [[ $package != *:* ]] || architecture=${package#*:}
        dpkg-query -W -f='${Architecture} ${db:Status-Status}\n' "$package" 2> /dev/null |
            grep -E "^($architecture|all) installed$" > /dev/null || echo "$package"
    done
}

# install_packages GROUP...: installs the packages that are not there yet. KIBITZ_NO_INSTALL=1 leaves
# it all to you, for systems where the same things have other names.
install_packages() {
    [[ -z ${KIBITZ_NO_INSTALL:-} ]] || return 0
    local missing=() as_root=()
    if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
        die "this is not Debian or Ubuntu, so packages cannot be installed for you." \
            "Install what these are elsewhere, then set KIBITZ_NO_INSTALL=1:" \
            "$(packages_of "$@" | paste -sd ' ')"
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]} > 0)) || return 0

    if ((EUID != 0)); then
        command -v sudo > /dev/null || die \
            "packages are missing and there is no sudo. As root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    local log
    log=$(mktemp)
    if ! "${as_root[@]}" apt-get -q update > "$log" 2>&1; then
        tail -n 5 "$log" >&2
        say "some package lists could not be fetched; going on with the ones there are"
    fi
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
        --no-install-recommends "${missing[@]}" > "$log" 2>&1 < /dev/null; then
        tail -n 15 "$log" >&2
        rm -f "$log"
        die "the packages could not be installed (see above). Is there a network, and is this" \
            "Debian 12? By hand, as root: apt-get update && apt-get install ${missing[*]}"
    fi
    rm -f "$log"
}

# needs_configuring PRESET: whether build/PRESET has not been configured, or without something that is
# wanted now.
needs_configuring() {
    local folder=$root/build/$1 unbuilt=
    [[ -f $folder/build.ninja && -z ${CI:-} ]] || return 0
    [[ $tests != ON ]] || unbuilt+='|TESTS'
    [[ $measure != ON ]] || unbuilt+='|MEASURE'
    [[ $other_cpus != ON ]] || unbuilt+='|OTHER_CPUS'
    [[ -n $unbuilt ]] && grep -qE "^KIBITZ_(${unbuilt#|}):BOOL=OFF" "$folder/CMakeCache.txt"
}

# configure PRESET: what cmake prints is shown only if it fails.
configure() {
    local preset=$1 options=() log=$root/build/$1.configure.log
    [[ -z $tests ]] || options+=("-DKIBITZ_TESTS=$tests")
    [[ -z $measure ]] || options+=("-DKIBITZ_MEASURE=$measure")
    [[ -z $other_cpus ]] || options+=("-DKIBITZ_OTHER_CPUS=$other_cpus")
    [[ -z ${CI:-} ]] || options+=(-DKIBITZ_WERROR=ON)
    say "configuring build/$preset"
    mkdir -p "$root/build"
    if ! (cd "$root" && cmake --preset "$preset" "${options[@]}") > "$log" 2>&1; then
        cat "$log" >&2
        die "build/$preset could not be configured (see above)"
    fi
}

# show_progress PRESET: reads what ninja prints and shows each step when it is done, with its share and
# an estimate of what is left; on a terminal in one line that changes. Anything else, such as an error,
# stays. Silent when there is nothing to do.
show_progress() {
    local preset=$1 began=$SECONDS line seen=0 step='^\[([0-9]+)/([0-9]+)\] (.*)' left shown=
    while IFS= read -r line; do
        if [[ $line == *"Re-checking globbed directories"* || $line == "ninja: no work to do"* ]]; then
            continue
        fi
        # The heading comes with the first line, so not when there is nothing to do.
        ((seen++)) || say "building build/$preset"
        if [[ ! $line =~ $step ]]; then
            [[ -z $shown ]] || echo
            shown=
            echo "$line"
            continue
        fi
        local done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} what=${BASH_REMATCH[3]}
        left=$(((SECONDS - began) * (all - done) / done))
        line="[$done/$all] $((100 * done / all)) %, about $((left / 60)):$(printf %02d $((left % 60))) left: ${what##*/}"
        if [[ -t 2 ]]; then
            printf '\r\e[K%s' "${line:0:$(($(tput cols 2> /dev/null || echo 80) - 1))}"
            shown=yes
        else
            echo "$line"
        fi
    done >&2
    [[ -z $shown ]] || echo >&2
}

# build PRESET [TARGET...]: configures build/PRESET where that is needed and builds the targets, or
# everything. Whoever sources this may set `tests` to OFF, so that a new folder is configured without
# tests, which need more packages, or to ON, so that one without them is configured anew; likewise
# `measure`, for the commands that play matches and train, and `other_cpus`, for CPUs unlike this one.
build() {
    local preset=$1 targets=() 
    shift
    (($# == 0)) || targets=(--target "$@")
    if needs_configuring "$preset"; then
        configure "$preset"
    fi
    (cd "$root" && cmake --build --preset "$preset" -j "$JOBS" "${targets[@]}") 2>&1 |
        show_progress "$preset" || die "build/$preset could not be built (see above)"
}

# build_page: the engine for browsers first, as a build of its own, so that its steps are seen, too.
# Without what it needs, the build of the program says that it leaves the page out.
build_page() {
    command -v node > /dev/null && command -v npm > /dev/null && [[ -d /usr/include/wasm32-wasi ]] || return 0
    build wasm
}

# ctest_names PRESET [ctest arguments]: the tests that they choose.
ctest_names() {
    local preset=$1
    shift
    (cd "$root" && ctest --preset "$preset" --show-only "$@") | sed -n 's/^ *Test *#[0-9]*: //p' | paste -sd ' '
}

# run_tests PRESET [ctest arguments]: runs the tests, ends with one line of counts, and fails if a
# test did. More at once than there are cores, since many wait: for a clock, for a browser.
# Tests with a browser depend on how busy the machine is: if no others fail, they get a second try.
run_tests() {
    local preset=$1 failed=0 report=$root/build/$1/tests.xml
    local failed_list=$root/build/$1/Testing/Temporary/LastTestsFailed.log
    shift
    rm -f "$report" "$failed_list"
    (cd "$root" && ctest --preset "$preset" -j $((JOBS + 4)) --output-junit "$report" "$@") || failed=1
    [[ -f $report ]] || die "ctest wrote no report"
    local first_tries=0
    if ((failed)) && [[ -s $failed_list ]] && ! grep -qv ':web\.' "$failed_list"; then
        first_tries=$(wc -l < "$failed_list")
        say "a second try, one test at a time, for $(cut -d : -f 2 "$failed_list" | paste -sd ' ')"
        if (cd "$root" && ctest --preset "$preset" --rerun-failed); then
            failed=0
            say "passed only at the second try: $first_tries (their first failures are above)"
        else
            first_tries=0
        fi
    fi
    awk -v first_tries="$first_tries" '
        function count(name) {
            if (!match($0, name "=\"[0-9]+\"")) return
            value[name] = substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 3)
        }
        /<testcase/ { exit }
        { count("tests"); count("failures"); count("disabled"); count("skipped") }
        END {
            skipped = value["skipped"] + value["disabled"]
            failures = value["failures"] - first_tries
            printf "%d passed, %d failed, %d skipped\n",
                value["tests"] - failures - skipped, failures, skipped
        }' "$report"
    return "$failed"
}
