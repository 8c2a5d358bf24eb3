#include "cli/training/train_positions.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/parse_words.hpp"
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
    const auto games = train::read_human_games(games_path);
    if (!games) return fail("train", games.error(), exit_failure);
    const std::atomic<bool>& stop = catch_stop_signals();
    const auto files = train::write_position_files(*games, games_to_a_file, folder,
                                                   [&stop] { return stop.load(); });
    if (!files) return fail("train", files.error(), exit_failure);
    std::printf("%s: %d files written, %d were there\n", folder.c_str(), files->written,
                files->already_there);
    return exit_ok;
}

}  // namespace kibitz::cli
