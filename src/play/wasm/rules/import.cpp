// Reads a PGN of any length piece by piece, and gives of each game what a collection keeps: its
// text, what it is found by, and the positions it passes through.
#include <memory>
#include <span>
#include <vector>

#include "chess/game.hpp"
#include "chess/openings.hpp"
#include "chess/position_name.hpp"
#include "page_protocol/line_text.hpp"
#include "wasm/interface.hpp"

namespace kibitz::wasm {
namespace {

void write_moves(JsonWriter& json, const Position& start, std::span<const Move> moves) {
    const Line line(start);  // for how the start names castling moves
    json.key("moves").begin_array();
    for (const Move move : moves) json.value(move_name(line, move));
    json.end_array().key("positions").begin_array();
    Position position = start;
    json.value(position_name(position.key()));
    for (const Move move : moves) {
        position.play(move);
        json.value(position_name(position.key()));
    }
    json.end_array();
}

void write_opening(JsonWriter& json, const Position& start, std::span<const Move> moves) {
    json.key("opening");
    const auto opening = opening_of(start, moves);
    if (!opening) {
        json.null();
        return;
    }
    json.begin_object().member("eco", opening->eco).member("name", opening->name()).end_object();
}

class Import {
   public:
    Import() : builder_([this](const ReadGame& read) { write(read); }), reader_(builder_) {}

    std::string feed(std::string_view text) {
        begin();
        reader_.feed(text);
        return take();
    }
    std::string finish() {
        begin();
        reader_.finish();
        return take();
    }

   private:
    void begin() {
        json_ = JsonWriter();
        json_.begin_object().key("games").begin_array();
    }
    std::string take() { return json_.end_array().end_object().take(); }

    void write(const ReadGame& read) {
        const Game& game = read.game;
        json_.begin_object().key("tags").begin_object();
        for (const GameTag& tag : game.tags()) json_.member(tag.name, tag.value);
        json_.end_object().member("result", to_string(game.result()));
        std::vector<Move> moves;
        for (const NodeId id : game.main_line()) {
            if (game.node(id).move.is_none()) break;
            moves.push_back(game.node(id).move);
        }
        write_opening(json_, game.start(), moves);
        write_moves(json_, game.start(), moves);
        json_.member("pgn", to_pgn(game));
        json_.member("plies", game.main_line().size()).member("fate", to_string(read.fate));
        write_repairs(json_, read.repairs);
        if (read.error) write_error(json_, text_error(*read.error));
        json_.end_object();
    }

    JsonWriter json_;
    GameBuilder builder_;
    PgnReader reader_;
};

std::unique_ptr<Import>& current_import() {
    static std::unique_ptr<Import> current;
    return current;
}

const char* no_import() { return answer_error("no import has begun"); }

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// Begins to read; what was being read is dropped.
KIBITZ_EXPORT(kibitz_import_begin) const char* kibitz_import_begin() {
    current_import() = std::make_unique<Import>();
    return answer("{}");
}

// The games that are complete after the next piece of the text: {"games": [{"tags": {...},
// "result": "1-0", "opening": {"eco", "name"} or null, "moves": ["e2e4", ...], "positions": [names,
// from the start on], "pgn": "...", "plies": 40, "fate": "read", "repairs": [{"error", "fault"}],
// "error": "...", "fault": {...}}]}.
KIBITZ_EXPORT(kibitz_import_text) const char* kibitz_import_text(const char* text) {
    return current_import() ? answer(current_import()->feed(text)) : no_import();
}

// The same for bytes, in whatever characters the file is written.
KIBITZ_EXPORT(kibitz_import_bytes) const char* kibitz_import_bytes(const char* bytes, int size) {
    if (!current_import()) return no_import();
    return answer(current_import()->feed({bytes, static_cast<std::size_t>(size)}));
}

// The same for the end of the text.
KIBITZ_EXPORT(kibitz_import_finish) const char* kibitz_import_finish() {
    if (!current_import()) return no_import();
    const char* const last = answer(current_import()->finish());
    current_import().reset();
    return last;
}
