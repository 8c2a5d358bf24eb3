// Explains moves, and counts how often the main point stays the same whatever the limits are:
//
//   bench_explain_say SETTING... < moves.txt      [a setting: nodes, or nodes and threads:
//   100000x2]
//
// A line is "FEN;move", the move in UCI notation or SAN, and anything behind another semicolon. It
// prints the sentences for the first setting; with several settings, what each says of those moves
// whose main point is not the same for all, and how many have the same. The main point is what the
// first claim is about: its kind, the first move of its proof, what that does, the motif with its
// pieces, and the most valuable piece that is won. Questions are asked as `kibitz why` asks them.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "engine/score_model.hpp"
#include "explain/analyser_search.hpp"
#include "explain/ask.hpp"
#include "explain/explain.hpp"
#include "explain/sentences.hpp"
#include "platform/engine.hpp"

namespace {

using namespace kibitz;
using namespace kibitz::explain;

struct Setting {
    std::string text;
    std::uint64_t nodes = 0;
    int threads = 1;
};

Setting parse_setting(const std::string& text) {
    const auto times = text.find('x');
    Setting setting{.text = text, .nodes = std::stoull(text)};
    if (times != std::string::npos) setting.threads = std::stoi(text.substr(times + 1));
    return setting;
}

class Asker : EngineListener {
   public:
    Asker(int threads, int hash_mb) {
        engine_.options().quiet = false;
        if (!engine_.set_hash_mb(hash_mb) || !engine_.set_threads(threads)) std::exit(EXIT_FAILURE);
    }

    void forget() { engine_.new_game(); }

    ScoredLine search(const Position& position, std::span<const Move> excluded,
                      std::uint64_t nodes) {
        const Moves first = moves_without(position, excluded);
        if (first.empty()) return {};
        Limits limits;
        limits.nodes = nodes;
        if (!excluded.empty())
            for (const Move move : first) limits.search_moves.push_back(move);
        best_.clear();
        engine_.set_position(position, {});
        engine_.set_listener(this);
        engine_.think(limits);
        engine_.set_listener(nullptr);
        const SearchResult& result = engine_.result();
        if (result.lines.empty()) return {};
        const SearchResult::Line& line = result.lines.front();
        keep_longer(best_, line.pv);
        const Score score = is_decisive(line.score)
                                ? line.score
                                : clamp_eval(displayed_centipawns(line.score, position));
        return {.moves = best_, .score = score};
    }

    Search with(std::uint64_t nodes) {
        return [this, nodes](const Position& position, std::span<const Move> excluded) {
            return search(position, excluded, nodes);
        };
    }

   private:
    void on_info(const SearchInfo& info) override {
        if (info.line == 1) keep_longer(best_, info.pv);
    }
    void on_current_move(Depth, Move, int) override {}
    void on_best_move(const BestMove&) override {}

    Engine engine_;
    Moves best_;
};

// A steady search's answers to one question, found once: they are the same for every setting as
// far as it asks the same.
class Steady {
   public:
    void begin(bool is_new) {
        next_ = 0;
        if (!is_new) return;
        answers_.clear();
        searcher_.forget();
    }
    Search search(std::uint64_t nodes) {
        return [this, nodes](const Position& position, std::span<const Move> excluded) {
            if (next_ == answers_.size())
                answers_.push_back(searcher_.search(position, excluded, nodes));
            return answers_[next_++];
        };
    }

