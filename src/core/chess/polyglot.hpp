// Opening books in the format of Polyglot: to look moves up in, and to make from games.
//
// A book is a table of entries of 16 bytes sorted by key: key (8), move (2), weight (2), learning
// data (4), the highest byte first. Format: http://hgm.nubati.net/book_format.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/move.hpp"
#include "chess/pgn.hpp"
#include "chess/position.hpp"

namespace kibitz {

// The format's own key of a position. The format counts an en passant square even if the capture
// is illegal because of a pin; a Position does not know of those, so there the keys differ.
Key polyglot_key(const Position& position);

// A move as the format writes it. Castling is the king taking its rook.
std::uint16_t to_polyglot_move(Move move);

struct PolyglotEntry {
    Key key = 0;
    std::uint16_t move = 0;
    std::uint16_t weight = 0;  // 0: never to be played
    std::uint32_t learn = 0;   // other programs' notes

    bool operator==(const PolyglotEntry&) const = default;
};

struct BookMove {
    Move move;
    std::uint16_t weight;
    std::uint32_t learn;

    bool operator==(const BookMove&) const = default;
};

enum class PolyglotReason : std::uint8_t {
    cut_short,     // the size is no multiple of 16
    out_of_order,  // a key is smaller than the one before it
};

struct PolyglotError {
    PolyglotReason reason;
    std::size_t offset;  // of the entry's first byte

    bool operator==(const PolyglotError&) const = default;
};
std::string to_string(const PolyglotError& error);

// A view of a book's bytes, which outlive it. Safe for any bytes: in a damaged book moves may not
// be found, and those that are not legal are passed over.
class PolyglotBook {
   public:
    static std::expected<PolyglotBook, PolyglotError> open(std::span<const std::byte> bytes);

    // The number of entries.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] PolyglotEntry entry(std::size_t index) const;
    // Reads the whole book.
    [[nodiscard]] std::optional<PolyglotError> check_order() const;

    // The legal moves that the book has for a position, in its order. The older way to write
    // castling, as the king's two steps, is understood as well.
    [[nodiscard]] std::vector<BookMove> moves(const Position& position) const;
    // Chooses one of them with a probability in proportion to its weight. `random` is evenly
    // distributed over all 64-bit numbers. None if there is no move of weight.
    [[nodiscard]] Move choose(const Position& position, std::uint64_t random) const;

   private:
    explicit PolyglotBook(std::span<const std::byte> bytes) : bytes_(bytes) {}
    [[nodiscard]] Key key(std::size_t index) const;

    std::span<const std::byte> bytes_;
};

// The bytes of a book. The entries are sorted by key.
std::vector<std::byte> to_polyglot(std::span<const PolyglotEntry> entries);

struct PolyglotMakerOptions {
    int max_ply = 60;   // of a game are taken
    int min_games = 3;  // that had the move, else it is left out
};

// Counts the moves of games, as `polyglot make-book` does: a win of the side that moved is 2
// points, anything but a loss 1. Points are the weight, scaled down where they get too large.
class PolyglotMaker {
   public:
    explicit PolyglotMaker(PolyglotMakerOptions options = {}) : options_(options) {}

    // A move that was played in a game with that result.
    void add(const Position& before, Move move, PgnResult result);
    // The book so far: sorted by key, moves of a position by weight.
    [[nodiscard]] std::vector<PolyglotEntry> entries() const;
    [[nodiscard]] const PolyglotMakerOptions& options() const { return options_; }

   private:
    struct MoveOfKey {
        Key key;
        std::uint16_t move;
        auto operator<=>(const MoveOfKey&) const = default;
    };
    struct Count {
        std::uint32_t games = 0;
        std::uint32_t points = 0;
    };

    PolyglotMakerOptions options_;
    std::map<MoveOfKey, Count> counts_;
};

// Gives a maker the main lines of the games that a PgnReader reads, without those with errors.
// The result is the Result tag's or, where that is missing, the termination marker's.
class PolyglotMakerVisitor final : public PgnVisitor {
   public:
    using ErrorHandler = std::function<void(const PgnError&)>;

    explicit PolyglotMakerVisitor(PolyglotMaker& maker, ErrorHandler on_error = {})
        : maker_(maker), on_error_(std::move(on_error)) {}

    void begin_game() override;
    void tag(std::string_view name, std::string_view value) override;
    void move(const Position& before, Move move, const Position& after) override;
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }
    void result(PgnResult result) override;
    void error(const PgnError& error) override;
    void end_game() override;

   private:
    struct Step {
        Position before;
        Move move;
    };

    PolyglotMaker& maker_;
    ErrorHandler on_error_;
    std::vector<Step> steps_;
    std::optional<PgnResult> result_;
    int depth_ = 0;
    bool is_broken_ = false;
};

}  // namespace kibitz
