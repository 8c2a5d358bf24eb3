#include "cli/training/train_samples.hpp"

#include <CLI/CLI.hpp>
#include <utility>

#include "cli/program/number_ranges.hpp"
#include "cli/program/parse_words.hpp"
#include "cli/training/files_of_games.hpp"
#include "train/people/sample_file.hpp"

namespace kibitz::cli {

int train_samples(std::vector<std::string> words) {
    std::string kind, games_path, folder;
    int games_to_a_file = 400;
    double share = 0.5;
    CLI::App app(
        "Writes positions of people's games as the move model reads them into files, from which "
        "`kibitz train --kind people` learns. Files that are there already stay.",
        "kibitz train --kind samples");
    app.option_defaults()->always_capture_default();
    app.add_option("--kind", kind, "what to train");
    app.add_option("--data", games_path,
                   "games of people with their ratings: a PGN file, which may be compressed. A "
                   "tenth of the games, by a hash, is marked: it judges and is not learned from")
        ->required();
    app.add_option("--out", folder, "the folder of the files")->required();
    app.add_option("--games", games_to_a_file, "games to a file")->check(one_or_more());
    app.add_option("--share", share, "of the positions, by a hash")->check(CLI::Range(0.0, 1.0));
    if (const auto exit_code = parse_words(app, std::move(words))) return *exit_code;
    return write_files_of_games(
        games_path, folder,
        [&](const std::vector<train::HumanGame>& games, const std::function<bool()>& is_stopped) {
            return train::write_sample_files(games, games_to_a_file, share, folder, is_stopped);
        });
}

}  // namespace kibitz::cli
