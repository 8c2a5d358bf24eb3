// AnnotatedFile: the reviewed games of `kibitz analyse --annotate`. The file is written a game at a
// time, and a journal beside it says how much of it is done, so that the same command continues
// after Ctrl-C, a kill or a full disk. It never takes the place of a file that is there:
//
//     # kibitz analyse 1, nodes 2000, games games.pgn of 96459 bytes
//     games 1, bytes 812
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "journal/line_journal.hpp"
#include "platform/file_handle.hpp"

namespace kibitz::cli {

class AnnotatedFile {
   public:
    // Begins the file, or continues it if its journal has this header. With `overwrites`, what is
    // there is thrown away; else a file of something else, or of a finished analysis, is an error.
    static std::expected<AnnotatedFile, std::string> open(const std::string& path,
                                                          const std::string& header,
                                                          bool overwrites);

    // How many games, the first ones, are in the file.
    [[nodiscard]] std::uint64_t games() const { return games_; }
    // Adds a game. Of one that is not complete, and of all behind it, the review is made again when
    // the command continues.
    std::expected<void, std::string> add(const std::string& game, bool is_complete);
    // There is no more to be done.
    std::expected<void, std::string> finish();

   private:
    AnnotatedFile(std::string path, FileHandle file, LineJournal journal)
        : path_(std::move(path)), file_(std::move(file)), journal_(std::move(journal)) {}

    std::expected<void, std::string> read_journal(const std::string& header, std::uint64_t size);

    std::string path_;
    FileHandle file_;
    std::optional<LineJournal> journal_;
    std::uint64_t games_ = 0;
    std::uint64_t bytes_ = 0;  // of these games
    bool is_behind_incomplete_ = false;
};

}  // namespace kibitz::cli
