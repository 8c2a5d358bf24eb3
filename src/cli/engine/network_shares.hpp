// What each piece of a position is worth to the network: how its score changes when the piece is
// taken away. That is measured and not read off: the network sums nothing up by pieces.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "chess/piece.hpp"
#include "chess/position.hpp"

namespace kibitz::cli {

struct PieceShare {
    Square square;
    Piece piece;
    // As White sees it, in the centipawns that are displayed. Nothing for a king, and for a piece
    // without which there would be no position: the side not to move would be in check.
    std::optional<int> centipawns;
};

// Scores a position for the side to move, in displayed centipawns.
using ScorePosition = std::function<int(const Position&)>;

// Of every piece, from a8 to h1.
std::vector<PieceShare> piece_shares(const Position& position, const ScorePosition& score);
// A board with each piece and what it is worth below it, in pawns.
std::string to_text(const std::vector<PieceShare>& shares);

}  // namespace kibitz::cli
