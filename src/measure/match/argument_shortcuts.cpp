#include "match/argument_shortcuts.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include "platform/environment.hpp"
#include "platform/paths.hpp"

namespace kibitz::match {

namespace {

using nlohmann::json;

constexpr std::string_view configuration_key = "conf=";

std::string text_of(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// One entry of cutechess's engines.json as the words of -engine, without what only cutechess needs.
std::expected<std::vector<std::string>, std::string> words_of(const json& engine) {
    constexpr std::pair<const char*, const char*> plain[] = {
        {"name", "name="},        {"command", "cmd="},         {"workingDirectory", "dir="},
        {"protocol", "proto="},   {"stderrFile", "stderr="},   {"ponder", "ponder="},
        {"pondering", "ponder="}, {"timeoutScale", "tscale="}, {"restart", "restart="},
    };
    if (engine.value("whitepov", json(false)) == json(true))
        return std::unexpected("scores from White's point of view (whitepov) are not understood");
    std::vector<std::string> words;
    for (const auto& [key, word] : plain)
        if (const auto found = engine.find(key); found != engine.end())
            if (const std::string value = text_of(*found); !value.empty())
                words.push_back(word + value);
    for (const json& argument : engine.value("arguments", json::array()))
        words.push_back("arg=" + text_of(argument));
    std::string first_words;
    for (const json& line : engine.value("initStrings", json::array()))
        first_words += (first_words.empty() ? "" : "\\n") + text_of(line);
    if (!first_words.empty()) words.push_back("initstr=" + first_words);
    for (const json& option : engine.value("options", json::array()))
        if (option.is_object() && option.contains("name") && option.contains("value"))
            words.push_back("option." + text_of(option["name"]) + "=" + text_of(option["value"]));
    return words;
}

std::expected<std::vector<std::string>, std::string> configured_words(
    const std::string& name, const std::filesystem::path& file) {
    if (file.empty()) return std::unexpected("there is no engines.json to look in");
    std::ifstream stream(file);
    const json engines = json::parse(stream, nullptr, /*allow_exceptions=*/false);
    if (!engines.is_array()) return std::unexpected(file.string() + " is not a list of engines");
    for (const json& engine : engines) {
        if (!engine.is_object() || engine.value("name", json()) != json(name)) continue;
        try {
            return words_of(engine);
        } catch (const json::exception&) {
            return std::unexpected(file.string() + " has an entry of an unknown form");
        }
    }
    return std::unexpected(file.string() + " has no engine of this name");
}

// The group with the words of the file first, so that the words beside conf= override them.
std::expected<ArgumentGroup, std::string> with_configuration(const ArgumentGroup& group,
                                                             const std::filesystem::path& file) {
    ArgumentGroup written{group.option, {}};
    for (const std::string& word : group.words) {
        if (!word.starts_with(configuration_key)) continue;
        auto words = configured_words(word.substr(configuration_key.size()), file);
        if (!words) return std::unexpected(group.option + ": " + word + ": " + words.error());
        written.words = *std::move(words);
    }
    for (const std::string& word : group.words)
        if (!word.starts_with(configuration_key)) written.words.push_back(word);
    return written;
}

// What fastchess plays for -quick.
std::expected<std::vector<ArgumentGroup>, std::string> quick_match(const ArgumentGroup& group) {
    constexpr int cores_left_free = 2;
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    std::vector<ArgumentGroup> groups{
        {"-each", {"tc=10+0.1"}},
        {"-games", {"2"}},
        {"-repeat", {}},
        {"-rounds", {"25000"}},
        {"-concurrency", {std::to_string(std::max(1, cores - cores_left_free))}},
        {"-recover", {}},
        {"-draw", {"movenumber=30", "movecount=8", "score=8"}}};
    for (const std::string& word : group.words) {
        if (word.starts_with("cmd="))
            groups.push_back({"-engine", {word}});
        else if (word.starts_with("book="))
            groups.push_back({"-openings", {"file=" + word.substr(5), "order=random"}});
        else
            return std::unexpected("-quick: \"" + word + "\" is neither cmd= nor book=");
    }
    return groups;
}

}  // namespace

std::filesystem::path find_engine_configurations() {
    namespace fs = std::filesystem;
    const std::string config = environment_variable("XDG_CONFIG_HOME");
    const std::string home = environment_variable("HOME");
    std::vector<fs::path> places{"engines.json"};
    if (!config.empty())
        places.push_back(path_of(config) / "cutechess" / "engines.json");
    else if (!home.empty())
        places.push_back(path_of(home) / ".config" / "cutechess" / "engines.json");
    if (const std::string roaming = environment_variable("APPDATA"); !roaming.empty())  // Windows
        places.push_back(path_of(roaming) / "cutechess" / "engines.json");
    std::error_code ignored;
    for (const fs::path& place : places)
        if (fs::exists(place, ignored)) return place;
    return {};
}

std::expected<std::vector<ArgumentGroup>, std::string> write_out_shortcuts(
    std::vector<ArgumentGroup> groups, const std::filesystem::path& configurations) {
    std::vector<ArgumentGroup> written;
    for (ArgumentGroup& group : groups) {
        if (group.option == "-quick") {
            auto quick = quick_match(group);
            if (!quick) return std::unexpected(quick.error());
            std::ranges::move(*quick, std::back_inserter(written));
        } else if (group.option == "-randomseed") {
            written.push_back({"-srand", {std::to_string(std::random_device{}())}});
        } else if (group.option == "-engine" || group.option == "-each") {
            auto engine = with_configuration(group, configurations);
            if (!engine) return std::unexpected(engine.error());
            written.push_back(*std::move(engine));
        } else {
            written.push_back(std::move(group));
        }
    }
    return written;
}

}  // namespace kibitz::match
