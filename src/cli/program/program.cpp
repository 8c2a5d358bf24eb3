#include "cli/program/program.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/refuse_words.hpp"
#include "kibitz_version.hpp"
#include "platform/core_paths.hpp"
#include "players/suggestion.hpp"

namespace kibitz::cli {

namespace {

constexpr const char* cpu_option = "--cpu";

constexpr const char* what_it_is_without_command =
    "Without a command and not at a terminal, it is a UCI engine.\n"
    "kibitz --cpu NAME COMMAND ... uses another CPU path than the best one (kibitz compiler "
    "lists them).";

// The command that was chosen, or the command of it, and so on.
const CLI::App& deepest_chosen(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : deepest_chosen(*chosen.front());
}

void use_core_path(const std::string& name) {
    const auto path = find_core_path(name);
    if (!path) throw CLI::ValidationError(cpu_option, path.error());  // caught in Program::run()
    set_default_core_path(**path);
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

// "admin contest"
std::string name_below_program(const CLI::App& command) {
    const CLI::App* const above = command.get_parent();
    const bool is_first = above == nullptr || above->get_parent() == nullptr;
    return (is_first ? "" : name_below_program(*above) + " ") + command.get_name();
}

// For a command that consists of others, of which none was named: "kibitz data: there is no command
// "boil". Did you mean ...", or the list of them.
int refuse_word_of(const CLI::App& group) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands_of(group)) names.push_back(command->get_name());
    const std::vector<std::string> words = group.remaining();
    std::string what = "name one of its commands: " + fmt::format("{}", fmt::join(names, ", "));
    if (!words.empty()) {
        const std::string_view near = players::nearest_word(words.front(), names);
        what = "there is no command \"" + words.front() + "\"; " +
               (near.empty() ? what : "did you mean " + std::string(near) + "?");
    }
    const std::string name = name_below_program(group);
    return fail(name.c_str(), what, exit_bad_usage);
}

// "kibitz perft: POSITION is required", and where to read on. Returns the exit code.
int refuse_arguments(const CLI::App& chosen, const CLI::ParseError& error) {
    if (chosen.get_parent() != nullptr) return refuse_words(name_below_program(chosen), error);
    const std::string what = what_is_wrong(error);
    const bool is_about_cpu = what.starts_with(cpu_option);
    std::fprintf(
        stderr, "kibitz %s\n%s\n", what.c_str(),
        is_about_cpu ? "Write kibitz --cpu NAME COMMAND ..." : "kibitz --help lists the commands.");
    return exit_bad_usage;
}

}  // namespace

Program::Program() {
    app_.set_help_flag();
    app_.add_flag("-h,--help", wants_help_);
    app_.add_flag("--version", wants_version_);
    app_.add_option_function<std::string>(cpu_option, use_core_path)->option_text("NAME");
    // Without a limit, a file's name that is also a command's would begin another command.
    app_.require_subcommand(0, 1);
}

void Program::begin_group(std::string heading) {
    groups_.push_back({.heading = std::move(heading), .commands = {}});
}

CLI::App& Program::add(const std::string& name, std::string summary,
                       const std::string& description) {
    CLI::App& command = *app_.add_subcommand(name, description);
    command.set_help_flag("-h,--help", "Print this help message and exit");
    command.require_subcommand(0);  // not the limit of the program
    names_.push_back(name);
    if (groups_.empty()) begin_group("Commands");
    groups_.back().commands.push_back(name);
    summaries_[name] = std::move(summary);
    return command;
}

void Program::add_words(const std::string& name, std::string summary, RunWords run) {
    CLI::App& command = add(name, std::move(summary), "");
    command.set_help_flag();
    command.prefix_command();
    when_chosen(command, [&command, run = std::move(run)] { return run(command.remaining()); });
}

void Program::when_chosen(const CLI::App& command, Run run) { runs_[&command] = std::move(run); }

void Program::otherwise(std::function<bool(std::string_view)> takes, RunWords run) {
    takes_other_words_ = std::move(takes);
    run_other_words_ = std::move(run);
}

CommandTree Program::tree() const {
    CommandTree tree{.name = "kibitz",
                     .summary = "play, watch, understand and compete at chess",
                     .description = what_it_is_without_command,
                     .footer = {},
                     .options = {},
                     .commands = {}};
    for (const std::string& name : names_)
        tree.commands.push_back(command_tree(*app_.get_subcommand(name), summaries_.at(name)));
    for (CommandTree& command : tree.commands)
        if (command.description.empty())
            command.description = "Its arguments have a grammar of their own, which kibitz " +
                                  command.name + " --help explains.";
    return tree;
}

int Program::run(int argc, char** argv) {
    // A word that is no command may still be one that otherwise() takes, so that words are left
    // over.
    app_.prefix_command();
    try {
        app_.parse(argc, argv);
        // What stands behind "--" comes back from a command that takes no such words.
        if (!app_.get_subcommands().empty() && app_.remaining_size() > 0)
            throw CLI::ExtrasError(app_.remaining());
    } catch (const CLI::RequiredError& error) {
        const CLI::App& chosen = deepest_chosen(app_);
        return commands_of(chosen).empty() ? refuse_arguments(chosen, error)
                                           : refuse_word_of(chosen);
    } catch (const CLI::ParseError& error) {
        const bool is_answered = error.get_exit_code() == 0;  // a wish for help
        return is_answered ? app_.exit(error) : refuse_arguments(deepest_chosen(app_), error);
    }
    return app_.get_subcommands().empty() ? run_without_command() : run_chosen();
}

int Program::run_chosen() const {
    for (const CLI::App* command = &deepest_chosen(app_); command != nullptr;
         command = command->get_parent())
        if (const auto run = runs_.find(command); run != runs_.end()) return run->second();
    return exit_bad_usage;
}

int Program::run_without_command() const {
    const std::vector<std::string> words = app_.remaining();
    if (wants_version_) {
        std::printf("Kibitz %s\n", version);
        return exit_ok;
    }
    if (wants_help_ || words.empty() || words.front() == "help") {
        print_usage();
        return exit_ok;
    }
    const bool is_taken = takes_other_words_ && takes_other_words_(words.front());
    return is_taken ? run_other_words_(words) : refuse_unknown(words.front());
}

int Program::refuse_unknown(const std::string& word) const {
    const std::string_view near = players::nearest_word(word, names_);
    const std::string suggestion = near.empty() ? "" : " Did you mean " + std::string(near) + "?";
    std::fprintf(stderr, "kibitz: there is no command \"%s\"; kibitz --help lists them.%s\n",
                 word.c_str(), suggestion.c_str());
    return exit_bad_usage;
}

void Program::print_usage() const {
    std::printf(
        "Kibitz %s: play, watch, understand and compete at chess.\n\n"
        "usage: kibitz COMMAND ...      (kibitz COMMAND --help explains one)\n",
        version);
    for (const Group& group : groups_) {
        std::printf("\n%s\n", group.heading.c_str());
        for (const std::string& name : group.commands)
            std::printf("  %-16s %s\n", name.c_str(), summaries_.at(name).c_str());
    }
    std::printf("\n%s\n", what_it_is_without_command);
}

}  // namespace kibitz::cli
