// A kind of `kibitz train` that counts the opening moves of people's games into a table.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/parse_words.hpp"
#include "platform/files.hpp"
#include "train/people/human_games.hpp"

namespace kibitz::cli {

// Returns the exit code. `make_table` makes the text of the table from the games and the options.
template <class Options, class MakeTable>
int train_table(std::vector<std::string> words, const std::string& kind, const char* description,
                MakeTable make_table) {
    std::string given_kind, games_path, table_path;
    Options options;
    CLI::App app(description, "kibitz train --kind " + kind);
    app.option_defaults()->always_capture_default();
    app.add_option("--kind", given_kind, "what to train");
    app.add_option("--data", games_path, "games of people: a PGN file, which may be compressed")
        ->required();
    app.add_option("--out", table_path, "the file of the table")->required();
    app.add_option("--plies", options.plies, "how far from the start")->check(one_or_more());
    app.add_option("--games", options.least_games,
                   "list the moves of positions that so many games reached")
        ->check(one_or_more());
    app.add_option("--times", options.least_of_a_move, "that were played so often")
        ->check(one_or_more());
    if (const auto exit_code = parse_words(app, std::move(words))) return *exit_code;
    const auto games = train::read_human_games(games_path);
    if (!games) return fail("train", games.error(), exit_failure);
    const auto written = write_file(table_path, make_table(*games, options));
    if (!written) return fail("train", written.error(), exit_failure);
    return exit_ok;
}

}  // namespace kibitz::cli
