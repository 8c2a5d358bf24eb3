#include "database/game_database.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/game_order.hpp"
#include "collection/invented_games.hpp"
#include "platform/files.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::collection;

namespace {

constexpr std::size_t small_segment = 20;

std::string invented_text(int games, std::uint64_t seed = 7) {
    test::Random random(seed);
    std::string pgn;
    // Dates tell games apart that have few moves.
    for (int i = 0; i < games; ++i) {
        Game game = test::invented_game(random, 60);
        game.set_tag("Date", std::to_string(1900 + i / 300) + "." +
                                 std::to_string(1 + i / 25 % 12) + "." +
                                 std::to_string(1 + i % 25));
        pgn += to_pgn(game) + '\n';
    }
    return pgn;
}

// What import says of the first error, empty if there is none.
std::string import_text(const std::string& folder, const std::string& pgn,
                        ImportSettings settings = {.games_of_segment = small_segment,
                                                   .positions = Positions::indexed,
                                                   .write = {}}) {
    auto importing = GameImport::begin(folder, std::move(settings));
    if (!importing) return importing.error().text;
    std::string problem;
    const Query all;
    Finder finder(all, [&](const FoundGame& game) {
        if (!problem.empty()) return;
        if (const auto added = importing->add(game); !added) problem = added.error().text;
    });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    if (!problem.empty()) return problem;
    const auto finished = importing->finish();
    return finished ? "" : finished.error().text;
}

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::string> games_of(const std::string& folder, const Query& query = {}) {
    std::vector<std::string> games;
    const auto database = GameDatabase::open(folder);
    REQUIRE_MESSAGE(database.has_value(), database.error().text);
    Finder finder(query,
                  [&](const FoundGame& game) { games.push_back(to_pgn(game.tape.build().game)); });
    CHECK(database->search(query, finder, [] { return true; }).has_value());
    return games;
}

std::vector<std::string> games_of_text(const std::string& pgn, const Query& query = {}) {
    std::vector<std::string> games;
    Finder finder(query,
                  [&](const FoundGame& game) { games.push_back(to_pgn(game.tape.build().game)); });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    return games;
}

}  // namespace

TEST_CASE("what is imported is found, in its order, over many segments and imports") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    const std::string first = invented_text(33), second = invented_text(50, 8);
    CHECK_FALSE(is_game_database(folder));
    CHECK(import_text(folder, first).empty());
    CHECK(is_game_database(folder));
    CHECK(games_of(folder) == games_of_text(first));
    CHECK(import_text(folder, second).empty());
    CHECK(games_of(folder) == games_of_text(first + second));
    CHECK(std::filesystem::exists(folder + "/000005.games"));
    CHECK_FALSE(std::filesystem::exists(folder + "/000006.games"));
    CHECK(GameDatabase::open(folder)->check().empty());

    Query query;
    query.player = NamePattern("carlsen");
    query.length = NumberRange{.first = 10};
    CHECK(games_of(folder, query) == games_of_text(first + second, query));
    const std::vector<ReadGame> games = read_games(first);
    for (std::size_t i = 0; i < games.size(); ++i) {
        Query position;
        const auto line = games[i].game.main_line();
        if (line.empty()) continue;
        position.positions = {{games[i].game.position(line[i % line.size()]), false}};
        CHECK(games_of(folder, position) == games_of_text(first + second, position));
    }
}

TEST_CASE("a tree is the same, whether the database has added it up or not") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    const std::string pgn = invented_text(700);
    CHECK(import_text(folder, pgn, {.games_of_segment = 300, .write = {}}).empty());
    const auto database = GameDatabase::open(folder);
    REQUIRE(database.has_value());
    const auto grow = [&](const Query& query, bool may_add_up) {
        MoveTree tree(query.positions[0].position);
        int told = 0;
        Finder finder(query, [&](const FoundGame& game) {
            ++told;
            tree.add(game);
        });
        finder.stop_at_replies();
        CHECK(database->search(
                          query, finder, [] { return true; }, may_add_up ? &tree : nullptr)
                  .has_value());
        return std::pair(tree, told);
    };
    Query start;
    start.positions = {{Position::initial(), false}};
    Query of_player = start;
    of_player.player = NamePattern("carlsen");
    Query either = start;
    either.positions.push_back({swapped(Position::initial()), true});
    for (const Query& query : {start, of_player, either}) {
        const auto [tree, told] = grow(query, true);
        const auto [expected, all] = grow(query, false);
        CHECK(all > 200);
        // 300, 300 and 100 games: all of the segments have the tree of the start.
        CHECK(told == (query == start ? 0 : all));
        CHECK(tree.total() == expected.total());
        REQUIRE(tree.branches().size() == expected.branches().size());
        for (std::size_t i = 0; i < tree.branches().size(); ++i) {
            CHECK(tree.branches()[i].move == expected.branches()[i].move);
            CHECK(tree.branches()[i].tally == expected.branches()[i].tally);
        }
    }
}

