// FollowedDatabase: a database of games to which others add, as it is now. For programs that look
// things up for a long time, while imports go on.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "database/game_database.hpp"

namespace kibitz {

class FollowedDatabase {
   public:
    // The files are looked at no more often than that.
    static constexpr std::chrono::milliseconds usual_pause{1'000};

    static std::expected<std::unique_ptr<FollowedDatabase>, DatabaseError> open(
        const std::string& folder, std::chrono::milliseconds pause = usual_pause);

    // It never changes; what was added later is in the next one. If the files cannot be read any
    // more, the last one that could stays. May be called from any thread.
    [[nodiscard]] std::shared_ptr<const GameDatabase> current();

   private:
    // What tells two states of a segment apart without reading it.
    struct Trace {
        std::string name;
        std::uintmax_t bytes = 0;
        std::filesystem::file_time_type written;
        bool operator==(const Trace&) const = default;
    };
    static std::vector<Trace> traces_of(const std::string& folder);

    FollowedDatabase(std::string folder, std::chrono::milliseconds pause)
        : folder_(std::move(folder)), pause_(pause) {}

    const std::string folder_;
    const std::chrono::milliseconds pause_;
    std::mutex mutex_;  // guards the rest
    std::shared_ptr<const GameDatabase> database_;
    std::vector<Trace> traces_;
    std::chrono::steady_clock::time_point looked_at_;
};

}  // namespace kibitz