   private:
    Asker searcher_{1, steady_table_mb};
    std::vector<ScoredLine> answers_;
    std::size_t next_ = 0;
};

bool is_deed(ClaimKind kind) {
    return kind == ClaimKind::answered_by || kind == ClaimKind::better_does ||
           kind == ClaimKind::does;
}

std::string main_point(const Question& question, const Explanation& explanation) {
    if (explanation.claims.empty()) return "nothing";
    const Claim& claim = explanation.claims.front();
    std::string point(to_string(claim.kind));
    if (is_deed(claim.kind)) {
        const std::string text = sentence(question, claim, Language::english);
        const std::string deed = text.substr(0, text.find_first_of(";("));
        return deed.substr(0, deed.find_last_not_of(" .") + 1);
    }
    if (!claim.proof.empty())
        point += " " + to_san(start_of_proof(question, claim), claim.proof[0]);
    if (claim.mate > 0) return point + " mates";
    if (claim.motif) {
        point += " " + std::string(to_string(claim.motif->kind)) + " on";
        for (const PlacedPiece piece : claim.motif->on) point += " " + piece.square.to_string();
    }
    if (!claim.winnings.taken.empty())
        point += " wins " + claim.winnings.taken.front().square.to_string();
    return point;
}

struct Told {
    std::string point, text;
    bool is_forced = false;
};

Told tell(const Position& before, Move move, const Setting& setting, Asker& searcher,
          Steady& steady, Steady& umpire) {
    searcher.forget();
    const bool is_shorter = setting.nodes <= steady_nodes;
    Question question = is_shorter ? ask_about(before, move, steady.search(steady_nodes),
                                               steady.search(proof_nodes))
                                   : ask_about(before, move, searcher.with(setting.nodes),
                                               searcher.with(2 * setting.nodes));
    if (!is_shorter) {
        question.steady = steady.search(steady_nodes);
        question.steady_proofs = steady.search(proof_nodes);
        question.umpire = umpire.search(umpire_nodes);
    }
    const Explanation explanation = explain::explain(question);
    Told told{.point = main_point(question, explanation),
              .text = "cost " + std::to_string(explanation.cost),
              .is_forced = !explanation.claims.empty() &&
                           explanation.claims.front().kind < ClaimKind::only_move};
    for (const std::string& sentence : sentences(question, explanation, Language::english))
        told.text += "\n  > " + sentence;
    return told;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<Setting> settings;
    for (int i = 1; i < argc; ++i) settings.push_back(parse_setting(argv[i]));
    if (settings.empty()) {
        std::cerr << "SETTING... < moves.txt\n";
        return EXIT_FAILURE;
    }
    std::vector<std::unique_ptr<Asker>> searchers;
    for (const Setting& setting : settings)
        searchers.push_back(std::make_unique<Asker>(setting.threads, 16));
    Steady steady, umpire;
    int moves = 0, stable = 0, forced = 0;
    for (std::string line; std::getline(std::cin, line);) {
        const auto fen_end = line.find(';');
        const auto position = parse_fen(line.substr(0, fen_end), SetupRules::lenient);
        if (!position || fen_end == std::string::npos) continue;
        const std::string text =
            line.substr(fen_end + 1, line.find(';', fen_end + 1) - fen_end - 1);
        auto move = parse_uci(*position, text);
        if (!move) {
            if (const auto read = parse_san(*position, text)) move = *read;
        }
        if (!move) continue;
        std::set<std::string> points;
        std::string first, all;
        for (std::size_t i = 0; i < settings.size(); ++i) {
            steady.begin(i == 0);
            umpire.begin(i == 0);
            const Told told = tell(*position, *move, settings[i], *searchers[i], steady, umpire);
            points.insert(told.point);
            if (i == 0) {
                first = told.text;
                forced += told.is_forced ? 1 : 0;
            }
            all += "  [" + settings[i].text + "] " + told.point + ": " + told.text + "\n";
        }
        ++moves;
        stable += points.size() == 1 ? 1 : 0;
        const bool is_alone = settings.size() == 1;
        if (is_alone || points.size() > 1)
            std::cout << "\n## " << line << " " << to_san(*position, *move) << "\n"
                      << (is_alone ? "  " + first + "\n" : all);
        std::cout << std::flush;
    }
    if (settings.size() > 1)
        std::cout << "\n"
                  << stable << " of " << moves << " have the same main point; of all, " << forced
                  << " begin with a proof by force\n";
}
