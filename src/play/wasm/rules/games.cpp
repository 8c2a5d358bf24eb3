// Games as trees that a page walks and edits, read from PGN and written to it.
//
// A game has a number from when it is made until it is closed, its nodes those of chess/game.hpp.
#include <map>
#include <optional>
#include <vector>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/san.hpp"
#include "chess/text_encoding.hpp"
#include "page_protocol/line_text.hpp"
#include "text/words.hpp"
#include "wasm/interface.hpp"

namespace kibitz::wasm {
namespace {

// A page shows a list of them; a file of a million games is for the command line.
constexpr std::size_t most_games_read = 500;

struct Games {
    std::map<int, Game> open;
    int last_number = 0;

    int add(Game game) {
        open.emplace(++last_number, std::move(game));
        return last_number;
    }
    Game* find(int number) {
        const auto found = open.find(number);
        return found == open.end() ? nullptr : &found->second;
    }
};

Games& games() {
    static Games all;
    return all;
}

const char* no_game(int number) {
    return answer_error("there is no open game with the number " + std::to_string(number));
}

const char* no_node(int node) {
    return answer_error("the game has no node with the number " + std::to_string(node));
}

const char* done() { return answer("{}"); }

// Depth first, so that parents come before children and removed nodes do not come at all.
std::vector<NodeId> nodes_of(const Game& game) {
    std::vector<NodeId> all, waiting{NodeId::root};
    while (!waiting.empty()) {
        const NodeId id = waiting.back();
        waiting.pop_back();
        all.push_back(id);
        std::vector<NodeId> children;
        for (NodeId child = game.node(id).first_child; child != NodeId::none;
             child = game.node(child).next_sibling)
            children.push_back(child);
        waiting.insert(waiting.end(), children.rbegin(), children.rend());
    }
    return all;
}

bool has_node(const Game& game, int node) {
    for (const NodeId id : nodes_of(game))
        if (static_cast<int>(id) == node) return true;
    return false;
}

// The game and node that the numbers mean, or an answer that says why not.
struct Place {
    Game* game = nullptr;
    NodeId node = NodeId::none;
    const char* error = nullptr;
};

Place find_place(int number, int node) {
    Game* const game = games().find(number);
    if (game == nullptr) return {.error = no_game(number)};
    if (!has_node(*game, node)) return {.error = no_node(node)};
    return {game, static_cast<NodeId>(node), nullptr};
}

// As [%csl] and [%cal] write the colour.
std::string color_letter(MarkColor color) {
    constexpr std::string_view letters = "GRYB";  // in the order of MarkColor
    return std::string(1, letters[static_cast<std::size_t>(color)]);
}

// Circles and arrows as [%csl] and [%cal] write them, separated by blanks: "Ge4 Rd1h5". Nothing if
// a word is neither.
std::optional<Annotations> parse_marks(std::string_view given) {
    constexpr std::size_t circle_length = 3;  // a colour and a square
    Annotations marks;
    text::Words words(given);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const std::string_view command = word.size() == circle_length ? "[%csl " : "[%cal ";
        add_comment(marks, std::string(command) + std::string(word) + ']');
    }
    if (!marks.text.empty()) return std::nullopt;
    return marks;
}

void write_comment(JsonWriter& json, const Annotations& comment) {
    if (!comment.text.empty()) json.member("comment", comment.text);
    if (comment.evaluation) {
        json.key(comment.evaluation->is_mate ? "mate" : "centipawns");
        json.value(comment.evaluation->value);
    }
    if (comment.clock) json.member("clock", comment.clock->count());
    if (comment.squares.empty() && comment.arrows.empty()) return;
    json.key("marks").begin_array();
    for (const MarkedSquare& mark : comment.squares)
        json.value(color_letter(mark.color) + mark.square.to_string());
    for (const Arrow& arrow : comment.arrows)
        json.value(color_letter(arrow.color) + arrow.from.to_string() + arrow.to.to_string());
    json.end_array();
}

class TreeWriter {
   public:
    explicit TreeWriter(const Game& game) : game_(game), line_(game.start()) {}

    std::string write() {
        json_.begin_object();
        json_.member("start", to_fen(game_.start())).member("result", to_string(game_.result()));
        json_.key("tags").begin_object();
        for (const GameTag& tag : game_.tags()) json_.member(tag.name, tag.value);
        json_.end_object().key("nodes").begin_array();
        for (const NodeId id : nodes_of(game_)) write_node(id);
        return json_.end_array().end_object().take();
    }

