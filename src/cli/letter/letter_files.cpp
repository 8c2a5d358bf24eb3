#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>

#include "arena/iso_time.hpp"
#include "cli/letter/key_file.hpp"
#include "cli/letter/letter_actions.hpp"
#include "cli/letter/passphrase.hpp"
#include "cli/letter/printable.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/user_files.hpp"
#include "cli/terminal/print_text.hpp"
#include "text/trim.hpp"

namespace kibitz::cli::letter_command {

using letters::Letter;
using letters::PublicKey;

namespace {

std::string all_input() { return {std::istreambuf_iterator<char>(std::cin), {}}; }

void describe(const PublicKey& key) {
    print_text("address     {}\npublic key  {}\n", secrets::address_of(key).text(), key.text());
}

// Nothing: the file is to have no passphrase.
std::expected<std::optional<std::string>, std::string> wanted_passphrase(
    const Arguments& arguments) {
    if (!arguments.has_passphrase) return std::nullopt;
    return new_passphrase();
}

std::expected<secrets::LetterSeed, std::string> chosen_seed(const KeyFile& file,
                                                            const Arguments& arguments) {
    if (!arguments.is_new && !arguments.is_restored) return file.read();
    secrets::LetterSeed seed = secrets::random_letter_seed();
    if (arguments.is_restored) {
        const auto typed = secrets::seed_from_words(all_input());
        if (!typed) return std::unexpected(fault_text(typed.error()));
        seed = *typed;
    }
    if (const auto passphrase = wanted_passphrase(arguments); !passphrase)
        return std::unexpected(passphrase.error());
    else if (const auto written = file.write(seed, *passphrase); !written)
        return std::unexpected(written.error());
    return seed;
}

// A public key as text, or a file that has one.
std::expected<PublicKey, std::string> public_key_in(const std::string& text) {
    auto key = PublicKey::parse(text);
    if (!key) {
        const auto content = read_text_file(text);
        if (!content)
            return std::unexpected("--to is neither a public key nor a file with one: " +
                                   content.error());
        key = PublicKey::parse(text::trimmed(*content));
    }
    if (!key || !secrets::is_genuine(*key))
        return std::unexpected("--to: " + fault_text(letters::Fault::bad_key));
    return *key;
}

std::expected<Letter, std::string> sealed(const Arguments& arguments, const PublicKey& recipient,
                                          const std::string& text) {
    const auto with_text =
        [](std::expected<Letter, letters::Fault> letter) -> std::expected<Letter, std::string> {
        if (!letter) return std::unexpected(fault_text(letter.error()));
        return *std::move(letter);
    };
    if (arguments.is_anonymous) return with_text(secrets::seal_anonymous_letter(recipient, text));
    const auto file = KeyFile::at(arguments.key_file);
    if (!file) return std::unexpected(file.error());
    const auto seed = file->read();
    if (!seed) return std::unexpected(seed.error());
    return with_text(
        secrets::seal_letter(secrets::LetterKey(*seed), recipient, text, seconds_now()));
}

std::expected<ReadLetter, std::string> letter_in(const std::string& path) {
    const auto bytes = read_file(path, Letter::longest);
    if (!bytes) return std::unexpected(bytes.error());
    auto read = read_letter({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!read) return std::unexpected(path + ": " + fault_text(read.error()));
    return *std::move(read);
}

void describe(const ReadLetter& read) {
    if (const auto& metadata = read.letter.metadata) {
        const auto time = arena::Time(std::chrono::seconds(metadata->time));
        print_text("from    {}\nto      {}\ntime    {}\n", metadata->from.text(),
                   metadata->to.text(), arena::iso_time(time));
    } else {
        print_text("from    nobody: the letter is anonymous\n");
    }
    print_text("letter  {}\n", read.id);
}

// Notes that the letter was opened, and fails if it was noted before.
std::expected<void, std::string> note_as_seen(const std::string& file, const std::string& id) {
    std::string ids;
    if (std::filesystem::exists(file)) {
        auto text = read_text_file(file);
        if (!text) return std::unexpected(text.error());
        ids = *std::move(text);
    }
    if (ids.contains(id)) return std::unexpected(fault_text(letters::Fault::repeated));
    return append_text_file(file, id + '\n');
}

}  // namespace

int refuse(const std::string& why) { return fail("letter", why, exit_failure); }

std::uint64_t seconds_now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

std::expected<std::string, std::string> text_to_seal(const Arguments& arguments) {
    if (arguments.text == standard_input) return all_input();
    return read_text_file(arguments.text);
}

int write_letter(const std::string& file, const std::string& out) {
    const std::string path = out.empty() ? secrets::letter_id(file) + ".letter" : out;
    if (const auto written = replace_text_file(path, file); !written)
        return refuse(written.error());
    print_text("{}\n", path);
    return exit_ok;
}

std::expected<ReadLetter, letters::Fault> read_letter(std::string_view file) {
    auto letter = letters::parse_letter(file);
    if (!letter) return std::unexpected(letter.error());
    return ReadLetter{.letter = *std::move(letter), .id = secrets::letter_id(file)};
}

int show_opened(const secrets::LetterKey& key, const ReadLetter& read, const Arguments& arguments,
                const std::string& names) {
    const auto opened = secrets::open_letter(key, read.letter);
    if (!opened) return refuse(arguments.letter + ": " + fault_text(opened.error()));
    if (!arguments.seen.empty())
        if (const auto noted = note_as_seen(arguments.seen, read.id); !noted)
            return refuse(arguments.letter + ": " + noted.error());
    if (!arguments.out.empty())
        if (const auto written =
                replace_text_file(arguments.out, opened->text, FileAccess::owner_only);
            !written)
            return refuse(written.error());
    describe(read);
    if (!names.empty()) print_text("name    {}, in the server's arena\n", names);
    if (arguments.out.empty()) {
        const std::string text = printable(opened->text);
        print_text("\n{}{}", text, text.ends_with('\n') ? "" : "\n");
    }
    return exit_ok;
}

int key(const Arguments& arguments) {
    const auto file = KeyFile::at(arguments.key_file);
    if (!file) return refuse(file.error());
    const auto seed = chosen_seed(*file, arguments);
    if (!seed) return refuse(seed.error());
    const bool is_made = arguments.is_new || arguments.is_restored;
    if (!is_made && (arguments.has_passphrase || arguments.has_none)) {
        const auto passphrase = wanted_passphrase(arguments);
        if (!passphrase) return refuse(passphrase.error());
        if (const auto written = file->replace(*seed, *passphrase); !written)
            return refuse(written.error());
    }
    describe(secrets::LetterKey(*seed).public_key());
    if (arguments.is_new || arguments.shows_words)
        print_text("words       {}\n", secrets::to_words(*seed));
    if (arguments.is_new)
        print_text(
            "\nWrite the words down and keep them to yourself: they are the key, and nobody can\n"
            "bring them back. They are kept in {}.\n",
            file->path().string());
    return exit_ok;
}

int seal(const Arguments& arguments) {
    const auto recipient = public_key_in(arguments.to);
    if (!recipient) return refuse(recipient.error());
    const std::string address = secrets::address_of(*recipient).text();
    if (!arguments.address.empty() && arguments.address != address)
        return refuse("the key is not that of this address, but of " + address);
    const auto text = text_to_seal(arguments);
    if (!text) return refuse(text.error());
    const auto letter = sealed(arguments, *recipient, *text);
    if (!letter) return refuse(letter.error());
    return write_letter(letter->file(), arguments.out);
}

int open(const Arguments& arguments) {
    const auto file = KeyFile::at(arguments.key_file);
    if (!file) return refuse(file.error());
    const auto seed = file->read();
    if (!seed) return refuse(seed.error());
    const auto read = letter_in(arguments.letter);
    if (!read) return refuse(read.error());
    return show_opened(secrets::LetterKey(*seed), *read, arguments);
}

int verify(const Arguments& arguments) {
    const auto read = letter_in(arguments.letter);
    if (!read) return refuse(read.error());
    if (!read->letter.metadata)
        return refuse(arguments.letter + ": the letter is anonymous: nobody signed it");
    if (const auto verified = secrets::verify_letter(read->letter); !verified)
        return refuse(arguments.letter + ": " + fault_text(verified.error()));
    describe(*read);
    return exit_ok;
}

}  // namespace kibitz::cli::letter_command
