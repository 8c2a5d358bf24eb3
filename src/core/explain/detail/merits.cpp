#include "explain/detail/explainers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/accuracy.hpp"
#include "explain/deeds.hpp"
#include "explain/detail/explainer.hpp"
#include "explain/detail/threats.hpp"
#include "explain/retaking.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

constexpr int sacrifice = 150;
// Centipawns to the next best move from which on it is worth comparing.
constexpr int least_advantage = 90;

class Merits : Explainer {
   public:
    using Explainer::Explainer;

    std::vector<Claim> find() {
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
        if (std::ranges::all_of(claims_, says_little)) find_own_deeds();
        // What the move does comes before by how much another would have been worse.
        const auto beaten = std::ranges::find_if(claims_, is_difference);
        if (beaten != claims_.end()) std::rotate(beaten, beaten + 1, claims_.end());
        return finished();
    }

   private:
    static bool is_difference(const Claim& claim) {
        return claim.kind == ClaimKind::beats && claim.difference > 0;
    }

    // Neither a rank among the moves nor a difference of scores says what the move is for.
    static bool says_little(const Claim& claim) {
        return claim.kind == ClaimKind::is_only_move || is_difference(claim);
    }

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
        Tally won = tally(question_.before, played_line_, us_);
        if (won.centipawns < least_material || capped_centipawns(kept()) < -least_material) return;
        const int at_first = won.centipawns;
        // What a capture takes cannot go away.
        if (!question_.before.is_capture(question_.played))
            won = confirmed(won, played_line_, 1, us_).won;
        if (won.centipawns < least_material) return;
        Claim& claim = add(ClaimKind::wins_material, {}, won.proof);
        const bool is_less = won.centipawns < at_first;
        // A proof that stops before something is given back shows too much.
        if (!fill(claim) ||
            (is_less && claim.winnings.centipawns > won.centipawns + exchange_tolerance))
            claims_.pop_back();
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
        // A look at the move alone may have found it less good.
        const Score own = std::min(best_.score, kept());
        const int gap = capped_centipawns(own) - capped_centipawns(second.score);
        if (gap < least_advantage && !is_far_ahead()) return;
        Moves punishment(second.moves.begin() + 1, second.moves.end());
        const Position behind = question_.before.after(second.moves.front());
        if (const int mate = shown_mate(behind, punishment); mate > 0) {
            fill(add(ClaimKind::beats, {second.moves.front()}, std::move(punishment)));
            return;
        }
        const Tally lost = tally(question_.before, second.moves, ~us_, 2);
        if (lost.centipawns >= least_material && lost.proof.size() > 1 &&
            !is_lost_all_the_same(lost) &&
            is_borne_out(lost.centipawns, best_.score, second.score)) {
            Claim& claim = add(ClaimKind::beats, {second.moves.front()},
                               {lost.proof.begin() + 1, lost.proof.end()});
            if (fill(claim) && claim.winnings.centipawns >= least_material) {
                claim.winnings = winnings_of(question_.before,
                                             joined(second.moves.front(), claim.proof), ~us_, 1);
                if (claim.winnings.centipawns >= least_material && prove(claim)) return;
            }
            claims_.pop_back();
        }
        Claim& claim = add(ClaimKind::beats, {}, second.moves);
        claim.proof.resize(std::min(claim.proof.size(), most_shown));
        claim.difference = gap;
    }

    // True if the move that was played loses about as much as the next best one.
    [[nodiscard]] bool is_lost_all_the_same(const Tally& lost) const {
        const int played = tally(question_.before, played_line_, ~us_, 2).centipawns;
        return lost.centipawns - played < least_material;
    }

    void find_own_threat() {
        if (after_.in_check()) return;
        add_threat(ClaimKind::threatens, {question_.played}, kept());
    }

    void find_own_deeds() {
        const std::vector<Deed> deeds = deeds_of(question_.before, played_line_);
        if (deeds.empty()) return;
        const bool is_alone = !has(ClaimKind::beats);
        if (!is_alone && is_plan(deeds.front().kind)) return;
        add_does(played_line_, deeds.front());
    }

    // A threat that can be carried out all the same has been paid for, and not met.
    [[nodiscard]] bool still_wins(Move threat) const {
        if (!after_.is_legal(threat)) return false;
        const int gain = exchange_value(type_of(after_.captured_by(threat)));
        return gain - settle(after_.after(threat)).centipawns >= least_threat;
    }

    void find_met_threat() {
        const auto threat = threat_in(question_.before);
        if (!threat || threat->centipawns < least_threat || after_.in_check()) return;
        if (settle(question_.before).centipawns >= least_threat) return;
        const auto left = best_material(after_, threat_plies);
        const int taken = exchange_value(type_of(question_.before.captured_by(question_.played)));
        if (!left || left->centipawns - taken >= least_material) return;
        if (taken > 0 && still_wins(threat->moves.front())) return;
        Claim& claim = add(ClaimKind::meets_threat, {}, threat->moves);
        claim.is_threat = true;
        if (!fill(claim)) claims_.pop_back();
    }
};

// What the side that is not to move could do.
class StandingThreats : Explainer {
   public:
    using Explainer::Explainer;

    std::vector<Claim> find() {
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
        if (claims_.empty())
            // A short line without a plan may do nothing that there are words for.
            if (const auto deeds = deeds_of(passed, line.moves); !deeds.empty())
                add_does(line.moves, deeds.front()).is_threat = true;
        return finished();
    }
};

}  // namespace

std::vector<Claim> merits_of(const Question& question) { return Merits(question).find(); }

std::vector<Claim> threats_of(const Question& question) { return StandingThreats(question).find(); }

}  // namespace kibitz::explain
