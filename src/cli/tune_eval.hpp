// `kibitz tune-eval` and `kibitz fit-score-model`: the parameters of the classical evaluation
// and of the score model, from games.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Return the exit code.
int run_tune_eval_command(int argc, char** argv);
int run_fit_score_model_command(int argc, char** argv);

}  // namespace kibitz::cli
