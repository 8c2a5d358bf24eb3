#include "cli/terminal/terminal.hpp"

#include <algorithm>

#include "cli/terminal/console.hpp"
#include "platform/environment.hpp"
#include "text/letter_case.hpp"
#include "text/split.hpp"

namespace kibitz::cli {
namespace {

// The first of the three that is set decides, as in POSIX.
std::string character_locale(const Environment& environment) {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (std::string value = environment(name); !value.empty()) return value;
    return "";
}

bool names_utf8(const std::string& locale) {
    const std::string name = text::lower(locale);
    return name.contains("utf-8") || name.contains("utf8");
}

}  // namespace

std::string process_environment(const char* name) { return environment_variable(name); }

Terminal describe_terminal(bool is_terminal, const Environment& environment) {
    const std::string kind = environment("TERM");
    const bool dumb = kind.empty() || kind == "dumb";
    const bool many_colours =
        kind.find("256color") != std::string::npos || kind.find("direct") != std::string::npos ||
        kind.find("kitty") != std::string::npos || !environment("COLORTERM").empty();
    return {
        .is_terminal = is_terminal,
        .can_be_redrawn = is_terminal && !dumb,
        .has_colours = is_terminal && !dumb && many_colours && environment("NO_COLOR").empty(),
        .has_unicode = is_terminal && !dumb && names_utf8(character_locale(environment)),
    };
}

Terminal terminal_at(int descriptor) {
    Terminal terminal = describe_terminal(is_terminal(descriptor), terminal_environment);
    if (terminal.is_terminal) terminal.width = terminal_width(descriptor).value_or(terminal.width);
    return terminal;
}

int rows_of(std::string_view lines, int width) {
    int rows = 0;
    while (!lines.empty()) {
        const std::string_view line = text::take_part(lines, '\n');
        const auto columns = std::ranges::count_if(
            line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
        rows += std::max(1, (static_cast<int>(columns) + width - 1) / width);
    }
    return rows;
}

}  // namespace kibitz::cli
