// The file with the 24 words of a person's letter key, locked with a passphrase if they want it.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

#include "letters/letter.hpp"
#include "secrets/letter_box.hpp"

namespace kibitz::cli {

// "the words do not belong together (wordChecksum)"
std::string fault_text(letters::Fault fault);

class KeyFile {
   public:
    // If the path is empty, the file is letter-key in the folder for the user's data.
    static std::expected<KeyFile, std::string> at(const std::string& path);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    // The error says how to make a key if there is none. Asks for the passphrase if it has one.
    [[nodiscard]] std::expected<secrets::LetterSeed, std::string> read() const;
    // Only its owner can read the file. One that is there is left alone.
    [[nodiscard]] std::expected<void, std::string> write(
        const secrets::LetterSeed& seed, const std::optional<std::string>& passphrase) const;
    // The same key with another passphrase, or none.
    [[nodiscard]] std::expected<void, std::string> replace(
        const secrets::LetterSeed& seed, const std::optional<std::string>& passphrase) const;

   private:
    explicit KeyFile(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

}  // namespace kibitz::cli
