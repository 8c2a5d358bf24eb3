#include "players/player_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

// The library as Debian builds it throws; compiled into this file it does not.
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "players/setting_fields.hpp"
#include "players/suggestion.hpp"
#include "text/split.hpp"

namespace kibitz::players {

namespace {

// A player's file has a hundred lines; what is a thousand times as long is something else.
constexpr std::size_t largest_file = 1 << 20;

PlayerFileError error_at(const toml::source_region& where, std::string text) {
    return {.text = std::move(text),
            .line = static_cast<int>(where.begin.line),
            .column = static_cast<int>(where.begin.column)};
}

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

// Reads the fields of one table and remembers the first thing wrong.
class TableReader {
   public:
    TableReader(const toml::table& table, std::string path, std::optional<PlayerFileError>& error)
        : table_(table), path_(std::move(path)), error_(error) {}

    template <class Number>
    void number(std::string_view key, Number& value, double least, double most,
                std::string_view /*meaning*/) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        constexpr bool whole = std::is_integral_v<Number>;
        if (!node->is_integer() && (whole || !node->is_floating_point()))
            return fail(*node, key, whole ? "must be a whole number" : "must be a number");
        const double given = *node->value<double>();
        if (!(given >= least && given <= most))
            return fail(*node, key,
                        "must be from " + to_text(least) + " to " + to_text(most) + ", not " +
                            to_text(given));
        if constexpr (whole)
            value = static_cast<Number>(*node->value<std::int64_t>());
        else
            value = given;
    }
    void number(std::string_view key, std::optional<int>& value, double least, double most,
                std::string_view meaning) {
        if (table_.get(key) == nullptr) return know(key);
        number(key, value.emplace(), least, most, meaning);
    }
    void flag(std::string_view key, bool& value, std::string_view /*meaning*/) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        if (!node->is_boolean()) return fail(*node, key, "must be true or false");
        value = *node->value<bool>();
    }
    void text(std::string_view key, std::string& value, std::string_view /*meaning*/) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        if (!node->is_string()) return fail(*node, key, "must be a text in quotes");
        value = *node->value<std::string>();
    }
    void seed(std::string_view key, std::optional<std::uint64_t>& value,
              std::string_view /*meaning*/) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        if (!node->is_integer() || *node->value<std::int64_t>() < 0)
            return fail(*node, key, "must be a whole number, 0 or more");
        value = static_cast<std::uint64_t>(*node->value<std::int64_t>());
    }
    void texts(std::string_view key, std::vector<std::string>& value,
               std::string_view /*meaning*/) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const toml::array* array = node->as_array();
        if (array == nullptr) return fail(*node, key, "must be a list of texts");
        for (const toml::node& element : *array) {
            if (!element.is_string()) return fail(element, key, "must be a list of texts");
            value.push_back(*element.value<std::string>());
        }
    }
    void options(std::string_view key, std::vector<std::pair<std::string, std::string>>& value,
                 std::string_view /*meaning*/) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const toml::table* table = node->as_table();
        if (table == nullptr) return fail(*node, key, "must be a table");
        for (const auto& [name, option] : *table) {
            const auto written = option_value(option);
            if (!written) return fail(option, name.str(), "must be a text, a number or a flag");
            value.emplace_back(name.str(), *written);
        }
    }
    template <class Enumeration, std::size_t n>
    void choice(std::string_view key, Enumeration& value,
                const std::array<std::string_view, n>& names, std::string_view /*meaning*/) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const auto given = node->value<std::string>();
        const auto at = given ? std::ranges::find(names, *given) : names.end();
        if (at != names.end()) {
            value = static_cast<Enumeration>(at - names.begin());
            return;
        }
        std::string known;
        for (const std::string_view name : names)
            known += (known.empty() ? "" : " or ") + in_quotes(name);
        fail(*node, key, "must be " + known);
    }
    template <class Section>
    void section(std::string_view key, Section& value, std::string_view /*meaning*/) {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const toml::table* table = node->as_table();
        if (table == nullptr) return fail(*node, key, "must be a table");
        TableReader reader(*table, path_ + std::string(key) + '.', error_);
        visit_fields(value, reader);
        reader.refuse_unknown();
    }

    // After all fields: what is left over is not known.
    void refuse_unknown() {
        for (const auto& [key, node] : table_) {
            if (error_) return;
            if (std::ranges::find(known_, key.str()) != known_.end()) continue;
            std::string text = "unknown key " + in_quotes(path_ + std::string(key.str()));
            const std::string_view meant = nearest_word(key.str(), known_);
            if (!meant.empty()) text += " (did you mean " + in_quotes(meant) + "?)";
            error_ = error_at(key.source(), std::move(text));
        }
    }
    void know(std::string_view key) { known_.emplace_back(key); }
    const toml::node* find(std::string_view key) {
        know(key);
        return error_ ? nullptr : table_.get(key);
    }
    void fail(const toml::node& node, std::string_view key, std::string_view what) {
        if (error_) return;
        error_ = error_at(node.source(), path_ + std::string(key) + ": " + std::string(what));
    }

   private:
    static std::optional<std::string> option_value(const toml::node& node) {
        if (node.is_string()) return node.value<std::string>();
        if (node.is_boolean()) return *node.value<bool>() ? "true" : "false";
        if (node.is_integer()) return std::to_string(*node.value<std::int64_t>());
        if (node.is_floating_point()) return to_text(*node.value<double>());
        return std::nullopt;
    }

    const toml::table& table_;
    std::string path_;
    std::optional<PlayerFileError>& error_;
    std::vector<std::string> known_;
};

