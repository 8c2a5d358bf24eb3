// The engines of `kibitz lab test` that workers do not have: -engine commit=1f3c9a0 with a recipe,
// or binary=FILE. They become an upload and a name for cmd=.
#pragma once

#include <expected>
#include <map>
#include <string>
#include <vector>

#include "lab/engine_build.hpp"
#include "match/arguments.hpp"

namespace kibitz::cli {

struct SentEngines {
    std::vector<match::ArgumentGroup> arguments;  // with cmd= in place of commit= and binary=
    lab::EngineBuilds builds;
    std::map<std::string, std::string> uploads;  // the bytes by their hash
};

// Runs git. The error names the engine and what is wrong with it.
std::expected<SentEngines, std::string> collect_engines(std::vector<match::ArgumentGroup> groups);

}  // namespace kibitz::cli
