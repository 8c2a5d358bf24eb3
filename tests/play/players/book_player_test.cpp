// A player with an opening book: moves of the book while there are any, and its own after that.
#include "players/book_player.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <set>
#include <vector>

#include "chess/uci_move.hpp"
#include "players/random_player.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

PolyglotEntry entry_of(const Position& position, const std::string& uci, std::uint16_t weight) {
    return {.key = polyglot_key(position),
            .move = to_polyglot_move(parse_uci(position, uci).value()),
            .weight = weight};
}

void write_book(const std::filesystem::path& path, std::vector<PolyglotEntry> entries) {
    std::ranges::sort(entries, {}, &PolyglotEntry::key);
    const auto bytes = to_polyglot(entries);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

// Counts what it is asked, and plays at random.
class CountingPlayer final : public Player {
   public:
    explicit CountingPlayer(int& asked) : asked_(asked) {}
    std::expected<void, PlayerError> new_game(std::uint64_t number) override {
        return player_->new_game(number);
    }
    std::expected<Choice, PlayerError> choose(const Turn& turn, const OnProgress& on_progress,
                                              std::stop_token stop) override {
        ++asked_;
        return player_->choose(turn, on_progress, stop);
    }

   private:
    int& asked_;
    std::unique_ptr<Player> player_ = make_random_player({.seed = 1});
};

}  // namespace

TEST_CASE("a player with a book plays its moves, and thinks where it has none") {
    const kibitz::test::TemporaryFolder folder;
    const auto path = folder.path() / "book.bin";
    Line line(Position::initial());
    std::vector<PolyglotEntry> entries{entry_of(line.position(), "e2e4", 3),
                                       entry_of(line.position(), "d2d4", 1),
                                       entry_of(line.position(), "a2a4", 0)};
    write_book(path, entries);
    const auto book = OpeningBook::open(path);
    REQUIRE(book);
    int asked = 0;
    const auto player = with_book(std::make_unique<CountingPlayer>(asked), *book);
    std::set<std::string> played;
    for (std::uint64_t game = 0; game < 100; ++game) {
        REQUIRE(player->new_game(game));
        const auto choice = player->choose({.game = line, .limits = {}}, {}, {});
        REQUIRE(choice);
        played.insert(to_uci(choice->move));
    }
    CHECK(played == std::set<std::string>{"d2d4", "e2e4"});
    CHECK(asked == 0);
    line.play(parse_uci(line.position(), "e2e4").value());
    CHECK(player->choose({.game = line, .limits = {}}, {}, {}));
    CHECK(asked == 1);
}

TEST_CASE("a file that is no book is refused with the reason") {
    const kibitz::test::TemporaryFolder folder;
    CHECK(!OpeningBook::open(folder.path() / "none.bin"));
    const auto path = folder.path() / "text.bin";
    std::ofstream(path) << "1. e4 e5";
    CHECK(!OpeningBook::open(path));
    const std::vector<PolyglotEntry> wrong_order{{.key = 2}, {.key = 1}};
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(to_polyglot(wrong_order).data()), 32);
    CHECK(!OpeningBook::open(path));
}
