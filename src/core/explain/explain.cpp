#include "explain/explain.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/accuracy.hpp"
#include "explain/deeds.hpp"
#include "explain/retaking.hpp"
#include "explain/standing.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

// Whoever loses so much wants to be shown a move: general words are not for them.
constexpr int least_blunder = 200;
// The scores have to bear out a difference in material at least to this part of it.
constexpr double least_borne_out = 0.6;
constexpr int most_borne_out = 500;
constexpr int least_threat = 150;
// The only move: all others leave at least so much less of the chances, in percent points.
constexpr double least_gap = 20;
constexpr int least_aspect = 25;
constexpr std::size_t most_aspects = 2;
constexpr int most_continuations = 4;
// Centipawns between two defences that a judge might choose either of.
constexpr int about_as_good = 50;
constexpr int threat_plies = 3;
constexpr int sacrifice = 150;
// Centipawns to the next best move from which on it is worth comparing.
constexpr int least_advantage = 90;
// Moves of a line that proves nothing and only shows what is meant.
constexpr std::size_t most_shown = 6;
constexpr std::size_t most_shown_winning = 12;

bool wins_by_mate(Score score) { return is_mate(score) && score > score_draw; }
bool loses_by_mate(Score score) { return is_mate(score) && score < score_draw; }

Moves joined(Move first, std::span<const Move> rest) {
    Moves line{first};
    line.insert(line.end(), rest.begin(), rest.end());
    return line;
}

int cost_of(const Question& question) {
    if (!question.best.is_known() || !question.answer.is_known()) return 0;
    return std::max(
        0, capped_centipawns(question.best.score) - capped_centipawns(-question.answer.score));
}

bool has_tactics(std::span<const Claim> claims) {
    return std::ranges::any_of(
        claims, [](const Claim& claim) { return claim.kind < ClaimKind::only_move; });
}

class Explainer {
   public:
    explicit Explainer(const Question& question)
        : question_(question),
          us_(question.before.side_to_move()),
          after_(question.before.after(question.played)),
          best_(question.best),
          answer_(question.answer) {
        complete_mate(question_.before, best_);
        complete_mate(after_, answer_);
        played_line_ = joined(question_.played, answer_.moves);
    }

    std::vector<Claim> mistakes() {
        find_ending();
        if (!is_best()) {
            compare_material();
            find_mates();
            drop_unproven();
        }
        find_only_move();
        if (!has_tactics(claims_)) find_new_threat();
        drop_unproven();
        if (!has_tactics(claims_) && !is_best()) {
            if (!has(ClaimKind::allows_threat)) find_missed_threat();
            if (!has(ClaimKind::allows_threat) && !has(ClaimKind::misses_threat)) find_deeds();
            if (cost_of(question_) < least_blunder) compare_positions();
        } else if (!is_best()) {
            find_rest_of_blunder();
        }
        std::ranges::sort(claims_, {},
                          [](const Claim& claim) { return std::pair(claim.kind, claim.aspect); });
        drop_unproven();
        return std::move(claims_);
    }

    std::vector<Claim> merits() {
        find_mating();
        if (claims_.empty()) find_won_material();
        if (claims_.empty()) find_sacrifice();
        drop_unproven();
        const bool has_point = !claims_.empty();
        find_being_only_move();
        find_met_threat();
        drop_unproven();
        if (!has_point && !has(ClaimKind::meets_threat)) find_beaten();
        if (!has_point) find_own_threat();
        drop_unproven();
        if (std::ranges::all_of(
                claims_, [](const Claim& claim) { return claim.kind == ClaimKind::is_only_move; }))
            find_own_deeds();
        return std::move(claims_);
    }

    std::vector<Claim> threats() {
        if (question_.before.in_check()) return {};
        Position passed = question_.before;
        passed.play_null();
        if (!has_legal_move(passed)) return {};
        ScoredLine line = question_.search ? question_.search(passed, {}) : ScoredLine{};
        if (line.moves.empty()) return {};
        complete_mate(passed, line);
        const Tally won = tally(passed, line.moves, passed.side_to_move());
        const bool is_mate = shown_mate(passed, line.moves) > 0;
        if (is_mate || (won.centipawns >= least_material &&
                        is_borne_out(won.centipawns, line.score, -best_.score))) {
            Claim& claim = add(ClaimKind::threatens, {}, is_mate ? line.moves : won.proof);
            claim.is_threat = true;
            if (!fill(claim)) claims_.pop_back();
            drop_unproven();
        }
        if (claims_.empty()) {
            Claim& claim = add(ClaimKind::does, {}, line.moves);
            claim.is_threat = true;
            claim.deed = deeds_of(passed, line.moves).front();
            claim.proof.resize(std::min(claim.proof.size(), most_shown));
        }
        return std::move(claims_);
    }

