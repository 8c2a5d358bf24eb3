// Games of levels for a judge of people's play: FOLDER GAMES PLAYER_FILE...
//
//   bench_people_games /tmp/games 20 characters/level-01.toml characters/level-02.toml
//
// Each player plays so many games against itself; FOLDER/NAME.ppos has their positions as
// tools/people reads them, and FOLDER/NAME.txt a line a game: its plies and how it ended.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <variant>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/random.hpp"
#include "platform/core_paths.hpp"
#include "players/human/decision.hpp"
#include "players/player_file.hpp"
#include "train/people/net_positions.hpp"

using namespace kibitz;

namespace {

constexpr std::size_t longest_game = 300;  // plies

struct Played {
    std::vector<Move> moves;
    const char* end = "unfinished";
};

Played play(const players::HumanSettings& settings, players::Analyst& analyst, std::uint64_t seed) {
    Played played;
    Line line(Position::initial());
    while (played.moves.size() < longest_game) {
        if (!has_legal_move(line.position())) {
            played.end = line.position().in_check() ? "mate" : "draw";
            break;
        }
        if (line.outcome().has_value()) {
            played.end = "draw";
            break;
        }
        const auto decision = players::decide(players::scene_of(line, seed), settings, {}, analyst);
        if (!decision || decision->resigns) {
            played.end = "resigns";
            break;
        }
        played.moves.push_back(decision->move);
        line.play(decision->move);
    }
    return played;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fputs("bench_people_games: FOLDER GAMES PLAYER_FILE...\n", stderr);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const int games = std::atoi(argv[2]);
    for (int i = 3; i < argc; ++i) {
        const auto player = players::load_player(argv[i]);
        if (!player) {
            std::fprintf(stderr, "bench_people_games: %s cannot be read\n", argv[i]);
            return 2;
        }
        const auto* human = std::get_if<players::HumanSettings>(&player->kind);
        if (human == nullptr) continue;
        const std::string name = std::filesystem::path(argv[i]).stem().string();
        std::FILE* ends = std::fopen((folder / (name + ".txt")).c_str(), "w");
        if (ends == nullptr) return 2;
        players::Analyst analyst(default_core_path());
        train::PositionFile file;
        for (int game = 0; game < games; ++game) {
            const Played played =
                play(*human, analyst, scramble(static_cast<std::uint64_t>(game + 1)));
            std::fprintf(ends, "%zu %s\n", played.moves.size(), played.end);
            train::HumanGame made;
            made.ratings = {human->people.rating, human->people.rating};
            made.moves = played.moves;
            file.add(made, static_cast<std::uint32_t>(game));
        }
        std::fclose(ends);
        if (const auto written = file.write((folder / (name + ".ppos")).string()); !written) {
            std::fprintf(stderr, "bench_people_games: %s\n", written.error().c_str());
            return 2;
        }
    }
    return 0;
}
