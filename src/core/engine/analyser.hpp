// Analyser: the engine in one object, for programs that want moves and scores without running
// threads.
//
//     Analyser analyser;
//     const Analysis analysis = analyser.analyse(position, {.nodes = 100'000});
//     play(analysis.best_move());
//
// An analysis runs on the thread that asks for it and returns when a limit is reached. Analysers
// share nothing that changes: a program with several threads can give one to each. (Several threads
// on one position are what search.hpp is for; the program's own engine, in src/play/platform, does
// that.)
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "chess/outcome.hpp"
#include "chess/position.hpp"
#include "engine/eval/nnue/network.hpp"
#include "engine/limits.hpp"
#include "engine/score.hpp"
#include "engine/search.hpp"

namespace kibitz {

struct CorePath;

// What is known of a position, after an analysis or in the middle of it.
struct Analysis {
    // Best first, as many as were asked for or as there are legal moves. Scores are those of the
    // side to move; displayed_centipawns(), win_draw_loss() (score_model.hpp), is_mate() and
    // mate_moves() (score.hpp) say what they mean.
    std::vector<SearchResult::Line> lines;
    Depth depth = 0;  // the last that was searched to its end
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;

    // None if there is no legal move: the game is over.
    [[nodiscard]] Move best_move() const {
        return lines.empty() ? Move::none() : lines.front().pv.front();
    }
};

struct AnalysisOptions {
    int lines = 1;  // how many different first moves get a line of their own (MultiPV)
    // Called after each depth, with lines that improve from call to call. May call stop(), but no
    // other function of the analyser. Must not throw.
    std::function<void(const Analysis&)> on_depth = nullptr;
};

// The time of a clock of the standard library, in milliseconds.
template <class Clock>
std::int64_t clock_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(Clock::now().time_since_epoch()).count();
}

struct AnalyserSettings {
    // Memory for what is remembered of positions. If the system refuses it, there is none: analyses
    // take longer.
    int table_mb = 16;
    // Null for the one that is built in. Analysers can share one: {.network = other.network()}.
    std::shared_ptr<const nnue::Network> network = nullptr;
    // Null means none. Must live as long as the analyser.
    Tablebase* tablebase = nullptr;
    // The kind of processor whose code searches; null for the one this library is compiled for.
    const CorePath* path = nullptr;
    // A monotonic clock, for limits in time. The library reads none of its own.
    std::int64_t (*now_ms)() = clock_ms<std::chrono::steady_clock>;
};

class Analyser {
   public:
    explicit Analyser(const AnalyserSettings& settings = {});
    ~Analyser();
    Analyser(Analyser&&) noexcept;
    Analyser& operator=(Analyser&&) noexcept;

    // Searches until the first of the limits is reached; with none (Limits{}), until stop(). What
    // earlier analyses have found out is used. `infinite` and `ponder` have no effect.
    Analysis analyse(const Position& position, const Limits& limits,
                     const AnalysisOptions& options = {});
    // The position on the board of a game. Draws by repetition count the positions of the game.
    Analysis analyse(const Line& game, const Limits& limits, const AnalysisOptions& options = {});

    // Ends the analysis that is running, which returns what it has. May be called from any thread;
    // it has no effect if there is none.
    void stop();
    // Forgets all earlier analyses, so that the next one gives what a new analyser would.
    void clear();

    [[nodiscard]] std::shared_ptr<const nnue::Network> network() const;
    // 0 if the system refused the memory.
    [[nodiscard]] int table_mb() const;

   private:
    struct State;

    std::unique_ptr<State> state_;
};

}  // namespace kibitz
