// Where the program keeps what belongs to a person, and how it writes it without losing any.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/terminal/terminal.hpp"
#include "platform/file_handle.hpp"
#include "platform/files.hpp"

namespace kibitz::cli {

// The XDG base directory specification says where they are
// (https://specifications.freedesktop.org/basedir-spec/latest/); on Windows they are in
// %LOCALAPPDATA%. An error if there is no such place.
std::expected<std::filesystem::path, std::string> user_state_folder(const Environment& environment);
std::expected<std::filesystem::path, std::string> user_data_folder(const Environment& environment);
// Where a server keeps the arena, unless another folder is chosen.
std::expected<std::filesystem::path, std::string> user_arena_folder(const Environment& environment);

// Where a path is a text, it is in UTF-8. Errors name the file, what went wrong, and what to do.
std::expected<std::string, std::string> read_text_file(const std::filesystem::path& path);
std::expected<std::string, std::string> read_text_file(const std::string& path);
// Use it for places that the program chooses; a folder that somebody names and that is not there is
// a slip.
std::expected<void, std::string> make_folder_of(const std::filesystem::path& path);
// The file is the old or the new one, whatever happens in between.
std::expected<void, std::string> replace_text_file(const std::filesystem::path& path,
                                                   const std::string& text,
                                                   FileAccess access = FileAccess::as_before);
std::expected<void, std::string> replace_text_file(const std::string& path, const std::string& text,
                                                   FileAccess access = FileAccess::as_before);
// Adds to the end, or after an error nothing. Makes the file if there is none.
std::expected<void, std::string> append_text_file(const std::filesystem::path& path,
                                                  const std::string& text);
std::expected<void, std::string> append_text_file(const std::string& path, const std::string& text);

// A claim on a file that ends with the process, however it ends.
class FileClaim {
   public:
    // False if another process has it. Also false if the lock cannot be made.
    bool take(const std::filesystem::path& lock_file);

   private:
    std::optional<FileHandle> file_;
};

}  // namespace kibitz::cli
