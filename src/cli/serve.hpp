// `kibitz serve`: the page and what stands behind it, for browsers.
#pragma once

namespace kibitz::cli {

int run_serve_command(int argc, char** argv);

}  // namespace kibitz::cli
