#include "explain/retaking.hpp"

#include <algorithm>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/explain.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

constexpr int answer_plies = 3;
constexpr int most_retakings = 4;
// The exchange is a third of the rook.
constexpr double least_part_kept = 0.33;
// Where so much of it is won although it is taken back, that is what is said.
constexpr double most_kept = 0.6;

// The move by which a reader would take back on the square: with the piece that is worth least.
std::optional<Move> natural_retaking(const Position& position, Square square) {
    std::optional<Move> natural;
    const auto value = [&](Move move) {
        const PieceType type = type_of(position.piece_on(move.from()));
        return type == PieceType::king ? exchange_value(PieceType::queen) + 1
                                       : exchange_value(type);
    };
    for (const Move move : legal_captures(position))
        if (move.to() == square && (!natural || value(move) < value(*natural))) natural = move;
    return natural;
}

// The motif of the answer to a recapture: the piece that took back was pinned, or had to defend
// something else. Its proof is the first three moves.
std::optional<ProvenMotif> why_it_fails(const Position& start, std::span<const Move> proof) {
    const Move taking = proof[0], retaking = proof[1], answer = proof[2];
    const Position taken = start.after(taking), retaken = taken.after(retaking);
    if (!retaken.is_capture(answer) || answer.to() == retaking.to()) return std::nullopt;
    const PlacedPiece retaker{taken.piece_on(retaking.from()), retaking.from()};
    const PlacedPiece prey{taken.piece_on(answer.to()), answer.to()};
    if (prey.piece == Piece::none || taken.piece_on(answer.from()) == Piece::none)
        return std::nullopt;
    const PlacedPiece hunter{taken.piece_on(answer.from()), answer.from()};
    if (between(answer.from(), answer.to()).contains(retaker.square))
        return ProvenMotif{.kind = MotifKind::pin, .by = hunter, .on = {retaker, prey}};
    if (taken.attackers_to(prey.square).contains(retaker.square))
        return ProvenMotif{.kind = MotifKind::overloaded,
                           .by = {taken.piece_on(taking.to()), taking.to()},
                           .on = {retaker, {start.piece_on(taking.to()), taking.to()}, prey}};
    return std::nullopt;
}

bool is_forcing(const Position& position, Move move) {
    return position.is_capture(move) || move.is_promotion() || position.after(move).in_check();
}

class Retaking {
   public:
    Retaking(const Question& question, Claim& claim)
        : question_(question),
          claim_(claim),
          start_(start_of_proof(question, claim)),
          winner_(start_.side_to_move()) {}

    bool answer() {
        if (!answer_at(0)) return false;
        for (int i = 0; i < most_retakings; ++i) {
            const std::size_t last = last_of_winner();
            if (is_retaken_at(last) || !natural_at(last)) return true;
            // Where nothing can be searched, the line that was given is all there is.
            if (last + 1 < claim_.proof.size() && !question_.search) return true;
            if (!answer_at(last)) return false;
        }
        const std::size_t last = last_of_winner();
        return is_retaken_at(last) || !natural_at(last);
    }

   private:
    // A proof may end with the other side's move, which need not be what a reader thinks of.
    [[nodiscard]] std::size_t last_of_winner() const { return (claim_.proof.size() - 1) / 2 * 2; }
    [[nodiscard]] bool is_retaken_at(std::size_t move) const {
        return move + 1 < claim_.proof.size() &&
               claim_.proof[move + 1].to() == claim_.proof[move].to();
    }

    // How the other side would take back behind the move of the proof, if it takes something.
    [[nodiscard]] std::optional<Move> natural_at(std::size_t move) const {
        const std::span<const Move> proof(claim_.proof);
        const Position before = position_after(start_, proof.first(move));
        if (!before.is_capture(proof[move])) return std::nullopt;
        return natural_retaking(before.after(proof[move]), proof[move].to());
    }

    bool answer_at(std::size_t move) {
        const auto natural = natural_at(move);
        if (!natural) return true;
        if (is_retaken_at(move)) return true;
        Moves line(claim_.proof.begin(),
                   claim_.proof.begin() + static_cast<std::ptrdiff_t>(move) + 1);
        line.push_back(*natural);
        const Position retaken = position_after(start_, line);
        // What is won although it is taken back needs no quiet answer, which proves little.
        std::optional<Shown> best = shown_by(line, {});
        if (best && best->centipawns < least_material) best.reset();
        const bool is_won_already = best.has_value();
        // What is given for it is part of the claim, and nothing fails.
        if (best && best->centipawns >= most_kept * claim_.winnings.centipawns) {
            claim_.winnings.taken.clear();
            accept(std::move(*best), line.size());
            return true;
        }
        for (const Moves& answer : answers_to(retaken)) {
            if (answer.empty() || (is_won_already && !is_forcing(retaken, answer.front())))
                continue;
            auto shown = shown_by(line, answer);
            if (!shown) continue;
            // What wins as much as was claimed is enough, and the first is the shortest.
            if (shown->centipawns >= claim_.winnings.centipawns - exchange_tolerance) {
                accept(std::move(*shown), line.size());
                return true;
            }
            if (!best || shown->centipawns > best->centipawns) best = std::move(shown);
        }
        // The recapture saves something: then only the rest is won.
        if (!best || best->centipawns < least_material ||
            best->centipawns < least_part_kept * claim_.winnings.centipawns)
            return false;
        claim_.winnings.taken.clear();
        accept(std::move(*best), line.size());
        return true;
    }