TEST_CASE(
    "an opening is found by positions or tags, as in the text, without looking at all games") {
    std::string pgn;
    int day = 0;
    for (const char* tags :
         {"", "[ECO \"?\"]\n", "[ECO \"B33a\"]\n", "[ECO \"none\"]\n[Opening \"-\"]\n",
          "[Opening \"French Defense\"]\n",
          "[ECO \"C00\"]\n[Opening \"X\"]\n[Variation \"Winawer\"]\n",
          "[FEN \"rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2\"]\n"})
        for (const char* moves :
             {"", "1. e4 e6 2. d4 d5", "1. d4 e6 2. e4 d5 3. exd5 exd5",
              "1. e4 e5 2. Nf3 Nc6 3. Bb5", "1. e4 e6 (1... e5) 2. d4 d5 3. Nc3 Bb4", "1. c4 e5",
              "1. e4 c5 (1... e6 2. d4 d5)", "1. a3 h6 2. a4 h5 3. a5 h4", "2... d5 3. Nc3 Bb4"})
            pgn += "[Date \"1900.01." + std::to_string(1 + day++ % 28) + "\"]\n" + tags + "\n" +
                   moves + " *\n\n";
    const std::string untagged = pgn.substr(0, pgn.find("[ECO"));
    std::vector<Query> queries;
    for (const char* text : {"french", "winawer", "e", "ruy lopez", "x: w", "no such opening"}) {
        queries.push_back({.opening = text});
        queries.push_back({.eco = parse_eco("C").value(), .opening = text});
        queries.push_back({.opening = text, .positions = {{Position::initial(), false}}});
    }
    for (const char* text : {"C00-C19", "B", "A00-E99", "B33,C60"})
        queries.push_back({.eco = parse_eco(text).value()});
    const test::TemporaryFolder temporary;
    std::size_t found = 0;
    for (const auto& [name, text] : {std::pair("tagged", pgn), {"untagged", untagged}}) {
        const std::string folder = temporary / name;
        CHECK(import_text(folder, text).empty());
        const auto database = GameDatabase::open(folder);
        REQUIRE(database.has_value());
        for (const Query& query : queries) {
            const std::vector<std::string> expected = games_of_text(text, query);
            CHECK(games_of(folder, query) == expected);
            found += expected.size();
            std::size_t looked_at = 0;
            Finder finder(query, [](const FoundGame& /*game*/) {});
            CHECK(database->search(query, finder, [&] { return ++looked_at > 0; }).has_value());
            if (text == untagged) CHECK(looked_at <= expected.size() + 4);
        }
    }
    CHECK(found > 100);
    CHECK_FALSE(opening_of(Position::initial()).has_value());  // which no index could find
}

