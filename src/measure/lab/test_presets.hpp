// Presets: the settings of tests as the authors of engines commonly play them, under a short name.
// What the author types is stronger than a preset.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/arguments.hpp"

namespace kibitz::lab {

struct TestPreset {
    std::string_view name;
    std::string_view time, hash;  // of a game; megabytes of each engine
    std::string_view low, high;   // the bounds of its sequential test; empty: it has none
    std::string_view purpose;     // in words for people
};

// Null: there is none of that name.
const TestPreset* find_preset(std::string_view name);
// A line for each, for --help.
std::string describe_presets();

// With the time, hash, bounds, rounds and order of openings of the preset where the options have
// none. An option that is there, in -each or at an engine, stays as it is.
std::vector<match::ArgumentGroup> with_preset(std::vector<match::ArgumentGroup> arguments,
                                              const TestPreset& preset);
// The same for a tuning, which has neither bounds nor rounds nor a book of its own.
std::vector<match::ArgumentGroup> with_time_of(std::vector<match::ArgumentGroup> arguments,
                                               const TestPreset& preset);

}  // namespace kibitz::lab
