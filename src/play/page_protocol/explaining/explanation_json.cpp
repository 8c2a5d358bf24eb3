#include "page_protocol/explaining/explanation_json.hpp"

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"

namespace kibitz::page_protocol {
namespace {

using namespace explain;

void write_piece(JsonWriter& json, PlacedPiece placed) {
    json.begin_object().member("square", placed.square.to_string());
    json.member("piece", std::string(1, to_char(placed.piece))).end_object();
}

void write_pieces(JsonWriter& json, std::string_view name, std::span<const PlacedPiece> pieces) {
    json.key(name).begin_array();
    for (const PlacedPiece placed : pieces) write_piece(json, placed);
    json.end_array();
}

void write_proof(JsonWriter& json, const Position& start, std::span<const Move> proof) {
    json.member("fen", to_fen(start)).key("uci").begin_array();
    for (const Move move : proof) json.value(to_uci(move, start.needs_chess960_notation()));
    json.end_array().key("san").begin_array();
    Position position = start;
    for (const Move move : proof) {
        json.value(to_san(position, move));
        position.play(move);
    }
    json.end_array();
}

void write_motif(JsonWriter& json, const ProvenMotif& motif) {
    json.begin_object().member("kind", kibitz::to_string(motif.kind)).key("by");
    write_piece(json, motif.by);
    write_pieces(json, "on", motif.on);
    json.member("move", motif.move).end_object();
}

void write_winnings(JsonWriter& json, const Claim& claim, Color loser) {
    json.key("mate");
    if (claim.mate > 0)
        json.value(claim.mate);
    else
        json.null();
    json.member("centipawns", claim.winnings.centipawns);
    write_pieces(json, "taken", claim.winnings.taken);
    json.key("given").begin_array();
    for (const PieceType type : claim.winnings.given)
        json.value(std::string(1, to_char(make_piece(~loser, type))));
    json.end_array().key("retaking");
    if (claim.retaking > 0)
        json.value(claim.retaking);
    else
        json.null();
    json.key("motif");
    if (claim.motif)
        write_motif(json, *claim.motif);
    else
        json.null();
}

void write_claim(JsonWriter& json, const Question& question, const Claim& claim,
                 const Reader& reader) {
    const Position start = start_of_proof(question, claim);
    json.begin_object().member("kind", explain::to_string(claim.kind));
    json.member("text", sentence(question, claim, reader));
    write_proof(json, start, claim.proof);
    if (claim.ending) {
        json.member("ending", kibitz::to_string(*claim.ending));
    } else if (claim.kind == ClaimKind::positional) {
        json.member("aspect", explain::to_string(claim.aspect));
        json.member("side", claim.is_own_loss ? "own" : "other");
        json.member("difference", claim.difference);
    } else {
        write_winnings(json, claim, ~start.side_to_move());
    }
    json.end_object();
}

}  // namespace

void write_explanation(JsonWriter& json, const Question& question, const Explanation& explanation,
                       const Reader& reader) {
    json.begin_object().member("cost", explanation.cost).key("sentences").begin_array();
    for (const std::string& text : sentences(question, explanation, reader)) json.value(text);
    json.end_array().key("claims").begin_array();
    for (const Claim& claim : explanation.claims) write_claim(json, question, claim, reader);
    json.end_array().end_object();
}

}  // namespace kibitz::page_protocol
