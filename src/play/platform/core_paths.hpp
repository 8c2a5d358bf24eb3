// Which of the compiled CPU paths to think with: the best this machine can run, or one asked for.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "engine/core_path.hpp"

namespace kibitz {

// The paths compiled into this program, best first; the last runs everywhere.
std::span<const CorePath* const> compiled_core_paths();

// True if this CPU and operating system can run the path.
bool can_run(const CorePath& path);

// The best one that can be run.
const CorePath& best_core_path();

// The path with that name. An error says which names there are, or that the CPU lacks it.
std::expected<const CorePath*, std::string> find_core_path(std::string_view name);

// What a new Engine uses: best_core_path() unless set_default_core_path chose another.
const CorePath& default_core_path();

// Tests and comparisons use it (`kibitz --cpu v2`): call it before engines are made.
void set_default_core_path(const CorePath& path);

}  // namespace kibitz
