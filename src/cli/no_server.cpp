// The commands that need the server's modules, in a build without them (KIBITZ_SERVER=OFF).
#include "cli/games/publish_games.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/left_out.hpp"

namespace kibitz::cli {

namespace {
constexpr const char* server = "server";
}  // namespace

void add_serve_command(Program& program) {
    add_left_out_command(program, "serve", server);
    add_left_out_command(program, "front", server);
}
void add_admin_command(Program& program) { add_left_out_command(program, "admin", server); }
void add_bot_command(Program& program) { add_left_out_command(program, "bot", server); }
void add_experiment_command(Program& program) {
    add_left_out_command(program, "experiment", server);
}
void add_letter_command(Program& program) { add_left_out_command(program, "letter", server); }
void add_publish_games(Program& /*program*/, CLI::App& /*games*/) {}
void add_ledger_command(Program& program) { add_left_out_command(program, "ledger", server); }

}  // namespace kibitz::cli
