// Somebody else's UCI engine as a teacher of training data (train/teacher.hpp).
#pragma once

#include <cstdint>

#include "players/settings.hpp"
#include "train/teacher.hpp"

namespace kibitz::cli {

// Each teacher starts a process of its own. It is shown every position by itself, without the game
// before it, and searches so many nodes. `units`: of the chain format in one of its centipawns.
train::MakeTeacher engine_teacher(const players::ExternalSettings& settings, std::uint64_t nodes,
                                  double units);

}  // namespace kibitz::cli
