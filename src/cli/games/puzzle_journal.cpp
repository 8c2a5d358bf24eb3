#include "cli/games/puzzle_journal.hpp"

#include <optional>
#include <utility>

#include "puzzles/puzzle.hpp"
#include "text/numbers.hpp"

namespace kibitz::cli {

namespace {

constexpr std::string_view done_mark = "# games done: ";

// The number of a mark. Version 0.1 wrote it also behind the half of a line that a crash had left.
std::optional<std::uint64_t> games_done(std::string_view line) {
    const std::size_t mark = line.rfind(done_mark);
    if (mark == std::string_view::npos) return std::nullopt;
    return text::parse_number<std::uint64_t>(line.substr(mark + done_mark.size()));
}

// The puzzle of a line, which may stand behind such a half.
std::optional<std::string> puzzle_in(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at)
        if (line[at] != ' ' && puzzles::parse_line(line.substr(at)))
            return std::string(line.substr(at));
    return std::nullopt;
}

}  // namespace

std::expected<PuzzleJournal, std::string> PuzzleJournal::open(const std::string& path,
                                                              const std::string& header) {
    auto lines = LineJournal::open(path, {});
    if (!lines) return std::unexpected(to_string(lines.error()));
    PuzzleJournal journal(*std::move(lines));
    if (journal.lines_.may_begin_with(header)) {
        if (const auto begun = journal.lines_.append(header); !begun)
            return std::unexpected(to_string(begun.error()));
        return journal;
    }
    if (const auto read = journal.read(header); !read) return std::unexpected(read.error());
    return journal;
}

std::expected<void, std::string> PuzzleJournal::read(const std::string& header) {
    const std::string of_others =
        "it is the journal of other games or settings: give the same ones, or remove it to begin "
        "anew";
    LineJournal::Place done = 0;  // behind the last mark
    const auto take = [&](LineJournal::Place place,
                          std::string_view line) -> std::expected<void, std::string> {
        if (place == 0 && line != header) return std::unexpected(of_others);
        if (const auto games = games_done(line)) {
            take_batch(std::exchange(pending_, {}), *games);
            done = place + line.size() + 1;
        } else if (place == 0) {
            done = line.size() + 1;
        } else if (auto puzzle = puzzle_in(line)) {
            pending_.push_back(*std::move(puzzle));
        }
        return {};
    };
    if (const auto read = lines_.read(take); !read) return std::unexpected(to_string(read.error()));
    if (done == 0) return std::unexpected(of_others);
    // The puzzles behind the last mark are of games that are looked through again.
    pending_.clear();
    if (done < lines_.end()) lines_.drop_after(done);
    return {};
}

void PuzzleJournal::take_batch(const std::vector<std::string>& puzzles, std::uint64_t games_done) {
    for (const std::string& puzzle : puzzles)
        if (known_.insert(puzzle).second) puzzles_.push_back(puzzle);
    games_ = games_done;
}

std::expected<void, std::string> PuzzleJournal::add_batch(const std::vector<std::string>& puzzles,
                                                          std::uint64_t games) {
    const std::uint64_t done = games_ + games;
    std::string text;
    for (const std::string& puzzle : puzzles) text += puzzle + '\n';
    text += std::string(done_mark) + std::to_string(done) + '\n';
    if (const auto written = lines_.append(text); !written)
        return std::unexpected(to_string(written.error()));
    take_batch(puzzles, done);
    return {};
}

}  // namespace kibitz::cli
