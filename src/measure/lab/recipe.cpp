#include "lab/recipe.hpp"

#include <toml++/toml.h>

#include <optional>
#include <utility>

#include "lab/engine_build.hpp"

namespace kibitz::lab {

namespace {

using Problem = std::optional<std::string>;

Problem read_files(const toml::node& value, Recipe& recipe) {
    const toml::table* const files = value.as_table();
    if (files == nullptr) return "files: a table of \"place in the source\" = \"file\"";
    for (const auto& [place, file] : *files) {
        const auto text = file.value<std::string>();
        if (!text) return "files: \"" + std::string(place.str()) + "\" names no file";
        recipe.files.emplace(place.str(), *text);
    }
    return std::nullopt;
}

Problem read_key(std::string_view key, const toml::node& value, Recipe& recipe) {
    if (key == "files") return read_files(value, recipe);
    const std::pair<std::string_view, std::string*> texts[] = {
        {"name", &recipe.name},   {"repository", &recipe.repository},
        {"build", &recipe.build}, {"program", &recipe.program},
        {"bench", &recipe.bench}, {"signature", &recipe.signature},
    };
    for (const auto& [name, target] : texts) {
        if (key != name) continue;
        const auto text = value.value<std::string>();
        if (!text || text->empty()) return std::string(key) + ": is no text";
        *target = *text;
        return std::nullopt;
    }
    return std::string(key) + ": a recipe has no such key";
}

Problem find_gap(const Recipe& recipe) {
    if (recipe.name.empty()) return "name: is missing";
    if (recipe.build.empty()) return "build: is missing";
    if (recipe.program.empty()) return "program: is missing";
    if (recipe.bench.empty() != recipe.signature.empty())
        return "bench and signature: the one needs the other";
    if (recipe.bench.empty()) return std::nullopt;
    return find_flaw_of_pattern(recipe.signature);
}

}  // namespace

std::expected<Recipe, std::string> read_recipe(std::string_view text) {
    try {
        Recipe recipe;
        for (const auto& [key, value] : toml::parse(text))
            if (auto problem = read_key(key.str(), value, recipe))
                return std::unexpected(*std::move(problem));
        if (auto gap = find_gap(recipe)) return std::unexpected(*std::move(gap));
        return recipe;
    } catch (const toml::parse_error& error) {  // goes no further
        return std::unexpected("line " + std::to_string(error.source().begin.line) + ": " +
                               std::string(error.description()));
    }
}

}  // namespace kibitz::lab
