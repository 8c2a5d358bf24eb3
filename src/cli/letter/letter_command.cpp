#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "arena/iso_time.hpp"
#include "cli/letter/key_file.hpp"
#include "cli/letter/mailbox.hpp"
#include "cli/letter/printable.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/user_files.hpp"
#include "cli/terminal/print_text.hpp"
#include "letters/letter.hpp"
#include "secrets/letter_box.hpp"

namespace kibitz::cli {

namespace letter_command {
namespace {

using letters::Letter;
using letters::PublicKey;

constexpr const char* examples = R"(Examples:
  kibitz letter key --new                     make a key; write its 24 words down
  kibitz letter key                           the address and the public key to give to others
  kibitz letter key --restore < words.txt     the same key on another computer
  echo "Shall we play at eight?" | kibitz letter seal --to anna.key --out to-anna.letter
  kibitz letter seal --to anna.key --address kzkcjou2s6... note.txt
                                              only if the key is the one of this address
  kibitz letter open to-ben.letter            who wrote it, when, and what
  kibitz letter open to-ben.letter --seen opened.txt
                                              refuse letters that were opened before
  kibitz letter verify to-ben.letter          whether its sender signed it; needs no key

  Through a server (kibitz serve) that keeps letters until they are fetched:
  kibitz letter inbox --server https://chess.example.org
                                              lists your letters; the first time, it opens your mailbox
  echo "At eight?" | kibitz letter send --server https://chess.example.org --to kzkcjou2s6...
  kibitz letter read 3 --server https://chess.example.org --delete
  kibitz letter block kzkcjou2s6... --server https://chess.example.org
  kibitz letter policy everybody --server https://chess.example.org
                                              letters from people you do not know may be long
  kibitz letter report 3 --server https://chess.example.org --note "He insults me."
                                              lets the server's operator read letter 3
  kibitz letter names --server https://chess.example.org
                                              the names in the arena that your key stands for
  kibitz letter recover Anna --server https://chess.example.org
                                              a new token for such a name, on a new computer

docs/letters.md says what letters protect, and has their format byte by byte.)";

constexpr const char* standard_input = "-";

struct Arguments {
    enum class Action : std::uint8_t {
        key,
        seal,
        open,
        verify,
        send,
        inbox,
        read,
        block,
        policy,
        report,
        names,
        recover,
    };
    Action action = Action::key;
    std::string key_file;
    bool is_new = false, is_restored = false, shows_words = false;
    std::string to, address;
    bool is_anonymous = false;
    std::string text = standard_input;
    std::string letter;
    std::string seen;
    std::string out;
    std::string server, ca_file;
    bool is_deleted = false, is_unblocked = false;
    std::string note, name, policy;
};

int refuse(const std::string& why) { return fail("letter", why, exit_failure); }

std::string all_input() { return {std::istreambuf_iterator<char>(std::cin), {}}; }

std::string trimmed(const std::string& text) {
    constexpr const char* blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// --- key ---

void describe(const PublicKey& key) {
    print_text("address     {}\npublic key  {}\n", secrets::address_of(key).text(), key.text());
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
    if (const auto written = file.write(seed); !written) return std::unexpected(written.error());
    return seed;
}

int key(const Arguments& arguments) {
    const auto file = KeyFile::at(arguments.key_file);
    if (!file) return refuse(file.error());
    const auto seed = chosen_seed(*file, arguments);
    if (!seed) return refuse(seed.error());
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

// --- seal ---

// A public key as text, or a file that has one.
std::expected<PublicKey, std::string> public_key_in(const std::string& text) {
    auto key = PublicKey::parse(text);
    if (!key) {
        const auto content = read_text_file(text);
        if (!content)
            return std::unexpected("--to is neither a public key nor a file with one: " +
                                   content.error());
        key = PublicKey::parse(trimmed(*content));
    }
    if (!key || !secrets::is_genuine(*key))
        return std::unexpected("--to: " + fault_text(letters::Fault::bad_key));
    return *key;
}

std::uint64_t seconds_now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

std::expected<std::string, std::string> text_to_seal(const Arguments& arguments) {
    if (arguments.text == standard_input) return all_input();
    return read_text_file(arguments.text);
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
    const std::string file = letter->file();
    const std::string path =
        arguments.out.empty() ? secrets::letter_id(file) + ".letter" : arguments.out;
    if (const auto written = replace_text_file(path, file); !written)
        return refuse(written.error());
    print_text("{}\n", path);
    return exit_ok;
}

// --- open and verify ---

struct ReadLetter {
    Letter letter;
    std::string id;
};

std::expected<ReadLetter, letters::Fault> read_letter(std::string_view file) {
    auto letter = letters::parse_letter(file);
    if (!letter) return std::unexpected(letter.error());
    return ReadLetter{.letter = *std::move(letter), .id = secrets::letter_id(file)};
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

// `names`: by which the sender goes, where that is known.
int show_opened(const secrets::LetterKey& key, const ReadLetter& read, const Arguments& arguments,
                const std::string& names = {}) {
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

// --- by a server ---

struct Visit {
    secrets::LetterKey key;
    std::unique_ptr<Mailbox> mailbox;
};

std::expected<Visit, std::string> visit(const Arguments& arguments) {
    const auto file = KeyFile::at(arguments.key_file);
    if (!file) return std::unexpected(file.error());
    const auto seed = file->read();
    if (!seed) return std::unexpected(seed.error());
    const secrets::LetterKey key(*seed);
    auto mailbox = Mailbox::open(arguments.server, arguments.ca_file, key);
    if (!mailbox) return std::unexpected(mailbox.error());
    return Visit{.key = key, .mailbox = *std::move(mailbox)};
}

int send(const Arguments& arguments) {
    const auto to = letters::Address::parse(arguments.address);
    if (!to) return fail("letter", "--to is an address: kz and 52 more characters", exit_bad_usage);
    const auto text = text_to_seal(arguments);
    if (!text) return refuse(text.error());
    const auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    const auto recipient = visited->mailbox->find(*to);
    if (!recipient) return refuse(recipient.error());
    const auto letter = secrets::seal_letter(visited->key, recipient->key, *text, seconds_now());
    if (!letter) return refuse(fault_text(letter.error()));
    const std::string file = letter->file();
    if (const auto sent = visited->mailbox->send(file); !sent) return refuse(sent.error());
    print_text("{}\n", secrets::letter_id(file));
    return exit_ok;
}

// "Ann", or "Ann, Ann's bot"; empty for somebody without a name, or of whom the server knows
// nothing.
std::string names_of(Mailbox& mailbox, const std::string& address) {
    const auto parsed = letters::Address::parse(address);
    if (!parsed) return {};
    const auto known = mailbox.find(*parsed);
    if (!known) return {};
    std::string all;
    for (const std::string& name : known->names) all += (all.empty() ? "" : ", ") + printable(name);
    return all;
}

int inbox(const Arguments& arguments) {
    const auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    const auto letters = visited->mailbox->list();
    if (!letters) return refuse(letters.error());
    if (letters->empty()) print_text("There are no letters.\n");
    std::map<std::string, std::string> names;
    for (const WaitingLetter& letter : *letters) {
        const auto [known, is_new] = names.try_emplace(letter.from);
        if (is_new) known->second = names_of(*visited->mailbox, letter.from);
        print_text("{:6}  {}  {}{}{}\n", letter.number,
                   arena::iso_time(arena::Time(std::chrono::seconds(letter.arrived))),
                   printable(letter.from), known->second.empty() ? "" : "  ", known->second);
    }
    return exit_ok;
}

// The name of the letter that has this number or name.
std::expected<std::string, std::string> letter_id_of(Mailbox& mailbox, const std::string& wanted) {
    const auto letters = mailbox.list();
    if (!letters) return std::unexpected(letters.error());
    for (const WaitingLetter& letter : *letters)
        if (letter.id == wanted || std::to_string(letter.number) == wanted) return letter.id;
    return std::unexpected("there is no letter " + wanted + " in your mailbox");
}

struct FetchedLetter {
    std::string id, file;
};

// The letter that has this number or name.
std::expected<FetchedLetter, std::string> fetch_letter(Mailbox& mailbox,
                                                       const std::string& wanted) {
    auto id = letter_id_of(mailbox, wanted);
    if (!id) return std::unexpected(id.error());
    auto file = mailbox.fetch(*id);
    if (!file) return std::unexpected(file.error());
    return FetchedLetter{*std::move(id), *std::move(file)};
}

int read_from_server(const Arguments& arguments) {
    const auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    const auto fetched = fetch_letter(*visited->mailbox, arguments.letter);
    if (!fetched) return refuse(fetched.error());
    const auto letter = read_letter(fetched->file);
    if (!letter) return refuse(fault_text(letter.error()));
    const auto& metadata = letter->letter.metadata;
    const std::string names = metadata ? names_of(*visited->mailbox, metadata->from.text()) : "";
    if (const int code = show_opened(visited->key, *letter, arguments, names); code != exit_ok)
        return code;
    if (arguments.is_deleted)
        if (const auto removed = visited->mailbox->remove(fetched->id); !removed)
            return refuse(removed.error());
    return exit_ok;
}

int block(const Arguments& arguments) {
    const auto address = letters::Address::parse(arguments.address);
    if (!address) return fail("letter", "an address is kz and 52 more characters", exit_bad_usage);
    const auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    if (const auto done = visited->mailbox->block(*address, !arguments.is_unblocked); !done)
        return refuse(done.error());
    return exit_ok;
}

int policy(const Arguments& arguments) {
    const auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    const auto policy = visited->mailbox->policy(arguments.policy);
    if (!policy) return refuse(policy.error());
    print_text("letters from {}\n", printable(*policy));
    return exit_ok;
}

int report(const Arguments& arguments) {
    const auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    const auto fetched = fetch_letter(*visited->mailbox, arguments.letter);
    if (!fetched) return refuse(fetched.error());
    const auto letter = letters::parse_letter(fetched->file);
    if (!letter) return refuse(fault_text(letter.error()));
    const auto opened = secrets::open_letter(visited->key, *letter);
    if (!opened) return refuse(fault_text(opened.error()));
    if (const auto done = visited->mailbox->report(fetched->id, *opened, arguments.note); !done)
        return refuse(done.error());
    print_text("The operator can now read this letter, with the proof that its sender wrote it.\n");
    return exit_ok;
}

int names(const Arguments& arguments) {
    const auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    const auto known = visited->mailbox->find(secrets::address_of(visited->key.public_key()));
    if (!known) return refuse(known.error());
    if (known->names.empty())
        print_text(
            "Nobody in this arena has shown your key as theirs. Its page does it for the name "
            "that\n"
            "you play under: Letters, Your key, Show my key on my page.\n");
    for (const std::string& name : known->names) print_text("{}\n", printable(name));
    return exit_ok;
}

int recover(const Arguments& arguments) {
    const auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    const auto token = visited->mailbox->recover_name(arguments.name);
    if (!token) return refuse(token.error());
    print_text("token  {}\n\nLog in as {} with it. The old token is void.\n", printable(*token),
               arguments.name);
    return exit_ok;
}

int run(const Arguments& arguments) {
    switch (arguments.action) {
        case Arguments::Action::key: return key(arguments);
        case Arguments::Action::seal: return seal(arguments);
        case Arguments::Action::open: return open(arguments);
        case Arguments::Action::verify: return verify(arguments);
        case Arguments::Action::send: return send(arguments);
        case Arguments::Action::inbox: return inbox(arguments);
        case Arguments::Action::read: return read_from_server(arguments);
        case Arguments::Action::block: return block(arguments);
        case Arguments::Action::policy: return policy(arguments);
        case Arguments::Action::report: return report(arguments);
        case Arguments::Action::names: return names(arguments);
        case Arguments::Action::recover: return recover(arguments);
    }
    return exit_bad_usage;
}

void define_options(CLI::App& app, Arguments& arguments) {
    app.footer(examples);
    app.require_subcommand(1);
    const auto action = [&](const char* name, Arguments::Action which, const char* help) {
        return app.add_subcommand(name, help)->callback([&arguments, which] {
            arguments.action = which;
        });
    };
    const auto add_key_file = [&](CLI::App* command) {
        command->add_option("--key", arguments.key_file,
                            "the file with your 24 words [~/.local/share/kibitz/letter-key]");
    };
    auto* const keys =
        action("key", Arguments::Action::key, "show your key, make one, restore one");
    add_key_file(keys);
    auto* const is_new = keys->add_flag("--new", arguments.is_new, "make a key and show its words");
    keys->add_flag("--restore", arguments.is_restored, "read the 24 words from standard input")
        ->excludes(is_new);
    keys->add_flag("--words", arguments.shows_words, "show the words");

    auto* const sealing = action("seal", Arguments::Action::seal, "write a letter to a file");
    add_key_file(sealing);
    sealing->add_option("--to", arguments.to, "the recipient's public key, or a file with it")
        ->required();
    sealing->add_option("--address", arguments.address,
                        "the recipient's address: a key that does not belong to it is refused");
    sealing->add_flag("--anonymous", arguments.is_anonymous, "do not say who writes");
    sealing->add_option("--out", arguments.out, "the file for the letter [its name.letter]");
    sealing->add_option("text", arguments.text, "a file with the text; - is standard input")
        ->capture_default_str();

    auto* const opening = action("open", Arguments::Action::open, "read a letter to you");
    add_key_file(opening);
    opening->add_option("--seen", arguments.seen,
                        "a file of letters that were opened: refuses them, and adds this one");
    opening->add_option("--out", arguments.out,
                        "a file for the text, unchanged; without it, control characters are "
                        "replaced");
    opening->add_option("letter", arguments.letter, "the file of the letter")->required();

    auto* const verifying =
        action("verify", Arguments::Action::verify, "check that a letter was signed by its sender");
    verifying->add_option("letter", arguments.letter, "the file of the letter")->required();

    const auto add_server = [&](CLI::App* command) {
        add_key_file(command);
        command
            ->add_option("--server", arguments.server,
                         "the server that keeps letters: https://, or http:// on the same machine")
            ->required();
        command->add_option("--ca", arguments.ca_file,
                            "the certificate to trust, PEM, where the system does not trust it");
    };
    auto* const sending = action("send", Arguments::Action::send, "send a letter through a server");
    add_server(sending);
    sending->add_option("--to", arguments.address, "the recipient's address")->required();
    sending->add_option("text", arguments.text, "a file with the text; - is standard input")
        ->capture_default_str();

    add_server(action("inbox", Arguments::Action::inbox, "list your waiting letters"));

    auto* const reading = action("read", Arguments::Action::read, "read a waiting letter");
    add_server(reading);
    reading->add_flag("--delete", arguments.is_deleted, "delete it from the server afterwards");
    reading->add_option("--seen", arguments.seen,
                        "a file of letters that were opened: refuses them, and adds this one");
    reading->add_option("--out", arguments.out, "a file for the text, unchanged");
    reading->add_option("letter", arguments.letter, "its number in the inbox, or its name")
        ->required();

    auto* const blocking =
        action("block", Arguments::Action::block, "accept no more letters from somebody");
    add_server(blocking);
    blocking->add_flag("--undo", arguments.is_unblocked, "accept them again");
    blocking->add_option("address", arguments.address, "the sender's address")->required();

    auto* const deciding =
        action("policy", Arguments::Action::policy, "say whose letters you take");
    add_server(deciding);
    deciding
        ->add_option("whom", arguments.policy,
                     "nobody, known (people to whom you have written or with whom you have played) "
                     "or everybody; without it, shows what it is")
        ->check(CLI::IsMember({"nobody", "known", "everybody"}));

    auto* const reporting = action("report", Arguments::Action::report,
                                   "let the server's operator read a waiting letter");
    add_server(reporting);
    reporting->add_option("--note", arguments.note, "what the operator should know");
    reporting->add_option("letter", arguments.letter, "its number in the inbox, or its name")
        ->required();

    add_server(action("names", Arguments::Action::names,
                      "list the names in the arena that your key stands for"));

    auto* const recovering = action("recover", Arguments::Action::recover,
                                    "get a new token for such a name, on a new computer");
    add_server(recovering);
    recovering->add_option("name", arguments.name, "the name")->required();
}

}  // namespace
}  // namespace letter_command

void add_letter_command(Program& program) {
    using namespace letter_command;
    CLI::App& app = program.add("letter", "letters that only their recipient can read",
                                "Seals, opens and verifies letters from person to person.");
    const auto arguments = std::make_shared<Arguments>();
    program.when_chosen(app, [arguments] { return run(*arguments); });
    define_options(app, *arguments);
}

}  // namespace kibitz::cli