   private:
    [[nodiscard]] bool has(ClaimKind kind) const {
        return std::ranges::find(claims_, kind, &Claim::kind) != claims_.end();
    }

    void drop_unproven() {
        std::erase_if(claims_, [&](Claim& claim) {
            return (claim.winnings.centipawns > 0 && !answer_retaking(question_, claim)) ||
                   !holds(question_, claim);
        });
    }

    // What the mover can count on with the move.
    [[nodiscard]] Score kept() const { return -answer_.score; }
    [[nodiscard]] bool is_best() const {
        return !best_.moves.empty() && best_.moves.front() == question_.played;
    }

    // A line that ought to mate and stops before is searched on.
    void complete_mate(const Position& start, ScoredLine& line) const {
        if (!wins_by_mate(line.score) || !question_.search) return;
        for (int i = 0; i < most_continuations; ++i) {
            const Position end = position_after(start, line.moves);
            if (!has_legal_move(end)) return;
            const ScoredLine rest = question_.search(end, {});
            if (rest.moves.empty() || !is_mate(rest.score)) return;
            line.moves.insert(line.moves.end(), rest.moves.begin(), rest.moves.end());
        }
    }

    // Moves to the mate at the end of the line; 0 if it does not end in one.
    static int shown_mate(const Position& start, std::span<const Move> line) {
        if (line.size() % 2 == 0 || !is_checkmate(position_after(start, line))) return 0;
        return static_cast<int>(line.size() + 1) / 2;
    }

    Claim& add(ClaimKind kind, Moves lead, Moves proof) {
        Claim claim;
        claim.kind = kind;
        claim.lead = std::move(lead);
        claim.proof = std::move(proof);
        claims_.push_back(std::move(claim));
        return claims_.back();
    }

    // Adds what the proof wins and by which motif; false, and no claim, if it shows nothing.
    bool fill(Claim& claim) const {
        const Position start = start_of_proof(question_, claim);
        const Color winner = start.side_to_move();
        claim.mate = shown_mate(start, claim.proof);
        claim.winnings = winnings_of(start, claim.proof, winner);
        claim.motif = motif_of(start, claim.proof, winner);
        if (claim.mate > 0 && claim.motif && !explains_mate(claim.motif->kind)) claim.motif.reset();
        return claim.mate > 0 || claim.winnings.centipawns >= least_material;
    }

    // What is won on the way to a mate is not its reason.
    static bool explains_mate(MotifKind motif) {
        return motif == MotifKind::back_rank || motif == MotifKind::double_check ||
               motif == MotifKind::discovered_check;
    }

    void add_filled(ClaimKind kind, Moves lead, Moves proof) {
        if (!fill(add(kind, std::move(lead), std::move(proof)))) claims_.pop_back();
    }

    // --- Mistakes

    void find_ending() {
        Line line(question_.before);
        line.play(question_.played);
        const auto outcome = line.outcome();
        if (!outcome || outcome->winner || capped_centipawns(best_.score) < least_material) return;
        add(ClaimKind::ends_game, {}, {}).ending = outcome->termination;
    }

    void find_mates() {
        if (wins_by_mate(best_.score) && !loses_by_mate(answer_.score)) {
            Claim& claim = add(ClaimKind::misses_mate, {}, best_.moves);
            if (!fill(claim) || claim.mate == 0) claims_.pop_back();
        }
        if (wins_by_mate(answer_.score) && !loses_by_mate(best_.score)) {
            Claim& claim = add(ClaimKind::allows_mate, {question_.played}, answer_.moves);
            if (!fill(claim) || claim.mate == 0) return claims_.pop_back();
            if (existed_before(claim)) claim.kind = ClaimKind::ignores_threat;
        }
    }

