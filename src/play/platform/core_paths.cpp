#include "platform/core_paths.hpp"

#include <array>

#include "platform/cpu_features.hpp"

// core_paths.inc is written by the build: one entry for each compiled path, best first.
#define KIBITZ_CORE_PATH_ENTRY(name) extern "C" const kibitz::CorePath* kibitz_core_path_##name();
#include "core_paths.inc"
#undef KIBITZ_CORE_PATH_ENTRY

namespace kibitz {

namespace {

const CorePath* chosen_path = nullptr;

}  // namespace

std::span<const CorePath* const> compiled_core_paths() {
#define KIBITZ_CORE_PATH_ENTRY(name) kibitz_core_path_##name(),
    static const std::array paths{
#include "core_paths.inc"
    };
#undef KIBITZ_CORE_PATH_ENTRY
    return paths;
}

bool can_run(const CorePath& path) {
    const std::string_view name = path.name;
    if (name == "avx512") return cpu_features().avx512_vnni;
    if (name == "avx2") return cpu_features().v3;
    return true;  // the path everything else in the program is compiled for
}

const CorePath& best_core_path() {
    for (const CorePath* path : compiled_core_paths())
        if (can_run(*path)) return *path;
    return *compiled_core_paths().back();
}

std::expected<const CorePath*, std::string> find_core_path(std::string_view name) {
    std::string names;
    for (const CorePath* path : compiled_core_paths()) {
        if (path->name == name) {
            if (can_run(*path)) return path;
            return std::unexpected("this CPU cannot run the path \"" + std::string(name) + "\"");
        }
        names += (names.empty() ? "" : ", ") + std::string(path->name);
    }
    return std::unexpected("there is no CPU path \"" + std::string(name) + "\": this build has " +
                           names);
}

const CorePath& default_core_path() { return chosen_path ? *chosen_path : best_core_path(); }

void set_default_core_path(const CorePath& path) { chosen_path = &path; }

}  // namespace kibitz
