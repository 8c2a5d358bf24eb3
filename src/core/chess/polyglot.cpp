#include "chess/polyglot.hpp"

#include <algorithm>
#include <limits>

#include "chess/detail/polyglot_random.hpp"
#include "chess/movegen.hpp"

namespace kibitz {
namespace {

constexpr std::size_t entry_size = 16;
constexpr std::size_t move_offset = 8;
constexpr std::size_t weight_offset = 10;
constexpr std::size_t learn_offset = 12;
constexpr int promotion_shift = 12;
constexpr int from_shift = 6;

Key random_number(int index) { return detail::polyglot_random[static_cast<std::size_t>(index)]; }

// The format counts black pieces before white ones.
int kind_of(Piece piece) { return 2 * index(type_of(piece)) + (color_of(piece) == Color::white); }

// The highest byte first.
template <class Number>
Number read_number(std::span<const std::byte> bytes, std::size_t at) {
    Number number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        number = static_cast<Number>(number << 8 | std::to_integer<Number>(bytes[at + i]));
    return number;
}
template <class Number>
void append_number(std::vector<std::byte>& bytes, Number number) {
    for (int shift = 8 * (static_cast<int>(sizeof(Number)) - 1); shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::byte>(number >> shift & 0xFF));
}

std::uint16_t squares_of(Square from, Square to) {
    return static_cast<std::uint16_t>(to.index() | from.index() << from_shift);
}

// The legal move that is written so, or none.
Move find_move(const MoveList& moves, std::uint16_t code) {
    for (const Move move : moves)
        if (to_polyglot_move(move) == code) return move;
    for (const Move move : moves)
        if (move.is_castling() && squares_of(move.from(), castled_king_square(move)) == code)
            return move;
    return Move::none();
}

std::uint32_t points(PgnResult result, Color side) {
    constexpr std::uint32_t win = 2, draw = 1, loss = 0;
    switch (result) {
        case PgnResult::white_wins: return side == Color::white ? win : loss;
        case PgnResult::black_wins: return side == Color::black ? win : loss;
        default: return draw;
    }
}

}  // namespace

Key polyglot_key(const Position& position) {
    Key key = 0;
    for (const Square square : position.occupied())
        key ^= random_number(square_count * kind_of(position.piece_on(square)) + square.index());
    int offset = detail::polyglot_castling_offset;
    for (const Color color : {Color::white, Color::black})
        for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside}) {
            if (!position.castling_rook(color, side).is_none()) key ^= random_number(offset);
            ++offset;
        }
    if (const Square target = position.en_passant(); !target.is_none())
        key ^= random_number(detail::polyglot_en_passant_offset + index(target.file()));
    if (position.side_to_move() == Color::white) key ^= random_number(detail::polyglot_turn_offset);
    return key;
}

std::uint16_t to_polyglot_move(Move move) {
    const int promotion =
        move.is_promotion() ? index(move.promoted_to()) - index(PieceType::knight) + 1 : 0;
    return static_cast<std::uint16_t>(squares_of(move.from(), move.to()) | promotion
                                                                               << promotion_shift);
}

std::string to_string(const PolyglotError& error) {
    const char* const what = error.reason == PolyglotReason::cut_short ? "an entry is cut short"
                                                                       : "an entry is out of order";
    return "Polyglot book, byte " + std::to_string(error.offset) + ": " + what;
}

std::expected<PolyglotBook, PolyglotError> PolyglotBook::open(std::span<const std::byte> bytes) {
    if (const std::size_t rest = bytes.size() % entry_size; rest != 0)
        return std::unexpected(PolyglotError{PolyglotReason::cut_short, bytes.size() - rest});
    return PolyglotBook(bytes);
}

std::size_t PolyglotBook::size() const { return bytes_.size() / entry_size; }

Key PolyglotBook::key(std::size_t index) const {
    return read_number<Key>(bytes_, entry_size * index);
}

PolyglotEntry PolyglotBook::entry(std::size_t index) const {
    const std::size_t at = entry_size * index;
    return {key(index), read_number<std::uint16_t>(bytes_, at + move_offset),
            read_number<std::uint16_t>(bytes_, at + weight_offset),
            read_number<std::uint32_t>(bytes_, at + learn_offset)};
}

