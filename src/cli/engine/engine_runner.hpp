// One search at a time, watched while it runs: for commands that show what the engine thinks.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "chess/position.hpp"
#include "platform/engine.hpp"

namespace kibitz::cli {

// A line that a search found. Its score is for the side to move, in the centipawns that people are
// shown (score_model.hpp) unless it is a mate or tablebase result.
struct ReportedLine {
    Score score = score_none;
    std::vector<Move> moves;
};

// What the engine thinks of a position, at the end of a search or in the middle of it.
struct SearchReport {
    Move move;                        // to play; none in the middle of a search
    std::vector<ReportedLine> lines;  // best first
    Depth depth = 0;
    Depth selective_depth = 0;
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
    Move move_in_hand;         // the root move being looked at, once that takes seconds
    std::string words{};       // how an opponent came to its move, if it explains that
    bool resigns = false;      // an opponent, instead of making the move
    bool offers_draw = false;  // an opponent, with its move

    [[nodiscard]] Score score() const { return lines.empty() ? score_none : lines.front().score; }
};

// Called about ten times a second on the caller's thread. False asks the search to end.
using ReportWatcher = std::function<bool(const SearchReport&)>;

class EngineRunner : private EngineListener {
   public:
    explicit EngineRunner(Engine& engine) : engine_(engine) {}

    // Thinks about the position after the moves; returns when a limit is reached or the watcher
    // asks for the end. A limit has to be given, or a watcher.
    SearchReport think(const Position& start, std::span<const Move> moves, const Limits& limits,
                       const ReportWatcher& watcher = {});

   private:
    void on_info(const SearchInfo& info) override;
    void on_current_move(Depth depth, Move move, int number) override;
    void on_best_move(const BestMove& best) override;
    void watch(const ReportWatcher& watcher);
    [[nodiscard]] Score displayed(Score score) const;

    Engine& engine_;
    std::mutex mutex_;  // guards the two below
    SearchReport report_;
    bool finished_ = false;
    std::condition_variable changed_;
};

// "12. Nf3 Nc6 13. Bb5": a line in SAN with move numbers, at most so many moves of it.
std::string line_text(const Position& position, std::span<const Move> moves, int most_moves);
// The move with its number: "12. Nf3", "12... Nc6"; a null move is "--".
std::string numbered_move(const Position& position, Move move);

}  // namespace kibitz::cli
