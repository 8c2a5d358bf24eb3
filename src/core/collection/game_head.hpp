// GameHead: the tags of a game, and what queries ask of them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/color.hpp"
#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "collection/game_date.hpp"
#include "collection/pace.hpp"

namespace kibitz::collection {

class GameHead {
   public:
    void clear() { size_ = 0; }
    // Of two tags of one name the first counts.
    void add(std::string_view name, std::string_view value);

    [[nodiscard]] std::span<const GameTag> tags() const { return std::span(tags_).first(size_); }
    // Empty if there is no such tag, or if it says "?" or "-".
    [[nodiscard]] std::string_view tag(std::string_view name) const;

    [[nodiscard]] std::string_view player(Color color) const {
        return tag(color == Color::white ? "White" : "Black");
    }
    // 0 if it is not known.
    [[nodiscard]] int rating(Color color) const;
    // The tag Date, or UTCDate where that says nothing.
    [[nodiscard]] GameDate date() const;
    [[nodiscard]] PgnResult result() const { return parse_pgn_result(tag("Result")); }
    [[nodiscard]] Pace pace() const;
    // Three characters; empty if the tag is no code.
    [[nodiscard]] std::string_view eco() const;

   private:
    // nullptr if there is no such tag.
    [[nodiscard]] const GameTag* find(std::string_view name) const;

    std::vector<GameTag> tags_;  // behind size_, strings whose memory is used again
    std::size_t size_ = 0;
};

}  // namespace kibitz::collection
