// The themes that puzzles are looked for by, and where a solution can have one of them.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::puzzles {

class WantedThemes {
   public:
    WantedThemes() = default;  // every puzzle is wanted
    // The error says which of the names is that of no theme, and which there are.
    static std::expected<WantedThemes, std::string> named(std::vector<std::string> names);

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] bool are_all_mates() const { return are_all_mates_; }
    // Whether may_begin_at() has all but shown each of them where it says so: mates with names,
    // castling and underpromotions.
    [[nodiscard]] bool are_visible() const { return are_visible_; }
    // Whether a puzzle with these themes is wanted.
    [[nodiscard]] bool include_one_of(std::span<const std::string> themes) const;
    // A glance at the board, which spares most of the searches. False where the pieces for the
    // themes are missing, where no checks force a mate with a name, and where castling or an
    // underpromotion would threaten nothing at the first move: a solution that only leads there is
    // missed.
    [[nodiscard]] bool may_begin_at(const Position& position) const;

   private:
    std::vector<std::string> names_;
    bool are_all_mates_ = false;
    bool are_visible_ = false;
};

}  // namespace kibitz::puzzles
