// What the explainers of mistakes, good moves and threats share: the question with its lines, and
// how a claim is made and kept only if its proof shows it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explain/explain.hpp"

namespace kibitz::explain {

// A threat to win less is not worth a word.
inline constexpr int least_threat = 150;
// The scores have to bear out a difference in material at least to this part of it, and much
// material weighs less in the scores of a game that is decided with less of it.
inline constexpr double least_borne_out = 0.6;
inline constexpr int most_borne_out = 500;
// Centipawns between two moves that a judge might choose either of.
inline constexpr int about_as_good = 50;

inline bool wins_by_mate(Score score) { return is_mate(score) && score > score_draw; }
inline bool loses_by_mate(Score score) { return is_mate(score) && score < score_draw; }

Moves joined(Move first, std::span<const Move> rest);
// What the move costs, with capped scores.
int cost_of(const Question& question);
// Moves to the mate at the end of the line; 0 if it does not end in one.
int shown_mate(const Position& start, std::span<const Move> line);
// Of two searches each, those scores count that make less of it.
inline bool is_borne_out(int difference, Score best, Score kept) {
    return raw(best) - raw(kept) >= least_borne_out * std::min(difference, most_borne_out);
}
// The most telling thing that the line's first move does and the other move, if any, does not.
std::optional<Deed> telling_deed(const Position& before, std::span<const Move> line, Move other);

class Explainer {
   public:
    explicit Explainer(const Question& question);

   protected:
    [[nodiscard]] bool has(ClaimKind kind) const;
    // What the mover can count on with the move.
    [[nodiscard]] Score kept() const { return -answer_.score; }
    [[nodiscard]] bool is_best() const {
        return !best_.moves.empty() && best_.moves.front() == question_.played;
    }
    const ScoredLine& next_best();
    // True if the best move is much better than all others.
    [[nodiscard]] bool is_far_ahead();

    Claim& add(ClaimKind kind, Moves lead, Moves proof);
    // What the first move of the line does, with as much of the line as is shown.
    Claim& add_does(const Moves& line, const Deed& deed);
    // Adds what the proof wins and by which motif; false, and no claim, if it shows nothing.
    bool fill(Claim& claim) const;
    void add_filled(ClaimKind kind, Moves lead, Moves proof);
    // A threat that the last move of the lead makes, scored for the side that moves it.
    void add_threat(ClaimKind kind, Moves lead, Score score);
    // A line that shows what its first move does, and what it wins, if it does: without force, so
    // that the reader sees the line for it.
    void add_line(ClaimKind kind, Moves lead, const Moves& line, const Deed& deed);
    void drop_unproven();
    // True if the proof shows what is claimed, against the recapture and the defences that a reader
    // may think of. What is said to be won is made smaller where the best defence loses less.
    bool prove(Claim& claim) const;
    // Drops what a mistake is said to win or lose where a search of the proof's end sees that come
    // back.
    void drop_refuted();

    // What a line wins, and its score for the mover.
    struct Confirmed {
        Tally won;
        Score score;
    };
    // The defence is searched once more, from behind the first moves of the line, and so are the
    // next best one if it is about as good, and what a reader thinks of first: the piece that is
    // to fall goes away, or takes what attacks it. What is won against all of them counts.
    [[nodiscard]] Confirmed confirmed(const Tally& first, std::span<const Move> line,
                                      std::size_t moves, Color winner) const;
    // The claims that hold, each with a proof that goes on until nothing hangs.
    std::vector<Claim> finished();

    // A line that ought to mate and stops before is searched on.
    void complete_mate(const Position& start, ScoredLine& line) const;
    // Whether a threat that wins material would be worth as much in a search, which sees what the
    // other side gets for it.
    [[nodiscard]] bool is_worth_it(const Position& position, const Gain& threat,
                                   Score without) const;

    const Question& question_;
    Color us_;
    Position after_;
    ScoredLine best_, answer_;
    // Defences are asked about again for every claim that is made smaller.
    Search asked_once_;
    Moves played_line_;
    std::optional<ScoredLine> second_;
    std::vector<Claim> claims_;

   private:
    // What the mover could win at once.
    [[nodiscard]] std::optional<Gain> threat_of_mover() const;
    void fill_line(Claim& claim) const;
    // What a search of the proof's end makes of it: a line may stop just before what refutes it,
    // and it flatters its winner where the other side defends badly on the way.
    enum class EndOfProof : std::uint8_t { bears_out, refutes, flatters };
    [[nodiscard]] EndOfProof end_of_proof(const Claim& claim) const;
    // Leaves the part of a proof that wins most before the bad defence; false if none wins
    // anything.
    bool shorten(Claim& claim) const;
    // Where taking back is answered, the proof shows nothing of what a check attacks besides.
    void name_other_prey(Claim& claim) const;
    // What a claim's first move wins against the best defence.
    struct Defended {
        Moves line;  // from the claim's first move on
        Tally won;   // its proof begins with that move, too
        Winnings winnings;
        int score = 0;  // for the side that wins
    };
    // The best one, and the next best if it is about as good.
    [[nodiscard]] std::vector<Defended> best_defences(const Claim& claim) const;
    [[nodiscard]] Defended defended_by(const Claim& claim, const ScoredLine& reply) const;
    [[nodiscard]] static bool counts_lead(const Claim& claim);
    void count_defence(const Claim& claim, Defended& defence) const;
    [[nodiscard]] bool gives_as_much(const Claim& claim, const Defended& defence) const;
    // What the side that wins could count on without the claim's first move, if that is known.
    [[nodiscard]] std::optional<int> score_otherwise(const Claim& claim) const;
    // True if the defence loses as much as is claimed, and, if names count, what is named.
    [[nodiscard]] bool bears_out(const Claim& claim, const Defended& defence,
                                 bool names_count) const;
    [[nodiscard]] bool stands(const Claim& claim, std::span<const Defended> defences) const;
    [[nodiscard]] std::optional<Claim> named_as_defended(const Claim& claim,
                                                         const Defended& defence) const;
    [[nodiscard]] std::optional<Claim> shown_by_defence(const Claim& claim,
                                                        const Defended& defence) const;
    // Makes the claim smaller where the best defence loses less; false if it loses nothing.
    bool stands_against_defences(Claim& claim) const;
    // True if what is said to be won falls in the line that it is compared with as well.
    [[nodiscard]] bool falls_otherwise(const Claim& claim) const;
    // True if the proof was made longer.
    bool show_captures(Claim& claim) const;
    void count_again(Claim& claim) const;
};

}  // namespace kibitz::explain
