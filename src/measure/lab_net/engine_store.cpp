#include "lab_net/engine_store.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "lab_net/program_run.hpp"
#include "match/player_arguments.hpp"
#include "platform/files.hpp"
#include "secrets/sodium_secrets.hpp"

namespace kibitz::lab_net {

namespace {

namespace fs = std::filesystem;
using lab::EngineBuild;

constexpr std::size_t id_digits = 32;
constexpr std::size_t bench_output_bytes = 1 << 20;
constexpr std::uint64_t kilobyte = 1024, block = 512;

// The source comes in on standard input and the program goes out on standard output; all else is
// the log. It works in a folder of its own, in a sandbox or not.
constexpr const char* build_script = R"(set -eu
command=$1 program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
tar -xzf - --no-same-owner
sh -c "$command" >&2 </dev/null
cat -- "$program")";

// With the program as $0, and its words. Some write their benchmark as errors.
constexpr const char* bench_script = R"(exec "$0" "$@" 2>&1 </dev/null)";

std::string sha256(std::string_view bytes) { return secrets::SodiumSecrets("").sha256_hex(bytes); }

// The same whatever people call it.
std::string id_of(EngineBuild build) {
    build.what.clear();
    return sha256(to_json(build).dump()).substr(0, id_digits);
}

// Limits that the shell sets for itself and all that it starts, before its script.
std::string limits_in_shell(const BuildLimits& limits, std::chrono::seconds time) {
    return "ulimit -c 0; ulimit -v " + std::to_string(limits.memory_bytes / kilobyte) +
           "; ulimit -f " + std::to_string(limits.folder_bytes / block) + "; ulimit -t " +
           std::to_string(time.count()) + "\n";
}

std::expected<std::string, std::string> read_program(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

// What a program that ended badly has said last.
std::string reason_in(const ProgramRun& run, const std::string& log) {
    const std::string line = last_line_of(log);
    return line.empty() ? to_string(run.status) : to_string(run.status) + ": " + line;
}

// The program appears in its folder whole or not at all.
std::expected<void, std::string> keep(const std::string& path, std::string_view program) {
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    if (auto written = write_file(path, program); !written) return written;
    fs::permissions(path, fs::perms::owner_all, error);
    if (error) return std::unexpected(path + ": " + error.message());
    return {};
}

}  // namespace

EngineStore::EngineStore(StoreSettings settings, Sandbox sandbox, Fetch fetch,
                         std::function<void(const std::string&)> report)
    : settings_(std::move(settings)),
      sandbox_(std::move(sandbox)),
      fetch_(std::move(fetch)),
      report_(std::move(report)) {}

std::string EngineStore::why_not() const {
    if (sandbox_.is_there() || settings_.may_do_without_sandbox) return "";
    return sandbox_.why_not();
}

std::expected<std::string, std::string> EngineStore::program(const EngineBuild& build,
                                                             const GivenUp& is_given_up) {
    if (const std::string reason = why_not(); !reason.empty())
        return std::unexpected("no engine is built here: " + reason);
    const std::lock_guard lock(mutex_);  // the others wait for the same engine, as a rule
    const std::string id = id_of(build);
    if (const auto known = known_.find(id); known != known_.end()) return known->second;
    Path path = make(build, (fs::path(settings_.folder) / id).string(), is_given_up);
    if (!path && is_given_up()) return std::unexpected("");
    if (!path) path = std::unexpected(build.what + ": " + path.error());
    known_.emplace(id, path);
    return path;
}

EngineStore::Path EngineStore::make(const EngineBuild& build, const std::string& folder,
                                    const GivenUp& is_given_up) {
    std::string path = (fs::path(folder) / fs::path(build.program).filename()).string();
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) {
        if (check(build, path, is_given_up)) {
            fs::last_write_time(folder, fs::file_time_type::clock::now(), ignored);
            return path;
        }
        fs::remove_all(folder, ignored);  // of another machine, or damaged: it is made anew
    }
    auto content = fetch_(build.content, is_given_up);
    if (!content) return content;
    if (sha256(*content) != build.content)
        return std::unexpected("the laboratory sent other bytes than the test names");
    const auto begun = std::chrono::steady_clock::now();
    if (!build.is_binary()) {
        report_("building " + build.what);
        content = compile(build, *content, is_given_up);
        if (!content) return content;
    }
    if (auto kept = keep(path, *content); !kept) return std::unexpected(kept.error());
    if (auto checked = check(build, path, is_given_up); !checked) {
        fs::remove_all(folder, ignored);
        return std::unexpected(checked.error());
    }
    const auto took =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begun);
    report_(build.what + " is ready after " + std::to_string(took.count()) + " s" +
            (build.signature ? ", signature " + std::to_string(*build.signature) : ""));
    make_room(folder);
    return path;
}

