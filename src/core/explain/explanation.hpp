// Explanation: what there is to say about a move, as claims that each carry their proof.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "chess/motifs.hpp"
#include "chess/outcome.hpp"
#include "engine/score.hpp"
#include "explain/material.hpp"

namespace kibitz::explain {

// A line and what it is worth to the side that begins it, in the centipawns that people are shown
// (engine/score_model.hpp), a mate or a tablebase result.
struct ScoredLine {
    Moves moves;
    Score score = score_none;

    [[nodiscard]] bool is_known() const { return score != score_none; }
};

// The best line in a position, none of the excluded moves first; no moves if there is none.
using Search = std::function<ScoredLine(const Position&, std::span<const Move> excluded)>;

// A move to be explained, and what an engine thinks of it.
struct Question {
    Position before;
    Move played;
    ScoredLine best{};    // before the move
    ScoredLine answer{};  // after it; without moves where the game is over
    // The best line without the best move, if it is known; `search` finds it otherwise.
    ScoredLine second{};
    // Where the previous move took something, if it did and that is known: it can be retaken.
    Square retake = Square::none();
    // For proofs that the lines leave open; may be empty.
    Search search{};
};

enum class ClaimKind : std::uint8_t {
    misses_mate,
    misses_win,        // of material
    misses_recapture,  // of what the previous move took
    allows_mate,
    loses_material,
    ignores_threat,  // that the other side had before the move
    ends_game,       // in a draw
    only_move,       // the one that was not played
    allows_threat,
    positional,
    // Of good moves:
    mates,
    wins_material,
    is_only_move,
    sacrifices,
    meets_threat,
};
// "misses win", "allows mate"
std::string_view to_string(ClaimKind kind);

// The parts of a comparison without tactics, in the order in which they are looked at.
enum class Aspect : std::uint8_t { king_safety, structure, activity, space };
std::string_view to_string(Aspect aspect);
inline constexpr int aspect_count = 4;

struct PlacedPiece {
    Piece piece = Piece::none;
    Square square;

    bool operator==(const PlacedPiece&) const = default;
};

// What a proof wins, with equal pieces on both sides left out.
struct Winnings {
    std::vector<PlacedPiece> taken;  // the most valuable first
    std::vector<PieceType> given;
    int centipawns = 0;
};

// A motif with its pieces, and the move of the proof that carries it out.
struct ProvenMotif {
    MotifKind kind{};
    PlacedPiece by;
    std::vector<PlacedPiece> on;
    std::size_t move = 0;  // of the proof, the first is 0
};

struct Claim {
    ClaimKind kind{};
    // The proof begins behind these moves from the position before the move. A threat is shown as
    // if the side to move there passed.
    Moves lead;
    bool is_threat = false;
    Moves proof;
    int mate = 0;  // in moves; 0 for none
    Winnings winnings;
    std::optional<ProvenMotif> motif;
    // Of positional claims.
    Aspect aspect{};
    bool is_own_loss = false;  // or the other side's gain
    int difference = 0;        // centipawns of the evaluation
    std::optional<Termination> ending;
};

struct Explanation {
    std::vector<Claim> claims;  // what matters most first
    // What the move costs, with scores beyond ten pawns and mates counted as ten pawns.
    int cost = 0;
};

// The position in which the claim's proof begins.
Position start_of_proof(const Question& question, const Claim& claim);

}  // namespace kibitz::explain
