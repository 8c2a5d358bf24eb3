# shellcheck shell=bash
# Sourced by packaging/check and the checks in this folder. A check sets `artefact` and `where`; each of
# its steps is then a line of the table in the file $KIBITZ_CHECK_TABLE, and the check goes on after a
# failure.

readonly skipped=77  # the status of a step that could not be tried, as in the tests
artefact='' where=''

# result RESULT WHAT: a line of the table.
result() { printf '%s\t%s\t%s\t%s\n' "$artefact" "$where" "$2" "$1" >> "$KIBITZ_CHECK_TABLE"; }

# skip WHY: for a step that finds that it cannot be tried here.
skip() {
    echo "SKIPPED: $*" | tee "$KIBITZ_CHECK_TABLE.reason"
    exit "$skipped"
}

# leave_out WHAT WHY: ends the check, since nothing can be tried.
leave_out() {
    result "SKIPPED: $2" "$1"
    say "SKIPPED: $2"
    exit 0
}

# step WHAT COMMAND...: runs the command in a shell of its own, in which every failure counts. Its
# status is also in `step_status`.
step() {
    local what=$1 began=$SECONDS
    shift
    say "$artefact: $what"
    echo "a command said so; see the log" > "$KIBITZ_CHECK_TABLE.reason"
    # Not within a condition, in which the shell would go on after a command that fails.
    set +e
    (set -e; "$@")
    step_status=$?
    set -e
    case $step_status in
        0) result "ok ($((SECONDS - began)) s)" "$what" ;;
        "$skipped") result "SKIPPED: $(< "$KIBITZ_CHECK_TABLE.reason")" "$what" ;;
        *) result "FAILED ($((SECONDS - began)) s)" "$what" ;;
    esac
    rm -f "$KIBITZ_CHECK_TABLE.reason"
}

# needed_step WHAT COMMAND...: a step without which the rest of the check means nothing.
needed_step() {
    step "$@"
    ((step_status == 0)) || exit 1
}

# expect PATTERN TEXT: fails, and shows the text, where no line of it has the pattern.
expect() {
    grep -q -- "$1" <<< "$2" || die "no \"$1\" in: $2"
}