struct KindName {
    std::string_view name;
    void (*read)(PlayerSettings&, TableReader&);
};

template <class Kind>
void read_kind(PlayerSettings& settings, TableReader& reader, std::string_view name) {
    Kind& kind = settings.kind.emplace<Kind>();
    reader.section(name, kind, "");
}

void read_external(PlayerSettings& settings, TableReader& reader, Protocol protocol,
                   std::string_view name) {
    auto& external = settings.kind.emplace<ExternalSettings>();
    external.protocol = protocol;
    reader.section(name, external, "");
}

constexpr KindName kinds[] = {
    {"engine", [](auto& s, auto& r) { read_kind<EngineSettings>(s, r, "engine"); }},
    {"classic", [](auto& s, auto& r) { read_kind<ClassicSettings>(s, r, "classic"); }},
    {"random", [](auto& s, auto& r) { read_kind<RandomSettings>(s, r, "random"); }},
    {"human", [](auto& s, auto& r) { read_kind<HumanSettings>(s, r, "human"); }},
    {"uci", [](auto& s, auto& r) { read_external(s, r, Protocol::uci, "uci"); }},
    {"xboard", [](auto& s, auto& r) { read_external(s, r, Protocol::xboard, "xboard"); }},
};

std::string kind_names() {
    std::string names;
    for (const KindName& kind : kinds) names += (names.empty() ? "" : ", ") + in_quotes(kind.name);
    return names;
}

void read_player(const toml::table& table, PlayerSettings& settings,
                 std::optional<PlayerFileError>& error) {
    TableReader reader(table, "", error);
    visit_common_fields(settings, reader);
    if (!error && settings.name.empty()) error = PlayerFileError{.text = "name: is missing"};

    const toml::node* node = reader.find("kind");
    if (error) return;
    if (node == nullptr) {
        error = PlayerFileError{.text = "kind: is missing; one of " + kind_names()};
        return;
    }
    const auto given = node->value<std::string>();
    const auto kind = std::ranges::find_if(
        kinds, [&](const KindName& known) { return given && known.name == *given; });
    if (kind == std::end(kinds))
        return reader.fail(*node, "kind", "must be one of " + kind_names());

    kind->read(settings, reader);
    for (const KindName& other : kinds)
        if (!error && other.name != kind->name)
            if (const toml::node* misplaced = table.get(other.name))
                return reader.fail(*misplaced, other.name,
                                   "belongs to kind = " + in_quotes(other.name));
    reader.refuse_unknown();
}

std::optional<PlayerFileError> check_sense(const PlayerSettings& settings) {
    const auto* external = std::get_if<ExternalSettings>(&settings.kind);
    if (external != nullptr && external->command.empty())
        return PlayerFileError{.text = "command: is missing"};
    return std::nullopt;
}

}  // namespace

std::string to_string(const PlayerFileError& error) {
    if (error.line == 0) return error.text;
    return "line " + std::to_string(error.line) + ", column " + std::to_string(error.column) +
           ": " + error.text;
}

std::expected<PlayerSettings, PlayerFileError> parse_player(std::string_view toml) {
    if (toml.size() > largest_file)
        return std::unexpected(PlayerFileError{.text = "too long for a player's file"});
    const toml::parse_result parsed = toml::parse(toml);
    if (!parsed)
        return std::unexpected(
            error_at(parsed.error().source(), std::string(parsed.error().description())));
    PlayerSettings settings;
    std::optional<PlayerFileError> error;
    read_player(parsed.table(), settings, error);
    if (!error) error = check_sense(settings);
    if (error) return std::unexpected(*std::move(error));
    return settings;
}

std::string with_rating(std::string_view toml, int rating, int interval) {
    const std::string lines = "rating = " + std::to_string(rating) +
                              "\nrating_interval = " + std::to_string(interval) + "\n";
    std::string result;
    bool written = false, in_table = false;
    const auto write = [&] {
        if (!std::exchange(written, true)) result += lines;
    };
    while (!toml.empty()) {
        const std::string_view line = text::take_part(toml, '\n');
        in_table = in_table || line.starts_with('[');
        if (in_table) write();
        if (!in_table && line.starts_with("rating")) {
            write();
            continue;
        }
        result += std::string(line) + '\n';
        if (!in_table && line.starts_with("kind")) write();
    }
    write();
    return result;
}

std::expected<PlayerSettings, PlayerFileError> load_player(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text;
    if (file) {
        text.resize(largest_file + 1);
        file.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    }
    // Reading to the end sets the fail bit; a folder opens but does not read.
    if (!file.is_open() || file.bad())
        return std::unexpected(PlayerFileError{.text = "cannot read " + path.string()});
    return parse_player(text);
}

}  // namespace kibitz::players
