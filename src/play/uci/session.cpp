#include "uci/session.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <random>
#include <utility>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "kibitz_version.hpp"
#include "text/split.hpp"

namespace kibitz::uci {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* author = "the Kibitz authors";

// The smaller of two limits, of which 0 is none.
std::uint64_t smaller_limit(std::uint64_t a, std::uint64_t b) {
    return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

// Milliseconds are at most 2^62, so the product may be more than fits.
std::uint64_t nodes_in(std::int64_t ms, std::int64_t nodes_per_ms) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::uint64_t>(ms > most / nodes_per_ms ? most : ms * nodes_per_ms);
}

// "nodestime": the same limits with nodes in place of milliseconds, so that a game does not depend
// on the speed of the machine.
Limits in_nodes(const Limits& limits, const Position& position, std::int64_t nodes_per_ms) {
    const TimeManager time(limits, position.side_to_move(), position.game_ply(), {});
    if (!time.is_timed()) return limits;
    Limits counted = limits;
    counted.has_clock = false;
    counted.move_time = 0;
    counted.nodes = smaller_limit(limits.nodes, nodes_in(time.hard_limit(), nodes_per_ms));
    counted.soft_nodes = smaller_limit(limits.soft_nodes,
                                       nodes_in(time.soft_limit(SearchStability{}), nodes_per_ms));
    return counted;
}

// Commands that are executed even while perft or a benchmark runs.
bool runs_at_once(const Command& command) {
    return std::holds_alternative<NoCommand>(command) ||
           std::holds_alternative<IsReadyCommand>(command) ||
           std::holds_alternative<StopCommand>(command);
}

}  // namespace

// Turns what the engine reports into lines.
class Session::Reporter final : public EngineListener {
   public:
    Reporter(Output& output, ObservedDelay& delay) : output_(output), delay_(delay) {}

    // Called before each search.
    void begin(const Position& root, const InfoStyle& style, bool minimal) {
        root_ = root;
        style_ = style;
        minimal_ = minimal;
        last_line_.clear();
    }

    void on_info(const SearchInfo& info) override {
        std::string line = info_text(info, root_, style_);
        if (minimal_)
            last_line_ = info.line == 1 ? std::move(line) : last_line_;
        else
            output_.line(line);
    }
    void on_current_move(Depth depth, Move move, int number) override {
        if (minimal_) return;
        output_.line("info depth " + std::to_string(depth) + " currmove " +
                     to_uci(move, style_.chess960) + " currmovenumber " + std::to_string(number));
    }
    void on_best_move(const BestMove& best) override {
        if (minimal_ && !last_line_.empty()) output_.line(last_line_);
        if (best.move.is_none()) output_.line(no_move_text(root_));
        output_.line(best_move_text(best, style_.chess960));
        delay_.on_move(Clock::now());
    }

   private:
    Output& output_;
    ObservedDelay& delay_;
    Position root_ = Position::initial();
    InfoStyle style_;
    bool minimal_ = false;
    std::string last_line_;
};

Session::Session(Output::Sink sink)
    : output_(std::move(sink)), reporter_(std::make_unique<Reporter>(output_, delay_)) {
    engine_.set_listener(reporter_.get());
    draw_game_number();
    make_options();
}

Session::~Session() { bring_to_rest(); }

bool Session::handle(std::string_view line) {
    output_.log_input(line);
    const auto command = parse_command(line);
    if (!command) {
        error(command.error().text);
    } else {
        // Scripts send the next command without waiting for the result of this one.
        if (!runs_at_once(*command)) side_task_.wait();
        std::visit([this](const auto& known) { act(known); }, *command);
    }
    return !over_;
}

void Session::draw_game_number() {
    std::random_device device;
    game_number_ = std::uint64_t{device()} << 32 | device();
}

void Session::error(std::string_view text) {
    output_.line("info string error: " + std::string(text));
}

void Session::lines(std::string_view text) {
    while (!text.empty()) output_.line(text::take_part(text, '\n'));
}

bool Session::writes_chess960() const {
    return chess960_ || engine_.position().needs_chess960_notation();
}

void Session::bring_to_rest() {
    engine_.stop();
    handicap_search_.stop();
    engine_.wait();
    handicap_search_.wait();
}

void Session::run_beside(const std::string& name,
                         std::function<bool(const std::stop_token& stop)> tool) {
    auto started =
        side_task_.start([this, name, tool = std::move(tool)](const std::stop_token& stop) {
            if (!tool(stop)) output_.line("info string " + name + ": stopped before its end");
        });
    if (!started) error(name + ": " + started.error());
}

void Session::act(const UciCommand&) {
    output_.line(std::string("id name Kibitz ") + version);
    output_.line(std::string("id author ") + author);
    for (const std::string& line : options_.announcements()) output_.line(line);
    output_.line("uciok");
}

