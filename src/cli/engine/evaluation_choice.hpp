// Which evaluation a command uses: --eval-file FILE | classical | default. "classical" is the
// hand-crafted evaluation.
#pragma once

#include <CLI/CLI.hpp>
#include <expected>
#include <memory>
#include <string>

#include "engine/eval/nnue/network.hpp"

namespace kibitz::cli {

struct EvaluationChoice {
    std::shared_ptr<const nnue::Network> network;  // none: the hand-crafted evaluation
    std::string name;                              // for people and logs
};

// "default" is the network in the program. The error names the file and what is wrong with it.
std::expected<EvaluationChoice, std::string> choose_evaluation(const std::string& wanted);

void add_evaluation_option(CLI::App& app, std::string& wanted);

}  // namespace kibitz::cli
