// How well the move model, the levels and the engine predict the moves of people: GAMES [SHARE]
//
//   bench_human_likeness human-games.pgn.zst            the model alone, on a fifth of the moves
//   bench_human_likeness human-games.pgn.zst 1          on all of them
//   bench_human_likeness human-games.pgn.zst 0.2 150    and, on 150 positions of a band, what
//                                                       the levels and the engine are worth
//   bench_human_likeness human-games.pgn.zst 0.2 0 FOLDER   and, for tools/people/judge.py, the
//                        judged positions and what the model says of the moves that were played
//
// Judged are moves 6 to 40 of the games kept apart from training, where there was a choice. The
// model is asked as levels ask it, with a search of the usual moves.
// "Others'" columns leave out the moves of players from whose personal archives the games are.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chess/random.hpp"
#include "platform/core_paths.hpp"
#include "players/human/decision.hpp"
#include "players/levels.hpp"
#include "players/people/move_model.hpp"
#include "train/people/agreement.hpp"
#include "train/people/human_moves.hpp"
#include "train/people/net_positions.hpp"

using namespace kibitz;

namespace {

constexpr int first_band = 600, last_band = 2200;

struct Judged {
    train::Agreement all, others;
};

// A position with what each predictor says of its moves, in the model's order.
struct Compared {
    std::size_t played = 0;
    std::vector<double> model;         // probabilities
    std::vector<double> level;         // shares of the games in which the level plays it
    std::vector<double> engine_score;  // centipawns
};

// A mixture of a level, the engine's scores as probabilities, and any move at all.
struct Mixture {
    double level = 0, engine = 0, temperature = 100;
    double log_likelihood = -std::numeric_limits<double>::infinity();
};

double mean_log_likelihood(const std::vector<Compared>& positions, const Mixture& mixture) {
    double sum = 0;
    for (const Compared& one : positions) {
        const double most = *std::ranges::max_element(one.engine_score);
        double all = 0;
        for (const double score : one.engine_score)
            all += std::exp((score - most) / mixture.temperature);
        const double engine =
            std::exp((one.engine_score[one.played] - most) / mixture.temperature) / all;
        const double any = 1 / static_cast<double>(one.level.size());
        sum += std::log(mixture.level * one.level[one.played] + mixture.engine * engine +
                        (1 - mixture.level - mixture.engine) * any);
    }
    return sum / static_cast<double>(positions.size());
}

// Fitted to the very positions that it is judged by: better than it could be elsewhere.
Mixture best_mixture(const std::vector<Compared>& positions) {
    constexpr double step = 0.05, least_rest = 0.02;
    Mixture best;
    for (const double temperature : {15, 25, 40, 60, 90, 130, 200})
        for (double level = 0; level < 1; level += step)
            for (double engine = 0; level + engine <= 1 - least_rest; engine += step) {
                Mixture mixture{.level = level, .engine = engine, .temperature = temperature};
                mixture.log_likelihood = mean_log_likelihood(positions, mixture);
                if (mixture.log_likelihood > best.log_likelihood) best = mixture;
            }
    return best;
}

bool is_best(const std::vector<double>& values, std::size_t i) {
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin()) == i;
}

class Comparison {
    using Moves = std::vector<Move>;

   public:
    explicit Comparison(int positions) : wanted_(static_cast<std::size_t>(positions)) {}

    void add(const train::HumanMove& move, const std::vector<players::MoveProbability>& all) {
        const int rating = move.mover().rating;
        Moves moves;
        std::vector<double> probabilities;
        for (const players::MoveProbability& one : all) {
            moves.push_back(one.move);
            probabilities.push_back(one.probability);
        }
        auto& band = bands_[train::band_of(rating)];
        if (band.size() >= wanted_) return;
        const auto played = std::ranges::find(moves, move.played) - moves.begin();
        Compared one{.played = static_cast<std::size_t>(played),
                     .model = probabilities,
                     .level = level_shares(move, moves, rating),
                     .engine_score = engine_scores(move, moves)};
        band.push_back(std::move(one));
    }

