// TerminalGame: runs a PlaySession at a terminal or through a pipe: prompts, clocks, Ctrl-C, the
// opponent's moves, and the engine's thinking with its progress.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/engine/engine_runner.hpp"
#include "cli/play/play_session.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/terminal/line_input.hpp"
#include "cli/terminal/terminal.hpp"
#include "players/make_player.hpp"

namespace kibitz::cli {

class TerminalGame {
   public:
    // `screen` is the terminal behind standard output, `random` gives a number below its argument.
    TerminalGame(PlaySession& session, Engine& engine, const Terminal& screen,
                 std::function<int(int)> random)
        : session_(session), runner_(engine), screen_(screen), random_(std::move(random)) {}

    // Until the person leaves or input ends.
    void run();

   private:
    // Shows it, and lets the engine think if it asks for that. False ends the game.
    bool handle(Reply reply);
    SearchReport think(const SearchRequest& request);
    SearchReport think_with_engine(Limits limits);
    // The opponent of the game, made when it is first needed; null if it is the engine itself, or
    // cannot be made, which is reported.
    players::Player* opponent();
    // Asks it, and waits as long as it says that it thinks; Ctrl-C cuts that short.
    std::optional<SearchReport> ask_opponent(players::Player& opponent, const Limits& limits);
    [[nodiscard]] std::string progress_text(const SearchReport& search) const;
    // A line that the person typed, or what happened instead.
    bool handle_input();
    bool handle_interrupt();

    PlaySession& session_;
    EngineRunner runner_;
    Terminal screen_;
    LineInput input_{0};
    InterruptCounter interrupts_;
    bool showed_quit_hint_ = false;
    std::function<int(int)> random_;
    std::unique_ptr<players::Player> opponent_;
    std::string opponent_made_of_;
};

}  // namespace kibitz::cli
