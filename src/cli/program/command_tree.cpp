#include "cli/program/command_tree.hpp"

#include <algorithm>
#include <utility>

namespace kibitz::cli {

namespace {

// CLI11 breaks lines for a terminal only; those that stand in a text are somebody's own.
std::string on_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

// CLI11 names the allowed words of an option in its type: TEXT:{en,de}
std::vector<std::string> choices_of(const std::string& type) {
    const auto begin = type.find('{');
    const auto end = type.find('}', begin);
    std::vector<std::string> choices;
    if (begin == std::string::npos || end == std::string::npos) return choices;
    for (std::size_t at = begin + 1; at < end;) {
        const std::size_t comma = std::min(type.find(',', at), end);
        choices.push_back(type.substr(at, comma - at));
        at = comma + 1;
    }
    return choices;
}

CommandOption option_of(const CLI::Option& option) {
    CommandOption out;
    for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
    const std::string type = option.get_type_name();
    out.takes_value = option.get_items_expected_max() > 0;
    if (out.names.empty())
        out.argument = option.get_name();
    else if (option.get_option_text().empty())
        out.argument = type.substr(0, type.find(':'));
    else
        out.argument = option.get_option_text();
    out.description = on_one_line(option.get_description());
    out.choices = choices_of(type);
    return out;
}

}  // namespace

CommandTree command_tree(const CLI::App& command, std::string summary) {
    CommandTree tree{
        .name = command.get_name(),
        .summary = on_one_line(summary.empty() ? command.get_description() : std::move(summary)),
        .description = command.get_description(),
        .footer = command.get_footer(),
        .options = {},
        .commands = {}};
    for (const CLI::Option* option :
         command.get_options([](const CLI::Option* o) { return !o->get_group().empty(); }))
        tree.options.push_back(option_of(*option));
    for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; }))
        tree.commands.push_back(command_tree(*below));
    return tree;
}

}  // namespace kibitz::cli
