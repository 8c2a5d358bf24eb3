// Finished games out of the arena's log, as PGN, made while the arena runs.
#pragma once

#include <cstddef>
#include <expected>
#include <string>

#include "arena/error_code.hpp"
#include "store/event_store.hpp"

namespace kibitz::serve {

struct GameSelection {
    std::string month{};   // 2026-10, in which they ended, UTC; empty: whenever
    std::string player{};  // who played in them, then or now under that name; empty: anybody
};

// Into a new file, which needs its whole path; the number of games. Those that do not count and
// those of kinds without such a notation are left out. Reads the whole log, which takes its time.
std::expected<std::size_t, arena::Refusal> archive_games(store::EventStore& store,
                                                         const GameSelection& selection,
                                                         const std::string& path);

}  // namespace kibitz::serve
