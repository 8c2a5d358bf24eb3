// What a reader reports of a game, tags aside, as bytes: one for a move, and a few for all else.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/pgn.hpp"

namespace kibitz::collection::detail {

// Writes the bytes of a game; tags go to a list.
class GameEncoder final : public PgnVisitor {
   public:
    explicit GameEncoder(std::string& out) : out_(out) {}

    void tag(std::string_view name, std::string_view value) override;
    bool begin_moves(const Position& start) override;
    void move(const Position& before, Move move, const Position& after) override;
    void comment(std::string_view text) override;
    void comment_between_games(std::string_view text) override;
    void nag(int number) override;
    void begin_variation() override;
    void end_variation() override;
    void result(PgnResult result) override;
    void error(const PgnError& error) override;
    void repair(const PgnError& repair) override;
    void unread(std::string_view text) override;
    void kept_text(std::string_view text) override;

    using Tags = std::vector<std::pair<std::string, std::string>>;
    [[nodiscard]] const Tags& tags() const { return tags_; }

   private:
    void fault(std::uint8_t code, const PgnError& error);

    std::string& out_;
    Tags tags_;
};

// Tells the visitor what the bytes say, up to the end of the game, which is left out. False if they
// make no sense. It ends early when *has_enough is true, if there is one.
bool decode_game(std::string_view bytes, PgnVisitor& visitor, const bool* has_enough);

}  // namespace kibitz::collection::detail
