#include "train/chain.hpp"

#include <algorithm>
#include <cstring>

namespace kibitz::train {

namespace {

constexpr std::size_t header_size = sizeof(PackedHeader);
constexpr std::size_t word_size = 4;
constexpr std::size_t read_size = std::size_t{1} << 18;

constexpr std::size_t pieces_offset = 8;
constexpr std::size_t side_offset = 24;
constexpr std::size_t halfmove_offset = 25;
constexpr std::size_t fullmove_offset = 26;
constexpr std::size_t result_offset = 30;
constexpr std::size_t origin_offset = 31;

constexpr unsigned castling_rook_code = 6;
constexpr unsigned black_bit = 8;
constexpr unsigned max_pieces = 32;
// What fits into their bytes.
constexpr unsigned max_halfmove_clock = 255;
constexpr int max_fullmove_number = 65'535;

template <class Unsigned>
Unsigned load(std::span<const std::byte> bytes, std::size_t offset) {
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
        value = static_cast<Unsigned>(
            value | static_cast<Unsigned>(static_cast<Unsigned>(bytes[offset + i]) << (8 * i)));
    return value;
}

template <class Unsigned>
void store(Unsigned value, std::span<std::byte> bytes, std::size_t offset) {
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
        bytes[offset + i] = static_cast<std::byte>(value >> (8 * i) & 0xFF);
}

unsigned piece_code(const Position& position, Square square) {
    const Piece piece = position.piece_on(square);
    const unsigned kind = position.castling_rooks().contains(square)
                              ? castling_rook_code
                              : static_cast<unsigned>(index(type_of(piece)));
    return kind | (color_of(piece) == Color::black ? black_bit : 0);
}

std::uint8_t origin_bits(const ChainOrigin& origin) {
    return static_cast<std::uint8_t>((origin.chess960 ? 1 : 0) |
                                     static_cast<int>(origin.source) << 1 |
                                     (origin.is_line ? 8 : 0));
}

ChainOrigin origin_from(unsigned bits) {
    return {.chess960 = (bits & 1) != 0,
            .source = static_cast<ChainSource>(bits >> 1 & 3),
            .is_line = (bits & 8) != 0};
}

std::unexpected<ChainError> fault_at(ChainFault fault, std::size_t byte) {
    return std::unexpected(
        ChainError{.fault = fault, .record = 0, .byte = byte, .setup = {}, .detail = {}});
}

std::unexpected<ChainError> position_fault(SetupError reason) {
    return std::unexpected(ChainError{
        .fault = ChainFault::position, .record = 0, .byte = 0, .setup = reason, .detail = {}});
}

// Puts the pieces of a packed header on the setup's board.
std::expected<void, ChainError> unpack_pieces(const PackedHeader& packed, PositionSetup& setup) {
    const Bitboard occupied(load<std::uint64_t>(packed, 0));
    if (occupied.count() > static_cast<int>(max_pieces)) return fault_at(ChainFault::piece_code, 0);
    unsigned index = 0;
    for (const Square square : occupied) {
        const std::size_t byte = pieces_offset + index / 2;
        const unsigned code = static_cast<unsigned>(packed[byte]) >> (index % 2 * 4) & 0xF;
        const Color color = (code & black_bit) != 0 ? Color::black : Color::white;
        const unsigned kind = code & ~black_bit;
        if (kind > castling_rook_code) return fault_at(ChainFault::piece_code, byte);
        const bool may_castle = kind == castling_rook_code;
        if (may_castle) {
            if (relative(square.rank(), color) != Rank::r1)
                return fault_at(ChainFault::piece_code, byte);
            setup.castling_rooks |= square;
        }
        const PieceType type = may_castle ? PieceType::rook : static_cast<PieceType>(kind);
        setup.board[static_cast<std::size_t>(square.index())] = make_piece(color, type);
        ++index;
    }
    return {};
}

const char* describe(ChainFault fault) {
    switch (fault) {
        case ChainFault::cut_off: return "the data end inside the record";
        case ChainFault::piece_code: return "unknown piece code";
        case ChainFault::en_passant_code: return "no such en passant square";
        case ChainFault::result_code: return "unknown result code";
        case ChainFault::position: return "the pieces make no legal position";
        case ChainFault::illegal_move: return "illegal move";
        case ChainFault::source: return "reading failed";
    }
    return "";
}

}  // namespace

std::string to_string(const ChainError& error) {
    std::string text = "record " + std::to_string(error.record) + ", byte " +
                       std::to_string(error.byte) + ": " + describe(error.fault);
    if (error.setup) text += std::string(" (") + kibitz::to_string(*error.setup) + ")";
    if (!error.detail.empty()) text += " (" + error.detail + ")";
    return text;
}

PackedHeader pack(const ChainHeader& header) {
    const Position& position = header.start;
    PackedHeader packed{};
    store(position.occupied().bits(), packed, 0);
    unsigned index = 0;
    for (const Square square : position.occupied()) {
        packed[pieces_offset + index / 2] |=
            static_cast<std::byte>(piece_code(position, square) << (index % 2 * 4));
        ++index;
    }
    const int side_bit = position.side_to_move() == Color::black ? 0x80 : 0;
    packed[side_offset] = static_cast<std::byte>(side_bit | position.en_passant().index());
    packed[halfmove_offset] = static_cast<std::byte>(
        std::min(static_cast<unsigned>(position.halfmove_clock()), max_halfmove_clock));
    store(static_cast<std::uint16_t>(std::min(position.fullmove_number(), max_fullmove_number)),
          packed, fullmove_offset);
    packed[result_offset] = static_cast<std::byte>(header.result);
    packed[origin_offset] = static_cast<std::byte>(origin_bits(header.origin));
    return packed;
}

std::expected<ChainHeader, ChainError> unpack(const PackedHeader& packed) {
    PositionSetup setup;
    if (const auto pieces = unpack_pieces(packed, setup); !pieces)
        return std::unexpected(pieces.error());

    const unsigned side = static_cast<unsigned>(packed[side_offset]);
    const int en_passant = static_cast<int>(side & 0x7F);
    if (en_passant > square_count) return fault_at(ChainFault::en_passant_code, side_offset);
    setup.side_to_move = (side & 0x80) != 0 ? Color::black : Color::white;
    setup.en_passant = Square(en_passant);
    setup.halfmove_clock = static_cast<int>(packed[halfmove_offset]);
    setup.fullmove_number = load<std::uint16_t>(packed, fullmove_offset);

    const unsigned result = static_cast<unsigned>(packed[result_offset]);
    if (result > static_cast<unsigned>(GameResult::white_won))
        return fault_at(ChainFault::result_code, result_offset);

    // Lenient, because games also start from composed positions and at odd move numbers.
    const auto start = Position::make(setup, SetupRules::lenient);
    if (!start) return position_fault(start.error());
    if (start->castling_rooks() != setup.castling_rooks)
        return position_fault(SetupError::castling_rook);
    return ChainHeader{.start = *start,
                       .result = static_cast<GameResult>(result),
                       .origin = origin_from(static_cast<unsigned>(packed[origin_offset]))};
}

void append(const Chain& chain, std::vector<std::byte>& out) {
    const PackedHeader header =
        pack({.start = chain.start, .result = chain.result, .origin = chain.origin});
    std::size_t at = out.size();
    out.resize(at + header_size + word_size * (chain.moves.size() + 1));
    std::ranges::copy(header, out.begin() + static_cast<std::ptrdiff_t>(at));
    at += header_size;
    for (const auto& [move, score] : chain.moves) {
        store(move.bits(), std::span(out), at);
        store(static_cast<std::uint16_t>(score), std::span(out), at + 2);
        at += word_size;
    }
    store(std::uint32_t{0}, std::span(out), at);
}

std::optional<std::expected<Chain, ChainError>> ChainReader::next() {
    if (!available(1)) {
        if (source_error_.empty()) return std::nullopt;
        ChainError failed = error(ChainFault::source);
        failed.detail = std::move(source_error_);
        source_error_.clear();
        return std::unexpected(std::move(failed));
    }
    auto chain = read_record();
    if (!chain) find_next_record();
    ++record_;
    return chain;
}

// Reads on until `bytes` are there from at_ on; false if the data end before.
bool ChainReader::available(std::size_t bytes) {
    while (buffer_.size() - at_ < bytes && !source_ended_) {
        if (at_ >= read_size) {
            buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(at_));
            discarded_ += at_;
            at_ = 0;
        }
        const std::size_t old_size = buffer_.size();
        buffer_.resize(old_size + read_size);
        const auto size = source_.read(std::span(buffer_).subspan(old_size));
        buffer_.resize(old_size + size.value_or(0));
        if (!size) source_error_ = size.error();
        if (!size || *size == 0) source_ended_ = true;
    }
    return buffer_.size() - at_ >= bytes;
}

