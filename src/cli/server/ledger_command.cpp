#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "ledger/verifier.hpp"
#include "secrets/sodium_secrets.hpp"
#include "text/numbers.hpp"

namespace kibitz::cli {

namespace ledger_command {
namespace {

constexpr const char* examples = R"(Examples:
  kibitz ledger verify ledger.jsonl
  curl -s https://chess.example.org/arena/ledger.jsonl | kibitz ledger verify -
  kibitz ledger verify ledger.jsonl --head 120:5b1e...    also that fact 120 is the one that was seen

docs/ledger.md describes the file.)";

int refuse(const std::string& why) { return fail("ledger", why, exit_failure); }

// The hashes of facts that somebody has written down, by number.
using Heads = std::map<std::int64_t, ledger::Hash>;

// "120:5b1e..."; nothing if it is none.
std::optional<Heads::value_type> read_head(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto number = text::parse_number<std::int64_t>(text.substr(0, colon));
    const std::string_view hash = text.substr(colon + 1);
    constexpr std::string_view digits = "0123456789abcdef";
    if (!number || *number < 1 || hash.size() != ledger::hash_digits ||
        hash.find_first_not_of(digits) != std::string_view::npos)
        return std::nullopt;
    return Heads::value_type{*number, hash};
}

int verify(std::istream& input, const std::string& name, const Heads& heads) {
    const secrets::SodiumSecrets secrets("");  // hashing needs no key
    ledger::Verifier verifier(
        [&](std::string_view text) { return secrets.sha256_hex(text); },
        [&](std::string_view key, std::string_view text, std::string_view signature) {
            return secrets.is_signed_by(key, text, signature);
        });
    std::string line;
    ledger::Verifier::Taken taken;
    std::int64_t lines = 0;
    while (taken && std::getline(input, line)) {
        ++lines;
        if (input.eof())
            return refuse(name + ", line " + std::to_string(lines) + ": " +
                          ledger::code(ledger::Fault::Code::cut_off) + ": the line has no end");
        taken = verifier.take(line);
        const auto seen = heads.find(lines);
        if (taken && seen != heads.end() && seen->second != verifier.head())
            return refuse(name + ", line " + std::to_string(lines) + ": rewritten: fact " +
                          std::to_string(lines) +
                          " is another one than that of the head that was given");
    }
    if (taken && input.bad()) return refuse(name + " cannot be read to its end");
    if (taken) taken = verifier.finish();
    if (!taken) {
        const ledger::Fault& fault = taken.error();
        return refuse(name + ", line " + std::to_string(fault.line) + ": " + code(fault.code) +
                      ": " + fault.text);
    }
    const std::int64_t facts = verifier.ledger().last().number;
    if (!heads.empty() && heads.rbegin()->first > facts)
        return refuse(name + ": rewritten: it has " + std::to_string(facts) +
                      " facts, and a head that was given is that of fact " +
                      std::to_string(heads.rbegin()->first));
    const ledger::Verifier::Origins& origins = verifier.origins();
    std::printf(
        "%lld facts are as they were written, and possible one after the other\n"
        "%lld are signed by the player who acted, %lld are unsigned, "
        "%lld are the operator's or the arena's\n"
        "head %s\n",
        static_cast<long long>(facts), static_cast<long long>(origins.is_signed),
        static_cast<long long>(origins.is_unsigned), static_cast<long long>(origins.arena),
        verifier.head().c_str());
    return exit_ok;
}

int verify(const std::string& path, const std::vector<std::string>& texts) {
    Heads heads;
    for (const std::string& text : texts) {
        const auto head = read_head(text);
        if (!head)
            return fail(
                "ledger",
                "--head is the number of a fact, a colon and its hash of 64 digits, not \"" + text +
                    "\"",
                exit_bad_usage);
        heads.insert(*head);
    }
    if (path == "-") return verify(std::cin, "standard input", heads);
    std::ifstream file(path, std::ios::binary);
    if (!file) return refuse(path + " cannot be read");
    return verify(file, path, heads);
}

}  // namespace
}  // namespace ledger_command

void add_ledger_command(Program& program) {
    using namespace ledger_command;
    CLI::App& app = program.add("ledger", "check the ledger of an arena",
                                "Checks the ledger of an arena, which everybody can fetch.");
    const auto path = std::make_shared<std::string>();
    const auto heads = std::make_shared<std::vector<std::string>>();
    program.when_chosen(app, [path, heads] { return verify(*path, *heads); });
    app.footer(examples);
    app.require_subcommand(1);
    CLI::App* const verifying = app.add_subcommand(
        "verify",
        "check that no byte was changed, that every fact was possible, and the signatures");
    verifying->add_option("file", *path, "the file; - is standard input")->required();
    verifying
        ->add_option("--head", *heads,
                     "NUMBER:HASH of a fact as a server showed it earlier (several): the file must "
                     "still have it")
        ->allow_extra_args(false);
}

}  // namespace kibitz::cli
