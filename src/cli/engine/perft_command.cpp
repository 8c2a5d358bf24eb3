#include <algorithm>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/joined.hpp"
#include "cli/terminal/print_text.hpp"
#include "platform/clock.hpp"
#include "platform/core_paths.hpp"
#include "platform/perft.hpp"
#include "text/numbers.hpp"

namespace kibitz::cli {
namespace perft_command {
namespace {

constexpr int deepest = 30;

constexpr const char* usage = "write kibitz perft FEN DEPTH, or kibitz perft startpos DEPTH";

// What is to be counted.
struct Task {
    Position position = Position::initial();
    int depth = 0;
};

std::optional<int> parse_depth(const std::string& text) {
    const auto depth = text::parse_number<int>(text);
    return depth && *depth >= 1 && *depth <= deepest ? depth : std::nullopt;
}

// The last word is the depth; the others are the FEN, which the shell has cut if nobody quoted it.
std::expected<Task, std::string> read_task(std::span<const std::string> words) {
    constexpr std::size_t fen_fields = 6;
    Task task;
    const auto depth = parse_depth(words.back());
    if (!depth)
        return std::unexpected("DEPTH is 1 to " + std::to_string(deepest) + " half-moves, not \"" +
                               words.back() + "\"; " + usage);
    task.depth = *depth;
    const std::span<const std::string> fen_words = words.first(words.size() - 1);
    if (fen_words.empty()) return std::unexpected(std::string("the depth is missing; ") + usage);
    // Else a FEN without depth would be counted to the depth of its move number.
    if (words.size() == fen_fields)
        return std::unexpected("is \"" + words.back() +
                               "\" the depth or the FEN's last field? Write all six fields or "
                               "quote the FEN; " +
                               usage);
    const std::string fen = joined(fen_words);
    if (fen == "startpos") return task;
    const auto position = parse_fen(fen, SetupRules::lenient);
    if (!position) return std::unexpected(to_string(position.error()) + "; " + usage);
    task.position = *position;
    return task;
}

struct PerftArguments {
    std::vector<std::string> words;
    int threads = 1;
    bool divide = false;
};

int perft(const PerftArguments& arguments) {
    const int threads = arguments.threads > 0
                            ? arguments.threads
                            : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto task = read_task(arguments.words);
    if (!task) return fail("perft", task.error(), exit_bad_usage);
    const auto& [position, depth] = *task;
    const PerftReport report =
        run_perft(default_core_path(), position, depth, threads, arguments.divide);
    for (const PerftMove& move : report.moves)
        if (arguments.divide)
            print_text("{}: {}\n", to_uci(move.move, position.needs_chess960_notation()),
                       move.leaves);
    print_text("Nodes searched: {}\nTime: {} ms\nNodes/second: {}\n", report.leaves, report.time_ms,
               per_second(report.leaves, report.time_ms));
    return exit_ok;
}

}  // namespace
}  // namespace perft_command

void add_perft_command(Program& program) {
    using namespace perft_command;
    constexpr int most_threads = 1024;
    const auto arguments = std::make_shared<PerftArguments>();
    CLI::App& app =
        program.add("perft", "count the leaves of the tree of legal moves",
                    "Counts the leaves of the tree of legal moves: the test of a move generator.");
    program.when_chosen(app, [arguments] { return perft(*arguments); });
    app.add_option("POSITION", arguments->words,
                   "a FEN, with quotes or without, or startpos; behind it the depth in half-moves")
        ->required()
        ->option_text("DEPTH");
    app.add_option("--threads", arguments->threads, "0: all there are")
        ->check(CLI::Range(0, most_threads))
        ->capture_default_str();
    app.add_flag("--divide", arguments->divide, "show the leaves below each move");
    app.footer(
        "Examples:\n  kibitz perft startpos 6\n"
        "  kibitz perft \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" 7 --threads 2\n"
        "  kibitz perft 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 7\n");
}

}  // namespace kibitz::cli
