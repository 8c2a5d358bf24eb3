#include "cli/play/terminal_game.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "cli/terminal/paint.hpp"
#include "cli/terminal/score_text.hpp"
#include "platform/clock.hpp"
#include "players/built_in_players.hpp"
#include "uci/external_player.hpp"

namespace kibitz::cli {
namespace {

// Progress appears once a search takes longer: most are over before.
constexpr std::int64_t silent_ms = 300;
constexpr int moves_of_progress = 4;
// The engine's time for a move in a game without clocks.
constexpr std::int64_t time_without_clock_ms = 5'000;

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

void TerminalGame::run() {
    bool goes_on = handle(session_.begin(now_ms()));
    while (goes_on) {
        if (screen_.is_terminal) print(Paint(screen_.has_colours).bold(session_.prompt()));
        goes_on = handle_input();
    }
}

bool TerminalGame::handle_input() {
    // A Ctrl-C that comes just before the wait begins does not end it, so it is looked for now
    // and then.
    constexpr std::int64_t interrupt_check_ms = 100;
    for (;;) {
        const std::int64_t to_flag = session_.time_to_flag(now_ms()).value_or(interrupt_check_ms);
        switch (input_.wait(std::min(to_flag, interrupt_check_ms))) {
            case InputEvent::line:
                showed_quit_hint_ = false;
                return handle(session_.enter(input_.line(), now_ms()));
            case InputEvent::timeout: {
                if (interrupts_.count() > 0) return handle_interrupt();
                Reply reply = session_.tick(now_ms());
                if (reply.text.empty()) continue;
                if (screen_.is_terminal) print("\n");
                return handle(std::move(reply));
            }
            case InputEvent::interrupted:
                if (interrupts_.count() == 0) continue;  // another signal
                return handle_interrupt();
            case InputEvent::end:
                if (screen_.is_terminal) print("\n");
                (void)handle(session_.end_of_input());
                return false;
        }
    }
}

// Ctrl-C where a move is awaited: it may have been meant for the engine, so the first one only
// explains.
bool TerminalGame::handle_interrupt() {
    interrupts_.reset();
    if (screen_.is_terminal) print("\n");
    if (showed_quit_hint_) {
        (void)handle(session_.end_of_input());
        return false;
    }
    print("To leave type `quit` or press Ctrl-C again; the game is kept.\n");
    showed_quit_hint_ = true;
    return true;
}

bool TerminalGame::handle(Reply reply) {
    for (;;) {
        print(reply.text);
        if (reply.leave) return false;
        if (!reply.think) return true;
        reply = session_.finish_search(think(*reply.think), now_ms());
    }
}

SearchReport TerminalGame::think(const SearchRequest& request) {
    if (request.purpose == SearchPurpose::move)
        if (players::Player* const player = opponent())
            if (auto search = ask_opponent(*player, request.limits)) return *std::move(search);
    return think_with_engine(request.limits);
}

players::Player* TerminalGame::opponent() {
    const GameRecord& record = session_.record();
    const std::string& wanted = record.settings().opponent;
    const bool is_new = wanted != opponent_made_of_;
    if (is_new) {
        opponent_made_of_ = wanted;
        opponent_.reset();
        const auto settings = players::find_player(wanted);
        players::PlayerResources resources = players::default_resources();
        resources.make_external = make_external_player;
        auto made = settings ? players::make_player(*settings, resources)
                             : std::unexpected(settings.error());
        if (!made)
            print(made.error() + ". The engine plays instead.\n");
        else if (!std::holds_alternative<players::EngineSettings>(settings->kind))
            opponent_ = *std::move(made);
    }
    constexpr int many_games = 1'000'000'000;
    if (opponent_ && (is_new || record.line().moves().size() < color_count))
        (void)opponent_->new_game(static_cast<std::uint64_t>(random_(many_games)));
    return opponent_.get();
}

std::optional<SearchReport> TerminalGame::ask_opponent(players::Player& opponent,
                                                       const Limits& limits) {
    const Line& line = session_.record().line();
    interrupts_.reset();
    const std::int64_t began = now_ms();
    const auto choice = opponent.choose({line, limits}, {}, {});
    if (!choice) {
        print(choice.error().text + ". The engine plays instead.\n");
        return std::nullopt;
    }
    constexpr std::int64_t interrupt_check_ms = 50;
    const auto over = [&] {
        return !screen_.is_terminal || interrupts_.count() > 0 ||
               now_ms() - began >= choice->time_ms;
    };
    while (!over()) std::this_thread::sleep_for(std::chrono::milliseconds(interrupt_check_ms));
    interrupts_.reset();
    SearchReport search{.move = choice->move,
                        .lines = {},
                        .depth = choice->depth,
                        .nodes = choice->nodes,
                        .time_ms = choice->time_ms,
                        .move_in_hand = {},
                        .words = choice->thoughts,
                        .resigns = choice->resigns,
                        .offers_draw = choice->offers_draw};
    if (choice->score) search.lines.push_back({*choice->score, {choice->move}});
    return search;
}

SearchReport TerminalGame::think_with_engine(Limits limits) {
    const bool limited = limits.has_clock || limits.nodes > 0 || limits.move_time > 0;
    if (!limited) limits.move_time = time_without_clock_ms;
    const Line& line = session_.record().line();
    interrupts_.reset();
    bool shown = false;
    const std::int64_t began = now_ms();
    SearchReport search =
        runner_.think(line.start(), line.moves(), limits, [&](const SearchReport& now) {
            if (screen_.is_terminal && now_ms() - began >= silent_ms) {
                print(std::string(erase_line) + progress_text(now));
                shown = true;
            }
            return interrupts_.count() == 0;
        });
    if (shown) print(erase_line);
    interrupts_.reset();
    return search;
}

std::string TerminalGame::progress_text(const SearchReport& search) const {
    const Position& position = session_.record().position();
    std::string text = "  thinking, " + std::to_string(search.depth) + " half-moves deep";
    if (!search.lines.empty() && !search.lines.front().moves.empty()) {
        const ReportedLine& best = search.lines.front();
        text += ": " + line_text(position, best.moves, moves_of_progress) + " (" +
                score_text(for_white(best.score, position.side_to_move())) + ")";
    }
    if (!search.move_in_hand.is_none() && position.is_legal(search.move_in_hand))
        text += ", now " + to_san(position, search.move_in_hand);
    text += "   Ctrl-C: play now";
    // A line that wraps cannot be erased.
    const auto most = static_cast<std::size_t>(screen_.width - 1);
    return text.size() > most ? text.substr(0, most) : text;
}

}  // namespace kibitz::cli
