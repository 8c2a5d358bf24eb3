#include "uci_front/search.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"

namespace kibitz::uci {

namespace {

std::int64_t now_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

bool is_reached(std::uint64_t count, std::uint64_t limit) { return limit > 0 && count >= limit; }

// " pv e2e4 e7e5", up to the first move that is not legal.
std::string line_text(Position position, const std::vector<Move>& line, bool chess960) {
    std::string text;
    for (const Move move : line) {
        if (!position.is_legal(move)) break;
        text += (text.empty() ? " pv " : " ") + to_uci(move, chess960);
        position.play(move);
    }
    return text;
}

std::uint64_t per_second(std::uint64_t count, std::int64_t ms) {
    constexpr std::uint64_t second = 1000;
    return count * second / static_cast<std::uint64_t>(std::max<std::int64_t>(ms, 1));
}

}  // namespace

Search::Search(const Line& game, const Limits& limits, std::int64_t overhead_ms, bool chess960,
               Sink sink)
    : root_(game.position()),
      limits_(limits),
      moves_(limits.search_moves.empty() ? legal_moves(root_) : limits.search_moves),
      time_(limits, root_.side_to_move(), root_.game_ply(),
            {.usual = overhead_ms, .worst = overhead_ms}),
      chess960_(chess960),
      sink_(std::move(sink)),
      began_ms_(now_ms()),
      ponders_(limits.ponder) {}

bool Search::should_stop(std::uint64_t nodes) const {
    if (stop_.stop_requested() || is_reached(nodes, limits_.nodes)) return true;
    return time_.is_timed() && !ponders_ && elapsed_ms() >= time_.hard_limit();
}

bool Search::may_deepen(int depth, std::uint64_t nodes) const {
    if (depth > (limits_.depth > 0 ? limits_.depth : max_depth)) return false;
    if (should_stop(nodes) || is_reached(nodes, limits_.soft_nodes) || has_found_mate())
        return false;
    return !time_.is_timed() || ponders_ || depth <= 1 ||
           elapsed_ms() < time_.soft_limit(SearchStability{});
}

std::int64_t Search::elapsed_ms() const { return now_ms() - began_ms_; }

void Search::report(const Report& report) {
    const std::int64_t ms = elapsed_ms();
    std::string text = "info depth " + std::to_string(report.depth) + " score " +
                       (report.mate ? "mate " + std::to_string(*report.mate)
                                    : "cp " + std::to_string(report.centipawns)) +
                       " nodes " + std::to_string(report.nodes) + " nps " +
                       std::to_string(per_second(report.nodes, ms)) + " time " +
                       std::to_string(ms) + line_text(root_, report.line, chess960_);
    sink_(text);
    const std::lock_guard lock(mutex_);
    last_ = report;
}

void Search::say(std::string_view text) const { sink_("info string " + std::string(text)); }

bool Search::ponderhit() {
    const std::lock_guard lock(mutex_);
    if (!ponders_) return false;
    began_ms_ = now_ms();
    ponders_ = false;
    hit_.notify_all();
    return true;
}

void Search::wait_until_due() {
    std::unique_lock lock(mutex_);
    hit_.wait(lock, stop_.get_token(), [this] { return !ponders_ && !limits_.infinite; });
}

Move Search::reported_move() const {
    const std::lock_guard lock(mutex_);
    if (!last_ || last_->line.empty() || !moves_.contains(last_->line.front())) return Move::none();
    return last_->line.front();
}

bool Search::has_found_mate() const {
    const std::lock_guard lock(mutex_);
    return limits_.mate > 0 && last_ && last_->mate && *last_->mate > 0 &&
           *last_->mate <= limits_.mate;
}

bool Search::has_reported() const {
    const std::lock_guard lock(mutex_);
    return last_.has_value();
}

}  // namespace kibitz::uci
