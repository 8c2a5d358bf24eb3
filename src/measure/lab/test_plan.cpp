#include "lab/test_plan.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "lab/optional_parts.hpp"
#include "match/time_scale.hpp"
#include "players/player_file.hpp"
#include "text/numbers.hpp"
#include "text/plain_text.hpp"

namespace kibitz::lab {

namespace {

using match::ArgumentGroup;
using match::MatchSettings;
using match::Participant;
using nlohmann::json;

constexpr std::int64_t bytes_of_megabyte = 1024 * 1024;
constexpr std::int64_t usual_hash_megabytes = 16;
constexpr std::int64_t most_speed = 1'000'000'000;  // nodes a second of one core

constexpr std::size_t most_word_bytes = 64UL * 1024;
constexpr std::size_t longest_tag = 40;
constexpr std::size_t longest_about = 1000;
constexpr int most_limited_workers = 100'000;

constexpr std::string_view player_key = "player=";

// Of a player's word, its name; nothing of any other word.
std::optional<std::string> player_named_by(const std::string& word) {
    if (!word.starts_with(player_key)) return std::nullopt;
    return word.substr(player_key.size());
}

// A file lies on one machine only: a test has its text, or it is a player that comes with Kibitz.
std::optional<std::string> find_player_file(const std::vector<ArgumentGroup>& arguments,
                                            const PlayerTexts& players) {
    for (const ArgumentGroup& group : arguments)
        for (const std::string& word : group.words)
            if (const auto name = player_named_by(word);
                name && name->find_first_of("./\\") != std::string::npos &&
                !players.contains(*name))
                return "\"" + word + "\": name a player that comes with Kibitz, not a file";
    return std::nullopt;
}

// A line break in an option's value would give the engine another command, and the rest would lie
// to whoever reads of the test.
std::optional<std::string> find_control_character(const std::vector<ArgumentGroup>& arguments) {
    constexpr text::Rule words{"words", most_word_bytes};
    for (const ArgumentGroup& group : arguments)
        for (const std::string& word : group.words)
            if (const auto why = text::why_not_plain(word, words))
                return group.option + ": " + *why;
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

// A player's file says where its program is on the operator's machine; here it has its name only.
void name_program(players::PlayerSettings& player) {
    if (auto* const program = std::get_if<players::ExternalSettings>(&player.kind))
        program->command = program->command.substr(program->command.rfind('/') + 1);
}

// The value of an option of an engine, or what it is unless given. Kibitz's own players have two.
std::int64_t option_or(const Participant& player, std::string_view name, std::int64_t otherwise) {
    if (const auto* own = std::get_if<players::EngineSettings>(&player.player.kind))
        return name == "Threads" ? own->threads : own->hash_mb;
    if (const players::ExternalSettings* program = player.program())
        for (const auto& [option, value] : program->options)
            if (option == name) return text::parse_number<std::int64_t>(value).value_or(otherwise);
    return otherwise;
}

std::expected<std::int64_t, std::string> speed_from_json(const json& value) {
    if (!value.is_number_integer() || value < 0 || value > most_speed)
        return std::unexpected("a reference speed is a whole number of nodes a second");
    return value.get<std::int64_t>();
}

std::expected<InstructionSet, std::string> instructions_from_json(const json& value) {
    const auto set =
        value.is_string() ? instruction_set_named(value.get<std::string>()) : std::nullopt;
    if (!set) return std::unexpected("no instruction set that this version knows");
    return *set;
}

std::expected<std::string, std::string> tag_from_json(const json& value) {
    constexpr text::Rule tags{"tags", longest_tag, text::Form::name};
    if (!value.is_string()) return std::unexpected("a tag is a word");
    auto tag = value.get<std::string>();
    if (auto why = text::why_not_plain(tag, tags)) return std::unexpected(*std::move(why));
    return tag;
}

std::expected<std::string, std::string> about_from_json(const json& value) {
    constexpr text::Rule descriptions{"descriptions", longest_about, text::Form::lines};
    if (!value.is_string()) return std::unexpected("a description is a text");
    auto about = value.get<std::string>();
    if (auto why = text::why_not_plain(about, descriptions))
        return std::unexpected(*std::move(why));
    return about;
}

std::expected<int, std::string> most_workers_from_json(const json& value) {
    if (!value.is_number_integer() || value < 0 || value > most_limited_workers)
        return std::unexpected("a limit of machines is a whole number up to " +
                               std::to_string(most_limited_workers));
    return value.get<int>();
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
    if (!plan.builds.empty()) value["builds"] = to_json(plan.builds);
    if (!plan.players.empty()) value["players"] = to_json(plan.players);
    if (plan.reference_speed != 0) value["referenceSpeed"] = plan.reference_speed;
    if (plan.is_iteration) value["iteration"] = true;
    if (plan.instructions != InstructionSet::any)
        value["instructions"] = to_string(plan.instructions);
    if (!plan.tag.empty()) value["tag"] = plan.tag;
    if (plan.most_workers != 0) value["mostWorkers"] = plan.most_workers;
    if (!plan.about.empty()) value["about"] = plan.about;
    if (plan.is_checked) value["checked"] = true;
    if (plan.data) value["data"] = to_json(*plan.data);
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
    OptionalParts parts(value);
    parts.read("builds", builds_from_json, plan.builds);
    parts.read("players", players_from_json, plan.players);
    parts.read("referenceSpeed", speed_from_json, plan.reference_speed);
    parts.read("instructions", instructions_from_json, plan.instructions);
    parts.read("tag", tag_from_json, plan.tag);
    parts.read("mostWorkers", most_workers_from_json, plan.most_workers);
    parts.read("about", about_from_json, plan.about);
    parts.read("data", data_from_json, plan.data);
    if (!parts.error().empty()) return std::unexpected(parts.error());
    plan.is_iteration = value.value("iteration", json(false)) == true;
    plan.is_checked = value.value("checked", json(false)) == true;
    return plan;
}

match::PlayerFinder finder_among(const PlayerTexts& texts) {
    return
        [&texts](const std::string& name) -> std::expected<players::PlayerSettings, std::string> {
            const auto text = texts.find(name);
            if (text == texts.end()) return players::find_player(name);
            auto player = players::parse_player(text->second);
            if (!player) return std::unexpected(name + ": " + to_string(player.error()));
            return *std::move(player);
        };
}

json to_json(const PlayerTexts& players) { return json(players); }

std::expected<PlayerTexts, std::string> players_from_json(const json& value) {
    try {
        return value.get<PlayerTexts>();
    } catch (const json::exception&) {  // goes no further
        return std::unexpected("the players of a test are texts with names");
    }
}

std::expected<MatchSettings, std::string> read_test(const std::vector<ArgumentGroup>& arguments,
                                                    const PlayerTexts& players) {
    if (auto obstacle = find_player_file(arguments, players))
        return std::unexpected(*std::move(obstacle));
    if (auto obstacle = find_control_character(arguments))
        return std::unexpected(*std::move(obstacle));
    auto settings =
        match::read_arguments(arguments, [find = finder_among(players)](const std::string& name) {
            auto player = find(name);
            if (player) name_program(*player);
            return player;
        });
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

bool has_clocks(const MatchSettings& settings) {
    return std::ranges::any_of(settings.players, [](const Participant& player) {
        return match::has_clock(player.limits);
    });
}

bool is_deterministic(const MatchSettings& settings) {
    return std::ranges::all_of(settings.players, [](const Participant& player) {
        const match::PlayerLimits& limits = player.limits;
        return player.program() != nullptr && !player.ponder && !limits.clock &&
               !limits.move_time && (limits.nodes || limits.depth) &&
               option_or(player, "Threads", 1) == 1;
    });
}

TestNeeds needs_of(const TestId& id, const TestPlan& plan, const MatchSettings& settings) {
    if (plan.data)
        return {.id = id,
                .priority = plan.priority,
                .memory = plan.data->hash_megabytes * bytes_of_megabyte,
                .must_make_data = true};
    std::int64_t most_threads = 1, all_threads = 0, megabytes = 0;
    bool ponders = false;
    for (const Participant& player : settings.players) {
        const std::int64_t threads = option_or(player, "Threads", 1);
        most_threads = std::max(most_threads, threads);
        all_threads += threads;
        megabytes += option_or(player, "Hash", usual_hash_megabytes);
        ponders |= player.ponder;
    }
    const bool has_binaries = std::ranges::any_of(
        plan.builds, [](const auto& build) { return build.second.is_binary(); });
    return {.id = id,
            .priority = plan.priority,
            .cores = static_cast<int>(ponders ? all_threads : most_threads),
            .memory = megabytes * bytes_of_megabyte,
            .instructions = plan.instructions,
            .trust = has_binaries ? Trust::trusted : Trust::volunteer,
            .must_build = !plan.builds.empty(),
            .reference_speed = has_clocks(settings) ? plan.reference_speed : 0};
}

}  // namespace kibitz::lab
