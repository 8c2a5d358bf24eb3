#include "lab/test_presets.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kibitz::lab {

namespace {

using match::ArgumentGroup;

// The times, tables and bounds are those with which most authors are used to comparing results; the
// bounds are in normalized Elo.
constexpr std::array presets{
    TestPreset{"stc", "10+0.1", "16", "0", "2", "a gain, at a short time"},
    TestPreset{"ltc", "60+0.6", "64", "0.5", "2.5", "a gain, at a long time"},
    TestPreset{"non-regression", "10+0.1", "16", "-1.75", "0.25",
               "no loss, for what makes the code simpler"},
    TestPreset{"tune", "20+0.2", "16", "", "", "for kibitz lab tune: the values of options"},
};

// So many games are more than a sequential test with these bounds ever needs.
constexpr const char* rounds = "100000";
constexpr std::array limits{"tc=", "st=", "nodes=", "depth=", "plies="};

bool has_word(const ArgumentGroup& group, std::string_view start) {
    return std::ranges::any_of(group.words,
                               [&](const std::string& word) { return word.starts_with(start); });
}

// Whether an engine, or all of them, have such a word.
bool is_typed(const std::vector<ArgumentGroup>& arguments, std::string_view start) {
    return std::ranges::any_of(arguments, [&](const ArgumentGroup& group) {
        return (group.option == "-each" || group.option == "-engine") && has_word(group, start);
    });
}

void add(std::vector<ArgumentGroup>& arguments, const char* option,
         std::vector<std::string> words) {
    if (std::ranges::find(arguments, option, &ArgumentGroup::option) == arguments.end())
        arguments.push_back({option, std::move(words)});
}

}  // namespace

const TestPreset* find_preset(std::string_view name) {
    const auto found = std::ranges::find(presets, name, &TestPreset::name);
    return found == presets.end() ? nullptr : &*found;
}

std::string describe_presets() {
    std::string lines;
    for (const TestPreset& preset : presets) {
        lines += "  " + std::string(preset.name) + ": " + std::string(preset.purpose) +
                 "; tc=" + std::string(preset.time) + ", Hash=" + std::string(preset.hash);
        if (!preset.low.empty())
            lines += ", SPRT [" + std::string(preset.low) + ", " + std::string(preset.high) + "]";
        lines += "\n";
    }
    return lines;
}

std::vector<ArgumentGroup> with_time_of(std::vector<ArgumentGroup> arguments,
                                        const TestPreset& preset) {
    ArgumentGroup each{.option = "-each", .words = {}};
    if (std::ranges::none_of(limits, [&](const char* limit) { return is_typed(arguments, limit); }))
        each.words.push_back("tc=" + std::string(preset.time));
    if (!is_typed(arguments, "option.Hash="))
        each.words.push_back("option.Hash=" + std::string(preset.hash));
    if (!each.words.empty()) arguments.push_back(std::move(each));
    return arguments;
}

std::vector<ArgumentGroup> with_preset(std::vector<ArgumentGroup> arguments,
                                       const TestPreset& preset) {
    arguments = with_time_of(std::move(arguments), preset);
    if (!preset.low.empty())
        add(arguments, "-sprt",
            {"elo0=" + std::string(preset.low), "elo1=" + std::string(preset.high),
             "model=normalized"});
    add(arguments, "-rounds", {rounds});
    add(arguments, "-games", {"2"});
    add(arguments, "-openings", {"order=random"});
    return arguments;
}

}  // namespace kibitz::lab
