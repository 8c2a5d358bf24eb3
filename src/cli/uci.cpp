#include "cli/uci.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "uci/command.hpp"
#include "uci/help_text.hpp"
#include "uci/session.hpp"

namespace kibitz::cli {

namespace {

constexpr int exit_ok = 0;
constexpr int exit_failed = 1;

// Whole lines at once: the program on the other side waits for them.
void write_line(std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

bool asks_for_help(int argc, char** argv) {
    return argc > 1 && (std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h");
}

// A conversation that is known beforehand. Fails at the first line that does.
int run_lines(const std::vector<std::string>& lines) {
    std::atomic<bool> failed = false;  // lines come from the engine's thread too
    uci::Session session([&](std::string_view line) {
        if (line.starts_with("info string error")) failed = true;
        write_line(line);
    });
    for (const std::string& line : lines)
        if (!session.handle(line) || failed) return failed ? exit_failed : exit_ok;
    session.handle("wait");
    return failed ? exit_failed : exit_ok;
}

}  // namespace

int run_uci_command(int argc, char** argv) {
    if (asks_for_help(argc, argv)) {
        std::fputs(uci::help_text().c_str(), stdout);
        return exit_ok;
    }
    if (argc > 1) return run_lines({argv + 1, argv + argc});
    uci::Session session(write_line);
    std::string line;
    while (std::getline(std::cin, line))
        if (!session.handle(line)) break;
    return exit_ok;
}

bool is_engine_command(std::string_view text) {
    const auto names = uci::command_names();
    return std::ranges::find(names, text.substr(0, text.find(' '))) != names.end();
}

int run_as_uci_line(int argc, char** argv) {
    if (asks_for_help(argc, argv)) {
        std::puts(
            "kibitz bench [HASH_MB THREADS DEPTH]      the signature: a node count that is "
            "the same everywhere\n"
            "kibitz bench HASH_MB THREADS LIMIT default|current|FILE [depth|nodes|movetime]\n"
            "kibitz speedtest [THREADS HASH_MB SECONDS]  nodes a second as in play\n"
            "kibitz compiler                           how this program was built, and "
            "which CPU path runs here\n"
            "kibitz license\n\nExamples:\n"
            "  kibitz bench            16 MB, one thread, the usual depth\n"
            "  kibitz bench 64 2 10    64 MB, two threads, depth 10\n"
            "  kibitz speedtest 4      four threads, 20 seconds");
        return exit_ok;
    }
    std::string line = argv[0];
    for (int i = 1; i < argc; ++i) line += std::string(" ") + argv[i];
    return run_lines({line});
}

}  // namespace kibitz::cli
