#!/bin/sh
# check-layers.sh finds each kind of wrong include, and nothing else.
set -eu

check=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/src/core/chess/detail" "$work/src/core/engine" "$work/src/cli/low" "$work/src/cli/high" \
    "$work/src/cli/new" "$work/src/server/games" \
    "$work/src/server/engine" "$work/tests/core/chess"
cat > "$work/src/core/chess/a.hpp" << 'END'
#include <vector>
#include "chess/detail/b.hpp"
#include "engine/up.hpp"
END
cat > "$work/src/core/chess/a.cpp" << 'END'
#include <iostream>
#include "../chess/a.hpp"
END
echo 'const auto now = std::chrono::steady_clock::now();' > "$work/src/core/chess/clock.cpp"
echo '#include <sodium.h>' > "$work/src/server/games/a.cpp"
echo '#include <zstd.h>' > "$work/src/server/games/zstd.cpp"
cat > "$work/src/core/engine/a.cpp" << 'END'
#include "chess/a.hpp"
#include "chess/detail/b.hpp"
END
cat > "$work/src/cli/a.cpp" << 'END'
#include <iostream>
#include "chess/a.hpp"
#include "games/beside.hpp"
END
echo '#include "cli/low/a.hpp"' >> "$work/src/cli/a.cpp"
echo '#include "cli/high/a.hpp"' > "$work/src/cli/low/a.hpp"
echo '#include "cli/low/a.hpp"' > "$work/src/cli/high/a.hpp"
echo '#include "cli/high/a.hpp"' >> "$work/src/cli/high/a.hpp"
echo '#include "cli/low/a.hpp"' > "$work/src/cli/new/a.cpp"
echo '#include "chess/a.hpp"' > "$work/src/server/engine/moved.cpp"
echo '#include "chess/detail/b.hpp"' > "$work/tests/core/chess/a_test.cpp"
echo '#include "engine/up.hpp"' >> "$work/tests/core/chess/a_test.cpp"

expected='CMakeLists.txt: cli depends on engine but includes none of its headers
CMakeLists.txt: games depends on chess but includes none of its headers
CMakeLists.txt: games names the library fmt but includes none of its headers
src/cli/a.cpp:3: cli may not use games ("games/beside.hpp")
src/cli/low/a.hpp:1: cli/low may not use cli/high ("cli/high/a.hpp")
src/cli/new/a.cpp: CMakeLists.txt does not name the folder new of cli
src/core/chess/a.cpp:1: chess does no I/O and starts no threads, but includes <iostream>
src/core/chess/a.cpp:2: "../chess/a.hpp" is not named from its wing
src/core/chess/a.hpp:3: chess may not use engine ("engine/up.hpp")
src/core/chess/clock.cpp:1: chess is given the time, but reads a clock
src/core/engine/a.cpp:2: "chess/detail/b.hpp" is internal to chess
src/server/engine/moved.cpp: engine lies in the wing server, not where CMakeLists.txt says
src/server/games/a.cpp:1: games does no I/O and starts no threads, but includes <sodium.h>
src/server/games/zstd.cpp:1: games may not use the library zstd (<zstd.h>)
tests/core/chess/a_test.cpp:2: chess may not use engine ("engine/up.hpp")'

if found=$("$check" "$work" 'core/chess:!no_io' 'core/engine:chess!no_io' \
    'server/games:chess@fmt,sodium,Threads!no_io' 'cli:engine+low,high'); then
    echo "accepted the wrong includes"
    exit 1
fi
if [ "$found" != "$expected" ]; then
    printf 'expected:\n%s\nfound:\n%s\n' "$expected" "$found"
    exit 1
fi
