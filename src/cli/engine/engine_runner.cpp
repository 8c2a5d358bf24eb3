#include "cli/engine/engine_runner.hpp"

#include <algorithm>
#include <chrono>

#include "chess/san.hpp"
#include "engine/score_model.hpp"
#include "explain/ask.hpp"
#include "platform/clock.hpp"

namespace kibitz::cli {
namespace {

constexpr std::chrono::milliseconds watch_interval{100};

void set_line(ReportedLine& line, Score score, std::span<const Move> moves) {
    line.score = score;
    explain::keep_longer(line.moves, moves);
}

}  // namespace

SearchReport EngineRunner::think(const Position& start, std::span<const Move> moves,
                                 const Limits& limits, const ReportWatcher& watcher) {
    engine_.set_position(start, moves);
    {
        const std::lock_guard lock(mutex_);
        report_ = {};
        finished_ = false;
    }
    engine_.set_listener(this);
    const std::int64_t began = now_ms();
    engine_.go(limits);
    watch(watcher);
    engine_.wait();
    engine_.set_listener(nullptr);

    // The search's own last word: with several threads another one's lines may have won.
    const SearchResult& result = engine_.result();
    report_.move = engine_.best_move().move;
    if (!result.lines.empty()) {
        report_.lines.resize(result.lines.size());
        for (std::size_t i = 0; i < result.lines.size(); ++i)
            set_line(report_.lines[i], displayed(result.lines[i].score), result.lines[i].pv);
        // A search that was stopped has looked deeper at the first lines than at the others.
        std::sort(report_.lines.begin() + 1, report_.lines.end(),
                  [](const auto& a, const auto& b) { return a.score > b.score; });
        report_.depth = result.depth;
    }
    report_.nodes = engine_.nodes();
    report_.time_ms = now_ms() - began;
    return report_;
}

void EngineRunner::watch(const ReportWatcher& watcher) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, watch_interval, [this] { return finished_; })) {
        if (!watcher) continue;
        const SearchReport now = report_;
        lock.unlock();
        if (!watcher(now)) engine_.stop();
        lock.lock();
    }
}

// The root does not change while the engine thinks.
Score EngineRunner::displayed(Score score) const {
    if (is_decisive(score)) return score;
    return clamp_eval(displayed_centipawns(score, engine_.position()));
}

void EngineRunner::on_info(const SearchInfo& info) {
    if (info.line < 1) return;
    const std::lock_guard lock(mutex_);
    const auto line = static_cast<std::size_t>(info.line - 1);
    if (report_.lines.size() <= line) report_.lines.resize(line + 1);
    set_line(report_.lines[line], displayed(info.score), info.pv);
    report_.depth = info.depth;
    report_.selective_depth = info.selective_depth;
    report_.nodes = info.nodes;
    report_.time_ms = info.time_ms;
}

void EngineRunner::on_current_move(Depth /*depth*/, Move move, int /*number*/) {
    const std::lock_guard lock(mutex_);
    report_.move_in_hand = move;
}

void EngineRunner::on_best_move(const BestMove& /*best*/) {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    changed_.notify_all();
}

std::string line_text(const Position& position, std::span<const Move> moves, int most_moves) {
    std::string text;
    Position now = position;
    for (const Move move : moves.first(std::min(moves.size(), std::size_t(most_moves)))) {
        if (!text.empty()) text += ' ';
        const bool white = now.side_to_move() == Color::white;
        text += white || text.empty() ? numbered_move(now, move) : to_san(now, move);
        now.play(move);
    }
    return text;
}

std::string numbered_move(const Position& position, Move move) {
    const bool white = position.side_to_move() == Color::white;
    return std::to_string(position.fullmove_number()) + (white ? ". " : "... ") +
           (move.is_none() ? "--" : to_san(position, move));
}

}  // namespace kibitz::cli
