#include "lab/test_plan.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <utility>

#include "text/numbers.hpp"

namespace kibitz::lab {

namespace {

using match::ArgumentGroup;
using match::MatchSettings;
using match::Participant;
using nlohmann::json;

constexpr std::int64_t bytes_of_megabyte = 1024 * 1024;
constexpr std::int64_t usual_hash_megabytes = 16;

// A player's file can name a program to run, and lies on one machine only.
std::optional<std::string> find_player_file(const std::vector<ArgumentGroup>& arguments) {
    constexpr std::string_view key = "player=";
    for (const ArgumentGroup& group : arguments)
        for (const std::string& word : group.words)
            if (word.starts_with(key) && word.find_first_of("./") != std::string::npos)
                return "\"" + word + "\": name a player that comes with Kibitz, not a file";
    return std::nullopt;
}

// A line break in an option's value would give the engine another command.
std::optional<std::string> find_control_character(const std::vector<ArgumentGroup>& arguments) {
    const auto is_control = [](unsigned char c) { return std::iscntrl(c) != 0; };
    for (const ArgumentGroup& group : arguments)
        for (const std::string& word : group.words)
            if (std::ranges::any_of(word, is_control))
                return group.option + ": a word has a line break or another control character";
    return std::nullopt;
}

std::optional<std::string> find_obstacle(const Participant& player) {
    const players::ExternalSettings* program = player.program();
    const auto of_player = [&](const std::string& what) { return player.name() + ": " + what; };
    if (!player.error_file.empty()) return of_player("stderr= has no place in a test");
    if (!player.first_words.empty()) return of_player("initstr= has no place in a test");
    if (program == nullptr) return std::nullopt;
    if (program->command.empty() || program->command.front() == '.' ||
        program->command.find('/') != std::string::npos)
        return of_player(
            "cmd= is a name such as kibitz, not a path: every worker has its own "
            "folder of engines");
    if (!program->arguments.empty()) return of_player("arg= and args= have no place in a test");
    if (!program->directory.empty()) return of_player("dir= has no place in a test");
    return std::nullopt;
}

std::optional<std::string> find_obstacle(const MatchSettings& settings) {
    if (settings.kind == match::TournamentKind::swiss ||
        settings.kind == match::TournamentKind::knockout)
        return "-tournament " + std::string(match::to_string(settings.kind)) +
               ": the schedule of a test may not depend on its results; play it on one machine";
    if (!settings.tablebases.empty()) return "-tb has no place in a test: workers have no tables";
    for (const Participant& player : settings.players)
        if (auto obstacle = find_obstacle(player)) return obstacle;
    return std::nullopt;
}

// The value of an option of an engine, or what it is unless given.
std::int64_t option_or(const Participant& player, std::string_view name, std::int64_t otherwise) {
    if (const players::ExternalSettings* program = player.program())
        for (const auto& [option, value] : program->options)
            if (option == name) return text::parse_number<std::int64_t>(value).value_or(otherwise);
    return otherwise;
}

}  // namespace

json to_json(const std::vector<ArgumentGroup>& arguments) {
    json list = json::array();
    for (const ArgumentGroup& group : arguments) list.push_back({group.option, group.words});
    return list;
}

std::expected<std::vector<ArgumentGroup>, std::string> arguments_from_json(const json& value) {
    try {
        std::vector<ArgumentGroup> arguments;
        for (const json& group : value)
            arguments.push_back(
                {group.at(0).get<std::string>(), group.at(1).get<std::vector<std::string>>()});
        return arguments;
    } catch (const json::exception&) {  // goes no further
        return std::unexpected("the options of a test are a list of [option, [words]]");
    }
}

json to_json(const TestPlan& plan) {
    json value{{"arguments", to_json(plan.arguments)}, {"priority", plan.priority}};
    if (plan.book) value["book"] = *plan.book;
    return value;
}

std::expected<TestPlan, std::string> plan_from_json(const json& value) {
    const auto no_plan = std::unexpected("a test has options, a priority and perhaps a book");
    if (!value.is_object()) return no_plan;
    const auto listed = value.find("arguments"), priority = value.find("priority"),
               book = value.find("book");
    if (listed == value.end() || priority == value.end() || !priority->is_number_integer() ||
        (book != value.end() && !book->is_string()))
        return no_plan;
    auto arguments = arguments_from_json(*listed);
    if (!arguments) return std::unexpected(arguments.error());
    TestPlan plan{.arguments = *std::move(arguments), .priority = priority->get<int>()};
    if (book != value.end()) plan.book = book->get<std::string>();
    return plan;
}

std::expected<MatchSettings, std::string> read_test(const std::vector<ArgumentGroup>& arguments) {
    if (auto obstacle = find_player_file(arguments)) return std::unexpected(*std::move(obstacle));
    if (auto obstacle = find_control_character(arguments))
        return std::unexpected(*std::move(obstacle));
    auto settings = match::read_arguments(arguments);
    if (!settings) return settings;
    if (auto obstacle = find_obstacle(*settings)) return std::unexpected(*std::move(obstacle));
    return settings;
}

std::expected<match::OpeningBook, std::string> read_book(const MatchSettings& settings,
                                                         const std::optional<std::string>& text) {
    const bool needs_text =
        !settings.book.file.empty() && settings.book.file != match::OpeningBook::ordinary_start;
    if (needs_text && !text) return std::unexpected("the openings are missing");
    if (!needs_text)
        return match::OpeningBook::load(settings.book, settings.seed, settings.chess960);
    auto book = match::OpeningBook::read(settings.book, *text, settings.seed);
    if (!book) return std::unexpected(settings.book.file + ": " + book.error());
    return book;
}

bool is_deterministic(const MatchSettings& settings) {
    return std::ranges::all_of(settings.players, [](const Participant& player) {
        const match::PlayerLimits& limits = player.limits;
        return player.program() != nullptr && !player.ponder && !limits.clock &&
               !limits.move_time && (limits.nodes || limits.depth) &&
               option_or(player, "Threads", 1) == 1;
    });
}

TestNeeds needs_of(const TestId& id, int priority, const MatchSettings& settings) {
    std::int64_t most_threads = 1, all_threads = 0, megabytes = 0;
    bool ponders = false;
    for (const Participant& player : settings.players) {
        const std::int64_t threads = option_or(player, "Threads", 1);
        most_threads = std::max(most_threads, threads);
        all_threads += threads;
        megabytes += option_or(player, "Hash", usual_hash_megabytes);
        ponders |= player.ponder;
    }
    return {.id = id,
            .priority = priority,
            .cores = static_cast<int>(ponders ? all_threads : most_threads),
            .memory = megabytes * bytes_of_megabyte};
}

}  // namespace kibitz::lab
