// What the words of a `kibitz letter` command say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kibitz::cli::letter_command {

inline constexpr const char* standard_input = "-";

struct Arguments {
    enum class Action : std::uint8_t {
        key,
        seal,
        open,
        verify,
        send,
        inbox,
        read,
        save,
        sent,
        block,
        policy,
        report,
        names,
        recover,
    };
    Action action = Action::key;
    std::string key_file;
    bool is_new = false, is_restored = false, shows_words = false;
    bool has_passphrase = false, has_none = false;  // of the file of the key, from now on
    std::string to, address;
    std::vector<std::string> addresses;  // to whom a server is to bring a letter
    bool is_anonymous = false;
    std::string text = standard_input;
    std::string letter;
    std::string seen;
    std::string out;
    std::string server, ca_file;
    bool is_deleted = false, is_unblocked = false, keeps_no_copy = false;
    std::string note, name, policy;
};

}  // namespace kibitz::cli::letter_command
