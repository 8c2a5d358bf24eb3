#include "collection/detail/board_histories.hpp"

#include <algorithm>

#include "collection/detail/bytes.hpp"

namespace kibitz::collection::detail {

namespace {

// Of the eight bytes with which a game begins, the lowest bits are PawnFeatures.
constexpr std::uint64_t opposite_bishops = std::uint64_t{1} << pawn_feature_bits;
constexpr std::uint64_t same_bishops = opposite_bishops << 1;
constexpr std::uint64_t has_other_start = same_bishops << 1;

// A change of the material is a byte: for how many half-moves what was before stood, and in the
// lower half the piece that is gone, or one of these.
constexpr unsigned half_byte = 4;
constexpr std::uint8_t lower_half = 0x0F;
constexpr std::uint64_t long_stand = 15;  // a varint follows, how many more
constexpr std::uint8_t promotion = 14;    // a byte follows, the piece that a pawn has become
constexpr std::uint8_t end_of_game = 15;

std::uint8_t byte_of(Piece piece) { return static_cast<std::uint8_t>(index(piece)); }

Piece pawn_of(Piece piece) { return make_piece(color_of(piece), PieceType::pawn); }

// Reads one game after another.
class BoardHistoryReader {
   public:
    explicit BoardHistoryReader(std::string_view bytes) : bytes_(bytes) {}

    // False if the bytes make no sense.
    bool begin_game() {
        const auto features = bytes_.number<std::uint64_t>();
        if (!features) return false;
        features_ = *features;
        material_ = material_of(Position::initial());
        return (features_ & has_other_start) == 0 || read_start();
    }

    [[nodiscard]] bool fits(BishopPattern pattern) const {
        if (pattern == BishopPattern::any) return true;
        return (features_ &
                (pattern == BishopPattern::opposite ? opposite_bishops : same_bishops)) != 0;
    }
    [[nodiscard]] PawnFeatures pawns() const {
        return {features_ & ((std::uint64_t{1} << pawn_feature_bits) - 1)};
    }

    struct Stands {
        std::uint64_t positions;  // of the game
        std::uint64_t longest;    // the most of them in a row with the wanted material
    };
    // Reads to the end of the game. Nothing if the bytes make no sense.
    std::optional<Stands> stands(const std::optional<MaterialPattern>& wanted) {
        std::uint64_t longest = 0, stand = 0, all = 0;
        while (true) {
            const auto byte = bytes_.byte();
            if (!byte) return std::nullopt;
            const auto positions = read_positions(*byte);
            if (!positions) return std::nullopt;
            // With a capture that promotes, the material between the two never stood.
            all += *positions;
            if (*positions > 0) {
                stand = !wanted || wanted->fits(material_) ? stand + *positions : 0;
                longest = std::max(longest, stand);
            }
            const std::uint8_t what = *byte & lower_half;
            if (what == end_of_game) return Stands{.positions = all, .longest = longest};
            if (!change(what)) return std::nullopt;
        }
    }

    [[nodiscard]] bool at_end() const { return bytes_.at_end(); }

   private:
    bool read_start() {
        for (std::size_t piece = 0; piece < Material::pieces; piece += 2) {
            const auto byte = bytes_.byte();
            if (!byte) return false;
            material_.counts[piece] = *byte & lower_half;
            material_.counts[piece + 1] = *byte >> half_byte;
        }
        return true;
    }

    std::optional<std::uint64_t> read_positions(std::uint8_t byte) {
        const std::uint64_t positions = byte >> half_byte;
        if (positions < long_stand) return positions;
        const auto more = bytes_.varint();
        if (!more) return std::nullopt;
        return positions + *more;
    }

    bool change(std::uint8_t what) {
        if (what == promotion) {
            const auto piece = bytes_.byte();
            if (!piece || *piece >= Material::pieces) return false;
            ++material_.counts[*piece];
            what = byte_of(pawn_of(static_cast<Piece>(*piece)));
        }
        return what < Material::pieces && material_.counts[what]-- > 0;
    }

