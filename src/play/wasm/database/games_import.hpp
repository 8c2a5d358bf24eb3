// GamesImport: reads PGN of any length and adds its games to those that a person has, as segments
// that the page stores one by one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "collection/finder.hpp"
#include "collection/identity.hpp"
#include "collection/segment_list.hpp"
#include "collection/segment_maker.hpp"
#include "wasm/database/browser_games.hpp"

namespace kibitz::wasm {

// Passes on what a reader reports, and knows what became of the game at hand.
class FateWatch final : public PgnVisitor {
   public:
    explicit FateWatch(PgnVisitor& next) : next_(next) {}

    [[nodiscard]] PgnFate fate() const { return keeper_.fate(); }

    void begin_game() override {
        keeper_.begin();
        next_.begin_game();
    }
    void tag(std::string_view name, std::string_view value) override { next_.tag(name, value); }
    bool begin_moves(const Position& start) override { return next_.begin_moves(start); }
    void move(const Position& before, Move move, const Position& after) override {
        next_.move(before, move, after);
    }
    void comment(std::string_view text) override { next_.comment(text); }
    void comment_between_games(std::string_view text) override {
        next_.comment_between_games(text);
    }
    void nag(int number) override { next_.nag(number); }
    void begin_variation() override { next_.begin_variation(); }
    void end_variation() override { next_.end_variation(); }
    void result(PgnResult result) override {
        keeper_.note_result();
        next_.result(result);
    }
    void error(const PgnError& error) override {
        keeper_.note(error);
        next_.error(error);
    }
    void repair(const PgnError& repair) override {
        keeper_.note(repair);
        next_.repair(repair);
    }
    void unread(std::string_view text) override { next_.unread(text); }
    void kept_text(std::string_view text) override { next_.kept_text(text); }
    void end_game() override { next_.end_game(); }

   private:
    PgnVisitor& next_;
    PgnFateKeeper keeper_;
};

class GamesImport {
   public:
    struct Count {
        std::uint64_t added = 0;
        std::uint64_t known = 0;    // that were there already
        std::uint64_t without = 0;  // moves; they are not kept
        std::array<std::uint64_t, pgn_fates> fates{};
    };
    // A segment to be stored, at its place among those of the page.
    struct Ready {
        std::size_t at;
        std::size_t games;
        std::string bytes;
    };

    // The last segment of the page is filled up, and keeps its games in their places. Unless games
    // are only moved, those that are there already are left out. `games` must not change otherwise
    // while the import goes on.
    enum class Purpose : std::uint8_t { add, move };
    GamesImport(BrowserGames& games, std::size_t games_of_segment, Purpose purpose);
    GamesImport(const GamesImport&) = delete;
    GamesImport& operator=(const GamesImport&) = delete;

    void feed(std::string_view bytes) { reader_.feed(bytes); }
    // The end of a text; another may follow.
    void end_text() { reader_.finish(); }
    // No more games come: what is left becomes a segment.
    void finish();

    [[nodiscard]] const Count& count() const { return count_; }
    // Of those that were not read as they stand there, the first ones since it was asked before.
    [[nodiscard]] std::vector<ReadGame> take_notes() { return std::exchange(notes_, {}); }
    // The first that is not stored yet; nullptr if there is none.
    [[nodiscard]] const Ready* next() const { return ready_.empty() ? nullptr : &ready_.front(); }
    // It is stored, and its games can be found from now on.
    void store_next();

   private:
    void take(const collection::FoundGame& game);
    void make_ready();

    BrowserGames& games_;
    const std::size_t games_of_segment_;
    const Purpose purpose_;
    const collection::Query all_{};
    collection::KnownGames known_;
    collection::SegmentMaker maker_;
    std::size_t at_;             // of the segment that is filled
    std::size_t unwritten_ = 0;  // games in it
    std::deque<Ready> ready_;
    Count count_;
    std::vector<ReadGame> notes_;
    std::size_t noted_ = 0;
    collection::Finder finder_;
    FateWatch watch_;
    PgnReader reader_;
};

}  // namespace kibitz::wasm
