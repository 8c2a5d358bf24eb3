// Explains moves and has another engine judge what is said: STOCKFISH NODES OUR_NODES < SET
//
// A line of the set is "FEN;move;retake", the last the square on which the move before took
// something, or "-"; what follows behind another semicolon is passed on as "kind". For each it
// prints a JSON object; bench/explanations adds them up, and says how a claim is judged.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "cli/analyse/question.hpp"
#include "explain/ask.hpp"
#include "explain/explain.hpp"
#include "explain/sentences.hpp"
#include "uci/client/child_process.hpp"
#include "uci/client/search_info.hpp"

using namespace kibitz;
using explain::Claim;
using explain::ClaimKind;
using explain::ScoredLine;
using Json = nlohmann::ordered_json;

namespace {

constexpr int pawn = 100;
constexpr int shortest_tactic_plies = 5;
constexpr int shortest_mate = 3;
constexpr int longest_counted_mate = 5;
// A line that ends sooner, as it does where the table cuts it, is searched on.
constexpr std::size_t shortest_line = 6;
constexpr double borne_out = 0.6;
constexpr double only_move_gap = 12;
constexpr std::chrono::minutes patience{10};

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "bench_explain_judge: %s\n", what.c_str());
    std::exit(2);
}

// Stockfish, asked for one line at a time.
class Judge {
   public:
    Judge(const std::string& program, std::string nodes)
        : nodes_(std::move(nodes)), process_(start(program)) {
        send("uci\nsetoption name Hash value 64\n");
    }

    ScoredLine search(const Position& position, std::span<const Move> among = {}) {
        ScoredLine line = search_once(position, among);
        while (line.moves.size() < shortest_line) {
            const ScoredLine rest = search_once(explain::position_after(position, line.moves), {});
            if (rest.moves.empty()) break;
            line.moves.insert(line.moves.end(), rest.moves.begin(), rest.moves.end());
        }
        return line;
    }

   private:
    ScoredLine search_once(const Position& position, std::span<const Move> among) {
        if (!has_legal_move(position))
            return {.moves = {}, .score = position.in_check() ? mated_in(0) : score_draw};
        std::string go = "ucinewgame\nposition fen " + to_fen(position) + "\ngo nodes " + nodes_;
        if (!among.empty()) go += " searchmoves";
        for (const Move move : among) go += " " + to_uci(move);
        send(go + "\n");
        uci_client::SearchInfo info;
        while (true) {
            const auto line = process_.read_line(uci_client::Clock::now() + patience);
            if (!line) die("the judge has gone");
            if (line->starts_with("bestmove")) break;
            if (line->starts_with("info")) update(info, *line);
        }
        ScoredLine found{.moves = {}, .score = to_score(info.score.value())};
        Position at = position;
        std::string_view pv = info.pv;
        while (!pv.empty()) {
            const std::string_view word = pv.substr(0, pv.find(' '));
            pv.remove_prefix(std::min(pv.size(), word.size() + 1));
            const auto move = parse_uci(at, word);
            if (!move) break;
            found.moves.push_back(*move);
            at.play(*move);
        }
        return found;
    }

    static uci_client::ChildProcess start(const std::string& program) {
        auto process = uci_client::ChildProcess::start({.program = program});
        if (!process) die(process.error());
        return *std::move(process);
    }
    void send(const std::string& text) {
        if (!process_.write(text, uci_client::Clock::now() + patience)) die("the judge has gone");
    }

    std::string nodes_;
    uci_client::ChildProcess process_;
};

int mate_of(Score score) {
    return is_mate(score) && score > score_draw ? (raw(score_mate) - raw(score) + 1) / 2 : 0;
}
double chances(Score score) {
    constexpr double steepness = 0.00368208;
    constexpr int most = 1000;
    const int value = std::clamp(
        is_decisive(score) ? (score > score_draw ? most : -most) : raw(score), -most, most);
    return 100 / (1 + std::exp(-steepness * value));
}

struct Verdict {
    bool is_true = false;
    std::string reason;
};

