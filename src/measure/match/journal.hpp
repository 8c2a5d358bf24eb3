// The journal: a file to which every game is appended when it ends, so that a match that was
// killed at any moment can be resumed where it was.
//
// One JSON value a line: first the options of the match, then its games. A line counts when its
// end is there; half a line at the end is what a crash left, and is cut off. What is written is in
// the system's hands at once (a killed program loses nothing) and on the disk within a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "match/arguments.hpp"
#include "match/game_json.hpp"
#include "match/player_record.hpp"
#include "match/runner.hpp"
#include "platform/file_handle.hpp"

namespace kibitz::match {

// What a match needs to be resumed, beside its games.
struct JournalHeader {
    std::vector<ArgumentGroup> arguments;
    // Sizes of the files of games before the match began to append to them: they are written anew
    // from there.
    std::uint64_t pgn_size = 0, epd_size = 0;
    PlayerRecord players{};  // none in the journals of earlier versions
    // What -recover alone means: in the journals of earlier versions that crashes are losses.
    bool recovery_voids = true;
};

struct JournalContents {
    JournalHeader header;
    std::vector<ReplayedGame> games;
};

class Journal : public MatchObserver {
   public:
    // Begins a journal; a file that is already there is an error, since it could be a match.
    static std::expected<Journal, std::string> create(const std::string& file,
                                                      const JournalHeader& header);
    // Opens one to append to it, and returns its contents too.
    static std::expected<std::pair<Journal, JournalContents>, std::string> resume(
        const std::string& file);

    Journal(Journal&& other) noexcept = default;
    Journal& operator=(Journal&&) = delete;
    ~Journal() override;

    void game_finished(const GameTask& task, const PlayedGame& game) override;
    // What went wrong when it was written, if something did. Nothing is written after that: what
    // follows half a line would spoil it, and so the last line may stay half a line.
    [[nodiscard]] const std::string& error() const { return error_; }

   private:
    Journal(FileHandle handle, std::string file)
        : handle_(std::move(handle)), file_(std::move(file)) {}
    void append(const std::string& line);

    FileHandle handle_;
    std::string file_;
    std::string error_;
    std::chrono::steady_clock::time_point last_sync_{};
};

// The options as this version reads them, meaning what they meant when the journal was begun.
std::vector<ArgumentGroup> arguments_of(const JournalHeader& header);

// Reads a journal without touching it.
std::expected<JournalContents, std::string> read_journal(const std::string& file);

}  // namespace kibitz::match
