#include "engine/eval/nnue/evaluator.hpp"

#include <algorithm>
#include <cassert>

#include "engine/eval/nnue/output.hpp"

namespace kibitz::nnue {

namespace {

constexpr std::size_t at(Color color) { return static_cast<std::size_t>(index(color)); }
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Evaluator::Evaluator(const Network& network)
    : network_(network),
      cache_(at(color_count * 2 * bucket_count(network.architecture().king_map))),
      sums_((at(color_count * (last_ply + 1)) + cache_.size()) * at(network.hidden())) {
    for (int cached = 0; cached < static_cast<int>(cache_.size()); ++cached)
        std::copy_n(network.hidden_biases(), network.hidden(), cached_sums(cached));
    for (Node& node : nodes_) node.is_current = {};
}

void Evaluator::reset(const Position& root) {
    refresh(0, root, Color::white);
    refresh(0, root, Color::black);
}

void Evaluator::play(int ply, const Position& before, Move move) {
    assert(ply < last_ply);
    Node& next = node(ply + 1);
    next.is_current = {};
    next.change = change_of(before, move);
}

void Evaluator::play_null(int ply) {
    assert(ply < last_ply);
    Node& next = node(ply + 1);
    next.is_current = {};
    next.change = Change{};
}

Evaluator::Change Evaluator::change_of(const Position& before, Move move) const {
    const Color us = before.side_to_move();
    const Piece piece = before.piece_on(move.from());
    Change change;
    const auto remove = [&](Piece removed, Square square) {
        change.removed[at(change.removed_count++)] = {removed, square};
    };
    const auto add = [&](Piece added, Square square) {
        change.added[at(change.added_count++)] = {added, square};
    };

    remove(piece, move.from());
    Square arrives = move.to();
    if (move.is_castling()) {
        const Piece rook = make_piece(us, PieceType::rook);
        arrives = castled_king_square(move);
        remove(rook, move.to());
        add(rook, castled_rook_square(move));
    } else if (move.is_en_passant()) {
        remove(make_piece(~us, PieceType::pawn), move.to() - forward(us));
    } else if (const Piece captured = before.piece_on(move.to()); captured != Piece::none) {
        remove(captured, move.to());
    }
    add(move.is_promotion() ? make_piece(us, move.promoted_to()) : piece, arrives);

    if (type_of(piece) == PieceType::king) {
        change.changed = us;
        change.changes_view = network_.view_of(us, move.from()) != network_.view_of(us, arrives);
    }
    return change;
}

int Evaluator::evaluate(int ply, const Position& position) {
    make_current(ply, position, Color::white);
    make_current(ply, position, Color::black);
    const Color us = position.side_to_move();
    return output(network_, network_.output_bucket(position.occupied().count()), sums(ply, us),
                  sums(ply, ~us));
}

void Evaluator::make_current(int ply, const Position& position, Color side) {
    int known = ply;
    while (!node(known).is_current[at(side)]) {
        const Change& change = node(known).change;
        // Sums from before the king changed its view are of no use. The root is always current.
        if (change.changes_view && change.changed == side) return refresh(ply, position, side);
        --known;
    }
    const View view = network_.view_of(side, position.king(side));
    while (known < ply) advance(++known, side, view);
}

// From the ply before, which is current and has the same view.
void Evaluator::advance(int ply, Color side, View view) {
    const Change& change = node(ply).change;
    InputList removed, added;
    for (int i = 0; i < change.removed_count; ++i)
        removed.push_back(
            input_index(side, view, change.removed[at(i)].piece, change.removed[at(i)].square));
    for (int i = 0; i < change.added_count; ++i)
        added.push_back(
            input_index(side, view, change.added[at(i)].piece, change.added[at(i)].square));
    update(network_, sums(ply - 1, side), added, removed, sums(ply, side));
    node(ply).is_current[at(side)] = true;
}

void Evaluator::refresh(int ply, const Position& position, Color side) {
    const View view = network_.view_of(side, position.king(side));
    const int number = cached_view(side, view);
    CachedView& cached = cache_[at(number)];
    InputList removed, added;
    for (int i = 0; i < piece_count; ++i) {
        const auto piece = static_cast<Piece>(i);
        const Bitboard now = position.pieces(color_of(piece), type_of(piece));
        for (const Square square : cached.pieces[at(i)] & ~now)
            removed.push_back(input_index(side, view, piece, square));
        for (const Square square : now & ~cached.pieces[at(i)])
            added.push_back(input_index(side, view, piece, square));
        cached.pieces[at(i)] = now;
    }
    update(network_, cached_sums(number), added, removed, cached_sums(number));
    std::copy_n(cached_sums(number), network_.hidden(), sums(ply, side));
    node(ply).is_current[at(side)] = true;
}

}  // namespace kibitz::nnue
