// EngineStore: the engines that a laboratory sends to a worker: fetched, built in a sandbox, tried
// with their benchmark, and kept in a folder by their content.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "lab/engine_build.hpp"
#include "lab_net/join_token.hpp"
#include "lab_net/sandbox.hpp"

namespace kibitz::lab_net {

// The owner of a machine grants this to the build of an engine.
struct BuildLimits {
    std::chrono::seconds time = std::chrono::minutes(20);
    std::chrono::seconds bench_time = std::chrono::minutes(5);
    std::uint64_t memory_bytes = std::uint64_t{4} << 30;     // of each process
    std::uint64_t folder_bytes = std::uint64_t{2} << 30;     // of the source with what is built
    std::uint64_t program_bytes = std::uint64_t{512} << 20;  // of the program that results
};

struct StoreSettings {
    std::string folder;  // where the programs are kept
    std::uint64_t kept_bytes = std::uint64_t{4} << 30;
    int jobs = 1;  // of a build at once
    BuildLimits limits{};
    bool may_do_without_sandbox = false;
};

// May be used by several threads; one engine is built at a time.
class EngineStore {
   public:
    // Fetches an upload. Waits until the laboratory can be reached, or until it is given up.
    using GivenUp = std::function<bool()>;
    using Fetch =
        std::function<std::expected<std::string, std::string>(const std::string& hash, GivenUp)>;

    // `report` receives what is worth a line for the owner of the machine.
    EngineStore(StoreSettings settings, Sandbox sandbox, Fetch fetch,
                std::function<void(const std::string&)> report);

    // Nothing, or why no engine can be built here.
    [[nodiscard]] std::string why_not() const;
    // The program's path; waits while it is built. The error says why it cannot be had, and stays
    // the same while this process lives; it is empty if the caller has given up.
    std::expected<std::string, std::string> program(const lab::EngineBuild& build,
                                                    const GivenUp& is_given_up);

   private:
    using Path = std::expected<std::string, std::string>;

    Path make(const lab::EngineBuild& build, const std::string& folder, const GivenUp& is_given_up);
    std::expected<std::string, std::string> compile(const lab::EngineBuild& build,
                                                    const std::string& source,
                                                    const GivenUp& is_given_up) const;
    // Whether the program is what the test means; the error says what it is instead.
    std::expected<void, std::string> check(const lab::EngineBuild& build, const std::string& path,
                                           const GivenUp& is_given_up) const;
    void make_room(const std::string& newest) const;

    const StoreSettings settings_;
    const Sandbox sandbox_;
    const Fetch fetch_;
    const std::function<void(const std::string&)> report_;
    std::mutex mutex_;
    std::map<std::string, Path> known_;  // by the build's id
};

// Fetches uploads from a gate, over a connection of its own.
EngineStore::Fetch fetch_from_gate(JoinToken token);

}  // namespace kibitz::lab_net
