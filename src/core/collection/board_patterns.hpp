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

// "KRPvKR": with the kings named, the whole material of both sides. "QRvQR": without them, pawns do
// not count. A letter may be followed by + (that many or more), as in "KRP+vKRP+". Either side may
// have either material, unless "white:" or "black:" says who has the first one.
class MaterialPattern {
   public:
    static std::expected<MaterialPattern, std::string> parse(std::string_view text);

    [[nodiscard]] bool fits(const Position& position) const;
    bool operator==(const MaterialPattern&) const = default;

   private:
    static constexpr int kinds = 5;  // pawn to queen
    struct Side {
        std::array<std::int8_t, kinds> least{};
        std::array<std::int8_t, kinds> most{};

        bool operator==(const Side&) const = default;
    };

    static std::expected<Side, std::string> parse_side(std::string_view text);
    [[nodiscard]] bool fits(const Position& position, Color first) const;
    [[nodiscard]] static bool has(const Position& position, Color color, const Side& side);

    std::array<Side, 2> sides_;
    std::optional<Color> first_;  // whose material the first is
};

enum class PawnFeature : std::uint8_t {
    isolated,  // no own pawn on the files beside it
    doubled,   // another own pawn on its file
    passed,    // no pawn of the other side before it, on its file or beside it
};

// "isolated-d", "white:doubled", "black:passed-a": one side has such a pawn, on that file.
class PawnPattern {
   public:
    static std::expected<PawnPattern, std::string> parse(std::string_view text);

    [[nodiscard]] bool fits(const Position& position) const;
    bool operator==(const PawnPattern&) const = default;

   private:
    [[nodiscard]] bool fits(const Position& position, Color color) const;

    PawnFeature feature_ = PawnFeature::isolated;
    std::optional<File> file_;
    std::optional<Color> color_;
};

enum class BishopPattern : std::uint8_t { any, opposite, same };
// Whether each side has one bishop, and they stand on squares of opposite colours, or of the same.
bool fits(BishopPattern pattern, const Position& position);

}  // namespace kibitz::collection
