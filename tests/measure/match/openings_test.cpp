#include "match/openings.hpp"

#include <set>

#include "chess/fen.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::match;

namespace {

constexpr const char* three =
    "\xEF\xBB\xBF"
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\n"
    "\n"
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\r\n"
    "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - id \"Queen's pawn\";";

OpeningBook book_of(const BookSettings& settings, const char* text, std::uint64_t seed = 1) {
    auto book = OpeningBook::read(settings, text, seed);
    REQUIRE_MESSAGE(book.has_value(), book.error());
    return *std::move(book);
}

}  // namespace

TEST_CASE("EPD, with and without counters, and whole FENs") {
    const auto book = book_of({.order = BookOrder::sequential}, three);
    REQUIRE(book.size() == 3);
    CHECK(to_fen(book.at(0).start) ==
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    CHECK(book.at(1).start.fullmove_number() == 2);
    CHECK(book.at(2).start.fullmove_number() == 1);
    CHECK(book.at(2).number == 3);
    CHECK(book.at(4).number == 2);  // round and round
}

TEST_CASE("a random order has all openings, is the same for a seed and another for another") {
    std::string text;
    for (int number = 2; number < 102; ++number)
        text += "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 " +
                std::to_string(number) + "\n";
    const auto order = [&](std::uint64_t seed, std::size_t start = 1) {
        const auto book = book_of({.start = start}, text.c_str(), seed);
        std::vector<std::size_t> numbers;
        for (std::size_t i = 0; i < book.size(); ++i) numbers.push_back(book.at(i).number);
        return numbers;
    };
    const auto one = order(1);
    CHECK(std::set(one.begin(), one.end()).size() == 100);
    CHECK(one == order(1));
    CHECK(one != order(2));
    CHECK(order(1, 11).front() == one[10]);
}

TEST_CASE("PGN, cut to a number of plies, main lines only") {
    const char* games =
        "[Event \"?\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 *\n\n"
        "[Event \"?\"]\n\n1. d4 d5 *\n\n"
        "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    const BookSettings settings{.format = BookFormat::pgn, .order = BookOrder::sequential};
    const auto book = book_of(settings, games);
    REQUIRE(book.size() == 3);
    CHECK(book.at(0).moves.size() == 5);
    CHECK(book.at(1).moves.size() == 2);
    CHECK(book.at(2).moves.size() == 3);  // an opening is not over
    BookSettings four = settings;
    four.plies = 4;
    CHECK(book_of(four, games).at(0).moves.size() == 4);
}

TEST_CASE("an opening begins behind a null move, which no engine can be sent") {
    const auto book = book_of({.format = BookFormat::pgn, .order = BookOrder::sequential},
                              "1. e4 e5 2. Nf3 -- 3. d4 d6 *\n\n1. d4 *\n");
    REQUIRE(book.size() == 2);
    CHECK(book.at(0).moves.size() == 2);
    CHECK(book.at(0).start.side_to_move() == Color::white);
    CHECK(book.at(1).moves.size() == 1);
}

TEST_CASE("a book of whole games is warned about, unless they are cut") {
    constexpr const char* mate = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 *\n";
    const BookSettings pgn{.format = BookFormat::pgn};
    CHECK(book_of(pgn, mate).warning().starts_with("1 of 2 openings are whole games"));
    CHECK(book_of({.format = BookFormat::pgn, .plies = 2}, mate).warning().empty());
    CHECK(book_of(pgn, "1. e4 e5 1/2-1/2\n").warning().empty());  // results are often made up
    std::string shuffling;
    for (int i = 0; i < 20; ++i) shuffling += "Nf3 Nf6 Ng1 Ng8 ";
    shuffling += "*";
    CHECK(!book_of(pgn, shuffling.c_str()).warning().empty());
    CHECK(book_of({}, three).warning().empty());
}

TEST_CASE("a bad book says where") {
    const auto error_of = [](const char* text, BookFormat format = BookFormat::epd) {
        const auto book = OpeningBook::read({.format = format}, text, 1);
        REQUIRE(!book.has_value());
        return book.error();
    };
    CHECK(error_of("\n8/8/8/8/8/8/8/8 w - -\n").starts_with("line 2: "));
    CHECK(error_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n") ==
          "line 1: the game is over in this position");
    CHECK(error_of("") == "there is no opening in it");
    CHECK(error_of("1. e4 e5 2. Ke3 *", BookFormat::pgn).find("Ke3") != std::string::npos);
    CHECK(OpeningBook::load({.file = "/no/such/book"}, 1).error() ==
          "openings: cannot read /no/such/book: No such file or directory");
}

TEST_CASE("a book that is empty, or not there") {
    const test::TemporaryFolder folder;
    const auto error_of = [](const std::string& file) {
        return OpeningBook::load({.file = file}, 1, false).error();
    };
    const std::string empty = folder.write("empty.epd", "");
    CHECK(error_of(empty) == "openings: " + empty + ": there is no opening in it");
    CHECK(error_of(folder / "none") ==
          "openings: cannot read " + (folder / "none") + ": No such file or directory");
}

TEST_CASE("without a book there are many short and different openings of our own") {
    const auto book = OpeningBook::load({.order = BookOrder::sequential}, 1);
    REQUIRE(book.has_value());
    CHECK(book->size() >= 500);
    std::set<Key> ends;
    for (std::size_t i = 0; i < book->size(); ++i) {
        const Opening& opening = book->at(i);
        CAPTURE(i);
        CHECK(opening.number == i + 1);
        CHECK(opening.moves.size() >= 6);
        CHECK(opening.moves.size() <= 10);
        Position position = opening.start;
        for (const Move move : opening.moves) {
            REQUIRE(position.is_legal(move));
            position.play(move);
        }
        ends.insert(position.key());
    }
    CHECK(ends.size() == book->size());
}

TEST_CASE("the ordinary start can be asked for, and Chess960 has its arrays") {
    const auto start = OpeningBook::load({.file = "startpos"}, 1);
    REQUIRE(start.has_value());
    CHECK(start->size() == 1);
    CHECK(start->at(0).moves.empty());
    const auto arrays = OpeningBook::load({.order = BookOrder::sequential}, 1, true);
    REQUIRE(arrays.has_value());
    CHECK(arrays->size() == 960);
    CHECK(arrays->at(518).start == Position::initial());
}
