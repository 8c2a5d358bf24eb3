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

// Sets of files have a bit for each, a the lowest.
using Files = unsigned;
constexpr Files all_files = (1U << file_count) - 1;

Files files_of(Bitboard squares) {
    std::uint64_t bits = squares.bits();
    for (const int half : {square_count / 2, square_count / 4, square_count / 8})
        bits |= bits >> half;
    return static_cast<Files>(bits) & all_files;
}

// All squares of the file before one of these, as that side's pawns go.
Bitboard squares_ahead(Bitboard squares, Color color) {
    std::uint64_t bits = squares.bits();
    for (int ranks = 1; ranks < rank_count; ranks *= 2) {
        const int shift = ranks * file_count;
        bits |= color == Color::white ? bits << shift : bits >> shift;
    }
    return Bitboard(color == Color::white ? bits << file_count : bits >> file_count);
}

Bitboard with_neighbours(Bitboard squares) {
    return squares | squares.shift<Direction::east>() | squares.shift<Direction::west>();
}

// In the order of PawnFeature.
std::array<Files, pawn_feature_count> features_of(const Position& position, Color color) {
    const Bitboard own = position.pieces(color, PieceType::pawn);
    const Bitboard others = position.pieces(~color, PieceType::pawn);
    const Files files = files_of(own);
    return {files & ~(files << 1 | files >> 1), files_of(own & squares_ahead(own, color)),
            files_of(own & ~with_neighbours(squares_ahead(others, ~color)))};
}

unsigned first_bit_of(Color color, unsigned feature) {
    return (static_cast<unsigned>(index(color)) * pawn_feature_count + feature) * file_count;
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

template <class Board>
bool MaterialPattern::has(const Board& board, Color color, const Side& side) {
    // Queens first: they are what most positions differ in.
    for (std::size_t kind = kinds; kind-- > 0;) {
        const int count = board.count(make_piece(color, static_cast<PieceType>(kind)));
        if (count < side.least[kind] || count > side.most[kind]) return false;
    }
    return true;
}

template <class Board>
bool MaterialPattern::fits_so(const Board& board, Color first) const {
    return has(board, first, sides_[0]) && has(board, ~first, sides_[1]);
}

template <class Board>
bool MaterialPattern::fits_either(const Board& board) const {
    if (first_) return fits_so(board, *first_);
    return fits_so(board, Color::white) || fits_so(board, Color::black);
}

template bool MaterialPattern::fits_either(const Position& board) const;
template bool MaterialPattern::fits_either(const Material& board) const;

Material material_of(const Position& position) {
    Material material;
    for (std::size_t piece = 0; piece < Material::pieces; ++piece)
        material.counts[piece] =
            static_cast<std::uint8_t>(position.count(static_cast<Piece>(piece)));
    return material;
}

PawnFeatures pawn_features(const Position& position) {
    PawnFeatures features;
    for (const Color color : {Color::white, Color::black}) {
        const auto files = features_of(position, color);
        for (unsigned feature = 0; feature < pawn_feature_count; ++feature)
            features.bits |= std::uint64_t{files[feature]} << first_bit_of(color, feature);
    }
    return features;
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

bool PawnPattern::fits(PawnFeatures features) const {
    const Files wanted = file_ ? Files{1} << index(*file_) : all_files;
    for (const Color color : {Color::white, Color::black})
        if (!color_ || color == *color_)
            if ((features.bits >> first_bit_of(color, static_cast<unsigned>(feature_)) & wanted) !=
                0)
                return true;
    return false;
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
