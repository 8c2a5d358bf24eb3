// `kibitz completion` and `kibitz man-pages`: what a package installs beside the program.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/install/man_page.hpp"
#include "cli/install/shell_completion.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/user_files.hpp"
#include "kibitz_version.hpp"
#include "platform/paths.hpp"

namespace kibitz::cli {

namespace {

int print_completion(const Program& program, const std::string& name) {
    const auto shell = parse_shell(name);
    if (!shell) return fail("completion", "the shells are bash, zsh and fish", exit_bad_usage);
    const std::string script = completion_script(program.tree(), *shell);
    std::fputs(script.c_str(), stdout);
    return exit_ok;
}

int write_man_pages(const Program& program, const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return fail("man-pages",
                    "cannot make the folder " + folder.string() + ": " + error.message(),
                    exit_failure);
    const std::vector<ManPage> pages = man_pages(program.tree(), version);
    for (const ManPage& page : pages)
        if (const auto written = replace_text_file(folder / page.file, page.text); !written)
            return fail("man-pages", written.error(), exit_failure);
    std::printf("%zu pages are in %s\n", pages.size(), folder.string().c_str());
    return exit_ok;
}

}  // namespace

void add_completion_command(Program& program) {
    const auto shell = std::make_shared<std::string>();
    CLI::App& app = program.add("completion", "let a shell complete commands and options",
                                "Prints a script that lets a shell complete commands and options.");
    app.add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    app.footer(
        "Examples:\n  source <(kibitz completion bash)                      for this shell\n"
        "  kibitz completion bash > ~/.local/share/bash-completion/completions/kibitz\n"
        "  kibitz completion zsh > \"${fpath[1]}/_kibitz\"\n"
        "  kibitz completion fish > ~/.config/fish/completions/kibitz.fish\n");
    program.when_chosen(app, [&program, shell] { return print_completion(program, *shell); });
}

void add_man_pages_command(Program& program) {
    const auto folder = std::make_shared<std::string>();
    CLI::App& app = program.add("man-pages", "write the manual pages for man(1)",
                                "Writes the manual pages of all commands into a folder.");
    app.add_option("FOLDER", *folder, "made if it is not there")->required();
    app.footer("Example:\n  kibitz man-pages ~/.local/share/man/man1 && man kibitz-perft\n");
    program.when_chosen(app,
                        [&program, folder] { return write_man_pages(program, path_of(*folder)); });
}

}  // namespace kibitz::cli
