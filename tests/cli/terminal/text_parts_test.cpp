// What the subcommands share: terminals, times, scores, files.
#include <sys/stat.h>

#include <filesystem>
#include <map>

#include "cli/command_child.hpp"
#include "cli/play/game_store.hpp"
#include "cli/program/user_files.hpp"
#include "cli/terminal/score_text.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/terminal/time_text.hpp"
#include "support/full_disk.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

Environment environment_of(std::map<std::string, std::string> values) {
    return [values = std::move(values)](const char* name) {
        const auto found = values.find(name);
        return found == values.end() ? std::string() : found->second;
    };
}

TEST_CASE("what a terminal can show") {
    const std::map<std::string, std::string> good{{"TERM", "xterm-256color"}, {"LANG", "C.UTF-8"}};
    const auto with = [&](const std::string& name, const std::string& value) {
        auto values = good;
        values[name] = value;
        return describe_terminal(true, environment_of(values));
    };
    const Terminal terminal = describe_terminal(true, environment_of(good));
    CHECK(terminal.has_colours);
    CHECK(terminal.has_unicode);
    CHECK_FALSE(describe_terminal(false, environment_of(good)).has_colours);
    CHECK_FALSE(with("NO_COLOR", "1").has_colours);
    CHECK(with("NO_COLOR", "").has_colours);
    CHECK_FALSE(with("TERM", "dumb").has_colours);
    CHECK_FALSE(with("TERM", "dumb").has_unicode);
    CHECK_FALSE(with("TERM", "vt100").has_colours);
    CHECK_FALSE(with("LC_ALL", "C").has_unicode);
    CHECK(with("LANG", "de_DE.utf8").has_unicode);
}

TEST_CASE("rows of a terminal that lines take") {
    CHECK(rows_of("", 80) == 0);
    CHECK(rows_of("one\ntwo\n", 80) == 2);
    CHECK(rows_of("12345\n\n123456\n", 5) == 1 + 1 + 2);
    CHECK(rows_of("12345678901", 5) == 3);
    CHECK(rows_of("äöüäö\n", 5) == 1);
}

TEST_CASE("spans of time") {
    CHECK(parse_duration("500ms") == 500);
    CHECK(parse_duration("2s") == 2'000);
    CHECK(parse_duration("1.5") == 1'500);
    CHECK(parse_duration("2m") == 120'000);
    for (const char* bad : {"", "s", "-1", "0", "1.2.3", "2h", "1e99", "99999999999999999999"}) {
        CAPTURE(bad);
        CHECK_FALSE(parse_duration(bad).has_value());
    }
    CHECK(duration_text(840) == "0.8 s");
    CHECK(duration_text(200'000) == "3 min 20 s");
    CHECK(duration_text(3'900'000) == "1 h 05 min");
}

TEST_CASE("clocks") {
    const auto clock = parse_clock("10+5");
    REQUIRE(clock.has_value());
    CHECK(clock->base_ms == 600'000);
    CHECK(clock->increment_ms == 5'000);
    CHECK(parse_clock("0.5")->base_ms == 30'000);
    for (const char* bad : {"", "+5", "0", "5+", "five", "5+5+5"}) {
        CAPTURE(bad);
        CHECK_FALSE(parse_clock(bad).has_value());
    }
}

TEST_CASE("scores for people") {
    CHECK(score_text(Score{35}) == "+0.35");
    CHECK(score_text(Score{-120}) == "-1.20");
    CHECK(score_text(Score{-5}) == "-0.05");
    CHECK(score_text(Score{0}) == "0.00");
    CHECK(score_text(mate_in(5)) == "#3");
    CHECK(score_text(mated_in(4)) == "#-2");
    CHECK(score_text(-mate_in(5)) == "#-3");
    CHECK(score_text(mated_in(0)) == "mate");
    CHECK(score_in_words(Score{-90}) == "Black is a little better");
    CHECK(score_in_words(mated_in(4)) == "Black mates in 2");
    CHECK(for_white(Score{30}, Color::black) == Score{-30});
}

TEST_CASE("the folders of the person") {
    CHECK(user_state_folder(environment_of({{"XDG_STATE_HOME", "/s"}, {"HOME", "/h"}})) ==
          fs::path("/s/kibitz"));
    CHECK(user_state_folder(environment_of({{"HOME", "/h"}})) ==
          fs::path("/h/.local/state/kibitz"));
    CHECK(user_data_folder(environment_of({{"XDG_DATA_HOME", "relative"}, {"HOME", "/h"}})) ==
          fs::path("/h/.local/share/kibitz"));
    CHECK_FALSE(user_data_folder(environment_of({})).has_value());
}

TEST_CASE("files are replaced whole, and grow at the end") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "a" / "b.txt";
    CHECK_FALSE(replace_text_file(file, "one").has_value());
    CHECK_FALSE(append_text_file(file, "one").has_value());
    REQUIRE(make_folder_of(file).has_value());
    REQUIRE(replace_text_file(file, "one").has_value());
    REQUIRE(replace_text_file(file, "2").has_value());
    CHECK(read_text_file(file) == "2");
    REQUIRE(append_text_file(file, "3").has_value());
    CHECK(read_text_file(file) == "23");
    {
        const test::FullDisk full(3);
        CHECK_FALSE(append_text_file(file, "456").has_value());
    }
    CHECK(read_text_file(file) == "23");  // not a part of it
    CHECK(std::distance(fs::directory_iterator(file.parent_path()), fs::directory_iterator()) == 1);
    CHECK(read_text_file(folder.path() / "none").error().find("none") != std::string::npos);
    CHECK_FALSE(read_text_file(folder.path()).has_value());
    CHECK_FALSE(replace_text_file(file / "below a file", "x").has_value());
    // A device or a pipe is nothing to put a file in the place of.
    const fs::path pipe = folder.path() / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_FALSE(replace_text_file(pipe, "x").has_value());
    CHECK(fs::is_fifo(pipe));
}

TEST_CASE("two programs at once keep two games") {
    const TemporaryFolder folder;
    const Environment environment = environment_of(
        {{"XDG_STATE_HOME", folder.path().string()}, {"XDG_DATA_HOME", folder.path().string()}});
    {
        UserGameStore first(environment), second(environment);
        REQUIRE(first.keep("first").has_value());
        REQUIRE(second.keep("second").has_value());
        CHECK(first.kept() == "first");
        CHECK(second.kept() == "second");
    }
    UserGameStore third(environment);
    CHECK(third.kept() == "first");
    third.forget_kept();
    CHECK_FALSE(third.kept().has_value());
    const auto place = third.archive("game\n");
    REQUIRE(place.has_value());
    CHECK(read_text_file(*place) == "game\n\n");
}

TEST_CASE("a store without a home says so") {
    UserGameStore store(environment_of({}));
    const auto kept = store.keep("game");
    REQUIRE_FALSE(kept.has_value());
    CHECK(kept.error().find("XDG_STATE_HOME") != std::string::npos);
}

}  // namespace
}  // namespace kibitz::cli
