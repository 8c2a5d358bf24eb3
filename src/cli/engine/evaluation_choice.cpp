#include "cli/engine/evaluation_choice.hpp"

#include "platform/networks.hpp"

namespace kibitz::cli {

std::expected<EvaluationChoice, std::string> choose_evaluation(const std::string& wanted) {
    if (wanted == "classical") return EvaluationChoice{.network = nullptr, .name = wanted};
    if (wanted == "default")
        return EvaluationChoice{.network = builtin_network().network,
                                .name = "the built-in network"};
    auto loaded = load_network(wanted);
    if (!loaded) return std::unexpected(loaded.error());
    return EvaluationChoice{.network = std::move(loaded->network), .name = wanted};
}

void add_evaluation_option(CLI::App& app, std::string& wanted) {
    app.add_option("--eval-file", wanted, "a network, default, or classical (hand-crafted)")
        ->option_text("FILE");
}

}  // namespace kibitz::cli