    void compare_material() {
        const auto [best, best_score] = confirmed_best();
        const auto [played, kept_score] = confirmed_answer();
        const int difference = best.centipawns + played.centipawns;
        if (difference < least_material || !is_borne_out(difference, best_score, kept_score))
            return;
        if (best.centipawns >= least_material && !wins_by_mate(best_.score))
            add_filled(is_retaking(best_) ? ClaimKind::misses_recapture : ClaimKind::misses_win, {},
                       best.proof);
        if (played.centipawns >= least_material && played.proof.size() > 1 &&
            !wins_by_mate(answer_.score)) {
            Claim& claim = add(ClaimKind::loses_material, {question_.played},
                               {played.proof.begin() + 1, played.proof.end()});
            if (!fill(claim)) return claims_.pop_back();
            count_own_captures(claim);
            if (claim.winnings.centipawns < least_material) return claims_.pop_back();
            if (existed_before(claim)) claim.kind = ClaimKind::ignores_threat;
        }
    }

    // What a line wins, and its score for the mover.
    struct Confirmed {
        Tally won;
        Score score;
    };

    // What the best line wins.
    [[nodiscard]] Confirmed confirmed_best() const {
        Tally best = tally(question_.before, best_.moves, us_);
        if (best.centipawns < least_material || wins_by_mate(best_.score))
            return {std::move(best), best_.score};
        Confirmed again = confirmed(best, best_.moves, 1, us_);
        again.score = std::min(best_.score, again.score);
        return again;
    }

    // What the other side wins by its answer.
    [[nodiscard]] Confirmed confirmed_answer() const {
        Tally played = tally(question_.before, played_line_, ~us_, 2);
        if (played.centipawns < least_material || wins_by_mate(answer_.score))
            return {std::move(played), kept()};
        Confirmed again = confirmed(played, played_line_, 2, ~us_);
        again.score = std::max(kept(), again.score);
        return again;
    }

    // The defence is searched once more, from behind the first moves, and so is the next best one
    // if it is about as good: what is won against all of them counts.
    [[nodiscard]] Confirmed confirmed(const Tally& first, std::span<const Move> line,
                                      std::size_t moves, Color winner) const {
        const Score scored = winner == us_ ? best_.score : kept();
        if (!question_.search || line.size() <= moves) return {first, scored};
        const Position defended = position_after(question_.before, line.first(moves));
        Tally least = first;
        const auto count = [&](const ScoredLine& defence) {
            Moves whole(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(moves));
            whole.insert(whole.end(), defence.moves.begin(), defence.moves.end());
            Tally won = tally(question_.before, whole, winner, moves);
            if (won.centipawns < least.centipawns) least = std::move(won);
        };
        const ScoredLine best = question_.search(defended, {});
        if (best.moves.empty()) return {std::move(least), scored};
        count(best);
        const Score score = winner == us_ ? -best.score : best.score;
        if (legal_moves(defended).size() < 2) return {std::move(least), score};
        const std::array excluded{best.moves.front()};
        const ScoredLine next = question_.search(defended, excluded);
        if (!next.moves.empty() &&
            capped_centipawns(best.score) - capped_centipawns(next.score) <= about_as_good)
            count(next);
        return {std::move(least), score};
    }

    // What the move itself took was part of the exchange.
    void count_own_captures(Claim& claim) const {
        if (question_.before.is_capture(question_.played) || question_.played.is_promotion())
            claim.winnings =
                winnings_of(question_.before, joined(question_.played, claim.proof), ~us_, 1);
    }

    // By two searches each: the scores that make less of it count.
    static bool is_borne_out(int difference, Score best, Score kept) {
        // Much material weighs less in the scores of a game that is decided with less of it.
        return raw(best) - raw(kept) >= least_borne_out * std::min(difference, most_borne_out);
    }

    [[nodiscard]] bool is_retaking(const ScoredLine& line) const {
        return !question_.retake.is_none() && line.moves.front().to() == question_.retake;
    }

    // What the other side threatens in a position where it is not its turn; nothing if it is in
    // check, where nobody can pass.
    [[nodiscard]] static std::optional<Gain> threat_in(Position position) {
        if (position.in_check()) return std::nullopt;
        position.play_null();
        auto threat = best_material(position, threat_plies);
        if (!threat) threat = best_material(position, 1);
        if (threat && !threat->mates()) drop_quiet_end(position, threat->moves);
        return threat;
    }

