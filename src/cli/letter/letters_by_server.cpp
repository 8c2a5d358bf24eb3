#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena/iso_time.hpp"
#include "cli/letter/key_file.hpp"
#include "cli/letter/letter_actions.hpp"
#include "cli/letter/mailbox.hpp"
#include "cli/letter/printable.hpp"
#include "cli/letter/sent_letters.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/terminal/print_text.hpp"

namespace kibitz::cli::letter_command {

using letters::PublicKey;

namespace {

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

// Each has a mailbox here, or nothing is sent to anybody.
std::expected<std::vector<PublicKey>, std::string> keys_of(
    Mailbox& mailbox, const std::vector<letters::Address>& addresses) {
    std::vector<PublicKey> keys;
    for (const letters::Address& address : addresses) {
        const auto known = mailbox.find(address);
        if (!known) return std::unexpected(address.text() + ": " + known.error());
        keys.push_back(known->key);
    }
    return keys;
}

std::expected<std::vector<letters::Address>, std::string> recipients_of(
    const Arguments& arguments) {
    std::vector<letters::Address> addresses;
    for (const std::string& text : arguments.addresses) {
        const auto address = letters::Address::parse(text);
        if (!address)
            return std::unexpected("--to is an address: kz and 52 more characters, not " +
                                   printable(text));
        if (std::ranges::find(addresses, *address) == addresses.end())
            addresses.push_back(*address);
    }
    return addresses;
}

// Each recipient gets a letter of their own.
std::expected<std::string, std::string> send_one(Visit& visited, const PublicKey& recipient,
                                                 const std::string& text, bool keeps_copy) {
    const std::uint64_t now = seconds_now();
    const auto letter = secrets::seal_letter(visited.key, recipient, text, now);
    if (!letter) return std::unexpected(fault_text(letter.error()));
    const std::string file = letter->file();
    if (const auto sent = visited.mailbox->send(file); !sent) return std::unexpected(sent.error());
    std::string id = secrets::letter_id(file);
    if (!keeps_copy) return id;
    const auto kept = SentLetters::keep(visited.key, secrets::address_of(recipient), text, now);
    if (!kept) return std::unexpected("it was sent as " + id + ", but not kept: " + kept.error());
    return id;
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

// The name of the letter that has this number or name.
std::expected<std::string, std::string> letter_id_of(Mailbox& mailbox, const std::string& wanted) {
    const auto letters = mailbox.list();
    if (!letters) return std::unexpected(letters.error());
    for (const WaitingLetter& letter : *letters)
        if (letter.id == wanted || std::to_string(letter.number) == wanted) return letter.id;
    return std::unexpected("there is no letter " + wanted + " in your mailbox");
}

struct FetchedLetter {
    Visit visit;
    std::string id, file;
};

// The letter of this mailbox that the arguments name, by its number or its name.
std::expected<FetchedLetter, std::string> fetch_letter(const Arguments& arguments) {
    auto visited = visit(arguments);
    if (!visited) return std::unexpected(visited.error());
    auto id = letter_id_of(*visited->mailbox, arguments.letter);
    if (!id) return std::unexpected(id.error());
    auto file = visited->mailbox->fetch(*id);
    if (!file) return std::unexpected(file.error());
    return FetchedLetter{*std::move(visited), *std::move(id), *std::move(file)};
}

}  // namespace

int send(const Arguments& arguments) {
    const auto addresses = recipients_of(arguments);
    if (!addresses) return fail("letter", addresses.error(), exit_bad_usage);
    const auto text = text_to_seal(arguments);
    if (!text) return refuse(text.error());
    auto visited = visit(arguments);
    if (!visited) return refuse(visited.error());
    const auto recipients = keys_of(*visited->mailbox, *addresses);
    if (!recipients) return refuse(recipients.error());
    int code = exit_ok;
    for (std::size_t i = 0; i < recipients->size(); ++i) {
        const auto id = send_one(*visited, (*recipients)[i], *text, !arguments.keeps_no_copy);
        if (id)
            print_text("{}\n", *id);
        else
            code = refuse((*addresses)[i].text() + ": " + id.error());
    }
    return code;
}

int sent(const Arguments& /*arguments*/) {
    const auto kept = SentLetters::list();
    if (!kept) return refuse(kept.error());
    if (kept->empty()) print_text("There are no copies of letters that you sent.\n");
    for (const SentLetter& letter : *kept)
        print_text("{}  {}  {}\n", letter.time, letter.to, letter.path.string());
    return exit_ok;
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

int read_from_server(const Arguments& arguments) {
    const auto fetched = fetch_letter(arguments);
    if (!fetched) return refuse(fetched.error());
    const auto letter = read_letter(fetched->file);
    if (!letter) return refuse(fault_text(letter.error()));
    const auto& metadata = letter->letter.metadata;
    const std::string names =
        metadata ? names_of(*fetched->visit.mailbox, metadata->from.text()) : "";
    if (const int code = show_opened(fetched->visit.key, *letter, arguments, names);
        code != exit_ok)
        return code;
    if (arguments.is_deleted)
        if (const auto removed = fetched->visit.mailbox->remove(fetched->id); !removed)
            return refuse(removed.error());
    return exit_ok;
}

int save(const Arguments& arguments) {
    const auto fetched = fetch_letter(arguments);
    if (!fetched) return refuse(fetched.error());
    return write_letter(fetched->file, arguments.out);
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
    const auto fetched = fetch_letter(arguments);
    if (!fetched) return refuse(fetched.error());
    const auto letter = letters::parse_letter(fetched->file);
    if (!letter) return refuse(fault_text(letter.error()));
    const auto opened = secrets::open_letter(fetched->visit.key, *letter);
    if (!opened) return refuse(fault_text(opened.error()));
    if (const auto done = fetched->visit.mailbox->report(fetched->id, *opened, arguments.note);
        !done)
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

}  // namespace kibitz::cli::letter_command
