#include "uci_front/front.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <system_error>
#include <utility>

#include "chess/uci_move.hpp"
#include "uci_front/protocol.hpp"

namespace kibitz::uci {

namespace {

constexpr std::int64_t usual_overhead_ms = 10;  // enough for programs on one machine
constexpr std::int64_t most_overhead_ms = 5000;

std::string move_text(Move move, bool chess960) {
    return move.is_none() ? "no move" : to_uci(move, chess960);
}

}  // namespace

struct Front::Command {
    std::string_view name;
    void (Front::*act)(std::string_view rest);
};

Front::Front(EngineInfo info, BestMove best_move, Search::Sink sink)
    : info_(std::move(info)),
      best_move_(std::move(best_move)),
      sink_(std::move(sink)),
      move_overhead_ms_(usual_overhead_ms) {
    add_own_options();
}

Front::~Front() { bring_to_rest(); }

bool Front::handle(std::string_view line) {
    static constexpr std::array<Command, 11> commands{{
        {"uci", &Front::on_uci},
        {"isready", &Front::on_is_ready},
        {"ucinewgame", &Front::on_new_game},
        {"position", &Front::on_position},
        {"go", &Front::on_go},
        {"stop", &Front::on_stop},
        {"ponderhit", &Front::on_ponder_hit},
        {"setoption", &Front::on_set_option},
        {"debug", &Front::on_debug},
        {"register", &Front::on_register},
        {"quit", &Front::on_quit},
    }};
    const auto found = find_command(line, protocol_commands());
    if (!found) {
        error(found.error().text);
        return true;
    }
    const auto* const command = std::ranges::find(commands, found->name, &Command::name);
    if (command != commands.end()) (this->*command->act)(found->rest);
    return !over_;
}

bool Front::finish(std::chrono::milliseconds patience) {
    if (search_) search_->stop();
    std::unique_lock lock(mutex_);
    return rests_.wait_for(lock, patience, [this] { return !thinks_; });
}

void Front::bring_to_rest() {
    if (search_) search_->stop();
    if (thread_.joinable()) thread_.join();
}

void Front::add_own_options() {
    // A GUI may only let an engine ponder that has this option; when to ponder, `go` says.
    info_.options.add_check("Ponder", false, [](bool) {});
    info_.options.add_check("UCI_Chess960", false, [this](bool on) { chess960_ = on; });
    info_.options.add_spin("Move Overhead", usual_overhead_ms, 0, most_overhead_ms,
                           [this](std::int64_t ms) -> std::expected<void, std::string> {
                               move_overhead_ms_ = ms;
                               return {};
                           });
}

void Front::on_uci(std::string_view) {
    write("id name " + info_.name);
    write("id author " + info_.author);
    for (const std::string& line : info_.options.announcements()) write(line);
    write("uciok");
}

void Front::on_is_ready(std::string_view) { write("readyok"); }

void Front::on_new_game(std::string_view) {
    bring_to_rest();
    if (info_.on_new_game) info_.on_new_game();
}

void Front::on_position(std::string_view rest) {
    const auto position = parse_position(rest);
    if (!position) return error(position.error().text);
    game_ = Line(position->start);
    for (const Move move : position->moves) game_.play(move);
}

void Front::on_go(std::string_view rest) {
    const auto go = parse_go(rest);
    if (!go) return error(go.error().text);
    const auto limits = resolve_limits(*go, game_.position());
    if (!limits) return error(limits.error().text);
    bring_to_rest();
    const bool chess960 = chess960_ || game_.position().needs_chess960_notation();
    search_ = std::make_unique<Search>(game_, *limits, move_overhead_ms_, chess960,
                                       [this](std::string_view line) { write(line); });
    thinks_ = true;
    try {
        thread_ = std::jthread([this, game = game_, chess960] { think(game, *search_, chess960); });
    } catch (const std::system_error& refused) {
        thinks_ = false;
        error(std::string("go: the system refuses a thread: ") + refused.what());
    }
}

void Front::think(const Line& game, Search& search, bool chess960) {
    std::string text = "bestmove (none)";
    if (search.moves().empty()) {
        write(game.position().in_check() ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
        search.wait_until_due();
    } else {
        const Answer answer = answer_of(game, search);
        // Some programs want to see a score with every move.
        if (!search.has_reported()) search.report({.line = {answer.move}});
        search.wait_until_due();
        text = "bestmove " + to_uci(answer.move, chess960);
        if (game.position().after(answer.move).is_legal(answer.ponder))
            text += " ponder " + to_uci(answer.ponder, chess960);
    }
    // The other side may send the next `go` as soon as it has read this line.
    write(text);
    const std::lock_guard lock(mutex_);
    thinks_ = false;
    rests_.notify_all();
}

Answer Front::answer_of(const Line& game, Search& search) {
    std::string problem;
    try {
        const Answer answer = best_move_(game, search);
        if (search.moves().contains(answer.move)) return answer;
        problem = "answered " + move_text(answer.move, false) + ", which is not to be played here";
    } catch (const std::exception& thrown) {
        problem = std::string("failed: ") + thrown.what();
    } catch (...) {
        problem = "failed: it threw something that is no std::exception";
    }
    const Move reported = search.reported_move();
    const Move instead = reported.is_none() ? search.moves()[0] : reported;
    error("the search " + problem + "; " + move_text(instead, false) + " is played instead");
    return instead;
}

void Front::on_stop(std::string_view) {
    if (search_) search_->stop();
}

void Front::on_ponder_hit(std::string_view) {
    if (!search_ || !search_->ponderhit()) error("ponderhit: there is no search that ponders");
}

void Front::on_set_option(std::string_view rest) {
    const auto command = parse_set_option(rest);
    if (!command) return error(command.error().text);
    bring_to_rest();
    if (auto set = info_.options.set(command->name, command->value); !set) error(set.error());
}

void Front::on_debug(std::string_view rest) {
    if (auto on = parse_debug(rest); !on) error(on.error().text);
}

void Front::on_quit(std::string_view) {
    on_stop({});
    over_ = true;
}

void Front::write(std::string_view line) {
    // A line end in a text of the search's cannot form a line of its own.
    std::string whole(line);
    std::ranges::replace_if(whole, [](char c) { return c == '\r' || c == '\n'; }, ' ');
    const std::lock_guard lock(sink_mutex_);
    sink_(whole);
}

void Front::error(std::string_view text) { write("info string error: " + std::string(text)); }

}  // namespace kibitz::uci