    // The search for material goes on with any moves once it has won it.
    static void drop_quiet_end(const Position& start, Moves& line) {
        while (line.size() > 1) {
            const Position last = position_after(start, std::span(line).first(line.size() - 1));
            if (last.is_capture(line.back()) || line.back().is_promotion()) return;
            line.pop_back();
        }
    }

    // True if the claim's first move was a threat before the move and wins as much there.
    [[nodiscard]] bool existed_before(const Claim& claim) const {
        const auto threat = threat_in(question_.before);
        return threat && !threat->moves.empty() && threat->moves.front() == claim.proof.front() &&
               threat->centipawns >=
                   std::min(claim.winnings.centipawns, most_centipawns) - least_material &&
               (claim.mate == 0 || threat->mates());
    }

    void find_only_move() {
        if (is_best() || best_.moves.empty() || claims_.size() > 1) return;
        if (is_retaking(best_) || !is_far_ahead()) return;
        add(ClaimKind::only_move, {}, {best_.moves.front()});
    }

    // True if the best move is much better than all others.
    [[nodiscard]] bool is_far_ahead() {
        if (legal_moves(question_.before).size() < 2) return false;
        const ScoredLine& second = next_best();
        return second.is_known() &&
               win_percent(best_.score) - win_percent(second.score) >= least_gap;
    }

    const ScoredLine& next_best() {
        if (!second_) {
            second_ = question_.second;
            if (!second_->is_known() && question_.search && !best_.moves.empty()) {
                const std::array excluded{best_.moves.front()};
                second_ = question_.search(question_.before, excluded);
            }
        }
        return *second_;
    }

    void find_new_threat() {
        if (answer_.moves.empty()) return;
        Moves lead{question_.played, answer_.moves.front()};
        const Position position = position_after(question_.before, lead);
        const auto threat = threat_in(position);
        if (!threat || threat->centipawns < least_threat) return;
        if (can_be_taken(position, threat->moves.front().from())) return;
        if (is_plain_attack(after_, lead.back(), *threat) && can_be_parried(position)) return;
        // The answer's score is the threatening side's, too.
        if (!is_worth_it(position, *threat, answer_.score)) return;
        Claim& claim = add(ClaimKind::allows_threat, std::move(lead), threat->moves);
        claim.is_threat = true;
        if (!fill(claim) || (claim.mate == 0 && claim.winnings.centipawns < least_threat))
            claims_.pop_back();
    }

    // Whether a threat that wins material would be worth as much in a search, which sees what the
    // other side gets for it.
    [[nodiscard]] bool is_worth_it(const Position& position, const Gain& threat,
                                   Score without) const {
        if (!question_.search || threat.mates() || without == score_none) return true;
        Position passed = position;
        passed.play_null();
        const Position taken = passed.after(threat.moves.front());
        if (!has_legal_move(taken)) return true;
        const ScoredLine reply = question_.search(taken, {});
        if (!reply.is_known()) return true;
        return raw(-reply.score) - raw(without) >=
               least_borne_out * std::min(threat.centipawns, most_borne_out);
    }

    // A piece that can simply be taken, such as a queen that offers its exchange, threatens little.
    static bool can_be_taken(const Position& position, Square square) {
        return std::ranges::any_of(legal_captures(position), [&](Move move) {
            return move.to() == square && see_at_least(position, move, 0);
        });
    }

    // True if the move does no more than attack what the threat takes: the line shows what follows
    // when it has gone away.
    [[nodiscard]] static bool is_plain_attack(const Position& before, Move move,
                                              const Gain& threat) {
        if (threat.mates()) return false;
        const auto deeds = deeds_of(before, std::span(&move, 1));
        return std::ranges::any_of(deeds, [&](const Deed& deed) {
            return deed.kind == DeedKind::attacks && deed.on.size() == 1 &&
                   deed.on.front().square == threat.moves.front().to();
        });
    }

    // True if some move leaves nothing to be won at once.
    [[nodiscard]] static bool can_be_parried(const Position& position) {
        return std::ranges::any_of(legal_moves(position), [&](Move move) {
            return settle(position.after(move)).centipawns < least_material;
        });
    }

    // What the better move would have threatened.
    void find_missed_threat() {
        if (best_.moves.empty()) return;
        add_threat(ClaimKind::misses_threat, {best_.moves.front()}, best_.score);
    }