std::optional<PolyglotError> PolyglotBook::check_order() const {
    for (std::size_t i = 1; i < size(); ++i)
        if (key(i) < key(i - 1)) return PolyglotError{PolyglotReason::out_of_order, entry_size * i};
    return std::nullopt;
}

std::vector<BookMove> PolyglotBook::moves(const Position& position) const {
    const Key wanted = polyglot_key(position);
    std::size_t first = 0;
    for (std::size_t end = size(); first < end;) {
        const std::size_t middle = first + (end - first) / 2;
        if (key(middle) < wanted)
            first = middle + 1;
        else
            end = middle;
    }
    std::vector<BookMove> moves;
    if (first == size() || key(first) != wanted) return moves;
    const MoveList legal = legal_moves(position);
    for (std::size_t i = first; i < size() && key(i) == wanted; ++i) {
        const PolyglotEntry found = entry(i);
        const Move move = find_move(legal, found.move);
        if (!move.is_none()) moves.push_back({move, found.weight, found.learn});
    }
    return moves;
}

Move PolyglotBook::choose(const Position& position, std::uint64_t random) const {
    const std::vector<BookMove> candidates = moves(position);
    std::uint64_t total = 0;
    for (const BookMove& candidate : candidates) total += candidate.weight;
    if (total == 0) return Move::none();
    std::uint64_t rest = random % total;
    for (const BookMove& candidate : candidates) {
        if (rest < candidate.weight) return candidate.move;
        rest -= candidate.weight;
    }
    return Move::none();
}

std::vector<std::byte> to_polyglot(std::span<const PolyglotEntry> entries) {
    std::vector<std::byte> bytes;
    bytes.reserve(entries.size() * entry_size);
    for (const PolyglotEntry& entry : entries) {
        append_number(bytes, entry.key);
        append_number(bytes, entry.move);
        append_number(bytes, entry.weight);
        append_number(bytes, entry.learn);
    }
    return bytes;
}

void PolyglotMaker::add(const Position& before, Move move, PgnResult result) {
    Count& count = counts_[{polyglot_key(before), to_polyglot_move(move)}];
    ++count.games;
    count.points += points(result, before.side_to_move());
}

std::vector<PolyglotEntry> PolyglotMaker::entries() const {
    constexpr std::uint64_t max_weight = std::numeric_limits<std::uint16_t>::max();
    std::vector<PolyglotEntry> entries;
    for (auto first = counts_.begin(); first != counts_.end();) {
        auto end = first;
        std::uint64_t most = 0;
        for (; end != counts_.end() && end->first.key == first->first.key; ++end)
            most = std::max<std::uint64_t>(most, end->second.points);

        const auto start = static_cast<std::ptrdiff_t>(entries.size());
        for (; first != end; ++first) {
            const Count& count = first->second;
            const std::uint64_t weight =
                most <= max_weight ? count.points : count.points * max_weight / most;
            if (weight > 0 && count.games >= static_cast<std::uint32_t>(options_.min_games))
                entries.push_back(
                    {first->first.key, first->first.move, static_cast<std::uint16_t>(weight), 0});
        }
        std::sort(entries.begin() + start, entries.end(),
                  [](const PolyglotEntry& a, const PolyglotEntry& b) {
                      return a.weight != b.weight ? a.weight > b.weight : a.move < b.move;
                  });
    }
    return entries;
}

void PolyglotMakerVisitor::begin_game() {
    steps_.clear();
    result_.reset();
    depth_ = 0;
    is_broken_ = false;
}

void PolyglotMakerVisitor::tag(std::string_view name, std::string_view value) {
    if (name == "Result") result_ = parse_pgn_result(value);
}

void PolyglotMakerVisitor::move(const Position& before, Move move, const Position& /*after*/) {
    const bool wanted = depth_ == 0 && !move.is_none() &&
                        static_cast<int>(steps_.size()) < maker_.options().max_ply;
    if (wanted) steps_.push_back({before, move});
}

void PolyglotMakerVisitor::result(PgnResult result) {
    if (!result_) result_ = result;
}

void PolyglotMakerVisitor::error(const PgnError& error) {
    is_broken_ = true;
    if (on_error_) on_error_(error);
}

void PolyglotMakerVisitor::end_game() {
    if (is_broken_) return;
    for (const Step& step : steps_)
        maker_.add(step.before, step.move, result_.value_or(PgnResult::unknown));
}

}  // namespace kibitz
