#include "cli/lab/lab_engines.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/program/user_files.hpp"
#include "lab/recipe.hpp"
#include "lab_net/join_token.hpp"
#include "lab_net/program_run.hpp"
#include "lab_net/protocol.hpp"
#include "match/player_arguments.hpp"
#include "platform/paths.hpp"
#include "secrets/sodium_secrets.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::cli {

namespace {

namespace fs = std::filesystem;
using lab::EngineBuild;
using match::ArgumentGroup;

template <class Value>
using Expected = std::expected<Value, std::string>;

constexpr std::chrono::minutes git_time{2};
constexpr std::size_t name_digits = 10;  // of a build's hash in its name

std::string sha256(std::string_view bytes) { return secrets::SodiumSecrets("").sha256_hex(bytes); }

// Takes the word KEY=VALUE out of the words; its value.
std::optional<std::string> take_word(std::vector<std::string>& words, std::string_view key) {
    const std::string begin = std::string(key) + "=";
    const auto found = std::ranges::find_if(
        words, [&](const std::string& word) { return word.starts_with(begin); });
    if (found == words.end()) return std::nullopt;
    std::string value = found->substr(begin.size());
    words.erase(found);
    return value;
}

Expected<std::string> git(const std::string& repository, std::vector<std::string> words) {
    words.insert(words.begin(), {"-C", repository});
    auto run = lab_net::run_program({.program = "git", .arguments = std::move(words)}, "",
                                    {.time = git_time, .output_bytes = lab_net::most_upload_bytes});
    if (!run) return std::unexpected("git: " + run.error());
    if (!run->has_succeeded()) return std::unexpected("git: " + lab_net::last_line_of(run->errors));
    return std::move(run->output);
}

std::string first_line(std::string_view text) { return std::string(text::take_part(text, '\n')); }

// Where a recipe is read from, and what its paths are meant from.
struct ReadRecipe {
    lab::Recipe recipe;
    fs::path folder;
};

Expected<ReadRecipe> load_recipe(const std::string& file) {
    const auto text = read_text_file(file);
    if (!text) return std::unexpected(text.error());
    auto recipe = lab::read_recipe(*text);
    if (!recipe) return std::unexpected(file + ": " + recipe.error());
    if (!lab_net::is_key_name(recipe->name))
        return std::unexpected(file + ": name: letters, digits, '-', '_' and '.', at most 40");
    return ReadRecipe{*std::move(recipe), path_of(file).parent_path()};
}

// The options for git archive that add the recipe's files. They are at the places of their own
// names: git knows no other.
Expected<std::vector<std::string>> words_for_files(const ReadRecipe& read) {
    std::vector<std::string> words;
    for (const auto& [place, file] : read.recipe.files) {
        const fs::path source = fs::absolute(read.folder / path_of(file)), target = path_of(place);
        if (source.filename() != target.filename())
            return std::unexpected("files: \"" + place + "\" and \"" + file +
                                   "\" have to end with the same name");
        const std::string folder = target.parent_path().string();
        words.push_back("--prefix=" + (folder.empty() ? "" : folder + "/"));
        words.push_back("--add-file=" + source.string());
    }
    if (!words.empty()) words.emplace_back("--prefix=");  // the last one is that of all else
    return words;
}

// As the last commit says that names one: a line "bench: 1234567".
Expected<std::uint64_t> signature_of(const std::string& repository, const std::string& commit) {
    const auto message = git(repository, {"log", "-1", "--regexp-ignore-case", "--extended-regexp",
                                          "--grep=^bench: *[0-9]+", "--format=%B", commit, "--"});
    if (!message) return std::unexpected(message.error());
    std::string small = *message;
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const char* pattern : {"bench: {}", "bench:{}"})
        if (const auto number = lab::signature_in(small, pattern)) return *number;
    return std::unexpected(
        "no commit up to " + commit +
        " names its benchmark's signature (a line \"bench: 1234567\"): add bench=NUMBER");
}

Expected<std::uint64_t> whole_number(const std::string& text) {
    if (const auto number = text::parse_number<std::uint64_t>(text)) return *number;
    return std::unexpected("bench=" + text + ": is no whole number");
}

class Collector {
   public:
    Expected<SentEngines> collect(std::vector<ArgumentGroup> groups) {
        for (ArgumentGroup& group : groups) {
            if (group.option == "-recipe" || group.option == "-repo") {
                if (group.words.size() != 1)
                    return std::unexpected(group.option + ": takes one word");
                (group.option == "-recipe" ? recipe_ : repository_) = group.words.front();
            } else if (group.option == "-each") {
                if (auto recipe = take_word(group.words, "recipe")) recipe_ = *recipe;
                if (auto repository = take_word(group.words, "repo")) repository_ = *repository;
            }
        }
        for (ArgumentGroup& group : groups) {
            if (group.option == "-recipe" || group.option == "-repo") continue;
            if (group.option == "-engine")
                if (const auto problem = send(group.words)) return std::unexpected(*problem);
            sent_.arguments.push_back(std::move(group));
        }
        return std::move(sent_);
    }

