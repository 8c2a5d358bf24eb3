// TerminalGame: runs a PlaySession at a terminal or through a pipe: prompts, clocks, Ctrl-C, and
// the engine's thinking with its progress.
#pragma once

#include "cli/engine_runner.hpp"
#include "cli/interrupts.hpp"
#include "cli/line_input.hpp"
#include "cli/play/play_session.hpp"
#include "cli/terminal.hpp"

namespace kibitz::cli {

class TerminalGame {
   public:
    // `screen` is the terminal behind standard output.
    TerminalGame(PlaySession& session, Engine& engine, const Terminal& screen)
        : session_(session), runner_(engine), screen_(screen) {}

    // Until the person leaves or input ends.
    void run();

   private:
    // Shows it, and lets the engine think if it asks for that. False ends the game.
    bool handle(Reply reply);
    Thought think(const ThinkRequest& request);
    [[nodiscard]] std::string progress_text(const Thought& thought) const;
    // A line that the person typed, or what happened instead.
    bool handle_input();
    bool handle_interrupt();

    PlaySession& session_;
    EngineRunner runner_;
    Terminal screen_;
    LineInput input_{0};
    InterruptCounter interrupts_;
    bool was_told_how_to_leave_ = false;
};

}  // namespace kibitz::cli
