#include "cli/training/files_of_games.hpp"

#include <cstdio>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"

namespace kibitz::cli {

int write_files_of_games(const std::string& games_path, const std::string& folder,
                         const WriteFilesOfGames& write) {
    const auto games = train::read_human_games(games_path);
    if (!games) return fail("train", games.error(), exit_failure);
    const std::atomic<bool>& stop = catch_stop_signals();
    const auto files = write(*games, [&stop] { return stop.load(); });
    if (!files) return fail("train", files.error(), exit_failure);
    std::printf("%s: %d files written, %d were there\n", folder.c_str(), files->written,
                files->already_there);
    return exit_ok;
}

}  // namespace kibitz::cli
