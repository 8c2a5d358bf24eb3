#include "cli/program/left_out.hpp"

#include <string>
#include <vector>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"

namespace kibitz::cli {

void add_left_out_command(Program& program, const char* name, const char* part, HowToGet how) {
    std::string reason = std::string("this build of Kibitz has no ") + part;
    if (how == HowToGet::run_script) {
        reason += std::string("; in the source folder, ./run ") + name + " builds one that has";
    }
    program.add_words(name, "(" + reason + ")", [=](const std::vector<std::string>&) {
        return fail(name, reason, exit_failure);
    });
}

}  // namespace kibitz::cli
