#include "explain/detail/explainers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/accuracy.hpp"
#include "explain/deeds.hpp"
#include "explain/detail/causes.hpp"
#include "explain/detail/explainer.hpp"
#include "explain/detail/threats.hpp"
#include "explain/retaking.hpp"
#include "explain/standing.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

// Whoever loses so much wants to be shown a move: general words are not for them.
constexpr int least_blunder = 200;
// And of so much, the answer, even if it forces nothing: engines differ by 20 centipawns over what
// costs 90.
constexpr int least_error = 70;
// Of general words, which say little beside a move: the least difference that bears one out.
constexpr int least_aspect = 25, least_aspect_beside = 50;
// A pawn ending with such a score is won for whoever has it, and one with less is not shown to be.
constexpr int won_ending = 250;
// Moves of a threat that a reader sees without the board.
constexpr std::size_t most_threatened = 5;
constexpr std::size_t most_aspects = 2, most_aspects_beside = 1;

class Mistakes : Explainer {
   public:
    using Explainer::Explainer;

    std::vector<Claim> find() {
        find_ending();
        if (!is_best()) {
            compare_material();
            find_mates();
            drop_unproven();
            drop_refuted();
        }
        find_only_move();
        if (!has_tactics(claims_)) find_new_threat();
        drop_unproven();
        if (!has_tactics(claims_) && !is_best()) {
            if (!has(ClaimKind::allows_threat)) find_missed_threat();
            drop_unproven();  // so that a threat that does not hold leaves room for the deeds
            if (has(ClaimKind::misses_threat))
                add_forceful_answer();
            else
                find_deeds();
            if (cost_of(question_) < least_blunder) compare_positions();
        } else if (!is_best()) {
            find_rest_of_blunder();
        }
        std::ranges::sort(claims_, {},
                          [](const Claim& claim) { return std::pair(claim.kind, claim.aspect); });
        std::vector<Claim> claims = finished();
        for (Claim& claim : claims) leave_out_shared(claim);
        return claims;
    }

   private:
    // What the move that was played takes as well has not been missed with it.
    void leave_out_shared(Claim& claim) const {
        if (claim.kind != ClaimKind::misses_win || claim.mate > 0) return;
        constexpr std::size_t at_once = 3;
        const std::span<const Move> line(played_line_);
        const Winnings played =
            winnings_of(question_.before, line.first(std::min(line.size(), at_once)), us_);
        Winnings rest = claim.winnings;
        const auto is_shared = [&](PlacedPiece piece) {
            return std::ranges::find(played.taken, piece) != played.taken.end();
        };
        if (rest.taken.empty() || !is_shared(rest.taken.front())) return;
        for (const PlacedPiece piece : rest.taken)
            if (is_shared(piece)) rest.centipawns -= exchange_value(type_of(piece.piece));
        std::erase_if(rest.taken, is_shared);
        if (rest.taken.empty()) return;
        for (const PieceType given : played.given) {
            const auto same = std::ranges::find(rest.given, given);
            if (same == rest.given.end()) return;  // it has paid more for it
            rest.given.erase(same);
            rest.centipawns += exchange_value(given);
        }
        if (rest.centipawns < least_material) return;
        claim.winnings = std::move(rest);
        if (claim.motif && std::ranges::any_of(claim.motif->on, is_shared)) claim.motif.reset();
    }

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
        if (best.centipawns >= least_material && !wins_by_mate(best_.score) && !takes_the_same())
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

    // True if the move takes what the better one takes: that was not missed.
    [[nodiscard]] bool takes_the_same() const {
        const Move best = best_.moves.front();
        return question_.before.is_capture(best) && question_.before.is_capture(question_.played) &&
               best.to() == question_.played.to();
    }

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

    // What the move itself took was part of the exchange.
    void count_own_captures(Claim& claim) const {
        if (question_.before.is_capture(question_.played) || question_.played.is_promotion())
            claim.winnings =
                winnings_of(question_.before, joined(question_.played, claim.proof), ~us_, 1);
    }

    [[nodiscard]] bool is_retaking(const ScoredLine& line) const {
        return !question_.retake.is_none() && line.moves.front().to() == question_.retake;
    }

    // True if the claim's first move was a threat before the move and wins as much there, and not
    // just what the move itself puts where it is taken.
    [[nodiscard]] bool existed_before(const Claim& claim) const {
        const auto threat = threat_in(question_.before);
        if (!threat || threat->moves.empty() || threat->moves.front() != claim.proof.front())
            return false;
        if (claim.mate > 0) return threat->mates();
        const std::vector<PlacedPiece>& taken = claim.winnings.taken;
        if (!taken.empty() && taken.front().square == arrival(question_.played)) return false;
        const int least = std::min(claim.winnings.centipawns, most_centipawns) - least_material;
        return threat->centipawns >= std::max(least, least_material);
    }

