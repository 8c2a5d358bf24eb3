// Copies of the letters that somebody sent from this computer, each sealed for themselves: the
// letter that went away can be opened by its recipient only.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "letters/letter.hpp"
#include "secrets/letter_box.hpp"

namespace kibitz::cli::letter_command {

struct SentLetter {
    std::string time;  // as in the name of its file: 2027-01-15T080000Z
    std::string to;    // an address
    std::filesystem::path path;
};

// In the folder letters-sent of the user's data; a file is TIME-ADDRESS-NAME.letter.
class SentLetters {
   public:
    // `time` in seconds since 1970.
    static std::expected<void, std::string> keep(const secrets::LetterKey& key,
                                                 const letters::Address& to, std::string_view text,
                                                 std::uint64_t time);
    // The oldest first. Other files there are left out.
    static std::expected<std::vector<SentLetter>, std::string> list();
};

}  // namespace kibitz::cli::letter_command