    void add_threat(ClaimKind kind, Moves lead, Score score) {
        const Position position = position_after(question_.before, lead);
        const auto threat = threat_in(position);
        if (!threat || threat->moves.empty() || threat->centipawns < least_threat) return;
        // What was threatened before, too, is not the move's doing.
        const auto before = threat_of_mover();
        if (before && before->centipawns >= threat->centipawns - least_material) return;
        if (can_be_taken(position, threat->moves.front().from())) return;
        if (is_plain_attack(question_.before, lead.back(), *threat) && can_be_parried(position))
            return;
        if (!is_worth_it(position, *threat, score)) return;
        Claim& claim = add(kind, std::move(lead), threat->moves);
        claim.is_threat = true;
        if (!fill(claim) || (claim.mate == 0 && claim.winnings.centipawns < least_threat))
            claims_.pop_back();
    }

    // What the mover could win at once.
    [[nodiscard]] std::optional<Gain> threat_of_mover() const {
        return best_material(question_.before, 1);
    }

    // Nothing is won by force: what the answer does, and what the better move would have done.
    void find_deeds() {
        if (best_.moves.empty()) return;
        const auto better = telling_deed(question_.before, best_.moves, question_.played);
        const auto answer = answer_.moves.empty()
                                ? std::nullopt
                                : telling_deed(after_, answer_.moves, Move::none());
        if (answer && is_forceful(answer->kind)) add_deed(ClaimKind::answered_by, *answer);
        if (!better) return;
        // The only good move is named once, with what it does.
        const auto only = std::ranges::find(claims_, ClaimKind::only_move, &Claim::kind);
        if (only == claims_.end()) return add_deed(ClaimKind::better_does, *better);
        only->deed = better;
        only->proof = best_.moves;
        only->proof.resize(std::min(only->proof.size(), most_shown));
    }

    void add_deed(ClaimKind kind, const Deed& deed) {
        const bool is_answer = kind == ClaimKind::answered_by;
        Claim& claim = add(kind, is_answer ? Moves{question_.played} : Moves{},
                           is_answer ? answer_.moves : best_.moves);
        claim.deed = deed;
        fill_line(claim);
    }

    // A blunder of which the claims explain only a small part is shown with its answer.
    void find_rest_of_blunder() {
        const int cost = cost_of(question_);
        if (cost < least_blunder || answer_.moves.empty()) return;
        int explained = 0;
        for (const Claim& claim : claims_) {
            if (claim.mate > 0 || claim.kind == ClaimKind::ends_game || !claim.lead.empty()) return;
            explained += claim.winnings.centipawns;
        }
        if (explained >= least_borne_out * std::min(cost, most_borne_out)) return;
        const auto answer = telling_deed(after_, answer_.moves, Move::none());
        const bool is_exchange =
            answer_.moves.size() > 1 && answer_.moves[1].to() == answer_.moves[0].to();
        if (answer && is_forceful(answer->kind) && !is_exchange)
            add_deed(ClaimKind::answered_by, *answer);
    }

    // The most telling thing that the line's first move does and the other move does not.
    [[nodiscard]] static std::optional<Deed> telling_deed(const Position& before,
                                                          std::span<const Move> line, Move other) {
        std::vector<Deed> others;
        if (!other.is_none()) others = deeds_of(before, std::span(&other, 1));
        for (const Deed& deed : deeds_of(before, line))
            if (std::ranges::none_of(others, [&](const Deed& done) {
                    return done.kind == deed.kind && done.on == deed.on;
                }))
                return deed;
        return std::nullopt;
    }

    // What the line wins, if it does: without force, so that the reader sees the line for it.
    void fill_line(Claim& claim) const {
        const Position start = start_of_proof(question_, claim);
        const Tally won = tally(start, claim.proof, start.side_to_move());
        Moves shown(claim.proof.begin(),
                    claim.proof.begin() +
                        static_cast<std::ptrdiff_t>(std::min(claim.proof.size(), most_shown)));
        if (won.centipawns >= least_material && won.proof.size() <= most_shown_winning &&
            is_borne_out(won.centipawns, best_.score, kept())) {
            claim.proof = won.proof;
            claim.winnings = winnings_of(start, claim.proof, start.side_to_move());
            if (claim.winnings.centipawns >= least_material && answer_retaking(question_, claim) &&
                holds(question_, claim))
                return;
            claim.retaking = 0;
            claim.motif.reset();
            claim.winnings = {};
        }
        claim.proof = std::move(shown);
        const Position end = position_after(start, claim.proof);
        const int left = settle(end).centipawns;
        claim.difference = balance(end, start.side_to_move()) -
                           balance(start, start.side_to_move()) +
                           (end.side_to_move() == start.side_to_move() ? left : -left);
    }

