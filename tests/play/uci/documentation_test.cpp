// docs/uci.md and the program know the same commands and options.
#include <fstream>
#include <set>
#include <sstream>

#include "uci/command.hpp"
#include "uci/conversation.hpp"

using namespace kibitz;

namespace {

using Names = std::set<std::string>;

// The rows of the tables below a heading, each as its cells.
std::vector<std::vector<std::string>> table_below(const std::string& heading) {
    std::ifstream file(test::source_dir() / "docs" / "uci.md");
    std::vector<std::vector<std::string>> rows;
    bool here = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## ")) here = line == "## " + heading;
        if (!here || !line.starts_with("| `")) continue;
        std::vector<std::string> cells;
        std::istringstream text(line.substr(1));
        for (std::string cell; std::getline(text, cell, '|');) cells.push_back(cell);
        rows.push_back(std::move(cells));
    }
    return rows;
}

// What stands between `backquotes`.
std::vector<std::string> quoted(const std::string& cell) {
    std::vector<std::string> texts;
    std::size_t begin = 0;
    while ((begin = cell.find('`', begin)) != std::string::npos) {
        const std::size_t end = cell.find('`', begin + 1);
        REQUIRE(end != std::string::npos);
        texts.push_back(cell.substr(begin + 1, end - begin - 1));
        begin = end + 1;
    }
    return texts;
}

Names first_column(const std::string& heading) {
    Names names;
    for (const auto& row : table_below(heading))
        for (const std::string& name : quoted(row[0])) CHECK(names.insert(name).second);
    return names;
}

Names to_names(std::span<const std::string_view> words) { return {words.begin(), words.end()}; }

}  // namespace

TEST_CASE("every option is described, with its default") {
    test::Conversation c;
    std::set<std::pair<std::string, std::string>> options, described;
    for (const std::string& line : c.ask("uci")) {
        if (!line.starts_with("option name ")) continue;
        const std::size_t begin = std::string_view("option name ").size();
        const std::string name = line.substr(begin, line.find(" type ") - begin);
        const std::string initial = test::word_after(line, "default");
        options.emplace(name, initial == "<empty>" ? "" : initial);
    }
    for (const auto& row : table_below("Options")) {
        std::string initial = row[1];
        std::erase_if(initial, [](char letter) { return letter == ' ' || letter == '`'; });
        described.emplace(quoted(row[0])[0], initial);
    }
    CHECK(options.size() > 20);
    CHECK(described == options);
}

TEST_CASE("every command is described") {
    Names commands = first_column("Commands of the protocol");
    commands.merge(first_column("Commands beyond the protocol"));
    // Named beside the command they are the same as.
    commands.insert("exit");
    CHECK(commands == to_names(uci::command_names()));
    CHECK(first_column("go") == to_names(uci::go_words()));
}

TEST_CASE("the examples of commands can be read") {
    for (const char* heading : {"Commands of the protocol", "Commands beyond the protocol"})
        for (const auto& row : table_below(heading))
            for (const std::string& example : quoted(row[1])) {
                CAPTURE(example);
                CHECK(uci::parse_command(example).has_value());
            }
    for (const auto& row : table_below("go"))
        for (const std::string& example : quoted(row[1])) {
            CAPTURE(example);
            const std::string line = example.starts_with("go ") ? example : "go " + example;
            CHECK(uci::parse_command(line).has_value());
        }
}

TEST_CASE("the examples of numbers and switches can be set") {
    test::Conversation c;
    for (const auto& row : table_below("Options")) {
        std::string value = row[2];
        std::erase(value, ' ');
        const bool is_number = value.find_first_not_of("0123456789") == std::string::npos;
        if (!is_number && value != "true" && value != "false") continue;
        CAPTURE(row[0]);
        CHECK(c.error_of("setoption name " + quoted(row[0])[0] + " value " + value).empty());
    }
}
