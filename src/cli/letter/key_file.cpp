#include "cli/letter/key_file.hpp"

#include "cli/letter/passphrase.hpp"
#include "cli/program/user_files.hpp"
#include "secrets/locked_text.hpp"

namespace kibitz::cli {

std::string fault_text(letters::Fault fault) {
    return std::string(letters::to_string(fault)) + " (" + std::string(letters::code(fault)) + ")";
}

std::expected<KeyFile, std::string> KeyFile::at(const std::string& path) {
    if (!path.empty()) return KeyFile(path);
    auto folder = user_data_folder(process_environment);
    if (!folder) return std::unexpected(folder.error());
    return KeyFile(*folder / "letter-key");
}

std::expected<secrets::LetterSeed, std::string> KeyFile::read() const {
    if (!std::filesystem::exists(path_))
        return std::unexpected(path_.string() +
                               " is not there: make a key with `kibitz letter key --new`, or bring "
                               "yours back with `kibitz letter key --restore`");
    auto words = read_text_file(path_);
    if (!words) return std::unexpected(words.error());
    if (secrets::is_locked(*words)) {
        const auto passphrase = letter_command::passphrase_of(path_.string());
        if (!passphrase) return std::unexpected(passphrase.error());
        auto unlocked = secrets::unlock_text(*words, *passphrase);
        if (!unlocked)
            return std::unexpected(path_.string() +
                                   ": this is not the passphrase, or the file was changed");
        words = *std::move(unlocked);
    }
    const auto seed = secrets::seed_from_words(*words);
    if (!seed) return std::unexpected(path_.string() + ": " + fault_text(seed.error()));
    return *seed;
}

std::expected<void, std::string> KeyFile::write(
    const secrets::LetterSeed& seed, const std::optional<std::string>& passphrase) const {
    if (std::filesystem::exists(path_))
        return std::unexpected(
            path_.string() +
            " is there already: letters to that key can be read with it only, so "
            "move it away first, or choose another file with --key");
    if (const auto made = make_folder_of(path_); !made) return made;
    return replace(seed, passphrase);
}

std::expected<void, std::string> KeyFile::replace(
    const secrets::LetterSeed& seed, const std::optional<std::string>& passphrase) const {
    std::string text = secrets::to_words(seed) + '\n';
    if (passphrase) {
        auto locked = secrets::lock_text(text, *passphrase);
        if (!locked) return std::unexpected("there is not enough memory to lock the file");
        text = *std::move(locked);
    }
    return replace_text_file(path_, text, FileAccess::owner_only);
}

}  // namespace kibitz::cli
