#include "collection/matcher.hpp"

#include <algorithm>
#include <string>

#include "chess/annotations.hpp"

namespace kibitz::collection {

Remains remains_of(const Position& position) {
    const Bitboard white = position.pieces(Color::white), black = position.pieces(Color::black);
    return {.pieces = {white.count(), black.count()},
            .home_pawns = position.pieces(PieceType::pawn) &
                          ((white & Bitboard(Rank::r2)) | (black & Bitboard(Rank::r7)))};
}

Matcher::Matcher(const Query& query) : query_(query) {
    for (const WantedPosition& wanted : query.positions)
        needed_.push_back(remains_of(wanted.position));
}

void Matcher::begin_game(KnownOfGame known) {
    plies_ = 0;
    is_past_position_ = false;
    has_position_ = query_.positions.empty();
    is_swapped_ = false;
    waits_for_reply_ = has_position_;
    reply_.reset();
    is_on_line_ = true;
    stands_ = 0;
    has_board_ = known.has_board || !query_.asks_for_board();
    has_length_ = known.has_length || !query_.length;
    has_comment_ = query_.comment.empty();
    has_opening_ = known.has_opening || !query_.asks_for_opening();
    opening_.reset();
    evaluations_.begin_game();
    moves_.clear();
}

void Matcher::begin_moves(const Position& start) {
    if (!query_.line.empty()) is_on_line_ = start == Position::initial();
    if (!query_.motifs.empty()) start_ = start;
    look_at(start);
}

void Matcher::move(Move move, const Position& after) {
    if (waits_for_reply_) {
        reply_ = is_swapped_ ? swapped(move) : move;
        waits_for_reply_ = false;
    }
    const auto ply = static_cast<std::size_t>(plies_++);
    if (ply < query_.line.size()) is_on_line_ &= query_.line[ply] == move;
    if (query_.asks_for_evaluations()) evaluations_.move(~after.side_to_move());
    if (!query_.motifs.empty()) moves_.push_back(move);
    look_at(after);
}

void Matcher::look_at(const Position& position) {
    if (!has_position_) {
        for (const WantedPosition& wanted : query_.positions)
            if (wanted.position.key() == position.key()) {
                has_position_ = waits_for_reply_ = true;
                is_swapped_ = wanted.is_swapped;
                break;
            }
        is_past_position_ =
            !has_position_ &&
            std::ranges::none_of(needed_, [left = remains_of(position)](const Remains& needed) {
                return needed.can_come_of(left);
            });
    }
    if (!has_board_) {
        const bool stands = (!query_.material || query_.material->fits(position)) &&
                            fits(query_.bishops, position) && pawns_fit(position);
        stands_ = stands ? stands_ + 1 : 0;
        has_board_ = stands_ >= query_.stands_for;
    }
    if (!has_opening_)
        if (const auto opening = opening_of(position)) opening_ = opening;
}

// Three of four moves leave the pawns as they are.
bool Matcher::pawns_fit(const Position& position) {
    if (query_.pawns.empty()) return true;
    if (last_pawns_ != position.pawn_key()) {
        last_pawns_ = position.pawn_key();
        const PawnFeatures features = pawn_features(position);
        did_pawns_fit_ = std::ranges::all_of(
            query_.pawns, [features](const PawnPattern& pawns) { return pawns.fits(features); });
    }
    return did_pawns_fit_;
}

void Matcher::comment(std::string_view text, bool is_on_main_line) {
    if (is_on_main_line && query_.asks_for_evaluations()) evaluations_.comment(text);
    // The lines of a file break comments anywhere.
    if (!has_comment_) has_comment_ = contains_text(single_spaced(text), query_.comment);
}

bool Matcher::opening_fits(const GameHead& head) const {
    if (!query_.eco.empty() && head.eco().empty() &&
        (!opening_ || !contains(query_.eco, opening_->eco)))
        return false;
    if (query_.opening.empty()) return true;
    const std::string_view tag = head.tag("Opening");
    const std::string variation(head.tag("Variation"));
    const std::string name = tag.empty() ? (opening_ ? opening_->name() : std::string())
                                         : std::string(tag) + ": " + variation;
    return contains_any_text(name, query_.opening);
}

bool Matcher::is_done_by_player(const GameHead& head) const {
    if (!query_.asks_for_end()) return true;
    std::array<bool, color_count> sides = sides_of_player(query_, head);
    const auto leave = [&sides](const auto& is_done_by) {
        for (const Color side : {Color::white, Color::black}) {
            bool& is_left = sides[static_cast<std::size_t>(index(side))];
            is_left = is_left && is_done_by(side);
        }
    };
    if (query_.missed_win)
        leave([&](Color side) { return evaluations_.best(side) >= *query_.missed_win; });
    if (query_.evaluation_swing)
        leave([&](Color side) {
            return evaluations_.largest_loss(side) >= *query_.evaluation_swing;
        });
    for (const explain::PlayedMotif& motif : query_.motifs) {
        if (sides == std::array{false, false}) return false;
        const explain::OfColors played = motif.sides(start_, moves_);
        leave([&](Color side) { return played[static_cast<std::size_t>(index(side))]; });
    }
    return sides != std::array{false, false};
}

bool Matcher::is_certain() const {
    return !query_.asks_for_end() && has_position_ && has_board_ && has_comment_ && is_on_line_ &&
           query_.line.size() <= static_cast<std::size_t>(plies_) && has_length_ && has_opening_;
}

bool Matcher::is_wanted(const GameHead& head) const {
    constexpr int plies_of_a_move = 2;
    const int moves = (plies_ + 1) / plies_of_a_move;
    const auto plies = static_cast<std::size_t>(plies_);
    return has_position_ && has_board_ && has_comment_ && is_on_line_ &&
           query_.line.size() <= plies && (has_length_ || query_.length->contains(moves)) &&
           (has_opening_ || opening_fits(head)) && is_done_by_player(head);
}

}  // namespace kibitz::collection
