#!/bin/sh
# check-layers.sh finds each kind of wrong include, and nothing else.
set -eu

check=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/src/chess/detail" "$work/src/engine" "$work/src/cli" "$work/src/games" "$work/tests/chess"
cat > "$work/src/chess/a.hpp" << 'END'
#include <vector>
#include "chess/detail/b.hpp"
#include "engine/up.hpp"
END
cat > "$work/src/chess/a.cpp" << 'END'
#include <iostream>
#include "../chess/a.hpp"
END
cat > "$work/src/engine/a.cpp" << 'END'
#include "chess/a.hpp"
#include "chess/detail/b.hpp"
END
cat > "$work/src/cli/a.cpp" << 'END'
#include <iostream>
#include "chess/a.hpp"
#include "games/beside.hpp"
END
echo '#include "chess/detail/b.hpp"' > "$work/tests/chess/a_test.cpp"
echo '#include "engine/up.hpp"' >> "$work/tests/chess/a_test.cpp"

expected='src/chess/a.cpp:1: chess does no I/O and starts no threads, but includes <iostream>
src/chess/a.cpp:2: "../chess/a.hpp" is not named from src
src/chess/a.hpp:3: chess may not use engine ("engine/up.hpp")
src/cli/a.cpp:3: cli may not use games ("games/beside.hpp")
src/engine/a.cpp:2: "chess/detail/b.hpp" is internal to chess
tests/chess/a_test.cpp:2: chess may not use engine ("engine/up.hpp")'

if found=$("$check" "$work" 'chess:!pure' 'engine:chess!pure' 'games:chess' 'cli:engine'); then
    echo "accepted the wrong includes"
    exit 1
fi
if [ "$found" != "$expected" ]; then
    printf 'expected:\n%s\nfound:\n%s\n' "$expected" "$found"
    exit 1
fi
