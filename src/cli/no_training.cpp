// The commands that need the training's modules, in a build without them (KIBITZ_TRAINING=OFF).
#include "cli/lab/lab_tune.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/left_out.hpp"

namespace kibitz::cli {

namespace {
constexpr const char* training = "training";
}  // namespace

void add_puzzles_command(Program& program) { add_left_out_command(program, "puzzles", training); }
void add_datagen_command(Program& program) { add_left_out_command(program, "datagen", training); }
void add_data_command(Program& program) { add_left_out_command(program, "data", training); }
void add_train_command(Program& program) { add_left_out_command(program, "train", training); }
void add_tune_command(Program& program) { add_left_out_command(program, "tune", training); }
// Below kibitz lab, in whose list a command that is not there need not stand.
void add_lab_tune_command(Program&, CLI::App&) {}
void add_tune_eval_command(Program& program) {
    add_left_out_command(program, "tune-eval", training);
}
void add_fit_score_model_command(Program& program) {
    add_left_out_command(program, "fit-score-model", training);
}

}  // namespace kibitz::cli