    void find_only_move() {
        if (is_best() || best_.moves.empty() || claims_.size() > 1) return;
        if (is_retaking(best_) || !is_far_ahead()) return;
        add(ClaimKind::only_move, {}, {best_.moves.front()});
    }

    void find_new_threat() {
        if (answer_.moves.empty()) return;
        const Position position = after_.after(answer_.moves.front());
        auto threat = counted_threat(position);
        if (!threat) threat = searched_threat(position);
        if (!threat) return;
        Claim& claim =
            add(ClaimKind::allows_threat, {question_.played, answer_.moves.front()}, threat->moves);
        claim.is_threat = true;
        if (!fill(claim)) claims_.pop_back();
    }

    // True if the threat behind the answer can be met without a thought, or is no more than an
    // attack that the line speaks of. Of a fork the best piece goes away, and the other is lost.
    [[nodiscard]] bool is_harmless(const Position& position, const Gain& threat) const {
        return can_be_taken(position, threat.moves.front().from()) ||
               prey_can_take(position, threat) ||
               (is_fork(after_, answer_.moves.front(), threat) &&
                can_be_parried(position, threat.centipawns / 2)) ||
               (is_plain_attack(after_, answer_.moves.front(), threat) && can_be_parried(position));
    }

    // The threat that counting material finds behind the answer.
    [[nodiscard]] std::optional<Gain> counted_threat(const Position& position) const {
        auto threat = threat_in(position);
        if (!threat || threat->centipawns < least_threat || is_harmless(position, *threat))
            return std::nullopt;
        // The answer's score is the threatening side's, too.
        if (!is_worth_it(position, *threat, answer_.score)) return std::nullopt;
        return threat;
    }

    // The short threat that only a search finds behind a quiet answer, and for which that was
    // needed.
    [[nodiscard]] std::optional<Gain> searched_threat(const Position& position) const {
        const Move answer = answer_.moves.front();
        if (!question_.search || after_.in_check() || position.in_check()) return std::nullopt;
        if (after_.is_capture(answer) || answer.is_promotion()) return std::nullopt;
        Position passed = position;
        passed.play_null();
        ScoredLine line = question_.search(passed, {});
        if (line.moves.empty()) return std::nullopt;
        complete_mate(passed, line);
        Gain threat{.centipawns = mate_gain, .moves = line.moves};
        if (shown_mate(passed, line.moves) == 0) {
            Tally won = tally(passed, line.moves, ~us_);
            threat = {.centipawns = won.centipawns, .moves = std::move(won.proof)};
            const bool is_worth = threat.centipawns >= least_material &&
                                  raw(line.score) - raw(answer_.score) >=
                                      least_borne_out * std::min(threat.centipawns, most_borne_out);
            if (!is_worth) return std::nullopt;
        }
        if (threat.moves.size() > most_threatened || is_harmless(position, threat) ||
            is_possible_at_once(threat))
            return std::nullopt;
        return threat;
    }

    // True if the side that answers could have taken as much without the answer.
    [[nodiscard]] bool is_possible_at_once(const Gain& threat) const {
        const Move first = threat.moves.front();
        return !threat.mates() && after_.is_legal(first) &&
               won_at_once(after_, first) >= threat.centipawns - least_material;
    }

    // What the capture wins by itself.
    [[nodiscard]] static int won_at_once(const Position& position, Move move) {
        return exchange_value(type_of(position.captured_by(move))) -
               settle(position.after(move)).centipawns;
    }

    // What the better move would have threatened.
    void find_missed_threat() {
        if (best_.moves.empty()) return;
        add_threat(ClaimKind::misses_threat, {best_.moves.front()}, best_.score);
        // Whoever carries it out at once, or threatens the same, has not missed the threat.
        if (has(ClaimKind::misses_threat) &&
            (claims_.back().proof.front() == question_.played || threatens_too(claims_.back())))
            claims_.pop_back();
    }

    // True if the move that was played makes the threat of the claim as well.
    [[nodiscard]] bool threatens_too(const Claim& claim) const {
        if (claim.mate > 0 || after_.in_check()) return false;
        Position passed = after_;
        passed.play_null();
        const Move taking = claim.proof.front();
        return passed.is_legal(taking) &&
               won_at_once(passed, taking) >=
                   won_at_once(start_of_proof(question_, claim), taking) - exchange_tolerance;
    }

