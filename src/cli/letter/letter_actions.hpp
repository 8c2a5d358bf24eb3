// What `kibitz letter` does: with files on this computer, and by a server. Each gives back the exit
// code.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "cli/letter/letter_arguments.hpp"
#include "letters/letter.hpp"
#include "secrets/letter_box.hpp"

namespace kibitz::cli::letter_command {

int key(const Arguments& arguments);
int seal(const Arguments& arguments);
int open(const Arguments& arguments);
int verify(const Arguments& arguments);

int send(const Arguments& arguments);
int sent(const Arguments& arguments);
int inbox(const Arguments& arguments);
int read_from_server(const Arguments& arguments);
int save(const Arguments& arguments);
int block(const Arguments& arguments);
int policy(const Arguments& arguments);
int report(const Arguments& arguments);
int names(const Arguments& arguments);
int recover(const Arguments& arguments);

// What both kinds need.
int refuse(const std::string& why);
std::uint64_t seconds_now();
std::expected<std::string, std::string> text_to_seal(const Arguments& arguments);
// The file of a letter; `out` empty: NAME.letter. Prints the path.
int write_letter(const std::string& file, const std::string& out);

struct ReadLetter {
    letters::Letter letter;
    std::string id;
};
std::expected<ReadLetter, letters::Fault> read_letter(std::string_view file);
// Opens and prints it, or writes its text to a file. `names`: by which the sender goes, where that
// is known.
int show_opened(const secrets::LetterKey& key, const ReadLetter& read, const Arguments& arguments,
                const std::string& names = {});

}  // namespace kibitz::cli::letter_command
