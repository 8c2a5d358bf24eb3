// How the games of levels compare with people's games:
// GAMES LEVEL_GAMES PEOPLE_GAMES NODES [PLAYER_FILE...]
//
//   bench_human_figures human-games.pgn.zst 20 40 5000
//   bench_human_figures human-games.pgn.zst 20 0 5000 my-level.toml
//
// Without files, the players are the levels and beginners of the program. Each plays so many games
// against itself; from people, so many games of each band are taken that were kept apart from
// training. Both are measured alike. Kibitz's own search with so many nodes judges the moves of one
// stretch of eight plies in each game, as people-figures were made: the loss is what the score
// drops by, scores are cut at ten pawns, and a blunder loses over two.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/random.hpp"
#include "chess/see.hpp"
#include "platform/core_paths.hpp"
#include "players/built_in_players.hpp"
#include "players/human/decision.hpp"
#include "players/human/perception.hpp"
#include "players/human/technique.hpp"
#include "players/people/move_model.hpp"
#include "players/people/quick_look.hpp"
#include "players/player_file.hpp"
#include "train/people/agreement.hpp"
#include "train/people/human_moves.hpp"

using namespace kibitz;

namespace {

constexpr int cut = 1000, blunder = 200, lost_already = -700, level_game = 300;
constexpr int stretch = 8, longest_game = 400;  // plies
constexpr int endgame_pieces = 12, opening_moves = 10;
// Of a game whose end nobody announced.
enum class End : std::uint8_t { other, mate, resignation, draw };

struct Share {
    int yes = 0, of = 0;
    void add(bool is) {
        yes += is ? 1 : 0;
        ++of;
    }
    [[nodiscard]] double percent() const { return of == 0 ? std::nan("") : 100.0 * yes / of; }
};

struct Figures {
    int games = 0, plies = 0;
    std::map<End, int> ends;
    Share castled, mates, recaptures, captures, odd, best, refuted, only_moves, spite_checks;
    std::array<Share, 3> blunders;  // opening, middlegame, endgame
    double level_loss = 0;
    int level_moves = 0;
};

struct Played {
    train::HumanGame game;
    End end = End::other;
};

class Judge {
   public:
    explicit Judge(std::uint64_t nodes) : nodes_(nodes) {}

    struct Verdict {
        int best = 0, second = -cut, played = 0;
        Move best_move, reply;
    };
    Verdict judge(const players::Scene& scene, Move played) {
        Verdict verdict;
        {
            const auto& lines = search(scene.position, scene.earlier_keys, 2).lines;
            verdict.best = value(lines[0]);
            verdict.best_move = lines[0].pv[0];
            if (lines.size() > 1) verdict.second = value(lines[1]);
        }
        verdict.played = verdict.best;
        if (played == verdict.best_move) return verdict;
        const Position next = scene.position.after(played);
        if (!has_legal_move(next)) {
            verdict.played = next.in_check() ? cut : 0;
            return verdict;
        }
        std::vector<Key> keys = scene.earlier_keys;
        keys.push_back(scene.position.key());
        const auto& lines = search(next, keys, 1).lines;
        verdict.played = std::min(verdict.best, -value(lines[0]));
        verdict.reply = lines[0].pv[0];
        return verdict;
    }

   private:
    const SearchResult& search(const Position& position, const std::vector<Key>& keys, int lines) {
        return analyst_.search({.position = position,
                                .earlier_keys = keys,
                                .nodes = nodes_ * static_cast<std::uint64_t>(lines),
                                .lines = lines,
                                .moves = {}});
    }
    static int value(const SearchResult::Line& line) {
        return std::clamp(static_cast<int>(raw(line.score)), -cut, cut);
    }

