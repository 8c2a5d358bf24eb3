// Players' files: what is read, and how mistakes are reported.
#include "players/player_file.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include "players/built_in_players.hpp"
#include "players/level_files.hpp"
#include "players/suggestion.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

std::string error_of(std::string_view toml) {
    const auto parsed = parse_player(toml);
    REQUIRE_FALSE(parsed.has_value());
    return to_string(parsed.error());
}

}  // namespace

TEST_CASE("every kind is read, with the defaults for what is not said") {
    const auto engine = parse_player("name = 'E'\nkind = 'engine'\n[engine]\nnodes = 5000\n");
    REQUIRE(engine.has_value());
    CHECK(std::get<EngineSettings>(engine->kind) == EngineSettings{.nodes = 5000});

    const auto classic = parse_player(
        "name = 'C'\nkind = 'classic'\nrating = 1234\nrating_interval = 30\n"
        "[classic]\nlevel = 4\nsearch = 'alphabeta'\nseed = 9\n[classic.attack]\nqueen = 11.5\n");
    REQUIRE(classic.has_value());
    CHECK(classic->rating == 1234);
    CHECK(classic->rating_interval == 30);
    const auto& settings = std::get<ClassicSettings>(classic->kind);
    CHECK(settings.level == 4);
    CHECK(settings.search == ClassicSearch::alphabeta);
    CHECK(settings.seed == 9);
    CHECK(settings.rating.attack.queen == 11.5);
    CHECK(settings.rating.attack.coefficient == 0.1);

    const auto random = parse_player("name = 'R'\nkind = 'random'\n");
    REQUIRE(random.has_value());
    CHECK(std::holds_alternative<RandomSettings>(random->kind));

    const auto uci = parse_player(
        "name = 'U'\nkind = 'uci'\n[uci]\ncommand = 'engine'\narguments = ['a', 'b']\n"
        "options = { Hash = 16, Ponder = false, 'Skill Level' = 3, File = 'x' }\n");
    REQUIRE(uci.has_value());
    const auto& external = std::get<ExternalSettings>(uci->kind);
    CHECK(external.protocol == Protocol::uci);
    CHECK(external.arguments == std::vector<std::string>{"a", "b"});
    CHECK(external.options.size() == 4);

    const auto xboard = parse_player("name = 'X'\nkind = 'xboard'\n[xboard]\ncommand = 'e'\n");
    REQUIRE(xboard.has_value());
    CHECK(std::get<ExternalSettings>(xboard->kind).protocol == Protocol::xboard);

    const auto human = parse_player(
        "name = 'H'\nkind = 'human'\n[human.vision]\ndepth = 2.5\n[human.technique]\n"
        "mate_in_one = false\n");
    REQUIRE(human.has_value());
    CHECK(std::get<HumanSettings>(human->kind).vision.depth == 2.5);
    CHECK_FALSE(std::get<HumanSettings>(human->kind).technique.mate_in_one);
}