    void compare_positions() {
        if (best_.moves.empty() || answer_.moves.empty() || is_best()) return;
        std::size_t found = 0;
        for (const AspectLoss& loss :
             compare_standing(question_.before, best_.moves, played_line_)) {
            if (loss.total() < least_aspect || found == most_aspects) continue;
            ++found;
            Claim& claim = add(ClaimKind::positional, {question_.played}, answer_.moves);
            claim.aspect = loss.aspect;
            claim.is_own_loss = loss.own >= loss.theirs;
            claim.difference = loss.total();
        }
    }

    // --- Good moves

    void find_mating() {
        if (!loses_by_mate(answer_.score) && !is_checkmate(after_)) return;
        Moves line = best_.moves;
        if (!is_best()) line = played_line_;
        Claim& claim = add(ClaimKind::mates, {}, std::move(line));
        if (!fill(claim) || claim.mate == 0) claims_.pop_back();
    }

    void find_won_material() {
        if (question_.before.is_capture(question_.played) &&
            question_.played.to() == question_.retake)
            return;
        const Tally won = tally(question_.before, played_line_, us_);
        if (won.centipawns < least_material || capped_centipawns(kept()) < -least_material) return;
        add_filled(ClaimKind::wins_material, {}, won.proof);
    }

    // Material is offered, and taking it is answered by a mate or wins it back.
    void find_sacrifice() {
        const Gain taking = settle(after_);
        const int own = exchange_value(type_of(question_.before.captured_by(question_.played)));
        const int before = settle(question_.before).centipawns;
        if (taking.moves.empty() || taking.centipawns - own < sacrifice || before < 0) return;
        const auto already = threat_in(question_.before);
        if (!already || already->centipawns >= sacrifice) return;
        const Move taken = taking.moves.front();
        Moves line{question_.played, taken};
        if (!answer_.moves.empty() && answer_.moves.front() == taken) {
            line = played_line_;
        } else if (question_.search) {
            const ScoredLine then = question_.search(after_.after(taken), {});
            line.insert(line.end(), then.moves.begin(), then.moves.end());
        }
        const int mate = shown_mate(question_.before, line);
        const Tally end = tally(question_.before, line, us_, line.size());
        if (line.size() < 3 || (mate == 0 && end.centipawns < -least_material / 2)) return;
        Claim& claim = add(ClaimKind::sacrifices, {}, mate > 0 ? line : end.proof);
        claim.mate = mate;
        claim.winnings.taken = {{after_.piece_on(taken.to()), taken.to()}};
        if (after_.is_empty(taken.to())) claims_.pop_back();
    }

    void find_being_only_move() {
        if (!is_best() || question_.played.to() == question_.retake || !is_far_ahead()) return;
        add(ClaimKind::is_only_move, {}, {question_.played});
    }

    // What the next best move would have cost.
    void find_beaten() {
        if (!is_best() || legal_moves(question_.before).size() < 2) return;
        const ScoredLine& second = next_best();
        if (second.moves.empty()) return;
        const int gap = capped_centipawns(best_.score) - capped_centipawns(second.score);
        if (gap < least_advantage && !is_far_ahead()) return;
        Moves punishment(second.moves.begin() + 1, second.moves.end());
        const Position behind = question_.before.after(second.moves.front());
        if (const int mate = shown_mate(behind, punishment); mate > 0) {
            fill(add(ClaimKind::beats, {second.moves.front()}, std::move(punishment)));
            return;
        }
        const Tally lost = tally(question_.before, second.moves, ~us_, 2);
        if (lost.centipawns >= least_material && lost.proof.size() > 1 &&
            is_borne_out(lost.centipawns, best_.score, second.score)) {
            Claim& claim = add(ClaimKind::beats, {second.moves.front()},
                               {lost.proof.begin() + 1, lost.proof.end()});
            if (fill(claim) && claim.winnings.centipawns >= least_material) {
                claim.winnings = winnings_of(question_.before,
                                             joined(second.moves.front(), claim.proof), ~us_, 1);
                if (claim.winnings.centipawns >= least_material &&
                    answer_retaking(question_, claim) && holds(question_, claim))
                    return;
            }
            claims_.pop_back();
        }
        Claim& claim = add(ClaimKind::beats, {}, second.moves);
        claim.proof.resize(std::min(claim.proof.size(), most_shown));
        claim.difference = gap;
    }

