// The commands that need the training's modules, in a build without them (KIBITZ_TRAINING=OFF).
#include "cli/lab/lab_tune.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/left_out.hpp"

namespace kibitz::cli {

namespace {
void leave_out(Program& program, const char* name) {
    add_left_out_command(program, name, "training", HowToGet::run_script);
}
}  // namespace

void add_puzzles_command(Program& program) { leave_out(program, "puzzles"); }
void add_datagen_command(Program& program) { leave_out(program, "datagen"); }
void add_data_command(Program& program) { leave_out(program, "data"); }
void add_train_command(Program& program) { leave_out(program, "train"); }
void add_tune_command(Program& program) { leave_out(program, "tune"); }
// Below kibitz lab, in whose list a command that is not there need not stand.
void add_lab_tune_command(Program&, CLI::App&) {}
void add_tune_eval_command(Program& program) { leave_out(program, "tune-eval"); }
void add_fit_score_model_command(Program& program) { leave_out(program, "fit-score-model"); }

}  // namespace kibitz::cli
