// What the operator of a server may do: look at the arena, end games, ban and rename players, and
// run contests. A command and its answer are JSON objects (docs/operating.md); who may give
// commands is not decided here.
#pragma once

#include "arena/arena.hpp"

namespace kibitz::arena {

// {"command": "abort", "game": "..."} to {"ok": ...} or {"error": text, "code": "noSuchGame"}.
Json run_command(Arena& arena, const Json& command, Time now, Effects& effects);

}  // namespace kibitz::arena
