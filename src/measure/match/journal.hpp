// The journal: a file to which every game is appended when it ends, so that a match that was
// killed at any moment can be resumed where it was.
//
// One JSON value a line: first the options of the match, then its games. What it keeps through
// kills, full disks and power cuts is in journal/line_journal.hpp.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "journal/line_journal.hpp"
#include "match/arguments.hpp"
#include "match/game_json.hpp"
#include "match/player_record.hpp"
#include "match/runner.hpp"

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
    // Begins a journal. A file that is already there is an error, since it could be a match, unless
    // it is empty or this match was killed as it began it.
    static std::expected<Journal, std::string> create(const std::string& file,
                                                      const JournalHeader& header);
    // Opens one to append to it, and returns its contents too.
    static std::expected<std::pair<Journal, JournalContents>, std::string> resume(
        const std::string& file);

    void game_finished(const GameTask& task, const PlayedGame& game) override;
    // What went wrong when it was written, if something did. Nothing is written after that, so that
    // no game is missing between others.
    [[nodiscard]] const std::string& error() const { return error_; }

   private:
    Journal(LineJournal lines, std::string file)
        : lines_(std::move(lines)), file_(std::move(file)) {}
    void append(const std::string& line);

    LineJournal lines_;
    std::string file_;
    std::string error_;
};

// The options as this version reads them, meaning what they meant when the journal was begun.
std::vector<ArgumentGroup> arguments_of(const JournalHeader& header);

// Reads a journal without touching it.
std::expected<JournalContents, std::string> read_journal(const std::string& file);

}  // namespace kibitz::match
