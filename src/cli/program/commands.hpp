// The commands of `kibitz`: each adds itself, with its options, to the program.
#pragma once

#include "cli/program/program.hpp"

namespace kibitz::cli {

// These are for people who play and look at games.
void add_play_command(Program& program);
void add_analyse_command(Program& program);
void add_why_command(Program& program);
void add_diagram_command(Program& program);
void add_eval_command(Program& program);
void add_player_command(Program& program);
void add_pgn_command(Program& program);
void add_puzzles_command(Program& program);
void add_letter_command(Program& program);
void add_ledger_command(Program& program);

// Servers and bots.
void add_serve_command(Program& program);
void add_admin_command(Program& program);
void add_bot_command(Program& program);
void add_experiment_command(Program& program);

// Engines and matches.
void add_uci_command(Program& program);
void add_match_command(Program& program);
void add_lab_command(Program& program);
void add_sprt_command(Program& program);
void add_calibrate_command(Program& program);
void add_perft_command(Program& program);
// bench, speedtest, compiler and license: single lines of the UCI protocol.
void add_uci_line_commands(Program& program);

// Training and tuning.
void add_datagen_command(Program& program);
void add_data_command(Program& program);
void add_train_command(Program& program);
void add_tune_command(Program& program);
void add_tune_eval_command(Program& program);
void add_fit_score_model_command(Program& program);

// These install the program for a shell and for man(1); they are written from the commands above.
void add_completion_command(Program& program);
void add_man_pages_command(Program& program);

}  // namespace kibitz::cli
