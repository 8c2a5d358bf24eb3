// What the hand-crafted evaluation looks at: the list of its terms, how many weights each has, and
// where these stand in the table of weights (weights.hpp).
//
// Most terms are linear: weight x count, with a middlegame and an endgame weight. The safety of
// the king is not: its terms add up to a danger, which becomes a penalty by a curve (see
// danger_penalty in blend.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kibitz {

// The lines of the table that explains an evaluation.
enum class TermGroup : std::uint8_t {
    material,
    piece_squares,
    pawns,
    passed_pawns,
    mobility,
    pieces,
    threats,
    king_safety,
    space,
    tempo,
};
constexpr int term_group_count = 10;
constexpr std::array<std::string_view, term_group_count> term_group_names = {
    "material", "piece squares", "pawns", "passed pawns", "mobility",
    "pieces",   "threats",       "king",  "space",        "tempo"};

enum class Term : std::uint8_t {
    material,
    bishop_pair,
    knight_per_pawn,
    rook_per_pawn,
    piece_square,
    mobility_knight,
    mobility_bishop,
    mobility_rook,
    mobility_queen,
    pawn_isolated,
    pawn_doubled,
    pawn_backward,
    pawn_phalanx,
    pawn_supported,
    pawn_candidate,
    passed,
    passed_own_king,
    passed_enemy_king,
    passed_blocked,
    passed_safe_step,
    passed_safe_path,
    passed_defended_step,
    passed_rook_behind,
    passed_unstoppable,
    outpost,
    outpost_reachable,
    minor_behind_pawn,
    minor_king_distance,
    bishop_own_pawns,
    bishop_long_diagonal,
    rook_open_file,
    rook_half_open_file,
    rook_seventh_rank,
    threat_by_pawn,
    threat_by_pawn_push,
    threat_by_minor,
    threat_by_rook,
    threat_by_king,
    threat_hanging,
    threat_restricted,
    threat_on_queen,
    shelter,
    storm,
    storm_blocked,
    king_pawn_distance,
    space,
    tempo,
};
constexpr int term_count = static_cast<int>(Term::tempo) + 1;
constexpr int index(Term term) { return static_cast<int>(term); }

struct TermInfo {
    std::string_view name;
    TermGroup group;
    int size;                  // number of weights
    std::string_view indexed;  // by what
};

// They stand in Term's order. "rank" is relative to the side, "type" runs pawn, knight, ... king.
constexpr std::array<TermInfo, term_count> terms = {{
    {"material", TermGroup::material, 5, "type"},
    {"bishop_pair", TermGroup::material, 1, ""},
    {"knight_per_pawn", TermGroup::material, 1, "times own pawns"},
    {"rook_per_pawn", TermGroup::material, 1, "times own pawns"},
    {"piece_square", TermGroup::piece_squares, 6 * 64, "type, square"},
    {"mobility_knight", TermGroup::mobility, 9, "squares"},
    {"mobility_bishop", TermGroup::mobility, 14, "squares"},
    {"mobility_rook", TermGroup::mobility, 15, "squares"},
    {"mobility_queen", TermGroup::mobility, 28, "squares"},
    {"pawn_isolated", TermGroup::pawns, 2, "opposed"},
    {"pawn_doubled", TermGroup::pawns, 1, ""},
    {"pawn_backward", TermGroup::pawns, 2, "opposed"},
    {"pawn_phalanx", TermGroup::pawns, 8, "rank"},
    {"pawn_supported", TermGroup::pawns, 8, "rank, times supporters"},
    {"pawn_candidate", TermGroup::pawns, 8, "rank"},
    {"passed", TermGroup::passed_pawns, 8, "rank"},
    {"passed_own_king", TermGroup::passed_pawns, 8, "rank, times distance"},
    {"passed_enemy_king", TermGroup::passed_pawns, 8, "rank, times distance"},
    {"passed_blocked", TermGroup::passed_pawns, 8, "rank"},
    {"passed_safe_step", TermGroup::passed_pawns, 8, "rank"},
    {"passed_safe_path", TermGroup::passed_pawns, 8, "rank"},
    {"passed_defended_step", TermGroup::passed_pawns, 8, "rank"},
    {"passed_rook_behind", TermGroup::passed_pawns, 2, "own, enemy"},
    {"passed_unstoppable", TermGroup::passed_pawns, 1, ""},
    {"outpost", TermGroup::pieces, 2, "knight, bishop"},
    {"outpost_reachable", TermGroup::pieces, 1, "knight"},
    {"minor_behind_pawn", TermGroup::pieces, 2, "knight, bishop"},
    {"minor_king_distance", TermGroup::pieces, 2, "knight, bishop, times distance"},
    {"bishop_own_pawns", TermGroup::pieces, 2, "pawns, blocked ones, on its colour"},
    {"bishop_long_diagonal", TermGroup::pieces, 1, ""},
    {"rook_open_file", TermGroup::pieces, 1, ""},
    {"rook_half_open_file", TermGroup::pieces, 1, ""},
    {"rook_seventh_rank", TermGroup::pieces, 1, ""},
    {"threat_by_pawn", TermGroup::threats, 5, "type of the target"},
    {"threat_by_pawn_push", TermGroup::threats, 1, ""},
    {"threat_by_minor", TermGroup::threats, 5, "type of the target"},
    {"threat_by_rook", TermGroup::threats, 5, "type of the target"},
    {"threat_by_king", TermGroup::threats, 1, ""},
    {"threat_hanging", TermGroup::threats, 1, "times pieces"},
    {"threat_restricted", TermGroup::threats, 1, "times squares"},
    {"threat_on_queen", TermGroup::threats, 2, "by knight, by slider, times squares"},
    {"shelter", TermGroup::king_safety, 4 * 8, "file's distance from the edge, rank (0: no pawn)"},
    {"storm", TermGroup::king_safety, 4 * 8, "file's distance from the edge, rank (0: no pawn)"},
    {"storm_blocked", TermGroup::king_safety, 8, "rank"},
    {"king_pawn_distance", TermGroup::king_safety, 1, "times distance to the nearest pawn"},
    {"space", TermGroup::space, 8, "own pieces, times squares"},
    {"tempo", TermGroup::tempo, 1, ""},
}};

