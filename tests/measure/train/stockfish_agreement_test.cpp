// Protects the reading of Stockfish's network by asking Stockfish 15.1 itself, if it is installed,
// for the network and for the scores of positions. Costs a second.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "chess/fen.hpp"
#include "platform/files.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"
#include "train/stockfish_network.hpp"

namespace kibitz::train {

namespace {

// Not decided, as Stockfish takes its hand-crafted evaluation for decided ones, and right after a
// pawn move or capture, as it fades otherwise.
constexpr std::array positions = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3P4/2N1BN2/PP2BPPP/R2Q1RK1 w - - 0 11",
    "3r2k1/p4ppp/1p2p3/8/2n5/1P3NP1/P4P1P/2R3K1 b - - 0 25",
    "8/5pk1/4p1p1/3pP2p/3P1P1P/4K1P1/8/8 w - - 0 40",
    "8/8/4kp2/1R4p1/6P1/r7/6K1/8 b - - 0 60",
    "1rbq1rk1/2p2ppp/p1np1n2/1p2p3/4P3/1BPP1N1P/PP3PP1/RNBQR1K1 b - - 0 10",
    "r3k2r/1b1nqppp/p3pn2/1pb5/4P3/1BN2N2/PP2QPPP/R1B2RK1 w kq - 0 13",
};

struct ClosePipe {
    void operator()(FILE* pipe) const { pclose(pipe); }
};

// What a shell command prints.
std::string output_of(const std::string& command) {
    const std::unique_ptr<FILE, ClosePipe> pipe(popen(command.c_str(), "r"));
    REQUIRE(pipe);
    std::string text;
    std::array<char, 4'096> part{};
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe.get()))
        text.append(part.data(), size);
    return text;
}

// White's scores in pawns, in the order of the positions.
std::vector<double> final_evaluations(const std::string& text) {
    constexpr std::string_view before = "Final evaluation";
    std::vector<double> scores;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at))
        scores.push_back(std::atof(text.c_str() + (at += before.size())));
    return scores;
}

}  // namespace

TEST_CASE("positions are scored as Stockfish 15.1 scores them") {
    const test::TemporaryFolder folder;
    const std::string file = folder.path() / "network.nnue";
    std::string commands = "export_net " + file + "\\n";
    for (const char* const fen : positions)
        commands += std::string("position fen ") + fen + "\\neval\\n";
    const std::string said =
        output_of("printf '" + commands + "quit\\n' | PATH=\"$PATH:/usr/games\" stockfish 2>&1");
    if (said.find("Stockfish 15.1") == std::string::npos)
        return test::skip("Stockfish 15.1 is not installed");

    const auto bytes = read_file(file);
    REQUIRE(bytes);
    const auto network = StockfishNetwork::load(*bytes);
    REQUIRE(network);
    const std::vector<double> wanted = final_evaluations(said);
    REQUIRE(wanted.size() == positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        CAPTURE(positions[i]);
        const auto parsed = parse_fen(positions[i]);
        REQUIRE(parsed);
        const Position& position = *parsed;
        const int own = (*network)->evaluate(position);
        // What the fifty-move rule takes even before the first move, and a pawn's units.
        constexpr double fading = 195.0 / 211, units_a_pawn = 361;
        const double white = position.side_to_move() == Color::white ? own : -own;
        CHECK(std::abs(white * fading / units_a_pawn - wanted[i]) < 0.011);
    }
}

}  // namespace kibitz::train
