// Runs a test suite in EPD: in how many positions the engine chooses a best move (bm).
#include <kibitz/chess/epd.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/engine/analyser.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
    std::ifstream suite(argc > 1 ? argv[1] : "");
    if (!suite) {
        std::cerr << "usage: run_suite FILE.epd\n";
        return 2;
    }
    kibitz::Analyser analyser;
    int solved = 0, positions = 0;
    for (std::string text; std::getline(suite, text);) {
        const auto epd = kibitz::parse_epd(text);
        if (!epd) {
            std::cerr << kibitz::to_string(epd.error()) << '\n';
            continue;
        }
        const auto best = epd->moves("bm");
        if (!best || best->empty()) continue;
        analyser.clear();
        const kibitz::Move found = analyser.analyse(epd->position, {.nodes = 50'000}).best_move();
        const bool is_solved = std::ranges::find(*best, found) != best->end();
        ++positions;
        solved += is_solved;
        std::cout << epd->text("id") << ": " << kibitz::to_san(epd->position, found)
                  << (is_solved ? ", solved\n" : ", not solved\n");
    }
    std::cout << solved << " of " << positions << " solved\n";
}