   private:
    // What the words of an engine say of where it comes from.
    struct Origin {
        std::string recipe, repository;
        std::optional<std::string> bench;
    };

    std::optional<std::string> send(std::vector<std::string>& words) {
        const auto commit = take_word(words, "commit"), binary = take_word(words, "binary");
        if (!commit && !binary) return std::nullopt;
        if (commit && binary) return "-engine: either commit= or binary=";
        const Origin origin{.recipe = take_word(words, "recipe").value_or(recipe_),
                            .repository = take_word(words, "repo").value_or(repository_),
                            .bench = take_word(words, "bench")};
        const std::string said = commit ? "commit=" + *commit : "binary=" + *binary;
        auto build = commit ? build_of_commit(*commit, origin) : build_of_binary(*binary, origin);
        if (!build) return "-engine " + said + ": " + build.error();
        const std::string name = add(*build);
        if (std::ranges::none_of(words,
                                 [](const std::string& word) { return word.starts_with("name="); }))
            words.insert(words.begin(), "name=" + name_);
        words.push_back("cmd=" + name);
        return std::nullopt;
    }

    // Its name for cmd=.
    std::string add(const EngineBuild& build) {
        const std::string name = fs::path(name_).filename().string() + "-" +
                                 sha256(to_json(build).dump()).substr(0, name_digits);
        sent_.builds[name] = build;
        return name;
    }

    Expected<EngineBuild> build_of_commit(const std::string& commit, const Origin& origin) {
        if (origin.recipe.empty()) return std::unexpected("needs a recipe: -recipe FILE");
        if (commit.starts_with('-')) return std::unexpected("is no commit");
        const auto read = load_recipe(origin.recipe);
        if (!read) return std::unexpected(read.error());
        const lab::Recipe& recipe = read->recipe;
        std::string repository = origin.repository;
        if (repository.empty() && !recipe.repository.empty())
            repository = (read->folder / path_of(recipe.repository)).string();
        if (repository.empty()) return std::unexpected("in which repository? -repo FOLDER");
        const auto full = git(repository, {"rev-parse", "--verify", commit + "^{commit}"});
        if (!full) return std::unexpected(full.error());
        const auto brief = git(repository, {"rev-parse", "--short", first_line(*full)});
        if (!brief) return std::unexpected(brief.error());
        name_ = recipe.name + "-" + first_line(*brief);
        auto archive = archive_of(repository, first_line(*full), *read);
        if (!archive) return std::unexpected(archive.error());
        EngineBuild build{.what = recipe.name + " at " + first_line(*brief),
                          .content = keep(*std::move(archive)),
                          .command = recipe.build,
                          .program = recipe.program,
                          .bench = recipe.bench,
                          .pattern = recipe.signature};
        if (recipe.bench.empty()) return build;
        const auto signature = origin.bench ? whole_number(*origin.bench)
                                            : signature_of(repository, first_line(*full));
        if (!signature) return std::unexpected(signature.error());
        build.signature = *signature;
        return build;
    }

    static Expected<std::string> archive_of(const std::string& repository,
                                            const std::string& commit, const ReadRecipe& read) {
        auto words = words_for_files(read);
        if (!words) return std::unexpected(words.error());
        words->insert(words->begin(), {"archive", "--format=tar.gz"});
        words->push_back(commit);
        return git(repository, *std::move(words));
    }

    Expected<EngineBuild> build_of_binary(const std::string& file, const Origin& origin) {
        const auto bytes = read_file(file, lab_net::most_upload_bytes);
        if (!bytes) return std::unexpected(bytes.error());
        const std::string program = path_of(file).filename().string();
        if (!lab_net::is_key_name(program))
            return std::unexpected("its name has letters, digits, '-', '_' and '.', at most 40");
        name_ = program;
        EngineBuild build{
            .what = program,
            .content = keep({reinterpret_cast<const char*>(bytes->data()), bytes->size()}),
            .program = program};
        if (!origin.bench) return build;
        const auto signature = whole_number(*origin.bench);
        if (!signature) return std::unexpected(signature.error());
        if (origin.recipe.empty())
            return std::unexpected("bench= needs a recipe that says how to bench: -recipe FILE");
        const auto read = load_recipe(origin.recipe);
        if (!read) return std::unexpected(read.error());
        build.bench = read->recipe.bench;
        build.pattern = read->recipe.signature;
        build.signature = *signature;
        return build;
    }

    std::string keep(std::string bytes) {
        std::string hash = sha256(bytes);
        sent_.uploads[hash] = std::move(bytes);
        return hash;
    }

    std::string recipe_, repository_;
    std::string name_;  // of the engine at hand, for people
    SentEngines sent_;
};

}  // namespace

Expected<SentEngines> collect_engines(std::vector<ArgumentGroup> groups) {
    return Collector().collect(std::move(groups));
}

}  // namespace kibitz::cli