std::uint32_t ChainReader::word_at(std::size_t offset) const {
    return load<std::uint32_t>(buffer_, offset);
}

std::expected<ChainHeader, ChainError> ChainReader::header_at(std::size_t offset) const {
    PackedHeader packed;
    std::memcpy(packed.data(), buffer_.data() + offset, packed.size());
    return unpack(packed);
}

// On error at_ is left at the word that is wrong (or at the header's start).
std::expected<Chain, ChainError> ChainReader::read_record() {
    if (!available(header_size)) return std::unexpected(error(ChainFault::cut_off));
    auto header = header_at(at_);
    if (!header) {
        header.error().record = record_;
        header.error().byte += byte();
        return std::unexpected(std::move(header.error()));
    }
    at_ += header_size;

    Chain chain{
        .start = header->start, .result = header->result, .origin = header->origin, .moves = {}};
    Position position = chain.start;
    while (true) {
        if (!available(word_size)) return std::unexpected(error(ChainFault::cut_off));
        const std::uint32_t word = word_at(at_);
        if (word == 0) break;
        const Move move = Move::from_bits(static_cast<std::uint16_t>(word & 0xFFFF));
        if (!position.is_legal(move)) return std::unexpected(error(ChainFault::illegal_move));
        chain.moves.push_back({move, static_cast<ChainScore>(word >> 16)});
        position.play(move);
        at_ += word_size;
    }
    at_ += word_size;
    return chain;
}

void ChainReader::find_next_record() {
    while (available(word_size)) {
        const bool may_be_end = word_at(at_) == 0;
        at_ += word_size;
        if (!may_be_end) continue;
        if (!available(1)) return;
        if (available(header_size) && header_at(at_)) return;
    }
    at_ = buffer_.size();
}

ChainError ChainReader::error(ChainFault fault) const {
    return {.fault = fault, .record = record_, .byte = byte(), .setup = {}, .detail = {}};
}

}  // namespace kibitz::train
