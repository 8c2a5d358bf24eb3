#include "collection/board_patterns.hpp"

#include <utility>

namespace kibitz::collection {

namespace {

constexpr std::int8_t any_number = 15;
constexpr std::int8_t most_named = 10;  // of one kind that a side can have

// Cuts "white:" or "black:" off.
std::optional<Color> take_color(std::string_view& text) {
    for (const auto& [prefix, color] :
         {std::pair<std::string_view, Color>{"white:", Color::white}, {"black:", Color::black}})
        if (text.starts_with(prefix)) {
            text.remove_prefix(prefix.size());
            return color;
        }
    return std::nullopt;
}

Bitboard neighbours(Bitboard files) {
    return files.shift<Direction::east>() | files.shift<Direction::west>();
}

// All squares before the pawn, on its file and beside it.
Bitboard path_of(Square pawn, Color color) {
    const Bitboard file(pawn.file());
    const Bitboard files = file | neighbours(file);
    Bitboard ahead;
    for (int rank = 0; rank < rank_count; ++rank)
        if (index(relative(static_cast<Rank>(rank), color)) > index(relative(pawn.rank(), color)))
            ahead |= Bitboard(static_cast<Rank>(rank));
    return files & ahead;
}

bool has_feature(PawnFeature feature, Square pawn, Color color, const Position& position) {
    const Bitboard own = position.pieces(color, PieceType::pawn);
    const Bitboard file(pawn.file());
    switch (feature) {
        case PawnFeature::isolated: return (own & neighbours(file)).empty();
        case PawnFeature::doubled: return (own & file).several();
        case PawnFeature::passed:
            return (position.pieces(~color, PieceType::pawn) & path_of(pawn, color)).empty();
    }
    return false;
}

}  // namespace

std::expected<MaterialPattern::Side, std::string> MaterialPattern::parse_side(
    std::string_view text) {
    constexpr std::string_view letters = "PNBRQ";
    Side side;
    bool has_king = false;
    std::array<bool, kinds> is_named{};
    std::size_t last = letters.size();
    for (const char c : text) {
        const std::size_t kind = letters.find(c);
        if (c == 'K' && !has_king) {
            has_king = true;
            last = letters.size();
        } else if (c == '+' && last < letters.size()) {
            side.most[last] = any_number;
        } else if (kind != std::string_view::npos && side.least[kind] < most_named) {
            ++side.least[kind];
            if (side.most[kind] != any_number) side.most[kind] = side.least[kind];
            is_named[kind] = true;
            last = kind;
        } else {
            return std::unexpected(std::string());
        }
    }
    if (!has_king && !is_named[0]) side.most[0] = any_number;
    return side;
}

std::expected<MaterialPattern, std::string> MaterialPattern::parse(std::string_view text) {
    const auto wrong = [whole = std::string(text)] {
        return std::unexpected("\"" + whole +
                               "\" is no material; write it as KRPvKR, KRP+vKRP+, or QRvQR for any "
                               "pawns beside");
    };
    MaterialPattern pattern;
    pattern.first_ = take_color(text);
    const std::size_t middle = text.find('v');
    if (middle == std::string_view::npos) return wrong();
    const std::array halves = {text.substr(0, middle), text.substr(middle + 1)};
    if (halves[0].contains('K') != halves[1].contains('K') || text.size() == 1) return wrong();
    for (std::size_t i = 0; i < halves.size(); ++i) {
        const auto side = parse_side(halves[i]);
        if (!side) return wrong();
        pattern.sides_[i] = *side;
    }
    return pattern;
}

bool MaterialPattern::has(const Position& position, Color color, const Side& side) {
    // Queens first: they are what most positions differ in.
    for (std::size_t kind = kinds; kind-- > 0;) {
        const int count = position.count(make_piece(color, static_cast<PieceType>(kind)));
        if (count < side.least[kind] || count > side.most[kind]) return false;
    }
    return true;
}

bool MaterialPattern::fits(const Position& position, Color first) const {
    return has(position, first, sides_[0]) && has(position, ~first, sides_[1]);
}

bool MaterialPattern::fits(const Position& position) const {
    if (first_) return fits(position, *first_);
    return fits(position, Color::white) || fits(position, Color::black);
}

std::expected<PawnPattern, std::string> PawnPattern::parse(std::string_view text) {
    const auto wrong = [whole = std::string(text)] {
        return std::unexpected("\"" + whole +
                               "\" is no pattern of pawns; write it as isolated-d, doubled, "
                               "passed-a or white:isolated-d");
    };
    PawnPattern pattern;
    pattern.color_ = take_color(text);
    const std::size_t dash = text.find('-');
    const std::string_view word = text.substr(0, dash);
    if (word == "isolated")
        pattern.feature_ = PawnFeature::isolated;
    else if (word == "doubled")
        pattern.feature_ = PawnFeature::doubled;
    else if (word == "passed")
        pattern.feature_ = PawnFeature::passed;
    else
        return wrong();
    if (dash == std::string_view::npos) return pattern;
    const std::string_view file = text.substr(dash + 1);
    if (file.size() != 1 || file[0] < 'a' || file[0] > 'h') return wrong();
    pattern.file_ = static_cast<File>(file[0] - 'a');
    return pattern;
}

bool PawnPattern::fits(const Position& position, Color color) const {
    const Bitboard own = position.pieces(color, PieceType::pawn);
    const Bitboard looked_at = file_ ? own & Bitboard(*file_) : own;
    for (const Square pawn : looked_at)
        if (has_feature(feature_, pawn, color, position)) return true;
    return false;
}

bool PawnPattern::fits(const Position& position) const {
    if (color_) return fits(position, *color_);
    return fits(position, Color::white) || fits(position, Color::black);
}

bool fits(BishopPattern pattern, const Position& position) {
    if (pattern == BishopPattern::any) return true;
    const Bitboard white = position.pieces(Color::white, PieceType::bishop);
    const Bitboard black = position.pieces(Color::black, PieceType::bishop);
    if (white.count() != 1 || black.count() != 1) return false;
    const bool is_opposite = white.first().is_light() != black.first().is_light();
    return is_opposite == (pattern == BishopPattern::opposite);
}

}  // namespace kibitz::collection