    void print() const {
        std::puts(
            "\n| rating | positions | first: model | level | engine | log p: model | best "
            "mixture of level and engine | better by |\n|---|---|---|---|---|---|---|---|");
        for (const auto& [band, positions] : bands_) {
            double model = 0;
            int model_hits = 0, level_hits = 0, engine_hits = 0;
            for (const Compared& one : positions) {
                model += std::log(one.model[one.played]);
                model_hits += is_best(one.model, one.played) ? 1 : 0;
                level_hits += is_best(one.level, one.played) ? 1 : 0;
                engine_hits += is_best(one.engine_score, one.played) ? 1 : 0;
            }
            const auto count = static_cast<double>(positions.size());
            const Mixture mixture = best_mixture(positions);
            std::printf(
                "| %d-%d | %zu | %.1f %% | %.1f %% | %.1f %% | %.3f | %.3f (%.2f level, "
                "%.2f engine) | %.3f |\n",
                band, band + train::band_width - 1, positions.size(), 100 * model_hits / count,
                100 * level_hits / count, 100 * engine_hits / count, model / count,
                mixture.log_likelihood, mixture.level, mixture.engine,
                model / count - mixture.log_likelihood);
        }
    }

   private:
    std::vector<double> level_shares(const train::HumanMove& move, const Moves& moves, int rating) {
        constexpr int games = 8;
        std::vector<double> shares(moves.size());
        const players::HumanSettings level = players::human_of_rating(rating);
        players::Scene scene = move.scene;
        for (int game = 0; game < games; ++game) {
            scene.seed = scramble(static_cast<std::uint64_t>(game + 1));
            const auto decision = players::decide(scene, level, {}, analyst_);
            const auto at = std::ranges::find(moves, decision->move) - moves.begin();
            shares[static_cast<std::size_t>(at)] += 1.0 / games;
        }
        return shares;
    }

    std::vector<double> engine_scores(const train::HumanMove& move, const Moves& moves) {
        constexpr int nodes = 5'000, lines = 6;
        const SearchResult& result = analyst_.search({.position = move.scene.position,
                                                      .earlier_keys = move.scene.earlier_keys,
                                                      .nodes = nodes,
                                                      .lines = lines,
                                                      .moves = {}});
        constexpr double largest = 1'500, worse = 100;
        double least = largest;
        for (const auto& line : result.lines)
            least = std::min(least, static_cast<double>(raw(line.score)));
        std::vector<double> scores(moves.size(), std::clamp(least - worse, -largest, largest));
        for (const auto& line : result.lines) {
            if (line.pv.empty()) continue;
            const auto at = std::ranges::find(moves, line.pv[0]) - moves.begin();
            scores[static_cast<std::size_t>(at)] =
                std::clamp(static_cast<double>(raw(line.score)), -largest, largest);
        }
        return scores;
    }

    std::size_t wanted_;
    players::Analyst analyst_{default_core_path()};
    std::map<int, std::vector<Compared>> bands_;
};

// Games kept apart as files of positions, and model.txt: for each judged position of theirs the
// number of its game, its ply, the logarithm of the model's probability of the person's move, and
// whether that was its first choice.
class JudgedPositions {
   public:
    explicit JudgedPositions(const std::string& folder) : folder_(folder) {
        std::filesystem::create_directories(folder);
        answers_.open(folder + "/model.txt");
    }

    void add(const train::HumanGame& game, std::uint32_t number) {
        constexpr std::size_t largest = 30'000;  // positions to a file
        file_.add(game, number);
        if (file_.size() >= largest) write();
    }
    void answer(std::uint32_t game, std::size_t ply, double log_probability, bool is_first) {
        answers_ << game << ' ' << ply << ' ' << log_probability << ' ' << (is_first ? 1 : 0)
                 << '\n';
    }
    bool write() {
        const std::string path = folder_ + "/" + std::to_string(files_++) + ".ppos";
        const bool written = file_.write(path).has_value();
        file_ = {};
        answers_.flush();
        return written && answers_.good();
    }

   private:
    std::string folder_;
    std::ofstream answers_;
    train::PositionFile file_;
    int files_ = 0;
};