TEST_CASE("what is asked of the board is found without looking at all games") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    const std::string pgn = invented_text(300);
    CHECK(import_text(folder, pgn, {.games_of_segment = 120, .write = {}}).empty());
    const auto database = GameDatabase::open(folder);
    const auto material = [](const char* text) { return MaterialPattern::parse(text).value(); };
    const auto pawns = [](const char* text) { return PawnPattern::parse(text).value(); };
    std::vector<Query> queries;
    for (const char* text :
         {"QRRBBNNvQRRBBNN", "QRRBBNvQRRBBN", "QRRBBNNvQRRBBN", "white:QRRBBNvQRRBBNN",
          "Q+R+vQ+R+N+", "KQRRBBNNPPPPPPPvKQ+R+B+N+P+"}) {
        queries.push_back({.material = material(text)});
        queries.push_back({.material = material(text), .stands_for = 9});
        queries.push_back({.material = material(text), .pawns = {pawns("isolated")}});
        queries.push_back({.player = NamePattern("carlsen"), .material = material(text)});
        queries.push_back(
            {.positions = {{Position::initial(), false}}, .material = material(text)});
        queries.push_back({.length = NumberRange{.first = 20}, .material = material(text)});
    }
    for (const char* text : {"isolated-d", "doubled", "white:passed", "black:doubled-c"}) {
        queries.push_back({.pawns = {pawns(text)}});
        queries.push_back({.pawns = {pawns(text), pawns("passed")}, .stands_for = 3});
        queries.push_back({.pawns = {pawns(text)}, .bishops = BishopPattern::opposite});
        queries.push_back({.pawns = {pawns(text)}, .comment = "zeitnot"});
    }
    queries.push_back({.bishops = BishopPattern::same});
    for (const NumberRange range :
         {NumberRange{.first = 1, .last = 3}, {.first = 0, .last = 0}, {.first = 29}, {}}) {
        queries.push_back({.length = range});
        queries.push_back({.length = range, .stands_for = 2});
        queries.push_back(
            {.length = range, .material = material("QRRBBNNvQRRBBN"), .stands_for = 3});
        queries.push_back({.length = range, .pawns = {pawns("doubled")}, .comment = "novelty"});
    }
    for (const char* text : {"zeitnot (", "a novelty", "novelty a", "elty", "t (b"})
        queries.push_back({.comment = text});
    queries.push_back({.missed_win = 300});
    queries.push_back({.player = NamePattern("carlsen"), .missed_win = 100});
    queries.push_back({.length = NumberRange{.first = 10}, .evaluation_swing = 200});
    queries.push_back({.motifs = {explain::PlayedMotif::named("hanging").value()}});
    std::size_t found = 0;
    for (const Query& query : queries) {
        const std::vector<std::string> expected = games_of_text(pgn, query);
        CHECK(games_of(folder, query) == expected);
        found += expected.size();
        // Who asks for numbers alone is told of the same games.
        std::vector<std::uint64_t> numbers, sure_numbers;
        Finder looks(query, [&](const FoundGame& game) { numbers.push_back(game.number); });
        Finder is_sure(query, [&](const FoundGame& game) { sure_numbers.push_back(game.number); });
        is_sure.stop_when_certain();
        const auto always = [] { return true; };
        CHECK(database->search(query, looks, always).has_value());
        CHECK(database->search(query, is_sure, always).has_value());
        CHECK(sure_numbers == numbers);
        CHECK(numbers.size() == expected.size());
    }
    CHECK(found > 1000);
}

TEST_CASE("who looks at numbers and some tags alone is told of the same games, whatever is asked") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    std::string pgn;
    test::Random random(21);
    for (int i = 0; i < 300; ++i) {
        Game game = test::invented_game(random, 40);
        if (i % 5 == 0) game.set_tag("ECO", i % 2 == 0 ? "B33" : "C60");
        if (i % 7 == 0) game.set_tag("Opening", "Sicilian Defense");
        if (i % 11 == 0) game.set_tag("UTCDate", "2031.01.02");
        if (i % 13 == 0) game.set_tag("Date", "????.??.??");
        game.set_tag("Site", i % 3 == 0 ? "Oslo" : "Rome");
        game.set_tag("Round", std::to_string(i));
        pgn += to_pgn(game) + '\n';
    }
    CHECK(import_text(folder, pgn, {.games_of_segment = 120, .write = {}}).empty());
    const auto database = GameDatabase::open(folder);
    const NumberRange strong{.first = 2000};
    const std::vector<Query> queries = {
        {.player = NamePattern("carlsen"), .opponent = NamePattern("short")},
        {.white = NamePattern("adams")},
        {.black = NamePattern("polgar")},
        {.player = NamePattern("adams"), .outcome = PlayerOutcome::loss},
        {.outcome = PlayerOutcome::draw},
        {.both_ratings = strong},
        {.white_rating = strong},
        {.black_rating = strong},
        {.mean_rating = strong},
        {.dates = DateRange{*first_day("2020"), *last_day("2022")}},
        {.dates = DateRange{*first_day("2031"), *last_day("2031")}},
        {.event = "club"},
        {.site = "oslo"},
        {.tags = {{.name = "Round", .value = "7"}, {.name = "Site", .value = "ro"}}},
        {.results = {PgnResult::white_wins, PgnResult::unknown}},
        {.paces = {Pace::blitz, Pace::unknown}},
        {.eco = parse_eco("B,C60").value()},
        {.opening = "sicilian"},
        {.eco = parse_eco("A").value(), .length = NumberRange{.first = 5}},
        {.both_ratings = strong, .positions = {{Position::initial(), false}}},
        {.player = NamePattern("adams"), .missed_win = 100},
        {.missed_win = 100},
        {.evaluation_swing = 100},
        {.player = NamePattern("adams"),
         .motifs = {explain::PlayedMotif::named("hanging").value()}},
        {},
    };
    for (const Query& query : queries) {
        std::vector<std::uint64_t> numbers, sure_numbers;
        std::vector<std::string> tags, needed_tags;
        Finder looks(query, [&](const FoundGame& game) {
            numbers.push_back(game.number);
            tags.emplace_back(game.head.tag("Event"));
            CHECK(database->date(game.number) == game.head.date());
        });
        Finder is_sure(query, [&](const FoundGame& game) {
            sure_numbers.push_back(game.number);
            needed_tags.emplace_back(game.head.tag("Event"));
        });
        is_sure.stop_when_certain(tags_of(GameOrder::event));
        const auto always = [] { return true; };
        CHECK(database->search(query, looks, always).has_value());
        CHECK(database->search(query, is_sure, always).has_value());
        CHECK_FALSE(numbers.empty());
        CHECK(sure_numbers == numbers);
        CHECK(needed_tags == tags);
    }
}

