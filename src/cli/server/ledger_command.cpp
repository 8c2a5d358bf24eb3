#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "ledger/verifier.hpp"
#include "secrets/sodium_secrets.hpp"

namespace kibitz::cli {

namespace ledger_command {
namespace {

constexpr const char* examples = R"(Examples:
  kibitz ledger verify ledger.jsonl
  curl -s https://chess.example.org/arena/ledger.jsonl | kibitz ledger verify -

docs/ledger.md describes the file.)";

int refuse(const std::string& why) { return fail("ledger", why, exit_failure); }

int verify(std::istream& input, const std::string& name) {
    const secrets::SodiumSecrets secrets("");  // hashing needs no key
    ledger::Verifier verifier([&](std::string_view text) { return secrets.sha256_hex(text); });
    std::string line;
    ledger::Verifier::Taken taken;
    std::int64_t lines = 0;
    while (taken && std::getline(input, line)) {
        ++lines;
        if (input.eof())
            return refuse(name + ", line " + std::to_string(lines) + ": " +
                          ledger::code(ledger::Fault::Code::cut_off) + ": the line has no end");
        taken = verifier.take(line);
    }
    if (taken && input.bad()) return refuse(name + " cannot be read to its end");
    if (taken) taken = verifier.finish();
    if (!taken) {
        const ledger::Fault& fault = taken.error();
        return refuse(name + ", line " + std::to_string(fault.line) + ": " + code(fault.code) +
                      ": " + fault.text);
    }
    std::printf("%lld facts are as they were written, and possible one after the other\nhead %s\n",
                static_cast<long long>(verifier.ledger().last().number), verifier.head().c_str());
    return exit_ok;
}

int verify(const std::string& path) {
    if (path == "-") return verify(std::cin, "standard input");
    std::ifstream file(path, std::ios::binary);
    if (!file) return refuse(path + " cannot be read");
    return verify(file, path);
}

}  // namespace
}  // namespace ledger_command

void add_ledger_command(Program& program) {
    using namespace ledger_command;
    CLI::App& app = program.add("ledger", "check the ledger of an arena",
                                "Checks the ledger of an arena, which everybody can fetch.");
    const auto path = std::make_shared<std::string>();
    program.when_chosen(app, [path] { return verify(*path); });
    app.footer(examples);
    app.require_subcommand(1);
    CLI::App* const verifying = app.add_subcommand(
        "verify", "check that no byte was changed and that every fact was possible");
    verifying->add_option("file", *path, "the file; - is standard input")->required();
}

}  // namespace kibitz::cli
