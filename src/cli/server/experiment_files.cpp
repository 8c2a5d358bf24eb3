#include "cli/server/experiment_files.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/program/user_files.hpp"
#include "experiments/combinations.hpp"
#include "experiments/records.hpp"
#include "secrets/keyed_hash.hpp"

namespace kibitz::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* generations = ".generations";

std::unexpected<std::string> failure(const fs::path& path, const std::error_code& error) {
    return std::unexpected(path.string() + ": " + error.message());
}

// For the shell, so that it takes any text as one word.
std::string shell_word(std::string_view text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string with(std::string command, std::string_view mark, std::string_view value) {
    for (std::size_t at = command.find(mark); at != std::string::npos;) {
        command.replace(at, mark.size(), value);
        at = command.find(mark, at + value.size());
    }
    return command;
}

std::expected<void, std::string> run(const std::string& command) {
    std::fflush(stdout);
    if (std::system(command.c_str()) == 0) return {};
    return std::unexpected("this command failed: " + command);
}

// The configurations by the experiments' names.
std::expected<std::map<std::string, std::string>, std::string> find_configs(
    const BuildSettings& settings) {
    const std::size_t star = settings.configs.find('*');
    if (star == std::string::npos)
        return std::unexpected(
            "--configs needs a star where the experiment's name is, as in "
            "_config_test_*.yml");
    const std::string before = settings.configs.substr(0, star),
                      after = settings.configs.substr(star + 1);
    std::map<std::string, std::string> configs;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(settings.source, error)) {
        const std::string file = entry.path().filename();
        if (file.size() <= before.size() + after.size() || !file.starts_with(before) ||
            !file.ends_with(after))
            continue;
        const std::string name =
            file.substr(before.size(), file.size() - before.size() - after.size());
        if (!experiments::is_change_name(name))
            return std::unexpected(
                file + ": \"" + name +
                "\" is no name for an experiment; use letters a to z, digits and "
                "hyphens, and for one of several variants EXPERIMENT_VARIANT");
        configs[name] = file;
    }
    if (error) return failure(settings.source, error);
    if (configs.empty())
        return std::unexpected("there is no file " + settings.configs + " in " +
                               settings.source.string());
    return configs;
}

std::expected<void, std::string> build_one(const BuildSettings& settings,
                                           const experiments::Combination& combination,
                                           const std::map<std::string, std::string>& configs,
                                           const fs::path& folder) {
    std::string list = settings.base_config;
    for (const std::string& name : combination) {
        if (!list.empty()) list += ',';
        list += configs.at(name);
    }
    std::string command = with(settings.command, "{configs}", shell_word(list));
    command = with(command, "{out}", shell_word(folder.string()));
    if (auto done = run("cd " + shell_word(settings.source.string()) + " && " + command); !done)
        return done;
    std::error_code error;
    if (!fs::is_directory(folder, error) || fs::is_empty(folder, error))
        return std::unexpected("the command made no files in " + folder.string());
    return {};
}

// The folder takes the place of another, which may be there.
std::expected<void, std::string> replace_folder(const fs::path& made, const fs::path& place) {
    std::error_code error;
    const fs::path old = place.string() + ".old";
    fs::remove_all(old, error);
    if (fs::exists(place, error)) fs::rename(place, old, error);
    if (!error) fs::rename(made, place, error);
    if (error) return failure(place, error);
    fs::remove_all(old, error);
    return {};
}

std::string hash_of(const std::string& text) {
    const auto digest = secrets::KeyedHash("").of({text});
    return experiments::to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

// A link cannot be changed, but a new one can take its place in one step.
std::expected<void, std::string> point_link_at(const fs::path& link, const fs::path& target) {
    std::error_code error;
    const fs::path made = link.string() + ".new";
    fs::remove(made, error);
    fs::create_directory_symlink(target, made, error);
    if (!error) fs::rename(made, link, error);
    if (error) return failure(link, error);
    return {};
}

void remove_old_generations(const fs::path& folder, const fs::path& now, const fs::path& before) {
    std::error_code ignored;
    std::vector<fs::path> old;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
        if (entry.path().filename() != now.filename() &&
            entry.path().filename() != before.filename())
            old.push_back(entry.path());
    for (const fs::path& generation : old) fs::remove_all(generation, ignored);
}

std::expected<std::map<std::string, fs::path>, std::string> files_below(const fs::path& sites) {
    std::map<std::string, fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(sites, error))
        if (entry.is_regular_file(error))
            files[fs::relative(entry.path(), sites).generic_string()] = entry.path();
    if (error) return failure(sites, error);
    if (files.empty()) return std::unexpected(sites.string() + " has no files");
    return files;
}

}  // namespace

