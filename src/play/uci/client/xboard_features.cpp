#include "uci/client/xboard_features.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "text/split.hpp"
#include "text/trim.hpp"
#include "text/words.hpp"

namespace kibitz::uci_client {

using text::Words;

namespace {

constexpr std::string_view blanks = " \t";

struct Switch {
    std::string_view name;
    bool XboardFeatures::* member;
};
constexpr std::array switches{
    Switch{"ping", &XboardFeatures::ping},
    Switch{"setboard", &XboardFeatures::set_board},
    Switch{"san", &XboardFeatures::san},
    Switch{"usermove", &XboardFeatures::user_move},
    Switch{"time", &XboardFeatures::time},
    Switch{"draw", &XboardFeatures::draw},
    Switch{"reuse", &XboardFeatures::reuse},
    Switch{"colors", &XboardFeatures::colors},
    Switch{"nps", &XboardFeatures::nodes_per_second},
    Switch{"memory", &XboardFeatures::memory},
    Switch{"smp", &XboardFeatures::cores},
};

// What only matters to programs that people look at, or is about signals, which are never sent.
constexpr std::array<std::string_view, 12> without_meaning{
    "playother", "sigint", "sigterm", "analyze", "name",     "pause",
    "ics",       "debug",  "egt",     "exclude", "setscore", "highlight"};

std::optional<bool> parse_switch(std::string_view value) {
    if (value == "0") return false;
    if (value == "1") return true;
    return std::nullopt;
}

std::string_view trimmed(std::string_view text) { return text::trimmed(text, blanks); }

void read_choices(EngineOption& option, std::string_view text) {
    constexpr std::string_view separator = "///";
    for (;;) {
        const auto end = text.find(separator);
        std::string_view choice = trimmed(text.substr(0, end));
        const bool is_default = choice.starts_with('*');
        if (is_default) choice.remove_prefix(1);
        if (is_default || option.choices.empty()) option.default_value = choice;
        option.choices.emplace_back(choice);
        if (end == std::string_view::npos) return;
        text.remove_prefix(end + separator.size());
    }
}

// Reads what comes behind the type; false if that is not known.
bool read_type(EngineOption& option, std::string_view type, std::string_view rest) {
    if (type == "check") {
        option.type = OptionType::check;
        option.default_value = rest.starts_with('1') ? "true" : "false";
    } else if (type == "spin" || type == "slider") {
        option.type = OptionType::spin;
        Words words(rest);
        option.default_value = words.next();
        const auto min = words.next_number<std::int64_t>();
        const auto max = words.next_number<std::int64_t>();
        if (!min || !max) return false;
        option.min = *min;
        option.max = *max;
    } else if (type == "combo") {
        option.type = OptionType::combo;
        read_choices(option, rest);
    } else if (type == "button" || type == "save" || type == "reset") {
        option.type = OptionType::button;
    } else if (type == "string" || type == "file" || type == "path") {
        option.type = OptionType::string;
        option.default_value = rest;
    } else {
        return false;
    }
    return true;
}

}  // namespace

bool XboardFeatures::has_variant(std::string_view variant) const {
    return std::ranges::any_of(text::split(variants, ','),
                               [&](std::string_view one) { return trimmed(one) == variant; });
}

std::optional<std::vector<Feature>> parse_feature_line(std::string_view line) {
    Words words(line);
    if (words.next() != "feature") return std::nullopt;
    std::vector<Feature> features;
    for (std::string_view rest = words.rest(); !rest.empty();) {
        const auto name_end = std::min(rest.find_first_of(" \t="), rest.size());
        Feature& feature = features.emplace_back();
        feature.name = rest.substr(0, name_end);
        rest.remove_prefix(name_end);
        if (rest.starts_with('=')) {
            rest.remove_prefix(1);
            const bool quoted = rest.starts_with('"');
            if (quoted) rest.remove_prefix(1);
            const auto end =
                quoted ? rest.find('"') : std::min(rest.find_first_of(blanks), rest.size());
            if (end == std::string_view::npos) break;  // a quotation without end
            feature.value = rest.substr(0, end);
            rest.remove_prefix(end + (quoted ? 1 : 0));
        }
        rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    }
    return features;
}

bool apply(XboardFeatures& features, const Feature& feature) {
    if (!feature.value) return false;
    const std::string& value = *feature.value;
    if (feature.name == "myname") {
        features.name = value;
    } else if (feature.name == "variants") {
        features.variants = value;
    } else if (feature.name == "option") {
        auto option = parse_xboard_option(value);
        if (!option) return false;
        features.options.push_back(*std::move(option));
    } else if (feature.name == "done") {
        const auto done = parse_switch(value);
        if (!done) return false;
        features.done = done;
    } else {
        for (const auto& [name, member] : switches) {
            if (name != feature.name) continue;
            const auto on = parse_switch(value);
            if (on) features.*member = *on;
            return on.has_value();
        }
        for (const std::string_view name : without_meaning)
            if (name == feature.name) return true;
        return false;
    }
    return true;
}

std::optional<EngineOption> parse_xboard_option(std::string_view text) {
    // Names may have blanks and dashes in them: the type is the first known word behind " -".
    for (auto dash = text.find(" -"); dash != std::string_view::npos;
         dash = text.find(" -", dash + 1)) {
        const std::string_view behind = text.substr(dash + 2);
        const auto type_end = std::min(behind.find_first_of(blanks), behind.size());
        EngineOption option;
        option.name = trimmed(text.substr(0, dash));
        if (!option.name.empty() &&
            read_type(option, behind.substr(0, type_end), trimmed(behind.substr(type_end))))
            return option;
    }
    return std::nullopt;
}

}  // namespace kibitz::uci_client