TEST_CASE("games go into a database that an earlier version made") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    std::string version;
    SUBCASE("1") { version = "games-1"; }
    SUBCASE("2") { version = "games-2"; }
    SUBCASE("3") { version = "games-3"; }
    std::filesystem::copy(test::source_dir() / "tests/data" / version, folder);
    std::ifstream file(test::source_dir() / "tests/data" / (version + ".pgn"), std::ios::binary);
    const std::string before(std::istreambuf_iterator<char>(file), {});
    CHECK(GameDatabase::open(folder)->check().empty());
    Query of_board;
    of_board.material = MaterialPattern::parse("QRRBBNN+vQRRBBN+").value();
    CHECK(games_of(folder, of_board) == games_of_text(before, of_board));
    CHECK(games_of(folder) == games_of_text(before));
    const auto database = GameDatabase::open(folder);
    const Query all;
    Finder dated(all, [&](const FoundGame& game) {
        CHECK(database->date(game.number) == game.head.date());
    });
    CHECK(database->search(all, dated, [] { return true; }).has_value());
    const std::string more = invented_text(30);
    CHECK(import_text(folder, before + more).empty());
    CHECK(games_of(folder) == games_of_text(before + more));
    CHECK(GameDatabase::open(folder)->check().empty());
}

TEST_CASE("a database without an index of positions finds the same, and what has one keeps it") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db", repaired = folder + "/000001.games";
    const std::string pgn = invented_text(30), more = invented_text(30, 8);
    const ImportSettings without{
        .games_of_segment = small_segment, .positions = Positions::not_indexed, .write = {}};
    CHECK(import_text(folder, pgn, without).empty());
    const auto size_without = std::filesystem::file_size(repaired);
    // The last segment has room, and is left as it is.
    CHECK(import_text(folder, more).empty());
    CHECK(std::filesystem::exists(folder + "/000003.games"));
    CHECK(games_of(folder) == games_of_text(pgn + more));
    std::size_t found = 0;
    for (const ReadGame& read : read_games(pgn + more)) {
        const auto line = read.game.main_line();
        if (line.empty()) continue;
        Query query;
        query.positions = {{read.game.position(line[line.size() / 2]), false}};
        const auto expected = games_of_text(pgn + more, query);
        CHECK(games_of(folder, query) == expected);
        found += expected.size();
    }
    CHECK(found >= 50);
    // Whoever makes its indexes anew makes none of positions.
    std::string bytes = read_text(repaired);
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    CHECK(write_file(repaired, bytes).has_value());
    CHECK(repair_game_database(folder).value().size() == 1);
    CHECK(std::filesystem::file_size(repaired) == size_without);
    CHECK(games_of(folder) == games_of_text(pgn + more));
}

TEST_CASE("games that are there are left out, whatever is imported again") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    const std::string pgn = invented_text(45);
    CHECK(import_text(folder, pgn).empty());
    CHECK(import_text(folder, pgn + pgn).empty());
    CHECK(games_of(folder) == games_of_text(pgn));
}

