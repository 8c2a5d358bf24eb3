// The settings of the classic computer player: one object for each player, so that two with
// different settings can play each other.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "chess/piece.hpp"

namespace kibitz::players {

// What the kinds of pieces count in one part of the rating, and how much the part counts. Kings
// are worth nothing in any.
struct RatingPart {
    double pawn = 1, knight = 3, bishop = 3, rook = 5, queen = 9;
    double coefficient = 1;

    [[nodiscard]] double value_of(PieceType type) const {
        switch (type) {
            case PieceType::pawn: return pawn;
            case PieceType::knight: return knight;
            case PieceType::bishop: return bishop;
            case PieceType::rook: return rook;
            case PieceType::queen: return queen;
            default: return 0;
        }
    }
    bool operator==(const RatingPart&) const = default;
};

struct RatingSettings {
    RatingPart intrinsic{};
    RatingPart attack{.queen = 10, .coefficient = 0.1};
    RatingPart defence{.coefficient = 0.05};
    bool kings = false;  // whether kings count among the attackers and the defenders
    double check = 1;    // in pawns: 100 x 0.01
    double checkmate = 10'000;

    bool operator==(const RatingSettings&) const = default;
};

// How far below the best a move's rating may be if the move is to be chosen beside it: `share` of
// the best rating, or of a pawn where the best is nearer to 0, and at least `margin` pawns.
struct Band {
    double share, margin;
    constexpr Band(double of_best, double in_pawns = 0) : share(of_best), margin(in_pawns) {}
};

enum class ClassicSearch : std::uint8_t {
    tree,      // every move up to the level, ratings added up along the way
    alphabeta  // the rating at the leaves only, after captures are played out
};

struct ClassicSettings {
    static constexpr int max_level = 32;
    static constexpr int max_workers = 1024;
    static constexpr int max_tree_mb = 1 << 20;

    RatingSettings rating{};
    int level = 3;    // plies to look ahead: 1 is the move about to be made
    int workers = 4;  // threads; no more than the machine has are started
    // A move is drawn from those within this share of the best one's rating, and from those at most
    // so many pawns below it.
    double final_rate = 0.1, margin = 0;
    [[nodiscard]] Band band() const { return {final_rate, margin}; }
    ClassicSearch search = ClassicSearch::tree;
    std::optional<std::uint64_t> seed{};  // of that draw; another one at every run if unset
    int tree_mb = 512;                    // the most memory the tree may take

    bool operator==(const ClassicSettings&) const = default;
};

// The error says which setting is out of its range.
std::expected<void, std::string> check(const ClassicSettings& settings);

}  // namespace kibitz::players