// Where a term's weights begin.
constexpr auto first_weights = [] {
    std::array<int, term_count + 1> first{};
    for (std::size_t i = 0; i < terms.size(); ++i) first[i + 1] = first[i] + terms[i].size;
    return first;
}();
constexpr int weight_count = first_weights[term_count];
constexpr int weight_index(Term term, int sub) {
    return first_weights[static_cast<std::size_t>(index(term))] + sub;
}

// Each of these endangers a king. Named from the point of view of the king's owner.
enum class DangerTerm : std::uint8_t {
    base,
    attacker,
    adjacent_attacks,
    weak_ring,
    safe_check,
    unsafe_check,
    blocker,
    flank_attacks,
    flank_defence,
    open_file,
    half_open_file,
    knight_defender,
    enemy_has_no_queen,
};
constexpr int danger_term_count = static_cast<int>(DangerTerm::enemy_has_no_queen) + 1;
constexpr int index(DangerTerm term) { return static_cast<int>(term); }

struct DangerTermInfo {
    std::string_view name;
    int size;
    std::string_view indexed;
};
constexpr std::array<DangerTermInfo, danger_term_count> danger_terms = {{
    {"base", 1, "always there"},
    {"attacker", 4, "knight ... queen that attacks the king's ring"},
    {"adjacent_attacks", 4, "knight ... queen, times attacked squares next to the king"},
    {"weak_ring", 1, "times ill-defended squares of the ring"},
    {"safe_check", 8, "knight ... queen, one or several checks"},
    {"unsafe_check", 1, "times squares"},
    {"blocker", 1, "times pieces that shield the king from a slider"},
    {"flank_attacks", 1, "times attacked squares of the king's flank"},
    {"flank_defence", 1, "times defended squares of the king's flank"},
    {"open_file", 1, "times files next to the king"},
    {"half_open_file", 1, "times files next to the king without an own pawn"},
    {"knight_defender", 1, ""},
    {"enemy_has_no_queen", 1, ""},
}};
constexpr auto first_danger_weights = [] {
    std::array<int, danger_term_count + 1> first{};
    for (std::size_t i = 0; i < danger_terms.size(); ++i)
        first[i + 1] = first[i] + danger_terms[i].size;
    return first;
}();
constexpr int danger_weight_count = first_danger_weights[danger_term_count];
constexpr int danger_weight_index(DangerTerm term, int sub) {
    return first_danger_weights[static_cast<std::size_t>(index(term))] + sub;
}

}  // namespace kibitz
