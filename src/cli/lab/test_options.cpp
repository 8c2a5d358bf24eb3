#include "cli/lab/test_options.hpp"

#include <CLI/CLI.hpp>

namespace kibitz::cli {

void WhichMachines::tell(lab::TestPlan& plan) const {
    plan.priority = priority;
    plan.instructions = lab::instruction_set_named(instructions).value();
    plan.tag = tag;
    plan.most_workers = most_workers;
}

void add_machine_options(CLI::App& app, WhichMachines& machines) {
    app.add_option("--priority", machines.priority, "tests with a higher one go first")
        ->capture_default_str();
    app.add_option("--instructions", machines.instructions,
                   "the instructions that a worker's processor must have, for engines that are\n"
                   "built for them: x86-64-v2, x86-64-v3 or x86-64-v4")
        ->check(CLI::IsMember({"any", "x86-64-v2", "x86-64-v3", "x86-64-v4"}))
        ->option_text("SET");
    app.add_option("--tag", machines.tag,
                   "only machines whose key has this tag (lab key add --tag) play the test");
    app.add_option("--most-workers", machines.most_workers,
                   "so many machines play the test at a time; 0: any number")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
}

std::expected<std::vector<std::string>, std::string> match_words(const CLI::App& app) {
    std::vector<std::string> words = app.remaining();
    for (const std::string& word : words) {
        const std::string name = word.substr(0, word.find('='));
        if (name.starts_with("--") && app.get_option_no_throw(name) != nullptr)
            return std::unexpected(name + " has to stand before " + words.front() +
                                   ", where the options of kibitz match begin");
    }
    return words;
}

}  // namespace kibitz::cli
