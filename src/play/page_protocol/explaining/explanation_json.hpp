// An explanation of a move as JSON, for the page and for programs.
#pragma once

#include "explain/explain.hpp"
#include "explain/sentences.hpp"
#include "page_protocol/json_writer.hpp"

namespace kibitz::page_protocol {

// Writes {"cost": 310, "sentences": ["..."], "claims": [{"kind": "loses material", "text": "...",
// "fen": "...", "uci": ["b4c2"], "san": ["Nxc2+"], "mate": null, "centipawns": 500, "taken":
// [{"square": "a1", "piece": "R"}], "given": ["n"], "motif": {"kind": "fork", "by": {...}, "on":
// [...], "move": 0}}]}. The proof of a claim begins in its "fen". A positional claim has "aspect",
// "side" and "difference" instead of "centipawns" to "motif", a drawn ending "ending".
void write_explanation(JsonWriter& json, const explain::Question& question,
                       const explain::Explanation& explanation, const explain::Reader& reader);

}  // namespace kibitz::page_protocol
