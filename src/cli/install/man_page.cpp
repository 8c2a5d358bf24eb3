#include "cli/install/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace kibitz::cli {

namespace {

// Text between two line ends of roff: a backslash begins an escape, and a dot or an apostrophe at
// the beginning of a line a request. A hyphen that people copy must be an ASCII one.
std::string escaped(std::string_view text) {
    std::string out;
    bool at_line_start = true;
    for (const char c : text) {
        if (at_line_start && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
        at_line_start = c == '\n';
    }
    return out;
}

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string heading(const std::string& title, const std::string& version) {
    return fmt::format(".TH {} 1 \"\" \"Kibitz {}\" \"User Commands\"\n", upper(escaped(title)),
                       version);
}

std::string verbatim(const std::string& text) {
    std::string lines = escaped(text);
    while (lines.ends_with('\n')) lines.pop_back();
    return ".nf\n" + lines + "\n.fi\n";
}

std::string options(const CommandTree& command) {
    std::string text;
    for (const CommandOption& option : command.options) {
        text += ".TP\n";
        std::string names;
        for (const std::string& name : option.names)
            names += (names.empty() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
        if (option.takes_value || option.names.empty())
            names += (names.empty() ? "\\fI" : " \\fI") + escaped(option.argument) + "\\fR";
        text += names + "\n" + escaped(option.description) + "\n";
    }
    return text;
}

std::string usage(const CommandTree& command, const std::string& full_name) {
    std::string text = ".B " + escaped(full_name) + "\n";
    if (!command.commands.empty()) return text + ".I COMMAND\n.RI [ OPTION ...]\n";
    if (std::ranges::any_of(command.options, [](const auto& o) { return !o.names.empty(); }))
        text += ".RI [ OPTION ...]\n";
    for (const CommandOption& option : command.options)
        if (option.names.empty()) text += ".I " + escaped(option.argument) + "\n";
    return text;
}

// A command of a command stands in the page of the first one.
void add_below(std::string& text, const CommandTree& command, const std::string& full_name) {
    for (const CommandTree& below : command.commands) {
        const std::string name = full_name + " " + below.name;
        text += ".SH \"" + upper(escaped(name)) + "\"\n";
        text += escaped(below.description.empty() ? below.summary : below.description) + "\n.PP\n";
        text += usage(below, name) + options(below);
        if (!below.footer.empty()) text += ".PP\n" + verbatim(below.footer);
        add_below(text, below, name);
    }
}

ManPage page_of(const CommandTree& command, const std::string& version) {
    const std::string full_name = "kibitz " + command.name;
    const std::string title = "kibitz-" + command.name;
    std::string text = heading(title, version);
    text += ".SH NAME\n" + escaped(title) + " \\- " + escaped(command.summary) + "\n";
    text += ".SH SYNOPSIS\n" + usage(command, full_name);
    text += ".SH DESCRIPTION\n" + escaped(command.description) + "\n";
    if (!command.options.empty()) text += ".SH OPTIONS\n" + options(command);
    if (!command.footer.empty())
        text += (command.footer.starts_with("Example") ? ".SH EXAMPLES\n" : ".SH NOTES\n") +
                verbatim(command.footer);
    add_below(text, command, full_name);
    text += ".SH \"SEE ALSO\"\n.BR kibitz (1)\n";
    return {.file = title + ".1", .text = std::move(text)};
}

ManPage program_page(const CommandTree& program, const std::string& version) {
    std::string text = heading(program.name, version);
    text += ".SH NAME\nkibitz \\- " + escaped(program.summary) + "\n";
    text += ".SH SYNOPSIS\n.B kibitz\n.I COMMAND\n.RI [ ARGUMENT ...]\n";
    text += ".SH DESCRIPTION\n" + escaped(program.description) + "\n";
    text += ".SH COMMANDS\n";
    for (const CommandTree& command : program.commands)
        text += fmt::format(".TP\n\\fBkibitz\\-{}\\fR(1)\n{}\n", escaped(command.name),
                            escaped(command.summary));
    return {.file = "kibitz.1", .text = std::move(text)};
}

}  // namespace

std::vector<ManPage> man_pages(const CommandTree& program, const std::string& version) {
    std::vector<ManPage> pages{program_page(program, version)};
    for (const CommandTree& command : program.commands) pages.push_back(page_of(command, version));
    return pages;
}

}  // namespace kibitz::cli
