#include "cli/evaluation_choice.hpp"

#include "engine/eval/nnue/embedded_network.hpp"
#include "train/atomic_file.hpp"

namespace kibitz::cli {

namespace {

std::expected<EvaluationChoice, std::string> load(const std::string& name,
                                                  std::span<const std::byte> file) {
    auto network = nnue::Network::load(file);
    if (!network) return std::unexpected(name + ": " + to_string(network.error()));
    return EvaluationChoice{.network = *std::move(network), .name = name};
}

}  // namespace

std::expected<EvaluationChoice, std::string> choose_evaluation(const std::string& wanted) {
    if (wanted == "classical") return EvaluationChoice{.network = nullptr, .name = wanted};
    if (wanted == "default") return load("the built-in network", nnue::embedded_network());
    const auto file = train::read_file(wanted);
    if (!file) return std::unexpected(file.error());
    return load(wanted, *file);
}

}  // namespace kibitz::cli
