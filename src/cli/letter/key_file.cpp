#include "cli/letter/key_file.hpp"

#include "cli/program/user_files.hpp"

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
    const auto words = read_text_file(path_);
    if (!words) return std::unexpected(words.error());
    const auto seed = secrets::seed_from_words(*words);
    if (!seed) return std::unexpected(path_.string() + ": " + fault_text(seed.error()));
    return *seed;
}

std::expected<void, std::string> KeyFile::write(const secrets::LetterSeed& seed) const {
    if (std::filesystem::exists(path_))
        return std::unexpected(
            path_.string() +
            " is there already: letters to that key can be read with it only, so "
            "move it away first, or choose another file with --key");
    if (const auto made = make_folder_of(path_); !made) return made;
    return replace_text_file(path_, secrets::to_words(seed) + '\n', FileAccess::owner_only);
}

}  // namespace kibitz::cli
