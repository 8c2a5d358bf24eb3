// A laboratory in a build without the training's modules (KIBITZ_TRAINING=OFF).
#include "cli/lab/lab_data.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"

namespace kibitz::cli {

void add_lab_datagen_command(Program&, CLI::App&) {}
lab::DataRules lab_data_rules() { return {}; }
lab_net::DataMaker lab_data_maker(lab_net::EngineStore::Fetch) { return nullptr; }
int write_lab_data(const LabAddress&, const lab::TestId&, const std::string&) {
    return fail("lab", "this program was built without training", exit_failure);
}

}  // namespace kibitz::cli