    ByteReader bytes_;
    std::uint64_t features_ = 0;
    Material material_;
};

// Whether the board of a game says for sure what is asked: each condition by itself is exact, but
// several need not hold of the same position.
bool is_exact(const Query& query) {
    const std::size_t others = query.pawns.size() + (query.bishops == BishopPattern::any ? 0 : 1);
    return query.material ? others == 0 : others == 1 && query.stands_for == 1;
}

// A position stands before each half-move and after the last.
bool length_fits(const Query& query, std::uint64_t positions) {
    constexpr std::uint64_t positions_of_a_move = 2;
    return !query.length ||
           query.length->contains(static_cast<int>(positions / positions_of_a_move));
}

}  // namespace

void BoardHistoryWriter::begin_game() {
    features_ = 0;
    start_.clear();
    changes_.clear();
    stands_ = 0;
}

void BoardHistoryWriter::begin_moves(const Position& start) {
    stands_ = 1;
    features_ |= pawn_features(start).bits;
    look_at_bishops(start);
    const Material material = material_of(start);
    if (material == material_of(Position::initial())) return;
    features_ |= has_other_start;
    for (std::size_t piece = 0; piece < Material::pieces; piece += 2)
        start_ +=
            static_cast<char>(material.counts[piece] | material.counts[piece + 1] << half_byte);
}

void BoardHistoryWriter::move(const Position& before, Move move, const Position& after) {
    const Piece captured = move.is_none() ? Piece::none : before.captured_by(move);
    const bool is_promotion = !move.is_none() && move.is_promotion();
    if (captured != Piece::none) change(byte_of(captured));
    if (is_promotion) {
        change(promotion);
        changes_ +=
            static_cast<char>(byte_of(make_piece(before.side_to_move(), move.promoted_to())));
    }
    ++stands_;
    if (before.pawn_key() != after.pawn_key()) features_ |= pawn_features(after).bits;
    // A bishop stays on its colour.
    if (captured != Piece::none || is_promotion) look_at_bishops(after);
}

void BoardHistoryWriter::look_at_bishops(const Position& position) {
    if (fits(BishopPattern::opposite, position)) features_ |= opposite_bishops;
    if (fits(BishopPattern::same, position)) features_ |= same_bishops;
}

void BoardHistoryWriter::change(std::uint8_t what) {
    const std::uint64_t written = std::min(stands_, long_stand);
    changes_ += static_cast<char>(written << half_byte | what);
    if (written == long_stand) append_varint(changes_, stands_ - long_stand);
    stands_ = 0;
}

void BoardHistoryWriter::end_game(std::string& out) {
    change(end_of_game);
    append_number(out, features_);
    out += start_;
    out += changes_;
}

std::optional<std::vector<BoardFit>> board_fits(std::string_view bytes, std::size_t games,
                                                const Query& query) {
    const BoardFit found = is_exact(query) ? BoardFit::certain : BoardFit::possible;
    const auto least = static_cast<std::uint64_t>(query.asks_for_board() ? query.stands_for : 1);
    std::vector<BoardFit> fits(games, BoardFit::none);
    BoardHistoryReader reader(bytes);
    for (BoardFit& fit : fits) {
        if (!reader.begin_game()) return std::nullopt;
        const PawnFeatures pawns = reader.pawns();
        const bool has_features = reader.fits(query.bishops) &&
                                  std::ranges::all_of(query.pawns, [pawns](const PawnPattern& p) {
                                      return p.fits(pawns);
                                  });
        const auto stands = reader.stands(query.material);
        if (!stands) return std::nullopt;
        if (has_features && stands->longest >= least && length_fits(query, stands->positions))
            fit = found;
    }
    if (!reader.at_end()) return std::nullopt;
    return fits;
}

}  // namespace kibitz::collection::detail