class Case {
   public:
    Case(Judge& judge, const explain::Question& question)
        : judge_(judge),
          question_(question),
          best_(judge.search(question.before)),
          second_(next_best()),
          answer_(judge.search(question.before.after(question.played))) {}

    [[nodiscard]] const ScoredLine& best() const { return best_; }
    [[nodiscard]] const ScoredLine& second() const { return second_; }
    [[nodiscard]] const ScoredLine& answer() const { return answer_; }

    // Nothing for what is not judged.
    std::optional<Verdict> judge(const Claim& claim) {
        if (claim.kind == ClaimKind::ends_game) return Verdict{true, "by the rules"};
        if (claim.kind == ClaimKind::only_move || claim.kind == ClaimKind::is_only_move)
            return judge_only_move(claim);
        const bool wins = claim.mate > 0 || claim.winnings.centipawns > 0;
        if (claim.kind == ClaimKind::positional || claim.kind == ClaimKind::sacrifices || !wins)
            return std::nullopt;
        return judge_proof(claim);
    }

    // A tactic of at most five plies, or a short mate, in the judge's own lines; empty if none.
    [[nodiscard]] std::string short_tactic() const {
        const int mate = mate_of(best_.score), mated = mate_of(answer_.score);
        if (mate > 0 && mate <= shortest_mate && !is_mate(answer_.score)) return "misses mate";
        if (mated > 0 && mated <= shortest_mate && !is_mate(best_.score)) return "allows mate";
        const Color us = question_.before.side_to_move();
        const auto best = explain::tally(question_.before, best_.moves, us);
        const auto played = explain::tally(question_.before, played_line(), ~us);
        const int difference = best.centipawns + played.centipawns;
        if (difference < explain::least_material || difference * borne_out > loss()) return "";
        if (best.centipawns >= explain::least_material &&
            best.proof.size() <= shortest_tactic_plies)
            return "misses " + std::to_string(best.centipawns);
        if (played.centipawns >= explain::least_material &&
            played.proof.size() <= shortest_tactic_plies + 1)
            return "loses " + std::to_string(played.centipawns);
        return "";
    }

    // What the move cost by the judge's scores.
    [[nodiscard]] int loss() const { return raw(best_.score) + raw(answer_.score); }

   private:
    ScoredLine next_best() {
        const std::vector excluded{best_.moves.front()};
        const auto others = explain::moves_without(question_.before, excluded);
        return others.empty() ? ScoredLine{} : judge_.search(question_.before, others);
    }

    [[nodiscard]] explain::Moves played_line() const {
        explain::Moves line{question_.played};
        line.insert(line.end(), answer_.moves.begin(), answer_.moves.end());
        return line;
    }

    Verdict judge_only_move(const Claim& claim) {
        const std::vector only{claim.proof.front()};
        const auto others = explain::moves_without(question_.before, only);
        const double gap = chances(judge_.search(question_.before, only).score) -
                           chances(judge_.search(question_.before, others).score);
        return {gap >= only_move_gap, "gap " + std::to_string(gap)};
    }

    Verdict judge_proof(const Claim& claim) {
        const Position start = explain::start_of_proof(question_, claim);
        const std::vector first{claim.proof.front()};
        const ScoredLine line = judge_.search(start, first);
        if (claim.mate > 0) {
            const int mate = mate_of(line.score);
            // The number of moves of a long mate is not said.
            const bool is_said = claim.mate <= longest_counted_mate;
            return {mate > 0 && (!is_said || mate <= claim.mate), "mate " + std::to_string(mate)};
        }
        // A line of the mover's own captures is part of what a punishment wins.
        const bool is_answer = !claim.lead.empty() && !claim.is_threat;
        explain::Moves whole = is_answer ? explain::Moves{question_.played} : explain::Moves{};
        whole.insert(whole.end(), line.moves.begin(), line.moves.end());
        const Position& from = is_answer ? question_.before : start;
        const int won = explain::tally(from, whole, start.side_to_move()).centipawns;
        const int claimed = claim.winnings.centipawns;
        std::string reason = "won " + std::to_string(won) + " of " + std::to_string(claimed);
        if (mate_of(line.score) > 0) return {true, "mates"};
        if (won >= claimed - pawn && won >= explain::least_material / 2) return {true, reason};
        // What the other side would have without it.
        const int gap = claim.is_threat
                            ? raw(line.score) + raw(judge_.search(position_of(claim)).score)
                            : gap_of(claim, line);
        reason += ", scores differ by " + std::to_string(gap);
        return {gap >= borne_out * claimed, reason};
    }

