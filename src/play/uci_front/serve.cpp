#include "uci_front/serve.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

namespace kibitz::uci {

namespace {

// Whole lines at once: the program on the other side waits for them.
void write_to_stdout(std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

}  // namespace

int serve(EngineInfo info, BestMove best_move) {
    constexpr std::chrono::seconds patience(1);
    Front front(std::move(info), std::move(best_move), write_to_stdout);
    std::string line;
    while (std::getline(std::cin, line))
        if (!front.handle(line)) break;
    // Nobody waits for the answer any more, and a thread that does not stop cannot be ended.
    if (!front.finish(patience)) std::_Exit(EXIT_SUCCESS);
    return EXIT_SUCCESS;
}

}  // namespace kibitz::uci
