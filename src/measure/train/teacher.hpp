// Teacher: gives positions of games new scores: the program's own search, or another engine.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "train/chain.hpp"
#include "train/small_search.hpp"

namespace kibitz::train {

class Teacher {
   public:
    Teacher() = default;
    Teacher(const Teacher&) = delete;
    Teacher& operator=(const Teacher&) = delete;
    virtual ~Teacher() = default;

    // The positions it scores next are of this game. After an error it is of no more use.
    virtual std::expected<void, std::string> new_game(const Chain& game) = 0;
    // `earlier_keys`: of the positions since the last capture or pawn move, oldest first.
    virtual std::expected<ChainScore, std::string> score(const Position& position,
                                                         std::span<const Key> earlier_keys) = 0;
};

// Makes one for each thread, on that thread.
using MakeTeacher = std::function<std::expected<std::unique_ptr<Teacher>, std::string>()>;

// The program's own search. The settings' network and tablebase must outlive the teachers.
MakeTeacher own_search(const SmallSearchSettings& settings, const Limits& limits);

}  // namespace kibitz::train
