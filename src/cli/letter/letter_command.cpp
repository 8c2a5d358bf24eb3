#include <memory>
#include <string>

#include "cli/letter/letter_actions.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"

namespace kibitz::cli {

namespace letter_command {
namespace {

constexpr const char* examples = R"(Examples:
  kibitz letter key --new                     make a key; write its 24 words down
  kibitz letter key                           the address and the public key to give to others
  kibitz letter key --restore < words.txt     the same key on another computer
  kibitz letter key --passphrase              from now on the key is read with a passphrase only
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
  kibitz letter save 3 --server https://chess.example.org
                                              the sealed letter as a file, which `verify` and `open` take
  kibitz letter sent                          copies of what you sent, which you alone can open
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

int run(const Arguments& arguments) {
    switch (arguments.action) {
        case Arguments::Action::key: return key(arguments);
        case Arguments::Action::seal: return seal(arguments);
        case Arguments::Action::open: return open(arguments);
        case Arguments::Action::verify: return verify(arguments);
        case Arguments::Action::send: return send(arguments);
        case Arguments::Action::inbox: return inbox(arguments);
        case Arguments::Action::read: return read_from_server(arguments);
        case Arguments::Action::save: return save(arguments);
        case Arguments::Action::sent: return sent(arguments);
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
    auto* const locked = keys->add_flag("--passphrase", arguments.has_passphrase,
                                        "lock the file with a passphrase, which is asked for");
    keys->add_flag("--no-passphrase", arguments.has_none, "take the passphrase away")
        ->excludes(locked);

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
    sending->add_option("--to", arguments.addresses, "the recipient's address; several: one each")
        ->required()
        ->allow_extra_args(false);
    sending->add_flag("--no-copy", arguments.keeps_no_copy, "keep nothing of it on this computer");
    sending->add_option("text", arguments.text, "a file with the text; - is standard input")
        ->capture_default_str();

    action("sent", Arguments::Action::sent,
           "list the letters that you sent from this computer; `open` reads them");

    add_server(action("inbox", Arguments::Action::inbox, "list your waiting letters"));

    auto* const reading = action("read", Arguments::Action::read, "read a waiting letter");
    add_server(reading);
    reading->add_flag("--delete", arguments.is_deleted, "delete it from the server afterwards");
    reading->add_option("--seen", arguments.seen,
                        "a file of letters that were opened: refuses them, and adds this one");
    reading->add_option("--out", arguments.out, "a file for the text, unchanged");
    reading->add_option("letter", arguments.letter, "its number in the inbox, or its name")
        ->required();

    auto* const saving = action("save", Arguments::Action::save,
                                "save a waiting letter as it is, sealed, for others or for later");
    add_server(saving);
    saving->add_option("--out", arguments.out, "the file for the letter [its name.letter]");
    saving->add_option("letter", arguments.letter, "its number in the inbox, or its name")
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