TEST_CASE("an import that fails at any write loses nothing that was there, and goes on") {
    const test::TemporaryFolder temporary;
    const std::string before = invented_text(30), more = invented_text(100, 9);
    const std::vector<std::string> expected = games_of_text(before + more);
    for (int fails_at = 0; fails_at < 7; ++fails_at) {
        const std::string folder = temporary / ("db" + std::to_string(fails_at));
        CHECK(import_text(folder, before).empty());
        int writes = 0;
        const auto write = [&](const std::string& path,
                               std::string_view text) -> std::expected<void, std::string> {
            if (writes++ < fails_at) return write_file(path, text);
            // What a kill leaves: a part under another name.
            std::ofstream(path + ".part", std::ios::binary) << text.substr(0, text.size() / 2);
            return std::unexpected(std::string("disk full"));
        };
        const std::string error =
            import_text(folder, before + more, {.games_of_segment = small_segment, .write = write});
        CHECK((error == "disk full" || writes <= fails_at));
        // What is there is a beginning of all games, with all that was there before.
        const std::vector<std::string> kept = games_of(folder);
        CHECK(kept.size() >= 30);
        CHECK(std::equal(kept.begin(), kept.end(), expected.begin()));
        CHECK(GameDatabase::open(folder)->check().empty());
        CHECK(import_text(folder, before + more).empty());
        CHECK(games_of(folder) == expected);
    }
}

TEST_CASE("a database that could not be begun is begun again") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    const auto never = [](const std::string& path,
                          std::string_view /*text*/) -> std::expected<void, std::string> {
        std::ofstream(path + ".part") << "kib";
        return std::unexpected(std::string("disk full"));
    };
    CHECK(import_text(folder, "1. e4 *\n", {.games_of_segment = small_segment, .write = never}) ==
          "disk full");
    CHECK(import_text(folder, "1. e4 *\n").empty());
    CHECK(games_of(folder).size() == 1);
}

TEST_CASE("only one import at a time, and only into a folder of its own") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    const auto first = GameImport::begin(folder);
    REQUIRE(first.has_value());
    CHECK(
        import_text(folder, "1. e4 *\n").ends_with("another import writes into it at the moment"));
    temporary.write("something", "else");
    CHECK(import_text(temporary.path().string(), "1. e4 *\n").contains("has other files in it"));
    const DatabaseError elsewhere = GameDatabase::open(temporary.path().string()).error();
    CHECK(elsewhere.text.ends_with("is no database of games"));
    CHECK(code(elsewhere.fault) == "games.no_database");
    CHECK(GameImport::begin(folder).error().fault == DatabaseFault::claimed);
    CHECK(GameImport::begin(temporary.path().string()).error().fault == DatabaseFault::not_empty);
    std::ofstream(folder + "/kibitz-games") << "kibitz games 2\n";
    CHECK(GameDatabase::open(folder).error().text.contains("later version"));
    CHECK(GameDatabase::open(folder).error().fault == DatabaseFault::later_version);
}

TEST_CASE("what can be wrong with a database has a code of its own, which is documented") {
    std::ifstream file(test::source_dir() / "docs/errors.md");
    REQUIRE(file);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    std::set<std::string_view> codes;
    for (int fault = 0; fault <= static_cast<int>(DatabaseFault::not_writable); ++fault) {
        const std::string_view each = code(static_cast<DatabaseFault>(fault));
        CHECK(codes.insert(each).second);
        CHECK(page.contains("`" + std::string(each) + "`"));
    }
}

TEST_CASE("damage is found; indexes are made anew, and other files are put aside") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    const std::string pgn = invented_text(45);
    CHECK(import_text(folder, pgn).empty());
    const auto damage = [&](const std::string& name, std::int64_t from_end) {
        std::fstream file(folder + "/" + name, std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(from_end, from_end < 0 ? std::ios::end : std::ios::beg);
        const auto at = file.tellg();
        const char byte = static_cast<char>(file.get() ^ 0x55);
        file.seekp(at);
        file.put(byte);
    };
    damage("000001.games", -1);   // the last of its boards
    damage("000002.games", 200);  // in its strings
    const auto damages = GameDatabase::open(folder)->check();
    CHECK(damages.size() >= 2);
    const auto done = repair_game_database(folder).value();
    REQUIRE(done.size() == 2);
    CHECK(done[0].ends_with("its indexes were made anew"));
    CHECK(done[1].ends_with("import its games again"));
    CHECK(GameDatabase::open(folder)->check().empty());
    CHECK(games_of(folder).size() == 25);
    CHECK(repair_game_database(folder)->empty());
    CHECK(import_text(folder, pgn).empty());
    CHECK(games_of(folder).size() == 45);
}