    // The search for material first: its answers are the shortest.
    [[nodiscard]] std::vector<Moves> answers_to(const Position& retaken) const {
        std::vector<Moves> answers;
        answers.push_back(settle(retaken).moves);
        if (const auto gain = best_material(retaken, answer_plies)) answers.push_back(gain->moves);
        if (question_.search && has_legal_move(retaken))
            answers.push_back(question_.search(retaken, {}).moves);
        return answers;
    }

    struct Shown {
        int centipawns = 0;
        Moves proof;
        Winnings winnings;
        bool is_mate = false;
    };

    // What is won behind the recapture with that answer, or without any; nothing if the proof ends
    // before it.
    [[nodiscard]] std::optional<Shown> shown_by(const Moves& line, const Moves& answer) const {
        const std::size_t least_moves = line.size() + (answer.empty() ? 0 : 1);
        Moves whole = line;
        whole.insert(whole.end(), answer.begin(), answer.end());
        const bool is_mate = whole.size() % 2 == 1 && is_checkmate(position_after(start_, whole));
        // What a move punished had taken itself is part of the count.
        const bool counts_move = claim_.lead.size() == 1 && !claim_.is_threat;
        if (counts_move) whole.insert(whole.begin(), claim_.lead.front());
        const Position& from = counts_move ? question_.before : start_;
        const std::size_t lead = counts_move ? 1 : 0;
        if (is_mate) {
            // The mate comes before anything else is taken.
            const std::span<const Move> taking = std::span(whole).first(lead + line.size() - 1);
            return Shown{.centipawns = mate_gain,
                         .proof = {whole.begin() + static_cast<std::ptrdiff_t>(lead), whole.end()},
                         .winnings = winnings_of(from, taking, winner_, lead),
                         .is_mate = true};
        }
        Tally won = tally(from, whole, winner_, lead + least_moves);
        if (won.proof.size() < lead + least_moves) return std::nullopt;
        Shown shown{.centipawns = won.centipawns,
                    .proof = {},
                    .winnings = winnings_of(from, won.proof, winner_, lead)};
        shown.proof.assign(won.proof.begin() + static_cast<std::ptrdiff_t>(lead), won.proof.end());
        return shown;
    }

    // Whoever takes back loses more than they have to: what is won anyway has no name there.
    [[nodiscard]] Winnings without_names() const {
        return {.taken = {}, .given = {}, .promoted = {}, .centipawns = claim_.winnings.centipawns};
    }

    // Whoever takes back is mated before they lose the rest: that is worth as much, and has no
    // name.
    void keep_before_mate(Winnings before_mate) {
        if (before_mate.centipawns < least_material) before_mate = without_names();
        claim_.winnings = std::move(before_mate);
    }

    void accept(Shown shown, std::size_t answer) {
        const auto falls = [&](PlacedPiece piece) {
            return is_taken(start_, shown.proof, piece.square);
        };
        // The claim keeps its words where the new proof bears them out.
        const bool is_borne_out = std::ranges::all_of(claim_.winnings.taken, falls);
        if (shown.is_mate && !is_borne_out)
            keep_before_mate(std::move(shown.winnings));
        else if (claim_.winnings.taken.empty())
            claim_.winnings = std::move(shown.winnings);
        else if (!is_borne_out)
            claim_.winnings = shown.centipawns > claim_.winnings.centipawns + exchange_tolerance
                                  ? without_names()
                                  : std::move(shown.winnings);
        claim_.proof = std::move(shown.proof);
        // A later recapture is part of the line, and needs no words; nor does one that is not
        // answered.
        if (answer != 2 || claim_.proof.size() <= answer) return;
        // Where no answer is needed, taking back does not fail: it is part of the count.
        const Position retaken = position_after(start_, std::span(claim_.proof).first(answer));
        const Move then = claim_.proof[answer];
        Claim without_answer = claim_;
        without_answer.proof.resize(answer);
        if (!is_forcing(retaken, then) && !shown.is_mate && holds(question_, without_answer)) {
            claim_ = std::move(without_answer);
            return;
        }
        claim_.retaking = 1;
        claim_.motif = why_it_fails(start_, claim_.proof);
        if (claim_.motif) return;
        const std::span<const Move> rest = std::span(claim_.proof).subspan(answer);
        claim_.motif =
            motif_of(position_after(start_, std::span(claim_.proof).first(answer)), rest, winner_);
        if (claim_.motif) claim_.motif->move += answer;
    }

    const Question& question_;
    Claim& claim_;
    Position start_;
    Color winner_;
};

}  // namespace

bool answer_retaking(const Question& question, Claim& claim) {
    return claim.mate > 0 || claim.proof.empty() || Retaking(question, claim).answer();
}

}  // namespace kibitz::explain
