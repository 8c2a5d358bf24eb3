#include "cli/perft.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <thread>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "cli/parse_arguments.hpp"
#include "host/clock.hpp"
#include "host/core_paths.hpp"
#include "host/perft.hpp"

namespace kibitz::cli {

int run_perft_command(int argc, char** argv) {
    constexpr int exit_failed = 1, most_threads = 1024, deepest = 30;
    std::string fen = "startpos";
    int depth = 0, threads = 1;
    bool divide = false;
    CLI::App app{"Counts the leaves of the tree of legal moves: the test of a move generator."};
    app.name("kibitz perft");
    app.add_option("FEN", fen, "a position in quotes, or startpos")->required();
    app.add_option("DEPTH", depth, "in plies")->required()->check(CLI::Range(1, deepest));
    app.add_option("--threads", threads, "0: all there are")
        ->check(CLI::Range(0, most_threads))
        ->capture_default_str();
    app.add_flag("--divide", divide, "show the leaves below each move");
    app.footer(
        "Examples:\n  kibitz perft startpos 6\n"
        "  kibitz perft \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" 7 --threads 2\n");
    if (const auto exit_code = parse_arguments(app, argc, argv)) return *exit_code;
    if (threads == 0) threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));

    Position position = Position::initial();
    if (fen != "startpos") {
        const auto parsed = parse_fen(fen, SetupRules::lenient);
        if (!parsed) {
            std::fprintf(stderr, "kibitz perft: %s\n", to_string(parsed.error()).c_str());
            return exit_failed;
        }
        position = *parsed;
    }
    const PerftReport report = run_perft(default_core_path(), position, depth, threads, divide);
    for (const PerftMove& move : report.moves)
        if (divide)
            std::printf("%s: %llu\n", to_uci(move.move, position.needs_chess960_notation()).c_str(),
                        static_cast<unsigned long long>(move.leaves));
    std::printf("Nodes searched: %llu\nTime: %lld ms\nNodes/second: %llu\n",
                static_cast<unsigned long long>(report.leaves),
                static_cast<long long>(report.time_ms),
                static_cast<unsigned long long>(per_second(report.leaves, report.time_ms)));
    return 0;
}

}  // namespace kibitz::cli