   private:
    void write_node(NodeId id) {
        const Game::Node& node = game_.node(id);
        json_.begin_object().member("id", static_cast<int>(id));
        if (id == NodeId::root) {
            positions_.push_back(game_.start());
        } else {
            const int depth = depths_[static_cast<int>(node.parent)] + 1;
            depths_[static_cast<int>(id)] = depth;
            positions_.resize(static_cast<std::size_t>(depth), game_.start());
            const Position& before = positions_.back();
            json_.member("parent", static_cast<int>(node.parent));
            write_move(before, node.move);
            Position after = before;
            if (node.move.is_none()) {
                after.play_null();
                json_.member("fen", to_fen(after));
            } else {
                after.play(node.move);
            }
            positions_.push_back(after);
        }
        json_.key("children").begin_array();
        for (NodeId child = node.first_child; child != NodeId::none;
             child = game_.node(child).next_sibling)
            json_.value(static_cast<int>(child));
        json_.end_array();
        if (!node.nags.empty()) {
            json_.key("nags").begin_array();
            for (const int nag : node.nags) json_.value(nag);
            json_.end_array();
        }
        if (!node.comment_before.empty()) json_.member("before", node.comment_before);
        write_comment(json_, node.comment);
        json_.end_object();
    }

    void write_move(const Position& before, Move move) {
        json_.member("ply", before.game_ply());
        json_.member("uci", move_name(line_, move));
        json_.member("san", move.is_none() ? std::string("--") : to_san(before, move));
    }

