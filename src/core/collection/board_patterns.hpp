// What queries ask of a position beyond its identity: material, pawns, bishops.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "chess/position.hpp"

namespace kibitz::collection {

// How many pieces of each kind and colour there are, but for the kings, by the number of the piece.
struct Material {
    static constexpr std::size_t pieces = 10;
    std::array<std::uint8_t, pieces> counts{};

    [[nodiscard]] int count(Piece piece) const {
        return counts[static_cast<std::size_t>(index(piece))];
    }
    bool operator==(const Material&) const = default;
};
Material material_of(const Position& position);

// "KRPvKR": with the kings named, the whole material of both sides. "QRvQR": without them, pawns do
// not count. A letter may be followed by + (that many or more), as in "KRP+vKRP+". Either side may
// have either material, unless "white:" or "black:" says who has the first one.
class MaterialPattern {
   public:
    static std::expected<MaterialPattern, std::string> parse(std::string_view text);

    [[nodiscard]] bool fits(const Position& position) const { return fits_either(position); }
    [[nodiscard]] bool fits(const Material& material) const { return fits_either(material); }
    bool operator==(const MaterialPattern&) const = default;

   private:
    static constexpr int kinds = 5;  // pawn to queen
    struct Side {
        std::array<std::int8_t, kinds> least{};
        std::array<std::int8_t, kinds> most{};

        bool operator==(const Side&) const = default;
    };

    static std::expected<Side, std::string> parse_side(std::string_view text);
    // A board has count(Piece).
    template <class Board>
    [[nodiscard]] bool fits_either(const Board& board) const;
    template <class Board>
    [[nodiscard]] bool fits_so(const Board& board, Color first) const;
    template <class Board>
    [[nodiscard]] static bool has(const Board& board, Color color, const Side& side);

    std::array<Side, 2> sides_;
    std::optional<Color> first_;  // whose material the first is
};

enum class PawnFeature : std::uint8_t {
    isolated,  // no own pawn on the files beside it
    doubled,   // another own pawn on its file
    passed,    // no pawn of the other side before it, on its file or beside it
};
inline constexpr unsigned pawn_feature_count = 3;
inline constexpr unsigned pawn_feature_bits = color_count * pawn_feature_count * file_count;

// Which features the pawns of each side have on which file: a bit for each, at
// (color * pawn_feature_count + feature) * file_count + file.
struct PawnFeatures {
    std::uint64_t bits = 0;
};
PawnFeatures pawn_features(const Position& position);

// "isolated-d", "white:doubled", "black:passed-a": one side has such a pawn, on that file.
class PawnPattern {
   public:
    static std::expected<PawnPattern, std::string> parse(std::string_view text);

    [[nodiscard]] bool fits(const Position& position) const {
        return fits(pawn_features(position));
    }
    [[nodiscard]] bool fits(PawnFeatures features) const;
    bool operator==(const PawnPattern&) const = default;

   private:
    PawnFeature feature_ = PawnFeature::isolated;
    std::optional<File> file_;
    std::optional<Color> color_;
};

enum class BishopPattern : std::uint8_t { any, opposite, same };
// Whether each side has one bishop, and they stand on squares of opposite colours, or of the same.
bool fits(BishopPattern pattern, const Position& position);

}  // namespace kibitz::collection
