// What every user of a journal has to hold: killed at every byte of its file, and with a disk that
// is full at every byte, it goes on, and nothing that was acknowledged is lost or glued.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "support/full_disk.hpp"
#include "support/temporary_folder.hpp"

namespace kibitz::test {

struct JournalUser {
    // Begins the file, or goes on with it, until it has all facts; how many were acknowledged,
    // those that were there already included. Fewer than all if it met an error.
    std::function<std::size_t(const std::string& path)> write;
    // The facts in the file, as a text each; none if the user says that there is no journal yet.
    std::function<std::vector<std::string>(const std::string& path)> read;
};

inline std::string bytes_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return std::move(text).str();
}

// True if the file holds the first facts and no others, `least` of them or more.
inline bool has_first_facts(const std::vector<std::string>& found,
                            const std::vector<std::string>& all, std::size_t least) {
    return found.size() >= least && found.size() <= all.size() &&
           std::equal(found.begin(), found.end(), all.begin());
}

inline void storm_of_journals(const JournalUser& user) {
    // In memory where there is such a folder: thousands of syncs would keep a disk busy.
    const std::filesystem::path memory = "/dev/shm";
    const TemporaryFolder folder(
        std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path());
    const std::string whole = folder / "whole", torn = folder / "torn";
    const std::size_t count = user.write(whole);
    const std::vector<std::string> all = user.read(whole);
    const std::string bytes = bytes_of(whole);
    REQUIRE(count >= 3);
    REQUIRE(all.size() == count);

    const auto must_continue = [&](std::size_t at, std::size_t acknowledged) {
        CAPTURE(at);
        const std::string left = bytes_of(torn);
        if (!has_first_facts(user.read(torn), all, acknowledged))
            FAIL_CHECK("after byte " << at << " there is: " << left);
        if (user.write(torn) != count || user.read(torn) != all || bytes_of(torn) != bytes)
            FAIL_CHECK("went on from byte " << at << " to: " << bytes_of(torn));
    };
    // How many facts are acknowledged where so many bytes have room: those are what a kill leaves.
    std::vector<std::size_t> acknowledged;
    for (std::size_t at = 0; at <= bytes.size(); ++at) {  // full
        std::filesystem::remove(torn);
        {
            const FullDisk full(at);
            acknowledged.push_back(user.write(torn));
        }
        must_continue(at, acknowledged.back());
    }
    CHECK(std::ranges::is_sorted(acknowledged));
    CHECK(acknowledged.front() == 0);
    CHECK(acknowledged.back() == count);
    for (std::size_t at = 0; at <= bytes.size(); ++at) {  // killed
        folder.write("torn", bytes.substr(0, at));
        must_continue(at, acknowledged[at]);
    }
}

}  // namespace kibitz::test
