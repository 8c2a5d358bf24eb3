// EngineBuild: an engine of a test that does not lie in a worker's folder: its source, which the
// worker builds, or the program itself. Either is uploaded to the laboratory and known by its hash.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::lab {

struct EngineBuild {
    std::string what;     // for people: "tiny at 1f3c9a0"
    std::string content;  // SHA-256 of the uploaded bytes: a .tar.gz, or the program
    // What the shell runs in the source's folder; empty: the content is the program.
    std::string command{};
    std::string program;  // the file that results, below the source's folder
    // The words after the program's name for its benchmark, and how a line with the signature
    // looks: "Nodes searched : {}". Without words there is no benchmark.
    std::string bench{};
    std::string pattern{};
    std::optional<std::uint64_t> signature{};  // that the benchmark has to give

    [[nodiscard]] bool is_binary() const { return command.empty(); }

    bool operator==(const EngineBuild&) const = default;
};
// The key is the name that a test's cmd= gives.
using EngineBuilds = std::map<std::string, EngineBuild>;

nlohmann::json to_json(const EngineBuild& build);
nlohmann::json to_json(const EngineBuilds& builds);
// The error names what is missing, or what has no place in a build, such as a path that leaves the
// source's folder.
std::expected<EngineBuilds, std::string> builds_from_json(const nlohmann::json& json);

// What is wrong with a pattern, if anything.
std::optional<std::string> find_flaw_of_pattern(std::string_view pattern);
// The number in the last line of a benchmark's output that the pattern fits. In a line, any number
// of blanks is as good as one.
std::optional<std::uint64_t> signature_in(std::string_view output, std::string_view pattern);

}  // namespace kibitz::lab
