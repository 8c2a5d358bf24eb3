// What the thing that shows our text can do.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace kibitz::cli {

// File descriptors.
constexpr int standard_input = 0, standard_output = 1, standard_error = 2;

struct Terminal {
    bool is_terminal = false;     // a person looks at it; else a pipe or a file
    bool can_be_redrawn = false;  // the cursor moves where it is sent
    bool has_colours = false;     // the 256 colours of xterm
    bool has_unicode = false;
    int width = 80;
};

// The value of an environment variable, empty if it is not set.
using Environment = std::function<std::string(const char* name)>;
std::string process_environment(const char* name);

// What the environment says of a terminal: TERM, NO_COLOR (https://no-color.org), LC_ALL,
// LC_CTYPE, LANG.
Terminal describe_terminal(bool is_terminal, const Environment& environment);

// The terminal behind a file descriptor, its width included.
Terminal terminal_at(int descriptor);

// How many rows of a terminal of that width lines take, longer ones being broken at its edge. The
// lines are text of one column a character (UTF-8), without colours.
int rows_of(std::string_view lines, int width);

}  // namespace kibitz::cli
