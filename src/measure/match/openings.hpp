// Openings: the positions games start from, out of a book in EPD (or FEN) or PGN.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz::match {

struct Opening {
    Position start = Position::initial();
    std::vector<Move> moves;  // played before the engines begin
    std::size_t number = 0;   // in the book, from 1; 0: none
    bool ends_game = false;   // the book's next move, left out here, mates or stalemates
};

enum class BookFormat : std::uint8_t { epd, pgn };
enum class BookOrder : std::uint8_t { sequential, random };
// When the next openings of the book are taken.
enum class BookPolicy : std::uint8_t {
    round,      // in each round: all meet on the same ones
    encounter,  // in each encounter
};

struct BookSettings {
    // Empty means the built-in ones (built_in_openings.hpp), or in Chess960 its 960 arrays.
    std::string file{};
    BookFormat format = BookFormat::epd;
    BookOrder order = BookOrder::random;
    int plies = 0;          // of a PGN game; 0: all
    std::size_t start = 1;  // the first opening used, in the order chosen
    BookPolicy policy = BookPolicy::round;
    bool operator==(const BookSettings&) const = default;
};

class OpeningBook {
   public:
    // The file that stands for a book of nothing but the ordinary start.
    static constexpr std::string_view ordinary_start = "startpos";

    // A book of nothing but the ordinary start.
    OpeningBook();
    // Takes a text that was read. Every opening is checked; the error names the line or the game.
    // `seed` decides a random order.
    static std::expected<OpeningBook, std::string> read(const BookSettings& settings,
                                                        const std::string& text,
                                                        std::uint64_t seed);
    // Reads the file, or takes what there is without one; the error names the problem.
    static std::expected<OpeningBook, std::string> load(const BookSettings& settings,
                                                        std::uint64_t seed, bool chess960 = false);

    [[nodiscard]] std::size_t size() const { return openings_.size(); }
    // What looks like a mistake in the book: openings that are whole games. Empty if there is none.
    [[nodiscard]] std::string warning() const;
    // Why games of this kind cannot begin from it: an opening that is one of Chess960. Engines that
    // were not told so castle in another way, and would be blamed for illegal moves.
    [[nodiscard]] std::optional<std::string> find_obstacle(bool chess960) const;
    // The opening with this index in the order of play, starting again after the last.
    [[nodiscard]] const Opening& at(std::size_t index) const;

   private:
    // They come in the order that is wanted; there is at least one.
    OpeningBook(std::vector<Opening> openings, const BookSettings& settings, std::uint64_t seed);

    std::vector<Opening> openings_;
    std::vector<std::uint32_t> order_;
};

}  // namespace kibitz::match
