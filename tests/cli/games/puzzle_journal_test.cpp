// The journal of `kibitz puzzles`: killed, on a full disk, and as version 0.1 left it.
#include "cli/games/puzzle_journal.hpp"

#include "support/journal_storm.hpp"

namespace kibitz::cli {
namespace {

using test::bytes_of;
using test::TemporaryFolder;
using Lines = std::vector<std::string>;

const std::string header = "# kibitz puzzles 1, nodes 2000, games g.pgn";
constexpr std::uint64_t batch_games = 8;

// Mates on the back rank; each in another column.
std::string puzzle(int number) {
    const std::string column(1, static_cast<char>('a' + number % 4));
    const std::string before = number % 4 == 0 ? "" : std::to_string(number % 4);
    return "6k1/5ppp/8/8/8/8/7K/" + before + "R" + std::to_string(7 - number % 4) + " w - - 0 " +
           std::to_string(1 + number) + ";" + column + "1" + column + "8;back-rank mate-in-1;" +
           std::to_string(1640 + number);
}
Lines batch(int number) { return {puzzle(2 * number), puzzle(2 * number + 1)}; }

PuzzleJournal open(const std::string& path) {
    auto journal = PuzzleJournal::open(path, header);
    REQUIRE_MESSAGE(journal.has_value(), journal.error());
    return *std::move(journal);
}

// A journal of two batches, and what comes then.
struct Found {
    Lines puzzles;
    std::uint64_t games = 0;
};
Found found_after(const TemporaryFolder& folder, const std::string& rest) {
    std::string text = header + "\n";
    for (int number = 0; number < 2; ++number) {
        for (const std::string& line : batch(number)) text += line + "\n";
        text += "# games done: " + std::to_string((number + 1) * batch_games) + "\n";
    }
    const PuzzleJournal journal = open(folder.write("puzzles.journal", text + rest));
    return {journal.puzzles(), journal.games()};
}

}  // namespace

TEST_CASE(
    "killed or out of room at every byte, no game is looked through twice and no puzzle lost") {
    constexpr std::size_t batches = 4;
    test::storm_of_journals(
        {.write = [](const std::string& path) -> std::size_t {
             auto journal = PuzzleJournal::open(path, header);
             if (!journal) return 0;
             while (journal->games() < batches * batch_games)
                 if (!journal->add_batch(batch(static_cast<int>(journal->games() / batch_games)),
                                         batch_games))
                     break;
             return journal->games() / batch_games;
         },
         .read =
             [](const std::string& path) {
                 const PuzzleJournal journal = open(path);
                 Lines facts;
                 for (std::size_t i = 0; i + 1 < journal.puzzles().size(); i += 2)
                     facts.push_back(journal.puzzles()[i] + journal.puzzles()[i + 1]);
                 CHECK(journal.games() == facts.size() * batch_games);
                 CHECK(journal.puzzles().size() == 2 * facts.size());
                 return facts;
             }});
}

TEST_CASE("what version 0.1 left behind is read") {
    const TemporaryFolder folder;
    Lines two = batch(0), three;
    two.insert(two.end(), {puzzle(2), puzzle(3)});
    three = two;
    three.push_back(puzzle(4));
    const std::string mark = "# games done: ";

    SUBCASE("a mark without its number, or with a part of it, is no mark") {
        for (const std::string torn : {"", "2", "24"}) {
            CAPTURE(torn);
            const Found found = found_after(folder, puzzle(4) + "\n" + mark + torn);
            CHECK(found.puzzles == two);
            CHECK(found.games == 16);
        }
    }
    SUBCASE("a mark that is glued to another one, or to a puzzle, counts") {
        for (std::size_t half = 1; half <= mark.size() + 1; ++half) {
            const Found found = found_after(
                folder, puzzle(4) + "\n" + (mark + "2").substr(0, half) + mark + "24\n");
            CHECK(found.puzzles == three);
            CHECK(found.games == 24);
        }
        for (std::size_t half = 1; half < puzzle(4).size(); ++half) {
            const Found found = found_after(folder, puzzle(4).substr(0, half) + mark + "24\n");
            CHECK(found.puzzles == two);
            CHECK(found.games == 24);
        }
    }
    SUBCASE("a puzzle that is glued to something counts") {
        for (const std::string& before : {puzzle(5), mark + "24"})
            for (std::size_t half = 1; half < before.size(); ++half) {
                CAPTURE(half);
                const Found found =
                    found_after(folder, before.substr(0, half) + puzzle(4) + "\n" + mark + "24\n");
                CHECK(found.puzzles == three);
                CHECK(found.games == 24);
            }
    }
    SUBCASE("a puzzle that was found twice counts once") {
        const Found found =
            found_after(folder, puzzle(1) + "\n" + puzzle(4) + "\n" + mark + "24\n");
        CHECK(found.puzzles == three);
    }
    SUBCASE("odd lines are passed over") {
        const Found found = found_after(
            folder, "# games done: many\n# games done: 99999999999999999999999\n\nx;y\n" +
                        puzzle(4) + "\n" + mark + "24\n");
        CHECK(found.puzzles == three);
        CHECK(found.games == 24);
    }
}

TEST_CASE("what stands behind the last mark is found again, not twice") {
    const TemporaryFolder folder;
    const std::string path = folder / "puzzles.journal";
    found_after(folder, puzzle(4) + "\n");
    REQUIRE(open(path).add_batch(batch(2), batch_games));
    const PuzzleJournal journal = open(path);
    CHECK(journal.puzzles().size() == 6);
    CHECK(journal.games() == 24);
    const std::string text = bytes_of(path);
    CHECK(text.find(puzzle(4)) == text.rfind(puzzle(4)));
}

TEST_CASE("the journal of other games, somebody's file, and one in use are refused") {
    const TemporaryFolder folder;
    const auto error_of = [&](const std::string& text) {
        const std::string path = folder.write("puzzles.journal", text);
        const auto journal = PuzzleJournal::open(path, header);
        CHECK(bytes_of(path) == text);
        return journal ? "" : journal.error();
    };
    CHECK(error_of("# kibitz puzzles 1, nodes 5, games g.pgn\n")
              .contains("of other games or settings"));
    CHECK(error_of("Dear Ann").contains("of other games or settings"));
    CHECK(error_of("# games done: 8\n").contains("of other games or settings"));
    const std::string path = folder / "used.journal";
    const PuzzleJournal journal = open(path);
    CHECK(PuzzleJournal::open(path, header).error() == path + ": another process is writing it");
}

}  // namespace kibitz::cli