    std::uint64_t nodes_;
    players::Analyst analyst_{default_core_path()};
};

// What a move is, without a search.
void count_move(const train::HumanMove& move, Figures& figures) {
    const Position& position = move.scene.position;
    const players::Surroundings around(position, move.scene.last);
    const auto moves = legal_moves(position);
    if (!players::mate_in_one(position).is_none())
        figures.mates.add(players::mates(position, move.played));
    const auto any = [&](auto is) { return std::ranges::any_of(moves, is); };
    if (any([&](Move one) { return position.is_capture(one); }))
        figures.captures.add(position.is_capture(move.played));
    const auto takes_back = [&](Move one) { return players::is_recapture(around, one); };
    if (any(takes_back)) figures.recaptures.add(takes_back(move.played));
}

// People of its rating hardly ever play it.
bool is_odd(const train::HumanMove& move) {
    constexpr double hardly = 0.01;
    const auto all = players::move_probabilities(*players::built_in_move_model(), move.scene,
                                                 move.mover(), default_core_path());
    return std::ranges::find(all, move.played, &players::MoveProbability::move)->probability <
           hardly;
}

void count_judged(const train::HumanMove& move, Judge& judge, Figures& figures) {
    const Position& position = move.scene.position;
    const auto verdict = judge.judge(move.scene, move.played);
    const int loss = verdict.best - verdict.played;
    figures.odd.add(is_odd(move));
    figures.best.add(move.played == verdict.best_move);
    if (std::abs(verdict.best) <= level_game) {
        figures.level_loss += loss;
        ++figures.level_moves;
    }
    if (verdict.best > lost_already) {
        const int phase = position.occupied().count() <= endgame_pieces ? 2
                          : position.fullmove_number() <= opening_moves ? 0
                                                                        : 1;
        figures.blunders[static_cast<std::size_t>(phase)].add(loss > blunder);
        if (loss > blunder && !verdict.reply.is_none())
            figures.refuted.add(position.after(move.played).is_capture(verdict.reply));
    }
    // Lost, and something more is given up for a check.
    constexpr int piece = 200;
    const bool is_lost = verdict.best <= lost_already;
    const Position next = position.after(move.played);
    if (is_lost && has_legal_move(next))
        figures.spite_checks.add(next.in_check() && players::capture_gain(next) >= piece);
    // Lost but for one move.
    constexpr int lost = -150;
    if (verdict.best > verdict.second + blunder && verdict.second < lost && verdict.best < -lost)
        figures.only_moves.add(move.played == verdict.best_move);
}

void count_castling(const train::HumanGame& game, Color side, Figures& figures) {
    constexpr int by_move = 20;
    Position position = Position::initial();
    int own_moves = 0;
    for (const Move move : game.moves) {
        if (position.side_to_move() == side) {
            if (++own_moves > by_move) break;
            if (move.kind() == MoveKind::castling) return figures.castled.add(true);
        }
        position.play(move);
    }
    if (own_moves >= by_move) figures.castled.add(false);
}

// `counts` says whose moves are counted.
template <class Counts>
void count_game(const Played& played, Judge& judge, SplitMix& random, Figures& figures,
                Counts counts) {
    const auto plies = static_cast<int>(played.game.moves.size());
    ++figures.games;
    figures.plies += plies;
    ++figures.ends[played.end];
    for (const Color side : {Color::white, Color::black})
        if (counts(side)) count_castling(played.game, side, figures);
    const int first =
        static_cast<int>(random.uniform() * static_cast<double>(std::max(1, plies - stretch)));
    train::for_each_choice(played.game, [&](const train::HumanMove& move) {
        if (!counts(move.scene.position.side_to_move())) return;
        const auto ply = static_cast<int>(move.scene.earlier_keys.size());
        constexpr int first_counted = 10, last_counted = 80;
        if (ply >= first_counted && ply < last_counted) count_move(move, figures);
        if (ply >= first && ply < first + stretch) count_judged(move, judge, figures);
    });
}

Played play(const players::HumanSettings& level, std::uint64_t seed, players::Analyst& analyst) {
    Played played;
    played.game.ratings.fill(level.people.rating);
    played.game.time_class = players::TimeClass::rapid;
    Line line(Position::initial());
    while (!line.outcome() && !line.claim() && line.moves().size() < longest_game) {
        const auto decision = players::decide(players::scene_of(line, seed), level, {}, analyst);
        if (decision->resigns) {
            played.end = End::resignation;
            break;
        }
        line.play(decision->move);
    }
    if (played.end != End::resignation) {
        const bool is_mate =
            line.outcome() && line.position().in_check() && !has_legal_move(line.position());
        played.end = is_mate ? End::mate : End::draw;
    }
    played.game.moves.assign(line.moves().begin(), line.moves().end());
    return played;
}

void print_head() {
    std::puts(
        "| mover | games | length | mate / resigns / draw | castled by 20 | best move | loss when "
        "level | blunders: opening | middlegame | endgame | refuted by a capture | mates in one | "
        "takes back | captures | odd moves | only moves | "
        "spite checks |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
}

std::string text(const Share& share) {
    char out[48];
    if (share.of == 0) return "-";
    std::snprintf(out, sizeof out, "%.0f %% (%d)", share.percent(), share.of);
    return out;
}

void print(const std::string& name, const Figures& figures) {
    const auto games = static_cast<double>(std::max(1, figures.games));
    const auto end = [&](End which) {
        const auto found = figures.ends.find(which);
        return found == figures.ends.end() ? 0.0 : 100.0 * found->second / games;
    };
    std::printf(
        "| %s | %d | %.1f | %.0f / %.0f / %.0f | %s | %s | %.0f (%d) | %s | %s | %s | %s | "
        "%s | %s | %s | %s | %s | %s |\n",
        name.c_str(), figures.games, figures.plies / games / 2, end(End::mate),
        end(End::resignation), end(End::draw), text(figures.castled).c_str(),
        text(figures.best).c_str(), figures.level_loss / std::max(1, figures.level_moves),
        figures.level_moves, text(figures.blunders[0]).c_str(), text(figures.blunders[1]).c_str(),
        text(figures.blunders[2]).c_str(), text(figures.refuted).c_str(),
        text(figures.mates).c_str(), text(figures.recaptures).c_str(),
        text(figures.captures).c_str(), text(figures.odd).c_str(), text(figures.only_moves).c_str(),
        text(figures.spite_checks).c_str());
    std::fflush(stdout);
}

void measure_people(const std::vector<train::HumanGame>& games, int wanted, Judge& judge) {
    constexpr int first_band = 800, last_band = 2200;
    if (wanted <= 0) return;
    std::map<int, Figures> bands;
    SplitMix random(1);
    for (const train::HumanGame& game : games) {
        if (!train::is_kept_apart(game) || game.system != players::RatingSystem::lichess) continue;
        const int band = train::band_of(game.ratings[0]);
        if (band != train::band_of(game.ratings[1]) || band < first_band || band > last_band)
            continue;
        Figures& figures = bands[band];
        if (figures.games >= wanted) continue;
        // How it ended is not in the data, but mates are on the board.
        Position position = Position::initial();
        for (const Move move : game.moves) position.play(move);
        Played played{.game = game, .end = End::other};
        if (!has_legal_move(position) && position.in_check()) played.end = End::mate;
        if (game.result == PgnResult::draw) played.end = End::draw;
        count_game(played, judge, random, figures, [](Color) { return true; });
    }
    for (const auto& [band, figures] : bands)
        print("people " + std::to_string(band) + "-" + std::to_string(band + train::band_width - 1),
              figures);
}

void measure(const players::PlayerSettings& player, int wanted, Judge& judge) {
    const auto* human = std::get_if<players::HumanSettings>(&player.kind);
    if (human == nullptr || human->people.rating == 0) return;
    players::Analyst analyst(default_core_path());
    Figures figures;
    SplitMix random(1);
    for (int game = 1; game <= wanted; ++game)
        count_game(play(*human, static_cast<std::uint64_t>(game), analyst), judge, random, figures,
                   [](Color) { return true; });
    print(player.name, figures);
}

void measure_levels(int wanted, Judge& judge) {
    for (const players::BuiltInPlayer& built_in : players::built_in_players()) {
        if (!built_in.name.starts_with("level-") && !built_in.name.starts_with("beginner-"))
            continue;
        if (const auto player = players::parse_player(built_in.toml))
            measure(*player, wanted, judge);
    }
}

bool measure_files(std::span<char*> files, int wanted, Judge& judge) {
    for (const char* file : files) {
        const auto player = players::load_player(file);
        if (!player) {
            std::fprintf(stderr, "bench_human_figures: %s: %s\n", file,
                         to_string(player.error()).c_str());
            return false;
        }
        measure(*player, wanted, judge);
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int words = 5;
    if (argc < words) {
        std::fputs("bench_human_figures: GAMES LEVEL_GAMES PEOPLE_GAMES NODES [PLAYER_FILE...]\n",
                   stderr);
        return 2;
    }
    const auto games = train::read_human_games(argv[1]);
    if (!games) {
        std::fprintf(stderr, "bench_human_figures: %s\n", games.error().c_str());
        return 2;
    }
    Judge judge(static_cast<std::uint64_t>(std::max(1, std::atoi(argv[4]))));
    print_head();
    measure_people(*games, std::atoi(argv[3]), judge);
    const int level_games = std::atoi(argv[2]);
    if (argc == words) {
        measure_levels(level_games, judge);
        return 0;
    }
    const std::span files(argv + words, static_cast<std::size_t>(argc - words));
    return measure_files(files, level_games, judge) ? 0 : 2;
}