void print(const char* system, const std::map<int, Judged>& bands) {
    std::printf(
        "\n| %s | moves | first choice | log p | others' moves | first choice | log p "
        "|\n|---|---|---|---|---|---|---|\n",
        system);
    for (const auto& [band, judged] : bands) {
        if (band < first_band || band > last_band) continue;
        std::printf("| %d-%d | %llu | %.1f %% | %.3f | %llu | %.1f %% | %.3f |\n", band,
                    band + train::band_width - 1, static_cast<unsigned long long>(judged.all.moves),
                    100 * judged.all.share(), judged.all.mean_log_likelihood(),
                    static_cast<unsigned long long>(judged.others.moves),
                    100 * judged.others.share(), judged.others.mean_log_likelihood());
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("bench_human_likeness: GAMES [SHARE [POSITIONS [FOLDER]]]\n", stderr);
        return 2;
    }
    constexpr double usual_share = 0.2;
    const double share = argc > 2 ? std::atof(argv[2]) : usual_share;
    const int compared = argc > 3 ? std::atoi(argv[3]) : 0;
    const auto games = train::read_human_games(argv[1]);
    if (!games) {
        std::fprintf(stderr, "bench_human_likeness: %s\n", games.error().c_str());
        return 2;
    }
    const CorePath& path = default_core_path();
    const players::MoveModel& model = *players::built_in_move_model();
    players::Analyst analyst(path);
    std::map<int, Judged> lichess, chess_com, both;
    Comparison comparison(compared);
    SplitMix random(1);
    double seconds = 0;
    std::uint64_t asked = 0;
    std::optional<JudgedPositions> judged_positions;
    if (argc > 4) judged_positions.emplace(argv[4]);
    for (std::size_t game_number = 0; game_number < games->size(); ++game_number) {
        const train::HumanGame& game = (*games)[game_number];
        if (!train::is_kept_apart(game)) continue;
        // Whole games, or the positions judged here and there would not be the same.
        const bool is_shared = judged_positions && random.uniform() < share;
        if (is_shared) judged_positions->add(game, static_cast<std::uint32_t>(game_number));
        train::for_each_choice(game, [&](const train::HumanMove& move) {
            const int number = move.scene.position.fullmove_number();
            if (number < train::first_judged_move || number > train::last_judged_move) return;
            if (!is_shared && random.uniform() >= share) return;
            const auto start = std::chrono::steady_clock::now();
            const players::Mover mover = move.mover();
            const auto alone = players::move_probabilities(model, move.scene, mover, path);
            const auto scores =
                analyst.scores_of_usual(move.scene, alone, players::usual_search_nodes);
            const auto all = players::after_search(
                model, alone, scores, players::comparable_rating(mover.rating, mover.system));
            seconds +=
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            ++asked;
            const auto played =
                std::ranges::find(all, move.played, &players::MoveProbability::move);
            const Color side = move.scene.position.side_to_move();
            auto& bands = mover.system == players::RatingSystem::lichess ? lichess : chess_com;
            const bool hit = played == all.begin();
            if (is_shared)
                judged_positions->answer(static_cast<std::uint32_t>(game_number),
                                         move.scene.earlier_keys.size(),
                                         std::log(played->probability), hit);
            for (auto* judged : {&bands, &both}) {
                Judged& band = (*judged)[train::band_of(mover.rating)];
                band.all.add(hit, std::log(played->probability));
                if (!game.is_archive_owner[static_cast<std::size_t>(index(side))])
                    band.others.add(hit, std::log(played->probability));
            }
            if (compared > 0 && mover.system == players::RatingSystem::lichess)
                comparison.add(move, all);
        });
    }
    print("both sites", both);
    print("lichess", lichess);
    print("chess.com", chess_com);
    std::printf("\n%.3f ms a position\n", 1000 * seconds / static_cast<double>(asked));
    if (compared > 0) comparison.print();
    if (judged_positions && !judged_positions->write()) {
        std::fprintf(stderr, "bench_human_likeness: cannot write to %s\n", argv[4]);
        return 2;
    }
    return 0;
}