std::expected<std::string, std::string> EngineStore::compile(const EngineBuild& build,
                                                             const std::string& source,
                                                             const GivenUp& is_given_up) const {
    const BuildLimits& limits = settings_.limits;
    const std::string script = "JOBS=" + std::to_string(settings_.jobs) + "\nexport JOBS\n" +
                               limits_in_shell(limits, limits.time) + build_script;
    const auto run = run_program(
        sandbox_.enclose(
            {.program = "sh", .arguments = {"-c", script, "build", build.command, build.program}},
            {.readable = {}, .temporary_bytes = limits.folder_bytes}),
        source,
        {.time = limits.time, .output_bytes = limits.program_bytes, .is_given_up = is_given_up});
    if (!run) return std::unexpected("its build was ended: " + run.error());
    if (!run->has_succeeded())
        return std::unexpected("its build failed with " + reason_in(*run, run->errors));
    if (run->output.empty()) return std::unexpected("its build left an empty " + build.program);
    return run->output;
}

std::expected<void, std::string> EngineStore::check(const EngineBuild& build,
                                                    const std::string& path,
                                                    const GivenUp& is_given_up) const {
    if (build.is_binary()) {
        const auto bytes = read_program(path);
        if (!bytes) return std::unexpected(bytes.error());
        if (sha256(*bytes) != build.content) return std::unexpected("its file was changed");
    }
    if (build.bench.empty()) return {};
    const BuildLimits& limits = settings_.limits;
    std::vector<std::string> words{"-c", limits_in_shell(limits, limits.bench_time) + bench_script,
                                   path};
    for (std::string& word : match::split_quoted(build.bench)) words.push_back(std::move(word));
    const auto run =
        run_program(sandbox_.enclose({.program = "sh", .arguments = std::move(words)},
                                     {.readable = {fs::path(path).parent_path().string()}}),
                    "",
                    {.time = limits.bench_time,
                     .output_bytes = bench_output_bytes,
                     .is_given_up = is_given_up});
    if (!run) return std::unexpected("its benchmark was ended: " + run.error());
    if (!run->has_succeeded())
        return std::unexpected("its benchmark failed with " + reason_in(*run, run->output));
    const auto signature = lab::signature_in(run->output, build.pattern);
    if (!signature)
        return std::unexpected("its benchmark has no line like \"" + build.pattern + "\"");
    if (signature != build.signature)
        return std::unexpected("its benchmark gives " + std::to_string(*signature) +
                               ", and the test names " +
                               std::to_string(build.signature.value_or(0)));
    return {};
}

// Removes the programs that were not used for the longest time.
void EngineStore::make_room(const std::string& newest) const {
    struct Kept {
        fs::path folder;
        fs::file_time_type used;
        std::uint64_t bytes = 0;
    };
    std::vector<Kept> all;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(settings_.folder, ignored)) {
        Kept kept{entry.path(), entry.last_write_time(ignored)};
        for (const fs::directory_entry& file : fs::directory_iterator(entry.path(), ignored))
            kept.bytes += file.file_size(ignored);
        all.push_back(std::move(kept));
    }
    std::ranges::sort(all, std::greater(), &Kept::used);
    std::uint64_t bytes = 0;
    for (const Kept& kept : all) {
        bytes += kept.bytes;
        const bool is_in_use =
            kept.folder == fs::path(newest) || known_.contains(kept.folder.filename().string());
        if (bytes > settings_.kept_bytes && !is_in_use) fs::remove_all(kept.folder, ignored);
    }
}

}  // namespace kibitz::lab_net
