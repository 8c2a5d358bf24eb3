#include "cli/engine/uci_command.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/joined.hpp"
#include "engine/bench_positions.hpp"
#include "platform/engine.hpp"
#include "uci/command.hpp"
#include "uci/help_text.hpp"
#include "uci/session.hpp"

namespace kibitz::cli {

namespace uci_command {
namespace {

// Whole lines at once: the program on the other side waits for them.
void write_line(std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

bool asks_for_help(const std::vector<std::string>& words) {
    return !words.empty() && (words.front() == "--help" || words.front() == "-h");
}

// A conversation that is known beforehand. Fails at the first line that does.
int run_lines(const std::vector<std::string>& lines) {
    std::atomic<bool> failed = false;  // lines come from the engine's thread too
    uci::Session session([&](std::string_view line) {
        if (line.starts_with("info string error")) failed = true;
        write_line(line);
    });
    for (const std::string& line : lines)
        if (!session.handle(line) || failed) return failed ? exit_failure : exit_ok;
    session.handle("wait");
    return failed ? exit_failure : exit_ok;
}

const std::string threads_range = "1 to " + std::to_string(Engine::max_threads);
const std::string hash_range = "1 to " + std::to_string(Engine::max_hash_mb);

std::string bench_help() {
    return "Searches a fixed set of positions. The node count that it ends with is the signature "
           "of "
           "the\nsearch: on one thread the same on every machine.\n\n"
           "usage: kibitz bench [HASH_MB [THREADS [LIMIT [POSITIONS [KIND]]]]]\n\n"
           "  HASH_MB    memory for positions already seen, " +
           hash_range + " MB (" + std::to_string(Engine::default_hash_mb) +
           ")\n"
           "  THREADS    " +
           threads_range +
           " (1); with more than one the count differs each time\n"
           "  LIMIT      how far each position is searched, in units of KIND, 1 or more (" +
           std::to_string(default_bench_depth) +
           ")\n"
           "  POSITIONS  default: the fixed set; current: the start position; or a file with a\n"
           "             FEN or an EPD a line (default)\n"
           "  KIND       of the limit: depth in half-moves, nodes, or movetime in milliseconds "
           "(depth)\n\n"
           "Examples:\n"
           "  kibitz bench                                    the signature\n"
           "  kibitz bench 64 2 10                            64 MB, two threads, depth 10\n"
           "  kibitz bench 16 1 100000 default nodes          100000 nodes a position\n"
           "  kibitz bench 16 1 500 suite.epd movetime        half a second a position\n";
}

std::string speed_test_help() {
    return "Measures how many nodes a second this machine searches as in play: with a table that "
           "stays warm\nand all threads, unlike bench.\n\n"
           "usage: kibitz speedtest [THREADS [HASH_MB [SECONDS]]]\n\n"
           "  THREADS  " +
           threads_range +
           " (all that the machine has)\n"
           "  HASH_MB  memory for positions already seen, " +
           hash_range +
           " MB (64 for each thread)\n"
           "  SECONDS  in all, 1 or more (20)\n\n"
           "Examples:\n"
           "  kibitz speedtest            all threads, 20 seconds\n"
           "  kibitz speedtest 1 16 5     one thread, 16 MB, 5 seconds\n";
}

std::string help_of(std::string_view command) {
    if (command == "bench") return bench_help();
    if (command == "speedtest") return speed_test_help();
    if (command == "compiler")
        return "Shows how this program was built, which CPU paths are in it, and which of them is "
               "used here.\n\nusage: kibitz compiler\n       kibitz --cpu NAME compiler\n";
    if (command == "license")
        return "Shows the licence of Kibitz, and whose work it contains.\n\n"
               "usage: kibitz license\n";
    return uci::help_text();
}

}  // namespace
}  // namespace uci_command

int run_uci(const std::vector<std::string>& lines) {
    using namespace uci_command;
    if (asks_for_help(lines)) {
        std::fputs(uci::help_text().c_str(), stdout);
        return exit_ok;
    }
    if (!lines.empty()) return run_lines(lines);
    uci::Session session(write_line);
    std::string line;
    while (std::getline(std::cin, line))
        if (!session.handle(line)) break;
    return exit_ok;
}

bool is_engine_command(std::string_view text) {
    using namespace uci_command;
    const auto names = uci::command_names();
    return std::ranges::find(names, text.substr(0, text.find(' '))) != names.end();
}

int run_as_uci_line(const std::vector<std::string>& words) {
    return uci_command::run_lines({joined(words)});
}

void add_uci_command(Program& program) {
    using namespace uci_command;
    program.add_words("uci", "the engine, for chess programs (the UCI protocol)", run_uci);
}

void add_uci_line_commands(Program& program) {
    using namespace uci_command;
    const auto add = [&](const std::string& name, const char* summary) {
        program.add_words(name, summary, [name](std::vector<std::string> words) {
            if (asks_for_help(words)) {
                std::fputs(help_of(name).c_str(), stdout);
                return exit_ok;
            }
            words.insert(words.begin(), name);
            return run_as_uci_line(words);
        });
    };
    add("bench", "search a fixed set of positions: the signature");
    add("speedtest", "measure nodes a second on this machine");
    add("compiler", "how this program was built and what of it runs here");
    add("license", "what you may do with it: nearly everything");
}

}  // namespace kibitz::cli
