#include "cli/letter/passphrase.hpp"

#include <cstdlib>

namespace kibitz::cli::letter_command {

std::expected<std::string, std::string> passphrase_of(const std::string& file) {
    if (const char* const given = std::getenv("KIBITZ_LETTER_PASSPHRASE")) return given;
    return hidden_line("Passphrase of " + file + ": ");
}

std::expected<std::string, std::string> new_passphrase() {
    if (const char* const given = std::getenv("KIBITZ_LETTER_NEW_PASSPHRASE"); given && *given)
        return given;
    const auto typed = hidden_line("New passphrase: ");
    if (!typed) return typed;
    if (typed->empty()) return std::unexpected("a passphrase has at least one character");
    const auto again = hidden_line("Once more: ");
    if (again && *again != *typed) return std::unexpected("the two passphrases differ");
    return again;
}

}  // namespace kibitz::cli::letter_command
