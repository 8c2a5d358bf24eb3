#include "cli/training/train_samples.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/parse_words.hpp"
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
    const auto games = train::read_human_games(games_path);
    if (!games) return fail("train", games.error(), exit_failure);
    const std::atomic<bool>& stop = catch_stop_signals();
    const auto files = train::write_sample_files(*games, games_to_a_file, share, folder,
                                                 [&stop] { return stop.load(); });
    if (!files) return fail("train", files.error(), exit_failure);
    std::printf("%s: %d files written, %d were there\n", folder.c_str(), files->written,
                files->already_there);
    return exit_ok;
}

}  // namespace kibitz::cli