    void find_own_threat() {
        if (after_.in_check()) return;
        add_threat(ClaimKind::threatens, {question_.played}, kept());
    }

    void find_own_deeds() {
        const std::vector<Deed> deeds = deeds_of(question_.before, played_line_);
        if (deeds.empty()) return;
        Claim& claim = add(ClaimKind::does, {}, played_line_);
        claim.deed = deeds.front();
        claim.proof.resize(std::min(claim.proof.size(), most_shown));
    }

    void find_met_threat() {
        const auto threat = threat_in(question_.before);
        if (!threat || threat->centipawns < least_threat || after_.in_check()) return;
        if (settle(question_.before).centipawns >= least_threat) return;
        const auto left = best_material(after_, threat_plies);
        const int taken = exchange_value(type_of(question_.before.captured_by(question_.played)));
        if (!left || left->centipawns - taken >= least_material) return;
        Claim& claim = add(ClaimKind::meets_threat, {}, threat->moves);
        claim.is_threat = true;
        if (!fill(claim)) claims_.pop_back();
    }

    const Question& question_;
    Color us_;
    Position after_;
    ScoredLine best_, answer_;
    Moves played_line_;
    std::optional<ScoredLine> second_;
    std::vector<Claim> claims_;
};

// The question with lines of a longer search; nothing if that prefers the move itself.
std::optional<Question> searched_deeper(const Question& question) {
    Question deeper = question;
    deeper.best = question.search(question.before, {});
    if (deeper.best.moves.empty() || deeper.best.moves.front() == question.played)
        return std::nullopt;
    const Position after = question.before.after(question.played);
    if (has_legal_move(after)) deeper.answer = question.search(after, {});
    deeper.second = {};
    return deeper;
}

}  // namespace

std::string_view to_string(ClaimKind kind) {
    constexpr std::string_view names[] = {
        "misses mate",    "misses win",  "misses recapture", "allows mate",   "loses material",
        "ignores threat", "ends game",   "only move",        "allows threat", "misses threat",
        "answered by",    "better does", "positional",       "mates",         "wins material",
        "is only move",   "sacrifices",  "meets threat",     "beats",         "threatens",
        "does",
    };
    return names[static_cast<std::size_t>(kind)];
}

std::string_view to_string(Aspect aspect) {
    constexpr std::string_view names[] = {"king safety", "structure", "activity", "space"};
    return names[static_cast<std::size_t>(aspect)];
}

Position start_of_proof(const Question& question, const Claim& claim) {
    Position start = position_after(question.before, claim.lead);
    if (claim.is_threat) start.play_null();
    return start;
}

Explanation explain_mistake(const Question& question) {
    Explanation explanation{.claims = Explainer(question).mistakes(), .cost = cost_of(question)};
    if (has_tactics(explanation.claims) || !question.search) return explanation;
    // Nothing positional before a longer look for tactics.
    const auto deeper = searched_deeper(question);
    if (!deeper) return explanation;
    // A longer line that explains no better takes nothing away.
    auto claims = Explainer(*deeper).mistakes();
    if (has_tactics(claims) || explanation.claims.empty()) explanation.claims = std::move(claims);
    return explanation;
}

Explanation explain_good_move(const Question& question) {
    return {.claims = Explainer(question).merits(), .cost = cost_of(question)};
}

Explanation explain_threat(const Question& question) {
    return {.claims = Explainer(question).threats(), .cost = 0};
}

Explanation explain(const Question& question) {
    const bool is_best =
        !question.best.moves.empty() && question.best.moves.front() == question.played;
    return is_best || cost_of(question) < least_cost ? explain_good_move(question)
                                                     : explain_mistake(question);
}

}  // namespace kibitz::explain