void Session::act(const SetOptionCommand& command) {
    if (auto set = options_.set(command.name, command.value); !set) error(set.error());
}

void Session::act(const IsReadyCommand&) { output_.line("readyok"); }

void Session::act(const NewGameCommand&) {
    bring_to_rest();
    engine_.new_game();
    delay_.on_new_game();
    draw_game_number();
}

void Session::act(const DebugCommand& command) { debug_ = command.on; }

void Session::act(const QuitCommand&) {
    engine_.stop();
    handicap_search_.stop();
    over_ = true;
}

void Session::act(const StopCommand&) {
    engine_.stop();
    handicap_search_.stop();
    side_task_.stop();
}

void Session::act(const PonderHitCommand&) {
    const Clock::time_point begin = Clock::now();
    delay_.on_ponder_hit(begin);
    if (!engine_.ponderhit() && !handicap_search_.ponderhit())
        error("ponderhit: there is no search that ponders");
}

void Session::act(const WaitCommand&) {
    if (engine_.searches_without_end() || handicap_search_.ponders())
        return error("wait: only \"stop\" or \"ponderhit\" can end this search");
    engine_.wait();
    handicap_search_.wait();
}

void Session::set_game(const Position& start, std::vector<Move> moves) {
    start_ = start;
    moves_ = std::move(moves);
    engine_.set_position(start_, moves_);
}

void Session::act(const PositionCommand& command) {
    if (command.start.needs_chess960_notation() && !chess960_)
        output_.line("info string a Chess960 position: castling is written as king takes rook");
    set_game(command.start, command.moves);
}

void Session::act(const MovesCommand& command) {
    const auto moves = parse_moves(engine_.position(), command.moves);
    if (!moves) return error("moves: " + moves.error().text);
    std::vector<Move> all = moves_;
    all.insert(all.end(), moves->begin(), moves->end());
    set_game(start_, std::move(all));
}

void Session::act(const GoCommand& command) {
    const Clock::time_point begin = Clock::now();
    auto limits = resolve_limits(command, engine_.position());
    if (!limits) return error(limits.error().text);
    bring_to_rest();
    delay_.on_go(*limits, engine_.position(), begin);
    engine_.options().move_overhead = delay_.overhead(move_overhead_ms_);
    if (const auto rating = strength_.rating(); rating && asks_for_a_move(*limits))
        return go_with_handicap(*rating, *limits);
    if (limits->soft_nodes == 0 && !limits->infinite) limits->soft_nodes = soft_nodes_;
    if (nodes_per_ms_ > 0) limits = in_nodes(*limits, engine_.position(), nodes_per_ms_);
    reporter_->begin(engine_.position(), {.chess960 = writes_chess960(), .show_wdl = show_wdl_},
                     minimal_);
    if (debug_) output_.line("info string debug: " + engine_text());
    engine_.go(*limits);
}

bool Session::asks_for_a_move(const Limits& limits) {
    return !limits.infinite && limits.mate == 0 && limits.search_moves.empty();
}

void Session::go_with_handicap(int rating, const Limits& limits) {
    Line game(start_);
    for (const Move move : moves_) game.play(move);
    auto player = std::make_unique<Handicap>(engine_.core_path(), rating, game, limits,
                                             engine_.options().move_overhead, game_number_);
    const InfoStyle style{.chess960 = writes_chess960(), .show_wdl = show_wdl_};
    const auto started =
        handicap_search_.start(std::move(player), limits.ponder,
                               [this, root = engine_.position(), style](
                                   const HandicapAnswer& answer) { report(answer, root, style); });
    if (!started) error("go: " + started.error());
}

void Session::report(const HandicapAnswer& answer, const Position& root, const InfoStyle& style) {
    if (!answer.decision) {
        output_.line(no_move_text(root));
        return output_.line(best_move_text({}, style.chess960));
    }
    const players::Decision& decision = *answer.decision;
    const std::array pv{decision.move};
    SearchInfo info;
    info.depth = info.selective_depth = std::max(1, decision.plies);
    info.score = Score{decision.score.value_or(0)};
    info.nodes = decision.nodes;
    info.time_ms = answer.time_ms;
    info.pv = pv;
    if (decision.score) output_.line(info_text(info, root, style));
    output_.line(best_move_text({decision.move, Move::none()}, style.chess960));
    delay_.on_move(Clock::now());
}

std::string Session::engine_text() const {
    std::string text = "position " + to_fen(engine_.position()) + "; " +
                       std::to_string(engine_.threads()) + " threads, hash " +
                       std::to_string(engine_.hash_mb()) + " MB, CPU path " +
                       engine_.core_path().name;
    return text + (tablebase_ ? ", tablebases up to " + std::to_string(tablebase_->max_pieces()) +
                                    " pieces"
                              : ", no tablebases");
}

}  // namespace kibitz::uci