// Level 5 as version 0.1 had it. What a file does not say has the value that it had then.
TEST_CASE("a file of version 0.1 means what it meant") {
    const auto player = load_player(kibitz::test::source_dir() / "tests/data/player-0.1.toml");
    REQUIRE(player.has_value());
    CHECK(player->name == "Level 5");
    CHECK(player->rating == 1174);
    CHECK(player->rating_interval == 29);
    CHECK_FALSE(player->anchor);
    const auto& human = std::get<HumanSettings>(player->kind);
    CHECK(human.vision ==
          Vision{.depth = 2.95, .width = 16, .replies = 9, .exchanges = 5, .nodes = 20'000});
    CHECK(human.overlook == Overlook{.chance = 0.0805,
                                     .quiet = 1.6,
                                     .distance = 1.25,
                                     .backward = 1.6,
                                     .long_line = 1.5,
                                     .deeper = 1.5,
                                     .blind_spots = 0.4});
    CHECK(human.judgement ==
          Judgement{
              .knowledge = 0.632, .noise = 43.6, .indecision = 16.7, .balance = 0, .target = 0});
    CHECK(human.habits == Habits{.strength = 17.7,
                                 .captures = 1,
                                 .checks = 1,
                                 .threats = 1,
                                 .escapes = 1,
                                 .development = 1,
                                 .safety = 1,
                                 .queen_moves = 0,
                                 .pawn_storm = 0,
                                 .retreats = -0.5});
    // What came later leaves it alone: it moves by its habits, has no repertoire, never resigns.
    CHECK(human.people == People{.rating = 0, .weight = 0});
    CHECK(human.technique.mates_seen == 1);
    CHECK(human.manners == Manners{.resigns = 0, .offers_draws = 0});
}

TEST_CASE("mistakes are reported with their place and what was perhaps meant") {
    CHECK(error_of("name = 'C'\nkind = 'classic'\n[classic]\nlevl = 3\n") ==
          "line 4, column 1: unknown key \"classic.levl\" (did you mean \"level\"?)");
    CHECK(error_of("name = 'C'\nkind = 'human'\n[human.vison]\n") ==
          "line 3, column 8: unknown key \"human.vison\" (did you mean \"vision\"?)");
    CHECK(error_of("nam = 'C'\nkind = 'classic'\n").starts_with("name: is missing"));
    CHECK(error_of("name = 'C'\nkind = 'clasic'\n").starts_with("line 2, column 8: kind: must be"));
    CHECK(error_of("name = 'C'\n").starts_with("kind: is missing"));
    CHECK(error_of("name = 'C'\nkind = 'random'\n[classic]\nlevel = 3\n") ==
          "line 3, column 1: classic: belongs to kind = \"classic\"");
    CHECK(error_of("name = 'C'\nkind = 'classic'\n[classic]\nlevel = 99\n") ==
          "line 4, column 9: classic.level: must be from 1 to 32, not 99");
    CHECK(error_of("name = 'C'\nkind = 'classic'\n[classic]\nlevel = 3.5\n") ==
          "line 4, column 9: classic.level: must be a whole number");
    CHECK(error_of("name = 'C'\nkind = 'classic'\n[classic]\nfinal_rate = nan\n")
              .find("must be from 0 to 1") != std::string::npos);
    CHECK(error_of("name = 'C'\nkind = 'classic'\n[classic]\nsearch = 'tre'\n")
              .ends_with("must be \"tree\" or \"alphabeta\""));
    CHECK(error_of("name = 'U'\nkind = 'uci'\n") == "command: is missing");
    CHECK(error_of("name = 5\nkind = 'uci'\n").find("must be a text") != std::string::npos);
    CHECK(error_of("name = 'C'\nkind = [\n").starts_with("line "));
    CHECK(error_of(std::string(2'000'000, ' ')) == "too long for a player's file");
    CHECK(load_player("/nowhere/x.toml").error().text == "cannot read /nowhere/x.toml");
    CHECK_FALSE(load_player("/").has_value());
}

TEST_CASE("a rating is written without touching the rest") {
    const std::string text =
        "# mine\nname = 'H'\nkind = 'human'\nrating = 5\nrating_interval = 9\n\n"
        "[human.vision]\n# far\nwidth = 3\n";
    CHECK(with_rating(text, 1234, 30) ==
          "# mine\nname = 'H'\nkind = 'human'\nrating = 1234\nrating_interval = 30\n\n"
          "[human.vision]\n# far\nwidth = 3\n");
    const auto fresh = parse_player(with_rating("name = 'R'\nkind = 'random'", -7, 30));
    REQUIRE(fresh.has_value());
    CHECK(fresh->rating == -7);
    CHECK(fresh->rating_interval == 30);
    const auto late = parse_player(with_rating("kind = 'human'\nname = 'H'\n[human.pace]\n", 1, 2));
    CHECK(late->rating == 1);
}

TEST_CASE("built-in players are found by name, files by path") {
    CHECK(built_in_players().size() == test::character_files().size());
    CHECK(find_player("level-03")->name == "Level 3");
    CHECK(find_player((test::source_dir() / "characters" / "level-03.toml").string()) ==
          find_player("level-03"));
    CHECK(find_player("levle-03").error() ==
          "there is no player \"levle-03\" (did you mean \"level-03\"?)");
    CHECK(find_player("nobody at all").error().ends_with("`kibitz player` lists them"));
    CHECK(find_player("./nowhere.toml").error() == "./nowhere.toml: cannot read ./nowhere.toml");
}

TEST_CASE("suggestions are near") {
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("", "abc") == 3);
    const std::vector<std::string> words = {"depth", "width", "nodes"};
    CHECK(nearest_word("dept", words) == "depth");
    CHECK(nearest_word("node", words) == "nodes");
    CHECK(nearest_word("colour", words).empty());
}

TEST_CASE("all files in characters/ are players with a name and a description") {
    const auto files = test::character_files();
    for (const auto& file : files) {
        CAPTURE(file.string());
        const auto player = load_player(file);
        CHECK((player ? "" : to_string(player.error())) == "");
        REQUIRE(player.has_value());
        CHECK_FALSE(player->name.empty());
        CHECK_FALSE(player->description.empty());
    }
    CHECK(test::levels().size() >= 12);
    // Levels, the engine, and at least eight characters.
    CHECK(files.size() >= test::levels().size() + 9);
}

TEST_CASE("the documentation has the table of keys") {
    std::ifstream file(test::source_dir() / "docs" / "players.md");
    std::stringstream text;
    text << file.rdbuf();
    // Print it with `kibitz player --keys` and put it there when this fails.
    CHECK(text.str().find(player_key_tables()) != std::string::npos);
}