std::expected<std::vector<std::string>, std::string> build_sites(const BuildSettings& settings) {
    const auto configs = find_configs(settings);
    if (!configs) return std::unexpected(configs.error());
    std::vector<std::string> names;
    for (const auto& [name, file] : *configs) names.push_back(name);
    const auto all = experiments::combinations(names, settings.plan);
    if (!all)
        return std::unexpected("these experiments have more than " +
                               std::to_string(experiments::most_combinations) +
                               " combinations; let some exclude each other, or try them one after "
                               "the other");
    const fs::path out = fs::absolute(settings.out), made = out.string() + ".new";
    std::error_code error;
    fs::remove_all(made, error);
    fs::create_directories(made, error);
    if (error) return failure(made, error);
    std::vector<std::string> folders;
    for (const experiments::Combination& combination : *all) {
        const std::string folder = experiments::folder_name(combination);
        if (auto built = build_one(settings, combination, *configs, made / folder); !built) {
            fs::remove_all(made, error);
            return std::unexpected(folder + ": " + built.error());
        }
        folders.push_back(folder);
    }
    if (auto replaced = replace_folder(made, out); !replaced)
        return std::unexpected(replaced.error());
    return folders;
}

std::expected<fs::path, std::string> upload_to_link(const fs::path& sites, const fs::path& link) {
    if (auto files = files_below(sites); !files) return std::unexpected(files.error());
    std::error_code error;
    const fs::path place = fs::absolute(link);
    if (fs::exists(fs::symlink_status(place, error)) && !fs::is_symlink(place, error))
        return std::unexpected(place.string() +
                               " is there and no link; name a place for a new link");
    const fs::path before = fs::is_symlink(place, error) ? fs::read_symlink(place, error) : "";
    const fs::path folder = place.string() + generations;
    fs::create_directories(folder, error);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    fs::path generation =
        folder / std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
    if (!error) fs::copy(sites, generation, fs::copy_options::recursive, error);
    if (error) return failure(generation, error);
    if (auto pointed = point_link_at(place, generation); !pointed)
        return std::unexpected(pointed.error());
    remove_old_generations(folder, generation, before);
    return generation;
}

std::expected<UploadCount, std::string> upload_by_commands(const fs::path& sites,
                                                           const UploadCommands& commands) {
    const auto files = files_below(sites);
    if (!files) return std::unexpected(files.error());
    Json record = Json::object();
    std::error_code ignored;
    if (fs::exists(commands.record, ignored)) {
        const auto text = read_text_file(commands.record);
        if (!text) return std::unexpected(text.error());
        record = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
        if (!record.is_object())
            return std::unexpected(commands.record.string() +
                                   " is not what an upload wrote there; remove it to upload "
                                   "everything again");
    }
    // After each command, so that an upload that was interrupted goes on where it was.
    const auto keep = [&] { return replace_text_file(commands.record, record.dump(1) + "\n"); };
    UploadCount count;
    for (const auto& [path, file] : *files) {
        const auto text = read_text_file(file);
        if (!text) return std::unexpected(text.error());
        const std::string hash = hash_of(*text);
        if (record.value(path, "") == hash) {
            ++count.unchanged;
            continue;
        }
        const std::string command = with(with(commands.put, "{path}", shell_word(path)), "{file}",
                                         shell_word(file.string()));
        if (auto done = run(command); !done) return std::unexpected(done.error());
        record[path] = hash;
        if (auto kept = keep(); !kept) return std::unexpected(kept.error());
        ++count.put;
    }
    std::vector<std::string> gone;
    for (const auto& [path, hash] : record.items())
        if (!files->contains(path)) gone.push_back(path);
    for (const std::string& path : gone) {
        if (auto done = run(with(commands.remove, "{path}", shell_word(path))); !done)
            return std::unexpected(done.error());
        record.erase(path);
        if (auto kept = keep(); !kept) return std::unexpected(kept.error());
        ++count.removed;
    }
    return count;
}

}  // namespace kibitz::cli
