// `kibitz admin`: what the host of a running server may do, from the same machine.
#pragma once

namespace kibitz::cli {

int run_admin_command(int argc, char** argv);

}  // namespace kibitz::cli
