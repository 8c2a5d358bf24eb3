// Finder: the games of a PGN text that a query wants. The tags are looked at first: of a game that
// they rule out no move is read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/openings.hpp"
#include "chess/pgn.hpp"
#include "collection/game_head.hpp"
#include "collection/game_tape.hpp"
#include "collection/matcher.hpp"
#include "collection/query.hpp"

namespace kibitz::collection {

// A wanted game, to be looked at before the next one is read.
struct FoundGame {
    std::uint64_t number;  // in its text, from 1
    const GameHead& head;
    const GameTape& tape;
    const Matcher& matcher;
};
PgnResult result_of(const FoundGame& game);
std::optional<Opening> opening_by_moves(const FoundGame& game);
// By the tags, or the moves where they say nothing: code, and name.
struct OpeningNames {
    std::string eco;
    std::string name;
};
OpeningNames opening_names(const FoundGame& game);

class Finder final : public PgnVisitor {
   public:
    using Take = std::function<void(const FoundGame& game)>;
    // Errors are told of games whose moves are read.
    using TakeError = std::function<void(const PgnError& error)>;

    Finder(const Query& query, Take take, TakeError take_error = {});

    void begin_game() override;
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
    void end_game() override;

    // has_enough() says when a game need not be read any further.
    [[nodiscard]] const bool& has_enough() const { return has_enough_; }
    // Tells a visitor of all games, too, up to where their tags rule them out. It has been told of
    // a game before that is taken, and of all that was read of it, so that nobody else takes that
    // down: the tape has the tags, the start, the moves of the main line and the result alone.
    void leave_to(PgnVisitor& recorder) { other_ = &recorder; }
    // For who asks for replies alone, so that it says so at the reply.
    void stop_at_replies();
    // For who asks which games are wanted, and looks at nothing but their numbers, and at the tags
    // of these names.
    void stop_when_certain(std::span<const std::string_view> tags = {});
    // The tags that the games that come have to have; all, if it is nothing.
    [[nodiscard]] const std::optional<std::vector<std::string_view>>& needed_tags() const {
        return needed_tags_;
    }
    // Of the game that was looked at last.
    [[nodiscard]] std::uint64_t number() const { return games_; }
    // The number of the game that begins next, where it is not the next one, and what is known of
    // it.
    void skip_to(std::uint64_t number, KnownOfGame known = {}) {
        games_ = number - 1;
        known_of_next_ = known;
    }

   private:
    void look_whether_enough();
    // Whom what is read of a game is told: the other visitor, or else the tape.
    [[nodiscard]] PgnVisitor& recorder() {
        return other_ != nullptr ? *other_ : static_cast<PgnVisitor&>(tape_);
    }

    const Query& query_;
    Take take_;
    TakeError take_error_;
    PgnVisitor* other_ = nullptr;  // nullptr if there is none
    GameHead head_;
    GameTape tape_;
    Matcher matcher_;
    bool asks_for_nothing_;    // the query
    std::string text_before_;  // the next game, if comments are asked for
    bool has_begun_ = false;   // its moves
    bool is_refused_ = false;
    bool stops_at_replies_ = false;
    bool stops_when_certain_ = false;
    std::optional<std::vector<std::string_view>> needed_tags_;
    KnownOfGame known_of_next_;
    bool has_enough_ = false;
    int depth_ = 0;
    std::uint64_t games_ = 0;
};

}  // namespace kibitz::collection
