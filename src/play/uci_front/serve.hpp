// serve: makes a UCI engine of a function that chooses a move, on standard input and output.
//
//     int main() {
//         return kibitz::uci::serve({.name = "First"}, [](const kibitz::Line&,
//                                                         kibitz::uci::Search& search) {
//             return search.moves()[0];
//         });
//     }
//
// While it runs, nothing else may write to standard output: Search::say writes what people should
// read.
#pragma once

#include "uci_front/front.hpp"

namespace kibitz::uci {

// Returns what main() is to return, after `quit` or the end of the input. A search that does not
// heed should_stop() is then given a second, and the program ended.
int serve(EngineInfo info, BestMove best_move);

}  // namespace kibitz::uci
