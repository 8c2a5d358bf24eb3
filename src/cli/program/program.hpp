// Program: the commands of `kibitz`. Each command adds itself with its options; run() parses the
// command line and carries one of them out.
//
//     CLI::App& app = program.add("perft", "count the leaves", "Counts the leaves of ...");
//     app.add_option("--threads", arguments->threads);
//     program.when_chosen(app, [arguments] { return perft(*arguments); });
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program/command_tree.hpp"

namespace kibitz::cli {

class Program {
   public:
    // Carries a command out and returns its exit code (cli/program/exit_codes.hpp).
    using Run = std::function<int()>;
    using RunWords = std::function<int(std::vector<std::string>)>;

    Program();

    // The commands that are added from here on stand under this heading in the list of commands.
    void begin_group(std::string heading);
    // A command: `summary` is its line in the list of commands, `description` heads its own help.
    CLI::App& add(const std::string& name, std::string summary, const std::string& description);
    // A command whose arguments have a grammar and a help text of their own: it gets them as they
    // are.
    void add_words(const std::string& name, std::string summary, RunWords run);
    // What to do once the arguments of `command`, or of a command below it, have been parsed.
    void when_chosen(const CLI::App& command, Run run);

    // What a command line may be that begins with no command: where `takes` accepts its first word,
    // `run` gets all of them.
    void otherwise(std::function<bool(std::string_view)> takes, RunWords run);

    // All commands, in the order of the list.
    [[nodiscard]] CommandTree tree() const;

    // The exit code of the command that the arguments choose, or of an error in them, which has
    // been printed then.
    int run(int argc, char** argv);

   private:
    [[nodiscard]] int run_chosen() const;
    // A command line that begins with no command: what otherwise() has been told of, a wish for
    // help, or an error.
    [[nodiscard]] int run_without_command() const;
    [[nodiscard]] int refuse_unknown(const std::string& word) const;
    void print_usage() const;

    CLI::App app_{"", "kibitz"};
    struct Group {
        std::string heading;
        std::vector<std::string> commands;
    };
    std::vector<std::string> names_;
    std::vector<Group> groups_;
    std::map<std::string, std::string> summaries_;
    std::map<const CLI::App*, Run> runs_;
    std::function<bool(std::string_view)> takes_other_words_;
    RunWords run_other_words_;
    bool wants_version_ = false;
    bool wants_help_ = false;
};

}  // namespace kibitz::cli
