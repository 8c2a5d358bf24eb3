#include "cli/measure/calibration_files.hpp"

#include <algorithm>

#include "platform/paths.hpp"
#include "players/player_file.hpp"

namespace kibitz::cli {

namespace {

constexpr int longest_game = 200;  // moves; a game that is not won in so many is drawn

}  // namespace

std::expected<RatedFile, std::string> load_rated_file(const std::string& file) {
    auto player = players::load_player(path_of(file));
    if (!player) return std::unexpected(file + ": " + to_string(player.error()));
    return RatedFile{file, *std::move(player)};
}

std::expected<std::vector<RatedFile>, std::string> load_rated_files(
    const std::vector<std::string>& files) {
    std::vector<RatedFile> loaded;
    for (const std::string& file : files) {
        auto one = load_rated_file(file);
        if (!one) return std::unexpected(one.error());
        if (!one->player.rating)
            return std::unexpected(file + ": rating: is missing; a guess will do");
        loaded.push_back(*std::move(one));
    }
    if (loaded.size() < 2) return std::unexpected("name at least two players' files");
    std::ranges::sort(loaded, {}, [](const RatedFile& f) { return *f.player.rating; });
    return loaded;
}

std::vector<std::string> calibration_words(const std::vector<RatedFile>& files, int rounds,
                                           std::uint64_t seed) {
    std::vector<std::string> words = {
        "-tournament", "neighbours", "-rounds", std::to_string(rounds), "-games",
        std::to_string(calibration_games), "-maxmoves", std::to_string(longest_game), "-recover",
        "-srand", std::to_string(seed),
        // A queen's worth ahead, as both think: it is over.
        "-resign", "movecount=4", "score=1000", "twosided=true"};
    for (const RatedFile& file : files)
        words.insert(words.end(), {"-engine", "player=" + file.file});
    return words;
}

}  // namespace kibitz::cli