    // True if the answer only takes back, and nobody is ahead by the exchange. What is taken
    // elsewhere instead is news.
    [[nodiscard]] bool ends_exchange() const {
        const Move answer = answer_.moves.front();
        if (!question_.before.is_capture(question_.played) ||
            answer.to() != question_.played.to() || !after_.is_capture(answer))
            return false;
        const int lost = balance(question_.before, us_) - balance(after_.after(answer), us_);
        return lost < least_material;
    }

    [[nodiscard]] bool is_worth_showing(const Deed& answer) const {
        const int cost = cost_of(question_);
        if (answer.kind == DeedKind::wins_pawn_ending) return true;
        if (answer.kind == DeedKind::leads_to) return cost >= least_blunder;
        return is_forceful(answer.kind) || cost >= least_error;
    }

    // The line exchanges the last pieces at once, and a search of what is left finds it won.
    [[nodiscard]] std::optional<Deed> won_pawn_ending(const Position& start,
                                                      std::span<const Move> line,
                                                      Score otherwise) const {
        constexpr std::size_t most_exchanged = 3;
        if (!question_.search || has_pawns_only(start) ||
            capped_centipawns(otherwise) >= won_ending)
            return std::nullopt;
        const Color side = start.side_to_move();
        Position position = start;
        for (const Move move : line.first(std::min(line.size(), most_exchanged))) {
            if (!position.is_capture(move)) return std::nullopt;
            position.play(move);
            if (!has_pawns_only(position)) continue;
            if (!has_legal_move(position)) return std::nullopt;
            const ScoredLine rest = question_.search(position, {});
            if (!rest.is_known()) return std::nullopt;
            const Score score = position.side_to_move() == side ? rest.score : -rest.score;
            if (capped_centipawns(score) < won_ending) return std::nullopt;
            return Deed{.kind = DeedKind::wins_pawn_ending, .on = {}, .squares = {}};
        }
        return std::nullopt;
    }

    [[nodiscard]] static bool has_pawns_only(const Position& position) {
        return position.non_pawn_material(Color::white).empty() &&
               position.non_pawn_material(Color::black).empty();
    }

    void find_answer() {
        if (answer_.moves.empty()) return;
        if (const auto ending = won_pawn_ending(after_, answer_.moves, -best_.score))
            return add_deed(ClaimKind::answered_by, *ending);
        const auto deed = telling_deed(after_, answer_.moves, Move::none());
        if (!deed) return;
        add_answer(*deed);
        // What a quiet answer is for is worth a word even where it costs little.
        if (!is_worth_showing(*deed) && has(ClaimKind::answered_by) && !claims_.back().next_deed)
            claims_.pop_back();
    }

    void add_answer(const Deed& deed) {
        add_deed(ClaimKind::answered_by, deed);
        claims_.back().cause = cause_of(question_.before, question_.played, answer_.moves.front());
        if (claims_.back().winnings.centipawns > 0 || claims_.back().next_deed || !ends_exchange())
            return;
        claims_.pop_back();
        // That the answer takes back is no news, and what it gains besides is.
        if (const auto gain = gain_of_answer()) add_deed(ClaimKind::answered_by, *gain);
    }

    // What an answer that takes back attacks, or else that it comes with check or develops a piece.
    [[nodiscard]] std::optional<Deed> gain_of_answer() const {
        const auto deeds = deeds_of(after_, answer_.moves);
        for (const DeedKind kind : {DeedKind::checks_and_attacks, DeedKind::attacks,
                                    DeedKind::takes_with_check, DeedKind::develops}) {
            const auto gain = std::ranges::find(deeds, kind, &Deed::kind);
            if (gain != deeds.end()) return *gain;
        }
        return std::nullopt;
    }

    // An answer that takes or attacks something, and not only to exchange it.
    void add_forceful_answer() {
        if (answer_.moves.empty() || ends_exchange()) return;
        const auto answer = telling_deed(after_, answer_.moves, Move::none());
        const bool is_taken_back =
            answer_.moves.size() > 1 && answer_.moves[1].to() == answer_.moves[0].to();
        if (answer && is_forceful(answer->kind) && !is_taken_back)
            add_deed(ClaimKind::answered_by, *answer);
    }

    // Nothing is won by force: what the answer does, and what the better move would have done.
    void find_deeds() {
        if (best_.moves.empty()) return;
        auto better = won_pawn_ending(question_.before, best_.moves, kept());
        if (!better) better = telling_deed(question_.before, best_.moves, question_.played);
        if (!better || !is_telling(better->kind))
            if (auto prevention = find_prevention()) better = std::move(prevention);
        if (!has(ClaimKind::allows_threat)) find_answer();
        if (!better) return;
        // How the better move is answered says nothing for it.
        if (better->kind == DeedKind::leads_to &&
            (has(ClaimKind::answered_by) || has(ClaimKind::allows_threat)))
            return;
        // The only good move is named once, with what it does.
        const auto only = std::ranges::find(claims_, ClaimKind::only_move, &Claim::kind);
        if (only == claims_.end()) return add_deed(ClaimKind::better_does, *better);
        only->deed = better;
        only->proof = best_.moves;
        only->proof.resize(std::min(only->proof.size(), most_shown));
    }

