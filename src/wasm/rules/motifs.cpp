// Why a line of thought wins, for a page that explains a game.
#include "chess/motifs.hpp"

#include <algorithm>
#include <vector>

#include "chess/see.hpp"
#include "engine/eval/blend.hpp"
#include "engine/eval/evaluate.hpp"
#include "page_protocol/line_text.hpp"
#include "text/words.hpp"
#include "wasm/interface.hpp"

namespace kibitz::wasm {
namespace {

// The moves of a line up to the first that cannot be played.
std::vector<Move> playable(Position position, std::string_view text) {
    std::vector<Move> line;
    text::Words words(text);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto move = parse_move(position, word);
        if (!move) break;
        line.push_back(*move);
        position.play(*move);
    }
    return line;
}

void write_piece(JsonWriter& json, const Position& position, Square square) {
    json.begin_object().member("square", square.to_string());
    json.member("piece", std::string(1, to_char(position.piece_on(square)))).end_object();
}

void write_motif(JsonWriter& json, const Position& before, std::span<const Move> line,
                 const Motif& motif) {
    // The pieces it is done to have not moved yet; a mate on the back rank ends the line.
    const bool at_end = motif.kind == MotifKind::back_rank;
    Position after = before;
    for (const Move move : at_end ? line : line.first(1)) after.play(move);
    json.begin_object().member("kind", to_string(motif.kind)).key("by");
    write_piece(json, after, motif.by);
    json.key("on").begin_array();
    for (const Square square : motif.on) write_piece(json, at_end ? after : before, square);
    json.end_array().end_object();
}

struct Taken {
    Square square;
    Piece piece = Piece::none;
};

void write_taken(JsonWriter& json, const Taken& taken) {
    json.begin_object().member("square", taken.square.to_string());
    json.member("piece", std::string(1, to_char(taken.piece))).end_object();
}

// The pieces that the side to move takes in the line, what it wins in total, and the most
// valuable of them that this amounts to: of a knight taken for a knight and a pawn the pawn.
void write_gain(JsonWriter& json, Position position, std::span<const Move> line) {
    const Color us = position.side_to_move();
    int centipawns = 0;
    std::vector<Taken> takes;
    for (const Move move : line) {
        const bool is_ours = position.side_to_move() == us;
        int gain = exchange_value(type_of(position.captured_by(move)));
        if (move.is_promotion())
            gain += exchange_value(move.promoted_to()) - exchange_value(PieceType::pawn);
        centipawns += is_ours ? gain : -gain;
        if (is_ours && position.is_capture(move)) {
            const Square square = move.is_en_passant() ? move.to() - forward(us) : move.to();
            takes.push_back({square, position.piece_on(square)});
        }
        position.play(move);
    }
    json.key("takes").begin_array();
    for (const Taken& taken : takes) write_taken(json, taken);
    json.end_array().member("centipawns", centipawns).key("wins");
    const auto worth = [](const Taken& taken) { return exchange_value(type_of(taken.piece)); };
    std::erase_if(takes, [&](const Taken& taken) { return worth(taken) > centipawns; });
    const auto most = std::ranges::max_element(takes, {}, worth);
    if (most == takes.end())
        json.null();
    else
        write_taken(json, *most);
}

// What each group of terms of the hand-crafted evaluation gives both sides at the end of the line,
// the one that begins it first.
void write_standing(JsonWriter& json, Position position, std::span<const Move> line) {
    const Color us = position.side_to_move();
    for (const Move move : line) position.play(move);
    const EvalTrace trace = trace_evaluation(position);
    const auto share = [&](std::size_t group, Color color) {
        const PackedScore score = trace.shares[group][static_cast<std::size_t>(index(color))];
        return blend(score.middlegame(), score.endgame(), trace.phase, full_scale);
    };
    json.key("standing").begin_object();
    for (std::size_t group = 0; group < term_group_names.size(); ++group) {
        json.key(term_group_names[group]).begin_array();
        json.value(share(group, us)).value(share(group, ~us)).end_array();
    }
    json.end_object();
}

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// What makes a line win for the side to move: {"motifs": [{"kind": "fork", "by": {"square": "c7",
// "piece": "N"}, "on": [{"square": "e8", "piece": "k"}, ...]}], "takes": [{"square": "a8", "piece":
// "r"}], "centipawns": 500, "wins": {"square": "a8", "piece": "r"}, "standing": {"king": [12, -40],
// ...}}, the most telling motif first; what it takes is worth so many centipawns more than what is
// taken from it, which amounts to the piece it wins, if to any; and how both stand after it, by the
// groups of terms of the hand-crafted evaluation.
KIBITZ_EXPORT(kibitz_motifs) const char* kibitz_motifs(const char* fen, const char* moves) {
    const auto position = parse_start(fen);
    if (!position) return answer_error(position.error());
    const std::vector<Move> line = playable(*position, moves);
    JsonWriter json;
    json.begin_object().key("motifs").begin_array();
    for (const Motif& motif : motifs_of(*position, line)) write_motif(json, *position, line, motif);
    json.end_array();
    write_gain(json, *position, line);
    write_standing(json, *position, line);
    return answer(json.end_object().take());
}
