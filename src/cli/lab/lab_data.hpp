// Training data that the workers of a laboratory make together: `kibitz lab datagen`, and what the
// other commands of a laboratory need for it.
#pragma once

#include <string>

#include "cli/lab/lab_client.hpp"
#include "cli/program/program.hpp"
#include "lab/data_plan.hpp"
#include "lab_net/engine_store.hpp"
#include "lab_net/unit_player.hpp"

namespace kibitz::cli {

void add_lab_datagen_command(Program& program, CLI::App& lab);

// `kibitz lab up` takes from here what training data is, and how it is checked.
lab::DataRules lab_data_rules();

// `kibitz lab work` makes the data with it. `fetch` gets what a test sends along.
lab_net::DataMaker lab_data_maker(lab_net::EngineStore::Fetch fetch);

// `kibitz lab get` writes the games of all units that count, in the units' order. The exit code;
// prints what is wrong.
int write_lab_data(const LabAddress& address, const lab::TestId& test, const std::string& file);

}  // namespace kibitz::cli
