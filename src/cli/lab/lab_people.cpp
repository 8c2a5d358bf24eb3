#include "cli/lab/lab_people.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/iso_time.hpp"
#include "cli/lab/lab_client.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "lab_net/join_token.hpp"

namespace kibitz::cli {

namespace lab_people {
namespace {

using nlohmann::json;

struct PeopleArguments : LabAddress {
    std::string name, test, why;
    std::string role = "worker";
    bool own = false, trusted = false, is_operator = false, as_json = false;
    std::vector<std::string> tags;
    int priority = 0;
};

int run_key_add(const PeopleArguments& arguments) {
    const auto token = find_token(arguments);
    if (!token) return fail("lab", token.error(), exit_failure);
    const std::string role = arguments.is_operator ? "operator" : arguments.role;
    const auto answer =
        ask_laboratory(arguments, {{"type", "addKey"},
                                   {"name", arguments.name},
                                   {"role", role},
                                   {"operator", role == "operator"},  // for a gate of version 0.3
                                   {"tags", arguments.tags},
                                   {"trust", arguments.own       ? "own"
                                             : arguments.trusted ? "trusted"
                                                                 : "volunteer"}});
    if (!answer) return exit_failure;
    std::puts(lab_net::to_string({token->address, arguments.name,
                                  answer->value("secret", std::string()), token->fingerprint})
                  .c_str());
    return exit_ok;
}

// "attic  worker  own  tags zen4, attic  seen 2026-11-27T12:00:00Z"
std::string line_of_key(const json& key) {
    std::string line = key.at("name").get<std::string>() + "  " + key.at("role").get<std::string>();
    // Whose machine it is.
    if (key.at("role") == "worker") line += "  " + key.at("trust").get<std::string>();
    const json& tags = key.at("tags");
    for (std::size_t i = 0; i < tags.size(); ++i)
        line += (i == 0 ? "  tags " : ", ") + tags[i].get<std::string>();
    const auto seen = key.find("seen");
    line += seen == key.end() ? "  not seen"
                              : "  seen " + arena::iso_time(arena::from_epoch(
                                                seen->get<std::int64_t>() * std::int64_t{1000}));
    if (key.at("connections") != 0) line += "  connected";
    if (key.at("revoked") == true) line += "  revoked";
    return line;
}

int run_key_list(const PeopleArguments& arguments) {
    const auto answer = ask_laboratory(arguments, {{"type", "keys"}});
    if (!answer) return exit_failure;
    if (arguments.as_json) return std::puts(answer->at("keys").dump().c_str()), exit_ok;
    for (const json& key : answer->at("keys")) std::puts(line_of_key(key).c_str());
    return exit_ok;
}

int run_simple(const PeopleArguments& arguments, const json& request) {
    return ask_laboratory(arguments, request) ? exit_ok : exit_failure;
}

// Whoever is banned sends nothing more, and what it sent counts no longer.
int run_ban(const PeopleArguments& arguments) {
    const int code = run_simple(arguments, {{"type", "void"}, {"worker", arguments.name}});
    if (code != exit_ok) return code;
    return run_simple(arguments, {{"type", "revokeKey"}, {"name", arguments.name}});
}

struct Verb {
    const char *name, *help;
};

constexpr Verb verbs[]{
    {"approve", "let a test begin that waits for it; nobody approves their own"},
    {"pause", "give out no more games of a test until it is continued"},
    {"continue", "give out games of a paused test again"},
    {"stop", "end a test for good, or refuse one that waits for approval"},
    {"prioritise", "move a test ahead of others, or behind them"},
};

void add_key_commands(Program& program, CLI::App& lab,
                      const std::shared_ptr<PeopleArguments>& arguments) {
    CLI::App& key = *lab.add_subcommand("key", "manage the keys of workers and people");
    key.require_subcommand(1);
    const auto asking = [&](const char* name, const char* help) -> CLI::App& {
        CLI::App& made = *key.add_subcommand(name, help);
        add_address_options(made, *arguments);
        return made;
    };
    CLI::App& add = asking("add", "print a join token for a new key");
    add.add_option("name", arguments->name, "whose key it is")->required();
    add.add_flag("--own", arguments->own, "a machine of yours");
    add.add_flag("--trusted", arguments->trusted, "a machine of somebody you trust");
    CLI::Option* const role =
        add.add_option("--role", arguments->role,
                       "worker: plays games; author: proposes tests; approver: also lets tests of\n"
                       "others begin; operator: may do everything")
            ->check(CLI::IsMember({"worker", "author", "approver", "operator"}))
            ->option_text("ROLE")
            ->capture_default_str();
    add.add_flag("--operator", arguments->is_operator, "the same as --role operator")
        ->excludes(role);
    add.add_option(
           "--tag", arguments->tags,
           "a word of yours, such as whose machine it is or what it has: tests can ask for\n"
           "it (lab test --tag), and key list shows it; up to 10")
        ->allow_extra_args(false);
    program.when_chosen(add, [arguments] { return run_key_add(*arguments); });
    CLI::App& list = asking(
        "list", "show all keys, their roles and when they were last seen; never their secrets");
    list.add_flag("--json", arguments->as_json, "for programs");
    program.when_chosen(list, [arguments] { return run_key_list(*arguments); });
    CLI::App& revoke = asking("revoke", "revoke a key, and with it its role");
    revoke.add_option("name", arguments->name, "whose key it is")->required();
    program.when_chosen(revoke, [arguments] {
        return run_simple(*arguments, {{"type", "revokeKey"}, {"name", arguments->name}});
    });
}

void add_test_commands(Program& program, CLI::App& lab,
                       const std::shared_ptr<PeopleArguments>& arguments) {
    for (const Verb& verb : verbs) {
        CLI::App& made = *lab.add_subcommand(verb.name, verb.help);
        add_address_options(made, *arguments);
        made.add_option("test", arguments->test, "its number")->required();
        const std::string type = verb.name;
        if (type == "stop")
            made.add_option("--why", arguments->why, "the reason, for people who read of the test");
        if (type == "prioritise")
            made.add_option("priority", arguments->priority, "tests with a higher one go first")
                ->required();
        program.when_chosen(made, [arguments, type] {
            json request{{"type", type}, {"test", arguments->test}};
            if (type == "stop") request["why"] = arguments->why;
            if (type == "prioritise") request["priority"] = arguments->priority;
            return run_simple(*arguments, request);
        });
    }
}

void add_worker_commands(Program& program, CLI::App& lab,
                         const std::shared_ptr<PeopleArguments>& arguments) {
    const auto about_worker = [&](const char* name, const char* help) -> CLI::App& {
        CLI::App& made = *lab.add_subcommand(name, help);
        add_address_options(made, *arguments);
        made.add_option("worker", arguments->name, "the name of its key")->required();
        return made;
    };
    for (const auto& [verb, help] :
         {Verb{"void", "count none of a worker's results, also those so far"},
          Verb{"restore", "count the results of a void worker again"}})
        program.when_chosen(about_worker(verb, help), [arguments, type = std::string(verb)] {
            return run_simple(*arguments, {{"type", type}, {"worker", arguments->name}});
        });
    program.when_chosen(about_worker("ban", "count none of a worker's results and revoke its key"),
                        [arguments] { return run_ban(*arguments); });
}

}  // namespace
}  // namespace lab_people

void add_lab_people_commands(Program& program, CLI::App& lab) {
    using namespace lab_people;
    const auto arguments = std::make_shared<PeopleArguments>();
    add_key_commands(program, lab, arguments);
    add_test_commands(program, lab, arguments);
    add_worker_commands(program, lab, arguments);
}

}  // namespace kibitz::cli