    const Game& game_;
    Line line_;  // for how its start names castling moves
    JsonWriter json_;
    std::vector<Position> positions_;  // from the start to the node written last
    std::map<int, int> depths_;
};

// The comment with another text. The values of its commands stay, as far as the text does not give
// others.
Annotations reworded(Annotations comment, std::string_view text) {
    Annotations said;
    add_comment(said, text);
    comment.text = std::move(said.text);
    if (said.evaluation) comment.evaluation = said.evaluation;
    if (said.clock) comment.clock = said.clock;
    if (said.elapsed) comment.elapsed = said.elapsed;
    if (!said.squares.empty()) comment.squares = std::move(said.squares);
    if (!said.arrows.empty()) comment.arrows = std::move(said.arrows);
    return comment;
}

const char* answer_number(std::string_view name, int number) {
    return answer(JsonWriter().begin_object().member(name, number).end_object().take());
}

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// A game without moves: {"game": 1}.
KIBITZ_EXPORT(kibitz_game_new) const char* kibitz_game_new(const char* start) {
    const auto position = parse_start(start);
    if (!position) return answer_error(position.error());
    return answer_number("game", games().add(Game(*position)));
}

// The games of a text: {"games": [{"game": 1, "tags": {...}, "fate": "cut", "repairs":
// [{"error", "fault"}], "error": "...", "fault": {...}}],
// "more": false}. One with an error is open with what came before that.
KIBITZ_EXPORT(kibitz_game_read) const char* kibitz_game_read(const char* pgn) {
    JsonWriter json;
    std::size_t count = 0;
    json.begin_object().key("games").begin_array();
    GameBuilder builder([&](ReadGame read) {
        if (++count > most_games_read) return;
        json.begin_object().key("tags").begin_object();
        for (const GameTag& tag : read.game.tags()) json.member(tag.name, tag.value);
        json.end_object();
        json.member("fate", to_string(read.fate));
        write_repairs(json, read.repairs);
        if (read.error) write_error(json, text_error(*read.error));
        json.member("game", games().add(std::move(read.game))).end_object();
    });
    PgnReader reader(builder);
    reader.feed(pgn);
    reader.finish();
    json.end_array();
    if (count == 0)
        return answer_error(
            TextError{.words = "there is no game in this text", .code = "text.no_game"});
    return answer(json.member("more", count > most_games_read).end_object().take());
}

// The text of a file's bytes, in whatever characters it is written: {"text": "..."}.
KIBITZ_EXPORT(kibitz_text) const char* kibitz_text(const char* bytes, int size) {
    const std::string text = to_utf8({bytes, static_cast<std::size_t>(size)});
    return answer(JsonWriter().begin_object().member("text", text).end_object().take());
}

KIBITZ_EXPORT(kibitz_game_close) const char* kibitz_game_close(int number) {
    if (games().open.erase(number) == 0) return no_game(number);
    return done();
}

// The whole tree: {"start", "result", "tags", "nodes": [{"id", "parent", "children", "ply", "uci",
// "san", "nags", "before", "comment", "centipawns" or "mate", "clock"}]}, parents first. After a
// null move, which no line of play can hold, "fen" is where play continues.
KIBITZ_EXPORT(kibitz_game_show) const char* kibitz_game_show(int number) {
    const Game* const game = games().find(number);
    return game == nullptr ? no_game(number) : answer(TreeWriter(*game).write());
}

KIBITZ_EXPORT(kibitz_game_pgn) const char* kibitz_game_pgn(int number) {
    const Game* const game = games().find(number);
    if (game == nullptr) return no_game(number);
    return answer(JsonWriter().begin_object().member("pgn", to_pgn(*game)).end_object().take());
}

// Plays a move after a node: {"node": 7}, which was there before if the move was.
KIBITZ_EXPORT(kibitz_game_play)
const char* kibitz_game_play(int number, int node, const char* text) {
    const Place place = find_place(number, node);
    if (place.error != nullptr) return place.error;
    const auto move = parse_move(place.game->position(place.node), text);
    if (!move) return answer_error(move.error());
    NodeId child = place.game->child(place.node, *move);
    if (child == NodeId::none) child = place.game->add(place.node, *move);
    return answer_number("node", static_cast<int>(child));
}

// The node and all that follows it.
KIBITZ_EXPORT(kibitz_game_remove) const char* kibitz_game_remove(int number, int node) {
    const Place place = find_place(number, node);
    if (place.error != nullptr) return place.error;
    place.game->remove(place.node);
    return done();
}

// One place up among the moves from its position.
KIBITZ_EXPORT(kibitz_game_promote) const char* kibitz_game_promote(int number, int node) {
    const Place place = find_place(number, node);
    if (place.error != nullptr) return place.error;
    place.game->promote(place.node);
    return done();
}

KIBITZ_EXPORT(kibitz_game_main_line) const char* kibitz_game_main_line(int number, int node) {
    const Place place = find_place(number, node);
    if (place.error != nullptr) return place.error;
    place.game->make_main_line(place.node);
    return done();
}

// The text of the comment after a node's move; it may have commands such as [%eval 0.25]. The
// values that the comment had, its evaluation and clock, stay where the text gives no others.
KIBITZ_EXPORT(kibitz_game_comment)
const char* kibitz_game_comment(int number, int node, const char* text) {
    const Place place = find_place(number, node);
    if (place.error != nullptr) return place.error;
    place.game->set_comment(place.node, reworded(place.game->node(place.node).comment, text));
    return done();
}

// The circles and arrows of a node: "Ge4 Rd1h5".
KIBITZ_EXPORT(kibitz_game_marks)
const char* kibitz_game_marks(int number, int node, const char* text) {
    const Place place = find_place(number, node);
    if (place.error != nullptr) return place.error;
    const auto marks = parse_marks(text);
    if (!marks)
        return answer_error(
            "a circle or an arrow is a colour (G, R, Y, B) and one or two "
            "squares, as in Ge4 or Rd1h5");
    Annotations comment = place.game->node(place.node).comment;
    comment.squares = marks->squares;
    comment.arrows = marks->arrows;
    place.game->set_comment(place.node, std::move(comment));
    return done();
}

// Numeric annotation glyphs, separated by blanks: "2" for a mistake.
KIBITZ_EXPORT(kibitz_game_nags)
const char* kibitz_game_nags(int number, int node, const char* text) {
    const Place place = find_place(number, node);
    if (place.error != nullptr) return place.error;
    std::vector<std::uint8_t> nags;
    text::Words words(text);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto nag = text::parse_number<std::uint8_t>(word);
        if (!nag)
            return answer_error("an annotation glyph is a number from 0 to 255, not \"" +
                                std::string(word) + "\"");
        nags.push_back(*nag);
    }
    place.game->set_nags(place.node, std::move(nags));
    return done();
}

KIBITZ_EXPORT(kibitz_game_tag)
const char* kibitz_game_tag(int number, const char* name, const char* value) {
    Game* const game = games().find(number);
    if (game == nullptr) return no_game(number);
    game->set_tag(name, value);
    return done();
}

// 1-0, 0-1, 1/2-1/2; anything else is unknown.
KIBITZ_EXPORT(kibitz_game_result)
const char* kibitz_game_result(int number, const char* result) {
    Game* const game = games().find(number);
    if (game == nullptr) return no_game(number);
    game->set_result(parse_pgn_result(result));
    return done();
}
