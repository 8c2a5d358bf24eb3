// Every text that explanations are made of, in all languages.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "explain/sentences.hpp"

namespace kibitz::explain {

// Every text, with {names} to be filled in: {move} the first move of the proof, {won} what it wins,
// {why} the motif as a clause, {line} the proof in brackets, {n} a number. A piece is {by}, {on}
// or, of two, {one} and {other}; German writes the subject in the nominative and has {on}, {one}
// and {other} in the accusative. {to} are the pieces behind the Spanish preposition, {recipient}
// the piece in the German dative. {who} is a move, or the word for one that was named already.
enum class Text : std::uint8_t {
    misses_mate_in_one,
    misses_mate,
    misses_long_mate,
    misses_win,
    misses_recapture,
    allows_mate_in_one,
    allows_mate,
    allows_long_mate,
    loses_material,
    ignores_mate,
    ignores_threat,
    ends_game,
    only_move,
    only_move_does,
    allows_mate_threat,
    allows_threat,
    misses_threat,
    misses_mate_threat,
    answered,
    answered_even,
    answered_winning,
    better_does,
    better_does_winning,
    beats_mate,
    beats_material,
    beats_score,
    threatens,
    threatens_mate,
    threat_is,
    threat_is_mate,
    plan_is,
    does,
    own_king_safety,
    their_king_safety,
    own_structure,
    their_structure,
    own_activity,
    their_activity,
    own_space,
    their_space,
    mates_now,
    mates,
    mates_late,
    wins_material,
    is_only_move,
    sacrifice_mates,
    sacrifice_returns,
    meets_mate_threat,
    meets_threat,
    better_was,
    back_rank,
    hanging,
    double_check,
    discovered_check,
    fork,
    skewer,
    discovered_attack,
    pin,
    removes_defender,
    overloaded,
    trapped,
    // The same for somebody who does not know the words, in the same order; {behind} is {other} in
    // the nominative.
    plain_back_rank,
    plain_hanging,
    plain_double_check,
    plain_discovered_check,
    plain_fork,
    plain_skewer,
    plain_discovered_attack,
    plain_pin,
    plain_removes_defender,
    plain_overloaded,
    plain_trapped,
    outnumbered,  // {on} in the nominative, {n} and {m} from the next two lists
    attacked_twice,
    attacked_three_times,
    attacked_four_times,
    defended_once,
    defended_twice,
    defended_three_times,
    now,          // the motif is in the first move
    later,        // it is in a later one, behind {reply}
    retaking,     // {reply} takes back, and {move} answers it
    attacks_too,  // what the first move attacks besides what it wins
    it,           // a move that was named already
    exchange,
    some_for_others,
    new_piece,
    two_pawns,
    material,
    material_of_one,
    joins,
    does_promote,
    does_take,
    does_take_with_check,
    does_exchange,
    does_exchange_doubling,
    does_exchange_opening_king,
    does_check_and_attack,
    does_attack,
    does_shut_in,
    does_outrun,
    does_save,
    does_defend,
    does_displace_king,
    does_check,
    does_stop_pawn,
    does_take_opposition,
    does_take_key_square,
    does_build_bridge,
    does_hold_rank,
    does_enter_square,
    does_hold_corner,
    does_win_pawn_ending,
    does_go_behind_pawn,
    does_cut_off_king,
    does_fix_pawn,
    does_make_passed_pawn,
    does_go_for_pawn,
    does_prevent,
    does_stop_castling,
    does_aim_at_king,
    does_storm_king,
    does_settle,
    does_enter_seventh,
    does_offer_queens,
    does_push_passed_pawn,
    does_castle,
    does_pin,
    does_challenge,
    does_develop,
    does_take_file,
    does_take_squares,
    does_open_way,
    does_bar_way,
    does_support,
    does_offer_exchange,
    does_bring_king,
    does_prepare,
    does_head_for,
    does_wait,
    does_lead_to,
    does_then,     // behind what the move does: what it is for
    does_after,    // likewise: what the next move does, behind {reply}
    cause_square,  // behind what an answer does: {move} is the one that was played
    cause_way,
    stalemate,
    dead_position,
    repetition,
    seventy_five_moves,
    // The story of a game (story.hpp): {before} and {after} are chances in percent.
    story_white,
    story_black,
    story_opening,
    story_level,
    story_opening_calm,
    story_calm,
    story_first,
    story_turn,
    story_missed,
    story_missed_unnamed,
    story_mate,
    story_won,
    story_won_against_odds,
    story_draw,
    story_draw_saved,
    story_aftermath,
    practise_looking,
    practise_threats,
    practise_answers,
    practise_time,
    practise_plans,
};

struct Template {
    Text text;
    std::string_view english, german, spanish;
};

// They stand in the order of Text.
std::span<const Template> templates();
std::string_view text_of(Text text, Language language);

}  // namespace kibitz::explain
