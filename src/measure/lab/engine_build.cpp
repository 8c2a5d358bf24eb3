#include "lab/engine_build.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::lab {

namespace {

using nlohmann::json;

constexpr std::string_view number_sign = "{}";
constexpr std::string_view digits = "0123456789";
constexpr std::size_t hash_digits = 64;
constexpr std::size_t longest_text = 4096;  // of a command, for one

bool is_hash(std::string_view text) {
    return text.size() == hash_digits &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool stays_in_folder(std::string_view path) {
    if (path.empty() || path.front() == '/') return false;
    return std::ranges::none_of(text::split(path, '/'),
                                [](std::string_view part) { return part == ".." || part == "."; });
}

// Throws json's exceptions where a part is missing or of the wrong type.
EngineBuild read_build(const json& value) {
    EngineBuild build{.what = value.at("what"),
                      .content = value.at("content"),
                      .command = value.value("command", std::string()),
                      .program = value.at("program"),
                      .bench = value.value("bench", std::string()),
                      .pattern = value.value("pattern", std::string())};
    if (const auto signature = value.find("signature"); signature != value.end())
        build.signature = signature->get<std::uint64_t>();
    return build;
}

std::optional<std::string> find_flaw(const EngineBuild& build) {
    for (const std::string* text : {&build.what, &build.command, &build.program, &build.bench})
        if (text->size() > longest_text || text->find('\0') != std::string::npos)
            return "a text is too long, or has a null character";
    if (!is_hash(build.content)) return "its content is named by 64 hexadecimal digits";
    if (!stays_in_folder(build.program))
        return "\"" + build.program + "\" is no file below the source's folder";
    if (build.bench.empty()) return std::nullopt;
    if (!build.signature) return "it has a benchmark and no signature to compare it with";
    return find_flaw_of_pattern(build.pattern);
}

// With one blank for each run of them, and none at the ends.
std::string with_single_blanks(std::string_view line) {
    std::string text;
    for (const char c : line) {
        const bool is_blank = c == ' ' || c == '\t' || c == '\r';
        if (!is_blank)
            text += c;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    }
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

// The number of a line that has `before` directly in front of it and `after` directly behind it.
std::optional<std::uint64_t> number_between(std::string_view line, std::string_view before,
                                            std::string_view after) {
    for (std::size_t at = line.find(before); at != std::string_view::npos;
         at = line.find(before, at + 1)) {
        std::string_view rest = line.substr(at + before.size());
        const bool is_inside_a_number = before.empty() && at > 0 && digits.contains(line[at - 1]);
        const std::string_view number = rest.substr(0, rest.find_first_not_of(digits));
        rest.remove_prefix(number.size());
        if (!is_inside_a_number && rest.starts_with(after))
            if (const auto value = text::parse_number<std::uint64_t>(number)) return value;
        if (at >= line.size()) break;
    }
    return std::nullopt;
}

}  // namespace

json to_json(const EngineBuild& build) {
    json value{{"what", build.what}, {"content", build.content}, {"program", build.program}};
    if (!build.command.empty()) value["command"] = build.command;
    if (!build.bench.empty()) {
        value["bench"] = build.bench;
        value["pattern"] = build.pattern;
    }
    if (build.signature) value["signature"] = *build.signature;
    return value;
}

json to_json(const EngineBuilds& builds) {
    json value = json::object();
    for (const auto& [name, build] : builds) value[name] = to_json(build);
    return value;
}

std::expected<EngineBuilds, std::string> builds_from_json(const json& value) {
    if (!value.is_object()) return std::unexpected("the builds of a test have names");
    EngineBuilds builds;
    try {
        for (const auto& [name, one] : value.items()) {
            EngineBuild build = read_build(one);
            if (auto flaw = find_flaw(build)) return std::unexpected(name + ": " + *flaw);
            builds.emplace(name, std::move(build));
        }
    } catch (const json::exception& error) {  // goes no further
        return std::unexpected(std::string("the build of an engine: ") + error.what());
    }
    return builds;
}

std::optional<std::string> find_flaw_of_pattern(std::string_view pattern) {
    const std::size_t at = pattern.find(number_sign);
    if (at == std::string_view::npos || pattern.find(number_sign, at + 1) != std::string_view::npos)
        return "a signature's pattern has one {} where the number is: \"Nodes searched : {}\"";
    return std::nullopt;
}

std::optional<std::uint64_t> signature_in(std::string_view output, std::string_view pattern) {
    const std::string wanted = with_single_blanks(pattern);
    const std::size_t at = wanted.find(number_sign);
    if (at == std::string::npos) return std::nullopt;
    const std::string before = wanted.substr(0, at), after = wanted.substr(at + number_sign.size());
    std::optional<std::uint64_t> last;
    for (const std::string_view line : text::split(output, '\n'))
        if (const auto found = number_between(with_single_blanks(line), before, after))
            last = found;
    return last;
}

}  // namespace kibitz::lab
