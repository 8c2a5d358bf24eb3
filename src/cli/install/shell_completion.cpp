#include "cli/install/shell_completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace kibitz::cli {

namespace {

using Visit = std::function<void(const CommandTree& command, const std::string& path)>;

// Each command and those below it, with its words: "kibitz admin contest".
void for_each_command(const CommandTree& command, const std::string& path, const Visit& visit) {
    visit(command, path);
    for (const CommandTree& below : command.commands)
        for_each_command(below, path + " " + below.name, visit);
}

// In single quotes, for a shell: an apostrophe ends them.
std::string quoted(const std::string& text, const std::string& apostrophe) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? apostrophe : std::string(1, c);
    return out + "'";
}

std::string words_after(const CommandTree& command) {
    std::string words;
    for (const CommandTree& below : command.commands) words += below.name + " ";
    for (const CommandOption& option : command.options)
        for (const std::string& word : option.names.empty() ? option.choices : option.names)
            words += word + " ";
    if (!words.empty()) words.pop_back();
    return words;
}

// In bash the command's path is found from the words typed; what may follow depends on it and, for
// an option with few values, on the word before.
std::string bash_script(const CommandTree& program) {
    std::string words, choices;
    for_each_command(program, "kibitz", [&](const CommandTree& command, const std::string& path) {
        words += fmt::format("        {}) words={} ;;\n", quoted(path, "'\\''"),
                             quoted(words_after(command), "'\\''"));
        for (const CommandOption& option : command.options) {
            if (!option.takes_value) continue;
            for (const std::string& name : option.names)
                choices +=
                    fmt::format("        {}) values={} ;;\n", quoted(path + " " + name, "'\\''"),
                                quoted(fmt::format("{}", fmt::join(option.choices, " ")), "'\\''"));
        }
    });
    return "# bash completion for kibitz, written by: kibitz completion bash\n"
           "_kibitz_words() {\n    local words=\n    case $1 in\n" +
           words +
           "    esac\n    echo \"$words\"\n}\n"
           "# The values of an option that takes one: fails for all other words.\n"
           "_kibitz_values() {\n    local values\n    case $1 in\n" +
           choices +
           "        *) return 1 ;;\n    esac\n    echo \"$values\"\n}\n"
           "_kibitz() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} path=kibitz values i\n"
           "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
           "        [[ \" $(_kibitz_words \"$path\") \" == *\" ${COMP_WORDS[i]} \"* &&\n"
           "            ${COMP_WORDS[i]} != -* ]] && path+=\" ${COMP_WORDS[i]}\"\n"
           "    done\n"
           "    if values=$(_kibitz_values \"$path ${COMP_WORDS[COMP_CWORD - 1]}\"); then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$current\")\n"
           "    else\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$(_kibitz_words \"$path\")\" -- "
           "\"$current\")\n"
           "    fi\n"
           "}\n"
           "complete -o default -F _kibitz kibitz\n";
}

// zsh looks for the longest path of commands among the words typed. The script works both as a file
// that zsh loads by itself and where it is sourced.
std::string zsh_script(const CommandTree& program) {
    std::string paths, items;
    for_each_command(program, "kibitz", [&](const CommandTree& command, const std::string& path) {
        paths += " " + quoted(path, "'\\''");
        items += "        " + quoted(path, "'\\''") + ") items=(\n";
        for (const CommandTree& below : command.commands)
            items += "            " + quoted(below.name + ":" + below.summary, "'\\''") + "\n";
        for (const CommandOption& option : command.options)
            for (const std::string& word : option.names.empty() ? option.choices : option.names)
                items += "            " + quoted(word + ":" + option.description, "'\\''") + "\n";
        items += "        ) ;;\n";
    });
    return "#compdef kibitz\n# zsh completion for kibitz, written by: kibitz completion zsh\n"
           "_kibitz() {\n    local -a paths items\n    local word command=kibitz\n    paths=(" +
           paths +
           " )\n"
           "    for word in ${words[2,CURRENT-1]}; do\n"
           "        if (( ${paths[(Ie)$command $word]} )); then command=\"$command $word\"; fi\n"
           "    done\n"
           "    case $command in\n" +
           items +
           "    esac\n"
           "    _describe -o kibitz items\n    _files\n}\n"
           "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n    _kibitz \"$@\"\nelse\n"
           "    compdef _kibitz kibitz\nfi\n";
}

// What must stand on the line for a command to be the one that is completed: the words of its path,
// and no command below it.
std::string fish_condition(const CommandTree& command, const std::string& path) {
    if (path.empty()) return "__fish_use_subcommand";
    std::string condition;
    for (std::size_t at = 1; at < path.size();) {
        const std::size_t end = std::min(path.find(' ', at), path.size());
        if (!condition.empty()) condition += "; and ";
        condition += "__fish_seen_subcommand_from " + path.substr(at, end - at);
        at = end + 1;
    }
    if (command.commands.empty()) return condition;
    condition += "; and not __fish_seen_subcommand_from";
    for (const CommandTree& below : command.commands) condition += " " + below.name;
    return condition;
}

std::string fish_option(const CommandOption& option, const std::string& begin) {
    const std::string choices = fmt::format("{}", fmt::join(option.choices, " "));
    if (option.names.empty())
        return choices.empty() ? "" : begin + fmt::format(" -f -a '{}'\n", choices);
    std::string lines;
    for (const std::string& name : option.names) {
        const bool is_long = name.starts_with("--");
        lines +=
            begin + fmt::format(" -{} {} -d {}", is_long ? "l" : "s", name.substr(is_long ? 2 : 1),
                                quoted(option.description, "\\'"));
        if (option.takes_value)
            lines += choices.empty() ? " -r" : fmt::format(" -x -a '{}'", choices);
        lines += "\n";
    }
    return lines;
}

std::string fish_script(const CommandTree& program) {
    std::string text = "# fish completion for kibitz, written by: kibitz completion fish\n";
    for_each_command(program, "", [&](const CommandTree& command, const std::string& path) {
        const std::string begin = "complete -c kibitz -n '" + fish_condition(command, path) + "'";
        for (const CommandTree& below : command.commands)
            text +=
                begin + fmt::format(" -f -a {} -d {}\n", below.name, quoted(below.summary, "\\'"));
        for (const CommandOption& option : command.options) text += fish_option(option, begin);
    });
    return text;
}

}  // namespace

std::optional<Shell> parse_shell(std::string_view name) {
    if (name == "bash") return Shell::bash;
    if (name == "zsh") return Shell::zsh;
    if (name == "fish") return Shell::fish;
    return std::nullopt;
}

std::string completion_script(const CommandTree& program, Shell shell) {
    switch (shell) {
        case Shell::bash: return bash_script(program);
        case Shell::zsh: return zsh_script(program);
        case Shell::fish: return fish_script(program);
    }
    return {};
}

}  // namespace kibitz::cli