    // True if the same piece can make the move in the position as it does there, take the same with
    // it, and lose nothing.
    [[nodiscard]] static bool is_had(const Position& position, const Position& there, Move move) {
        const Piece prey = there.captured_by(move);
        if (position.piece_on(move.from()) != there.piece_on(move.from()) ||
            !position.is_legal(move) || position.captured_by(move) != prey)
            return false;
        return settle(position.after(move)).centipawns - exchange_value(type_of(prey)) <
               least_material;
    }

    // True if the answer can be made behind the better move and is not taken back.
    [[nodiscard]] bool is_left(const Position& better, Move answer) const {
        return better.piece_on(answer.from()) == question_.before.piece_on(answer.from()) &&
               better.is_legal(answer) && settle(better.after(answer)).centipawns < least_material;
    }

    // One of the first two moves by which the other side answers, if it is worth a word and is not
    // to be had after the better move.
    [[nodiscard]] std::optional<Deed> find_prevention() const {
        const Position better = question_.before.after(best_.moves.front());
        if (better.in_check() || question_.before.in_check()) return std::nullopt;
        Position passed = question_.before;
        passed.play_null();
        constexpr std::size_t last = 2;
        for (std::size_t i = 0; i <= last && i < answer_.moves.size(); i += 2) {
            const std::span<const Move> line(answer_.moves);
            const auto deed =
                telling_deed(position_after(after_, line.first(i)), line.subspan(i), Move::none());
            // A king that is kept out is a point of endings.
            if (!deed || !(is_active(deed->kind) || deed->kind == DeedKind::brings_king ||
                           deed->kind == DeedKind::goes_for_pawn))
                continue;
            const Move move = line[i];
            const Position there = position_after(after_, line.first(i));
            const bool is_answer = i == 0;
            // What only the moves that were played made possible needs no prevention.
            if (!(is_answer ? passed.is_legal(move) : is_had(passed, there, move)) ||
                move.to() == question_.played.to())
                continue;
            if (is_answer ? is_left(better, move) : is_had(better, there, move)) continue;
            if (is_played_after_better(move)) continue;
            return Deed{.kind = DeedKind::prevents,
                        .on = {},
                        .squares = {},
                        .prevented =
                            Moves(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(i) + 1)};
        }
        return std::nullopt;
    }

    // True if the other side's piece goes there in the better line: then that prevents nothing.
    [[nodiscard]] bool is_played_after_better(Move move) const {
        const PieceType piece = type_of(question_.before.piece_on(move.from()));
        Position position = question_.before;
        for (std::size_t i = 0; i < std::min(best_.moves.size(), most_shown); ++i) {
            const Move other = best_.moves[i];
            if (position.side_to_move() != us_ && other.to() == move.to() &&
                type_of(position.piece_on(other.from())) == piece)
                return true;
            position.play(other);
        }
        return false;
    }

    void add_deed(ClaimKind kind, const Deed& deed) {
        const bool is_answer = kind == ClaimKind::answered_by;
        add_line(kind, is_answer ? Moves{question_.played} : Moves{},
                 is_answer ? answer_.moves : best_.moves, deed);
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
        add_forceful_answer();
    }

    void compare_positions() {
        if (best_.moves.empty() || answer_.moves.empty() || is_best()) return;
        const bool is_beside = !claims_.empty();
        const int least = is_beside ? least_aspect_beside : least_aspect;
        const std::size_t most = is_beside ? most_aspects_beside : most_aspects;
        std::size_t found = 0;
        for (const AspectLoss& loss :
             compare_standing(question_.before, best_.moves, played_line_)) {
            if (loss.total() < least || found == most) continue;
            ++found;
            Claim& claim = add(ClaimKind::positional, {question_.played}, answer_.moves);
            claim.aspect = loss.aspect;
            claim.is_own_loss = loss.own >= loss.theirs;
            claim.difference = loss.total();
        }
    }
};

}  // namespace

bool has_tactics(std::span<const Claim> claims) {
    return std::ranges::any_of(
        claims, [](const Claim& claim) { return claim.kind < ClaimKind::only_move; });
}

std::vector<Claim> mistakes_of(const Question& question) { return Mistakes(question).find(); }

}  // namespace kibitz::explain
