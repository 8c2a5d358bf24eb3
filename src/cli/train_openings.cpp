#include "cli/train_openings.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

#include "cli/exit_codes.hpp"
#include "cli/fail.hpp"
#include "cli/number_ranges.hpp"
#include "cli/parse_words.hpp"
#include "platform/files.hpp"
#include "train/people/opening_table.hpp"

namespace kibitz::cli {

int train_openings(std::vector<std::string> words) {
    std::string kind, games_path, table_path;
    train::OpeningTableOptions options;
    CLI::App app("Counts what people of each rating open with; docs/players.md explains it.",
                 "kibitz train --kind openings");
    app.option_defaults()->always_capture_default();
    app.add_option("--kind", kind, "what to train");
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
    const auto written = write_file(table_path, train::opening_table(*games, options));
    if (!written) return fail("train", written.error(), exit_failure);
    return exit_ok;
}

}  // namespace kibitz::cli
