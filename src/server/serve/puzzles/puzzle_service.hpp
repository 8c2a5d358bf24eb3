// PuzzleService: what visitors say of the page's puzzles, and how hard these are by that
// (docs/puzzles.md).
//
//     GET  /api/puzzles/FILE   {"ratings": [1500, null, ...]}: of the puzzles in that file
//     POST /api/puzzles/FILE   {"puzzle": 17, "solved": true, "rating": 1480, "deviation": 90}
//
// No name is kept, and of each address, or network in IPv6, one result of a puzzle counts.
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "journal/line_journal.hpp"
#include "net/server.hpp"
#include "serve/http/page.hpp"
#include "serve/puzzles/puzzle_ratings.hpp"

namespace kibitz::serve {

class PuzzleService {
   public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::string_view path = "/api/puzzles";
    [[nodiscard]] static bool has_path(std::string_view requested) {
        return requested.starts_with(path) && requested.substr(path.size()).starts_with('/');
    }

    // The header of the page's files of puzzles that says that results are counted here.
    static constexpr std::string_view mark = "Kibitz-Puzzles";
    [[nodiscard]] static bool is_puzzle_file(std::string_view of_page) {
        return of_page.starts_with("/assets/puzzles-") && of_page.ends_with(".txt");
    }
    // The page's answer, with that header if it is such a file: a page from elsewhere need not ask
    // whether results are counted.
    static net::Response marked(net::Response response, std::string_view of_page);

    // The puzzles are those among the page's files. Results are kept in a journal, which is
    // shortened here: one line for each puzzle that has results.
    static std::expected<std::unique_ptr<PuzzleService>, std::string> open(
        std::span<const PageFile> page, const std::string& journal);

    // May be called from any thread.
    [[nodiscard]] net::Response answer(const net::Request& request, Clock::time_point now);

   private:
    explicit PuzzleService(LineJournal journal) : journal_(std::move(journal)) {}

    [[nodiscard]] net::Response ratings_of(const std::string& file) const;
    net::Response take(const net::Request& request, const std::string& file, Clock::time_point now);
    bool may_send(const std::string& client, Clock::time_point now);
    // Whether this is the client's first result of that puzzle, as far as is remembered.
    bool is_first(const std::string& client, const std::string& start);

    std::mutex mutex_;  // guards all of it
    PuzzleRatings ratings_;
    LineJournal journal_;
    std::unordered_map<std::string, std::size_t> sent_;  // in this minute, by client
    Clock::time_point minute_began_{};
    std::unordered_set<std::size_t> counted_;  // hashes of client and puzzle
};

}  // namespace kibitz::serve
