// The chain format of training data ("viriformat", after the engine Viridithas): a file is a
// row of records without a file header, each a start position with the game's result and the
// moves played from there with a score each. All numbers are little-endian.
//
//   32 bytes  start position, result, origin (see PackedHeader)
//   4 n bytes n times: u16 move (the bits of kibitz::Move), i16 score
//   4 bytes   zero, the end of the record (a1a1 is no move)
//
// A game takes about four bytes a position, since positions follow from the moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/position.hpp"
#include "unpack/byte_source.hpp"

namespace kibitz::train {

enum class GameResult : std::uint8_t { black_won, draw, white_won };

// White's share of the point.
constexpr double white_points(GameResult result) { return static_cast<int>(result) / 2.0; }

// A score as it stands in the file: White's point of view, for the position BEFORE its move,
// White's expected result being about 1 / (1 + exp(-score / 400)).
using ChainScore = std::int16_t;
constexpr ChainScore max_plain_score = 10'000;  // clamped there
constexpr ChainScore mate_score = 20'000;       // the side mates; from here on no centipawns
constexpr ChainScore no_score = 32'002;         // replay the move, do not train on the position
constexpr bool is_plain(ChainScore score) {
    return score >= -max_plain_score && score <= max_plain_score;
}

struct ScoredMove {
    Move move;
    ChainScore score = no_score;
    bool operator==(const ScoredMove&) const = default;
};

enum class ChainSource : std::uint8_t { tcec, ccc, self_play, unknown };

// Where a record comes from, one byte of the header.
struct ChainOrigin {
    bool chess960 = false;  // the game began from a Chess960 or double Chess960 array
    ChainSource source = ChainSource::tcec;
    bool is_line = false;  // an engine's principal variation instead of played moves
    bool operator==(const ChainOrigin&) const = default;
};

struct Chain {
    Position start = Position::initial();
    GameResult result = GameResult::draw;
    ChainOrigin origin;
    std::vector<ScoredMove> moves;
};

enum class ChainFault : std::uint8_t {
    cut_off,          // the data end inside a record
    piece_code,       // no such piece, or a castling rook away from its king's rank
    en_passant_code,  // no such square
    result_code,      // neither 0, 1 nor 2
    position,         // the pieces make no legal position: see `setup`
    illegal_move,     // not legal in the position it is to be played in
    source,           // the bytes could not be had at all: see `detail`
};

struct ChainError {
    ChainFault fault = ChainFault::cut_off;
    std::uint64_t record = 0;  // counted from 0, damaged ones included
    std::uint64_t byte = 0;    // from the start of the data
    std::optional<SetupError> setup;
    std::string detail;
};
std::string to_string(const ChainError& error);

// A start position packed into 32 bytes:
//
//   0  u64       occupied squares
//   8  16 bytes  a code of 4 bits for each of them in ascending order, low half first:
//                0-5 pawn ... king, 6 a rook that may still castle; +8 for Black
//  24  u8        bit 7 Black to move; bits 0-6 en passant square, 64 for none
//  25  u8        halfmove clock
//  26  u16       fullmove number
//  28  i16       unused, 0
//  30  u8        result
//  31  u8        bit 0 Chess960, bits 1-2 source, bit 3 line
using PackedHeader = std::array<std::byte, 32>;

struct ChainHeader {
    Position start = Position::initial();
    GameResult result = GameResult::draw;
    ChainOrigin origin;
};
PackedHeader pack(const ChainHeader& header);
// On error `record` is 0 and `byte` counts from the header's start.
std::expected<ChainHeader, ChainError> unpack(const PackedHeader& packed);

// Appends a record. The moves are taken to be legal from chain.start.
void append(const Chain& chain, std::vector<std::byte>& out);

// Reads records one after another and checks that every position and move is legal. After a
// damaged record it continues at the next place that follows a zero word and holds a plausible
// header, so that one flipped bit costs one record.
class ChainReader {
   public:
    explicit ChainReader(ByteSource& source) : source_(source) {}

    // Nothing at the end of the data.
    std::optional<std::expected<Chain, ChainError>> next();

    // The number of records read so far, and the offset of the next one.
    [[nodiscard]] std::uint64_t record() const { return record_; }
    [[nodiscard]] std::uint64_t byte() const { return discarded_ + at_; }

   private:
    [[nodiscard]] bool available(std::size_t bytes);
    [[nodiscard]] std::uint32_t word_at(std::size_t offset) const;
    [[nodiscard]] std::expected<ChainHeader, ChainError> header_at(std::size_t offset) const;
    std::expected<Chain, ChainError> read_record();
    void find_next_record();
    [[nodiscard]] ChainError error(ChainFault fault) const;

    ByteSource& source_;
    std::vector<std::byte> buffer_;
    std::size_t at_ = 0;           // in buffer_
    std::uint64_t discarded_ = 0;  // bytes dropped from the front of buffer_ so far
    std::uint64_t record_ = 0;
    bool source_ended_ = false;
    std::string source_error_;
};

}  // namespace kibitz::train
