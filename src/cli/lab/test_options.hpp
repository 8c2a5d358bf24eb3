// What the commands have in common that begin tests: the options that say which machines play a
// test and how urgent it is, and how these stand beside those of `kibitz match`.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "lab/test_plan.hpp"

namespace CLI {
class App;
}

namespace kibitz::cli {

struct WhichMachines {
    int priority = 0;
    std::string instructions = "any", tag;
    int most_workers = 0;

    void tell(lab::TestPlan& plan) const;
};

// --priority, --instructions, --tag, --most-workers. `machines` must live as long as the command.
void add_machine_options(CLI::App& app, WhichMachines& machines);

// The options of `kibitz match` behind the command's own. The error names one of its own among
// them, which would be taken for a word of theirs.
std::expected<std::vector<std::string>, std::string> match_words(const CLI::App& app);

}  // namespace kibitz::cli
