#include "cli/training/train_searches.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/parse_words.hpp"
#include "cli/terminal/live_line.hpp"
#include "platform/core_paths.hpp"
#include "platform/files.hpp"
#include "train/people/search_weights.hpp"

namespace kibitz::cli {

namespace {

struct SearchArguments {
    std::string kind, games, model, out;
    train::SearchedSample sample;
};

std::vector<train::SearchedPosition> searched_positions(const std::vector<train::HumanGame>& games,
                                                        players::Analyst& analyst,
                                                        const train::SearchedSample& sample,
                                                        const char* which) {
    const std::atomic<bool>& stop = catch_stop_signals();
    LiveLine line = LiveLine::beside_result(std::chrono::seconds(1));
    auto made = train::search_positions(games, analyst, sample, [&](std::size_t positions) {
        if (line.is_due())
            line.show(std::to_string(positions) + " positions of games " + which + " searched");
        return stop.load();
    });
    line.erase();
    return made;
}

void print_agreement(const std::map<int, train::SearchedAgreement>& bands) {
    std::puts("| rating | positions | log p without a search | with it |\n|---|---|---|---|");
    for (const auto& [rating, band] : bands)
        std::printf("| %d | %zu | %.3f | %.3f |\n", rating, band.positions, band.before,
                    band.after);
}

int fit_searches(const SearchArguments& arguments) {
    const auto file = read_file(arguments.model);
    if (!file) return fail("train", file.error(), exit_failure);
    const auto model = players::MoveModel::read(*file);
    if (!model) return fail("train", arguments.model + ": " + model.error(), exit_failure);
    const auto games = train::read_human_games(arguments.games);
    if (!games) return fail("train", games.error(), exit_failure);

    players::Analyst analyst(default_core_path(), nullptr, &*model);
    const auto learned = searched_positions(*games, analyst, arguments.sample, "to learn from");
    constexpr int judged_share = 4;       // as many for each one judged
    constexpr double more_of_a_game = 4;  // times, since fewer games are kept apart
    train::SearchedSample apart = arguments.sample;
    apart.kept_apart = true;
    apart.positions_in_band = std::max(1, apart.positions_in_band / judged_share);
    apart.share = std::min(1.0, apart.share * more_of_a_game);
    const auto judged = searched_positions(*games, analyst, apart, "kept apart");
    if (catch_stop_signals().load()) return fail("train", "stopped: nothing written", exit_failure);

    const auto weights = train::fit_search_weights(learned);
    print_agreement(train::agreement_with(weights, judged));
    const auto made = players::with_search_weights(*file, weights);
    if (const auto written = write_file(arguments.out, {std::span(made)}); !written)
        return fail("train", written.error(), exit_failure);
    std::printf("%s: %zu positions learned from\n", arguments.out.c_str(), learned.size());
    return exit_ok;
}

}  // namespace

int train_searches(std::vector<std::string> words) {
    SearchArguments arguments;
    CLI::App app(
        "Fits what people of each rating make of what a search shows of their moves, and writes it "
        "into a copy of the move model. Prints how probable people's moves are with and without "
        "it, "
        "in games kept apart.",
        "kibitz train --kind searches");
    app.option_defaults()->always_capture_default();
    app.add_option("--kind", arguments.kind, "what to train");
    app.add_option("--data", arguments.games,
                   "games of people: a PGN file, which may be compressed")
        ->required();
    app.add_option("--model", arguments.model, "the model's file")->required();
    app.add_option("--out", arguments.out, "the file of the new model")->required();
    app.add_option("--positions", arguments.sample.positions_in_band,
                   "learned from of each 200 rating points, at most")
        ->check(one_or_more());
    app.add_option("--share", arguments.sample.share, "of the positions of a game")
        ->check(CLI::Range(0.0, 1.0));
    app.add_option("--nodes", arguments.sample.nodes, "searched for each position")
        ->check(one_or_more());
    app.footer(
        "\nExample:\n"
        "  kibitz train --kind searches --data human-games.pgn.zst --model people.moves "
        "--out people-5.moves");
    if (const auto exit_code = parse_words(app, std::move(words))) return *exit_code;
    return fit_searches(arguments);
}

}  // namespace kibitz::cli