    // The position before the pass that shows a threat.
    [[nodiscard]] Position position_of(const Claim& claim) const {
        return explain::position_after(question_.before, claim.lead);
    }

    int gap_of(const Claim& claim, const ScoredLine& line) {
        if (!claim.lead.empty()) return raw(best_.score) + raw(line.score);
        return raw(line.score) + raw(answer_.score);
    }

    Judge& judge_;
    const explain::Question& question_;
    ScoredLine best_, second_, answer_;
};

Json line_json(const Position& position, const ScoredLine& line) {
    std::string uci;
    for (const Move move : line.moves) uci += (uci.empty() ? "" : " ") + to_uci(move);
    return {{"score", raw(line.score)},
            {"uci", uci},
            {"san", cli::line_text(position, line.moves, 10)}};
}

Json judged(Case& judged_case, const explain::Question& question,
            const explain::Explanation& explanation) {
    Json claims = Json::array();
    bool is_general = true;
    for (const Claim& claim : explanation.claims) {
        const auto verdict = judged_case.judge(claim);
        if (verdict && claim.kind != ClaimKind::only_move) is_general = false;
        claims.push_back({{"kind", to_string(claim.kind)},
                          {"motif", claim.motif ? to_string(claim.motif->kind) : ""},
                          {"holds", explain::holds(question, claim)},
                          {"verdict", !verdict           ? "unchecked"
                                      : verdict->is_true ? "true"
                                                         : "false"},
                          {"reason", verdict ? verdict->reason : ""},
                          {"text", sentence(question, claim, explain::Language::english)}});
    }
    const std::string tactic = judged_case.short_tactic();
    return {{"fen", to_fen(question.before)},
            {"move", to_uci(question.played)},
            {"san", to_san(question.before, question.played)},
            {"claims", claims},
            {"sentences", sentences(question, explanation, explain::Language::english)},
            {"general", is_general},
            {"tactic", tactic},
            {"loss", judged_case.loss()},
            {"best", line_json(question.before, judged_case.best())},
            {"second", line_json(question.before, judged_case.second())},
            {"answer", line_json(question.before.after(question.played), judged_case.answer())}};
}

constexpr std::size_t least_fields = 3;

std::vector<std::string> fields_of(const std::string& entry) {
    std::vector<std::string> fields;
    std::istringstream words(entry);
    for (std::string field; std::getline(words, field, ';');) fields.push_back(field);
    return fields;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) die("STOCKFISH NODES OUR_NODES < SET");
    Judge judge(argv[1], argv[2]);
    Engine engine;
    cli::EngineRunner runner(engine);
    Limits limits;
    limits.nodes = std::stoull(argv[3]);
    for (std::string entry; std::getline(std::cin, entry);) {
        const std::vector<std::string> fields = fields_of(entry);
        if (fields.size() < least_fields) die("cannot read " + entry);
        const auto before = parse_fen(fields[0], SetupRules::lenient);
        if (!before) die("cannot read " + entry);
        const auto played = parse_uci(*before, fields[1]);
        if (!played) die("cannot play " + entry);
        engine.new_game();
        explain::Question question = cli::ask_about(*before, *played, runner, limits);
        if (const auto square = Square::parse(fields[2])) question.retake = *square;
        Case one(judge, question);
        Json record = judged(one, question, explain::explain(question));
        if (fields.size() > least_fields) record["kind"] = fields[least_fields];
        std::cout << record.dump() << std::endl;
    }
}
