#include "cli/letter/sent_letters.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>

#include "arena/iso_time.hpp"
#include "cli/letter/key_file.hpp"
#include "cli/program/user_files.hpp"

namespace kibitz::cli::letter_command {

namespace {

namespace fs = std::filesystem;

constexpr const char* ending = ".letter";
constexpr std::size_t characters_of_name = 12;  // of the copy's: two of one second differ

std::expected<fs::path, std::string> folder() {
    auto data = user_data_folder(process_environment);
    if (!data) return std::unexpected(data.error());
    return *data / "letters-sent";
}

// "2027-01-15T080000Z": names of files have no colons on Windows.
std::string time_text(std::uint64_t seconds) {
    std::string text = arena::iso_time(arena::Time(std::chrono::seconds(seconds)));
    text.erase(text.find('.'));
    std::erase(text, ':');
    return text + 'Z';
}

// Nothing for a file of another name.
std::optional<SentLetter> parse_name(const fs::path& path) {
    const std::string name = path.stem().string();
    const std::size_t before_address = name.find("Z-");
    if (path.extension() != ending || before_address == std::string::npos) return std::nullopt;
    const std::size_t from = before_address + 2;
    const std::string address = name.substr(from, name.find('-', from) - from);
    if (!letters::Address::parse(address)) return std::nullopt;
    return SentLetter{.time = name.substr(0, before_address + 1), .to = address, .path = path};
}

}  // namespace

std::expected<void, std::string> SentLetters::keep(const secrets::LetterKey& key,
                                                   const letters::Address& to,
                                                   std::string_view text, std::uint64_t time) {
    const auto copy = secrets::seal_letter(key, key.public_key(), text, time);
    if (!copy) return std::unexpected(fault_text(copy.error()));
    const auto where = folder();
    if (!where) return std::unexpected(where.error());
    const std::string file = copy->file(), id = secrets::letter_id(file);
    const std::string name = time_text(time) + '-' + to.text() + '-' +
                             id.substr(id.size() - characters_of_name) + ending;
    const fs::path path = *where / name;
    if (const auto made = make_folder_of(path); !made) return made;
    return replace_text_file(path, file, FileAccess::owner_only);
}

std::expected<std::vector<SentLetter>, std::string> SentLetters::list() {
    const auto where = folder();
    if (!where) return std::unexpected(where.error());
    std::vector<SentLetter> letters;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(*where, error))
        if (auto letter = parse_name(entry.path())) letters.push_back(*std::move(letter));
    if (error && error != std::errc::no_such_file_or_directory)
        return std::unexpected(where->string() + ": " + error.message());
    std::ranges::sort(letters, {}, [](const SentLetter& letter) { return letter.path; });
    return letters;
}

}  // namespace kibitz::cli::letter_command
