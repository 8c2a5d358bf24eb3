// `kibitz bot`: an engine, or one of Kibitz's players, in an arena.
#pragma once

namespace kibitz::cli {

int run_bot_command(int argc, char** argv);

}  // namespace kibitz::cli
