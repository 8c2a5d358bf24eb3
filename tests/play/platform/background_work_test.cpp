// Whether a machine runs on its battery, as Linux describes it.
#include "platform/background_work.hpp"

#include <fstream>

#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

void describe(const std::filesystem::path& supply, const char* type, const char* status) {
    std::filesystem::create_directories(supply);
    std::ofstream(supply / "type") << type << '\n';
    std::ofstream(supply / "status") << status << '\n';
}

}  // namespace

TEST_CASE("a machine is on its battery while one is being discharged") {
    const test::TemporaryFolder supplies;
    CHECK_FALSE(is_on_battery(supplies.path()));
    CHECK_FALSE(is_on_battery(supplies.path() / "nothing"));
    describe(supplies.path() / "AC", "Mains", "Discharging");
    CHECK_FALSE(is_on_battery(supplies.path()));
    describe(supplies.path() / "BAT0", "Battery", "Charging");
    CHECK_FALSE(is_on_battery(supplies.path()));
    describe(supplies.path() / "BAT1", "Battery", "Discharging");
    CHECK(is_on_battery(supplies.path()));
}
