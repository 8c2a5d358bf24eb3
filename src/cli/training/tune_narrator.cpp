#include "cli/training/tune_narrator.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/terminal/time_text.hpp"

namespace kibitz::cli {

void TuneNarrator::show(const train::TunerState& state) {
    const std::uint64_t iteration = state.spsa.iteration();
    const bool is_last = iteration == options_.spsa.iterations;
    if (!is_last && iteration > state.resumed_from && !line_.is_due()) return;
    std::string line = "iteration " + std::to_string(iteration) + " of " +
                       std::to_string(options_.spsa.iterations) + ", " +
                       std::to_string(state.tally.wins + state.tally.draws + state.tally.losses) +
                       " games";
    const std::uint64_t here = iteration - state.resumed_from;
    if (here > 0 && !is_last) {
        const auto spent =
            std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_).count();
        const auto missing = static_cast<std::int64_t>(options_.spsa.iterations - iteration);
        line += ", " + duration_text(spent * missing / static_cast<std::int64_t>(here)) + " left";
    }
    if (const auto farthest = farthest_of(state.spsa); !farthest.empty())
        line += "; farthest " + farthest;
    if (is_last)
        line_.say(line);
    else
        line_.show(line);
}

std::string TuneNarrator::farthest_of(const train::Spsa& spsa) const {
    double most = 0;
    std::string text;
    for (std::size_t i = 0; i < options_.parameters.size(); ++i) {
        const train::SpsaParameter& start = options_.parameters[i];
        const double steps = (spsa.parameters()[i].value - start.value) / start.step;
        if (std::abs(steps) <= most) continue;
        most = std::abs(steps);
        text =
            fmt::format("{} {:.1f} ({:+.1f} steps)", start.name, spsa.parameters()[i].value, steps);
    }
    return text;
}

}  // namespace kibitz::cli
