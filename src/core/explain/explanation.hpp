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
    // It is asked for proofs that the lines leave open; it may be empty.
    Search search{};
    // A search of its own that finds the same every time, whatever the limits of the others. What
    // it shows is said unless the others contradict it, so that words don't change with the nodes.
    Search steady{};
    // What its lines leave open is proved with this, which knows what that one has found; with the
    // steady search itself if this is empty.
    Search steady_proofs{};
    // A longer search that finds the same every time, too. Where the question's own searches
    // contradict the steady one, it decides.
    Search umpire{};
    // The lines above are of shorter searches than that one, and contradict nothing.
    bool is_brief = false;
    // A review has judged the move by the lines above: the words have to fit its mark.
    bool is_reviewed = false;
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
    misses_threat,  // that the better move would have made
    answered_by,    // what the answer does, where nothing above can be proved
    better_does,    // what the better move does, likewise
    positional,
    // These are about good moves:
    mates,
    wins_material,
    is_only_move,
    sacrifices,
    meets_threat,
    beats,  // what the next best move would have cost
    threatens,
    does,  // what a move without any of that does
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

// What a proof wins, with equal pieces on both sides left out. Pieces are named where they stand on
// the board that the reader sees, before the proof; what the proof's first move takes is left out
// only if it is exchanged there.
struct Winnings {
    std::vector<PlacedPiece> taken;  // the most valuable first
    std::vector<PieceType> given;
    std::vector<PieceType> promoted;  // new pieces
    int centipawns = 0;
};

// What a move does, as the board shows it.
enum class DeedKind : std::uint8_t {
    promotes,
    takes,
    takes_with_check,
    exchanges,           // an equal piece, which is taken back
    exchanges_doubling,  // what a pawn takes back, so that it stands behind or before another one
    exchanges_opening_king,  // what a pawn takes back that was the shelter of its king
    checks_and_attacks,
    attacks,
    shuts_in,  // a piece, which no safe square is left for and which the line takes
    outruns,   // a passed pawn, the king that is alone against it
    saves,     // the piece that moves
    defends,
    displaces_king,  // that could have castled
    checks,
    stops_pawn,
    takes_opposition,
    takes_key_square,  // of the own pawn
    builds_bridge,     // in the Lucena position
    holds_rank,        // against a rook and a pawn, as Philidor did
    enters_square,     // of a passed pawn
    holds_corner,      // against a bishop that does not control it
    wins_pawn_ending,  // into which the line leads by an exchange
    goes_behind_pawn,  // a passed pawn of either side, with a rook
    cuts_off_king,     // from a passed pawn, with a rook
    fixes_pawn,
    makes_passed_pawn,
    goes_for_pawn,  // with the king, which takes it
    prevents,
    stops_castling,
    aims_at_king,    // at a square beside it that only the king defends, and that the line enters
    storms_king,     // with a pawn that goes on towards it in the line
    settles,         // where no pawn can attack the piece any more
    enters_seventh,  // with a rook
    offers_queens,
    pushes_passed_pawn,
    castles,
    pins,
    challenges,  // a pawn, with a pawn
    develops,
    takes_file,
    takes_squares,  // from a piece
    opens_way,      // of an own piece
    bars_way,       // of a bishop of the other side
    supports,       // what is attacked already, or stands in the centre
    offers_exchange,
    brings_king,
    prepares,   // the mover's next move in the line, which this move alone makes possible
    heads_for,  // a square that the same piece reaches with its next move
    waits,      // the mover's next move in the line has no need of it
    leads_to,   // the other side's answer and no more
};

struct Deed {
    DeedKind kind{};
    std::vector<PlacedPiece> on;
    std::vector<Square> squares;
    // Behind the move that was played: the last is what the deed prevents.
    Moves prevented{};

    bool operator==(const Deed&) const = default;
};

// How the move that was played made its answer possible.
enum class CauseKind : std::uint8_t { gives_up_square, opens_way };
struct Cause {
    CauseKind kind{};
    Square square;
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
    // The move of the proof by which the other side would take back, as the reader would; what
    // follows shows why that fails. 0 for none.
    std::size_t retaking = 0;
    // Claims about what a move does have the first of the proof here.
    std::optional<Deed> deed;
    // What a later move of the same side in the proof does, where the first forces nothing or only
    // makes room for it, and the index of that move.
    std::optional<Deed> next_deed;
    std::size_t next_move = 0;
    // Of an answer: what the move that was played has to do with it.
    std::optional<Cause> cause{};
    // Positional claims have these two.
    Aspect aspect{};
    bool is_own_loss = false;  // or the other side's gain
    // Centipawns: of the evaluation, to the next best move, or of the material in a line that
    // shows what a move does.
    int difference = 0;
    std::optional<Termination> ending;
};

struct Explanation {
    std::vector<Claim> claims;  // what matters most first
    // What the move costs, with scores beyond ten pawns and mates counted as ten pawns.
    int cost = 0;
    // The better move that the claims were made with; none if that is the one that was played.
    Move better = Move::none();
};

// A move that costs less than this is not a mistake.
inline constexpr int least_cost = 30;

// Moves of a proof that a reader follows; what needs more is not said to be won.
inline constexpr std::size_t longest_proof = 14;
// Moves of a line that proves nothing and only shows what is meant.
inline constexpr std::size_t most_shown = 6;

// The position in which the claim's proof begins.
Position start_of_proof(const Question& question, const Claim& claim);

}  // namespace kibitz::explain
