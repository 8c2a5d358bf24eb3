// Endgame drills: their tables, positions to begin with, and what the tables say of a position.
#include <cstdint>
#include <string>

#include "chess/fen.hpp"
#include "endgames/drills.hpp"
#include "endgames/play.hpp"
#include "page_protocol/line_text.hpp"
#include "wasm/interface.hpp"

using namespace kibitz;
using namespace kibitz::wasm;

namespace {

endgames::Tables& tables() {
    static endgames::Tables all;
    return all;
}

const char* no_such_drill() { return answer_error("there is no such drill"); }

const char* to_string(endgames::Result result) {
    switch (result) {
        case endgames::Result::win: return "win";
        case endgames::Result::draw: return "draw";
        case endgames::Result::loss: return "loss";
    }
    return "";
}

void write_verdict(JsonWriter& json, const endgames::Verdict& verdict) {
    json.member("result", to_string(verdict.result)).member("plies", verdict.plies);
}

}  // namespace

// The drills from easy to hard.
KIBITZ_EXPORT(kibitz_endgame_drills) const char* kibitz_endgame_drills() {
    JsonWriter json;
    json.begin_object().key("drills").begin_array();
    for (const endgames::Drill& drill : endgames::drills()) {
        json.begin_object().member("id", drill.id);
        json.member("goal", endgames::to_string(drill.goal)).end_object();
    }
    return answer(json.end_array().member("hold", endgames::moves_to_hold).end_object().take());
}

// Computes at most so many of the tables that the drill needs; says how many are still missing.
KIBITZ_EXPORT(kibitz_endgame_prepare)
const char* kibitz_endgame_prepare(const char* id, int most) {
    const endgames::Drill* drill = endgames::find_drill(id);
    if (!drill) return no_such_drill();
    auto missing = tables().missing(material_of(*drill));
    std::size_t built = 0;
    for (; built < missing.size() && static_cast<int>(built) < most; ++built)
        tables().build(missing[built]);
    return answer(
        JsonWriter().begin_object().member("missing", missing.size() - built).end_object().take());
}

// A position to begin the drill with, another for each seed. Its tables must be there.
KIBITZ_EXPORT(kibitz_endgame_start)
const char* kibitz_endgame_start(const char* id, int seed) {
    const endgames::Drill* drill = endgames::find_drill(id);
    if (!drill) return no_such_drill();
    SplitMix random(static_cast<std::uint32_t>(seed));
    const auto start = start_of(*drill, tables(), random);
    if (!start) return answer_error("no position was found");
    return answer(JsonWriter().begin_object().member("fen", to_fen(*start)).end_object().take());
}

// What a position is worth to the side to move, what each of its moves is worth to it, and the best
// line with at most so many moves. Ties are broken by the seed.
KIBITZ_EXPORT(kibitz_endgame_look)
const char* kibitz_endgame_look(const char* fen, int most, int seed) {
    const auto position = parse_start(fen);
    if (!position) return answer_error(position.error());
    const auto verdict = tables().verdict(*position);
    if (!verdict) return answer_error("there is no table for this position");
    const Line line(*position);
    JsonWriter json;
    json.begin_object();
    write_verdict(json, *verdict);
    json.key("moves").begin_array();
    for (const auto& [move, worth] : endgames::rated_moves(*position, tables())) {
        json.begin_object().member("uci", move_name(line, move));
        write_verdict(json, worth);
        json.end_object();
    }
    json.end_array().key("best").begin_array();
    SplitMix random(static_cast<std::uint32_t>(seed));
    Line played(*position);
    for (const Move move : endgames::best_line(*position, tables(), most, random)) {
        json.value(move_name(played, move));
        played.play(move);
    }
    return answer(json.end_array().end_object().take());
}
