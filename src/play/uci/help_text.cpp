#include "uci/help_text.hpp"

#include "kibitz_version.hpp"
#include "platform/core_paths.hpp"

namespace kibitz::uci {

std::string help_text() {
    return R"(Kibitz speaks UCI, the protocol of chess programs. A first conversation:

  position startpos moves e2e4     set up a position ("position fen FEN" for others)
  go movetime 2000                 think for two seconds
  go depth 12                      ... or twelve plies deep
  stop                             end the search and report the best move so far
  quit

The protocol
  uci, isready, ucinewgame, setoption name N [value V], debug on|off
  position startpos|fen FEN [moves M...]
  go [searchmoves M...] [exclude M...] [wtime T btime T winc T binc T movestogo N]
     [depth N] [nodes N] [softnodes N] [movetime T] [mate N] [infinite] [ponder] [perft N]
  stop, ponderhit, wait (for the search to end), quit

To look at things
  d              the board        fen           its FEN
  eval           the hand-crafted evaluation term by term, and that of the network
  raweval        the evaluation in use as one number
  threats        captures that win material, for both sides
  moves M...     play on          flip          exchange the sides
  perft N        count the leaves of the tree of legal moves
  probewdl       ask the tablebases (setoption name SyzygyPath value FOLDER)
  savehash FILE, loadhash FILE    keep an analysis for tomorrow
  export_net FILE                 write the network that plays
  genfens N [seed S]              random openings
  bench [HASH THREADS DEPTH], speedtest [THREADS HASH SECONDS], compiler, license

kibitz uci LINE... executes these lines and exits: kibitz uci "position startpos" "go depth 12"

Lines that begin with # are comments. Bad input is answered with "info string error: ..." and
changes nothing.
)";
}

std::string license_text() {
    return "Kibitz is free software under the MIT License.\n"
           "Copyright (c) 2026 the Kibitz authors. It comes without any warranty.\n";
}

std::string compiler_text(const CorePath& path) {
    std::string text = std::string("Kibitz ") + version + "\nCompiled by " +
#if defined(__clang__)
                       "clang " __clang_version__
#elif defined(__GNUC__)
                       "g++ " __VERSION__
#else
                       "an unknown compiler"
#endif
                       + "\nCPU paths in this program:";
    for (const CorePath* compiled : compiled_core_paths()) {
        text += std::string(" ") + compiled->name;
        if (compiled == &path || std::string_view(compiled->name) == path.name)
            text += " (in use)";
        else if (!can_run(*compiled))
            text += " (not on this CPU)";
    }
    return text + "\n";
}

}  // namespace kibitz::uci
