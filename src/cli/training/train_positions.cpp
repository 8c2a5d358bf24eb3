#include "cli/training/train_positions.hpp"

#include <CLI/CLI.hpp>
#include <utility>

#include "cli/program/number_ranges.hpp"
#include "cli/program/parse_words.hpp"
#include "cli/training/files_of_games.hpp"
#include "train/people/net_positions.hpp"

namespace kibitz::cli {

int train_positions(std::vector<std::string> words) {
    std::string kind, games_path, folder;
    int games_to_a_file = 400;
    CLI::App app(
        "Writes the positions of people's games into files, about which tools/people asks teachers "
        "and judges. Files that are there already stay.",
        "kibitz train --kind positions");
    app.option_defaults()->always_capture_default();
    app.add_option("--kind", kind, "what to train");
    app.add_option("--data", games_path, "games of people: a PGN file, which may be compressed")
        ->required();
    app.add_option("--out", folder, "the folder of the files")->required();
    app.add_option("--games", games_to_a_file, "games to a file")->check(one_or_more());
    if (const auto exit_code = parse_words(app, std::move(words))) return *exit_code;
    return write_files_of_games(
        games_path, folder,
        [&](const std::vector<train::HumanGame>& games, const std::function<bool()>& is_stopped) {
            return train::write_position_files(games, games_to_a_file, folder, is_stopped);
        });
}

}  // namespace kibitz::cli
