// My games: a person's own games, in the format of a database, and what the page asks about them.
// The page stores the bytes; here they are in memory.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/openings.hpp"
#include "chess/position_name.hpp"
#include "collection/own_games.hpp"
#include "collection/text_patterns.hpp"
#include "page_protocol/games/games_answers.hpp"
#include "page_protocol/games/games_question.hpp"
#include "page_protocol/line_text.hpp"
#include "text/letter_case.hpp"
#include "wasm/database/browser_games.hpp"
#include "wasm/database/games_import.hpp"
#include "wasm/interface.hpp"
#include "wasm/thinking/page.hpp"

namespace kibitz::wasm {
namespace {

using collection::Finder;
using collection::FoundGame;
using collection::NamePattern;
using collection::OwnNames;
using collection::Query;
using collection::SegmentList;

// A page asks itself alone. What is said of openings in other languages may be long.
constexpr GamesLimits limits{.longest_field = 1'000'000, .most_games = 1'000'000};

std::string_view name_of(Color side) { return side == Color::white ? "white" : "black"; }

struct Library {
    BrowserGames games;
    std::unique_ptr<GamesImport> import;
};
Library& library() {
    static auto all = std::make_unique<Library>();
    return *all;
}

bool goes_on() { return true; }

// To look for motifs takes long, and nothing else is answered meanwhile.
GoesOn time_for(const GamesQuestion& question) {
    constexpr double most_milliseconds = 2'000;
    if (question.words.motifs.empty()) return goes_on;
    return [end = page_now() + most_milliseconds] { return page_now() < end; };
}

const char* done() { return answer("{}"); }

const char* answer_games(const MaybeGamesAnswer& given) {
    return given ? answer(given->json) : answer_error(given.error().text);
}

collection::SideOf own_side(const OwnNames& names) {
    return [&names](std::uint64_t number, const collection::GameHead& head) {
        return library().games.own_side(number, head, names);
    };
}

// How a game ended for the person, in the words of the page.
bool ended(PgnResult result, Color side, std::string_view outcome) {
    collection::OwnTally tally;
    tally.add(result, side);
    return outcome == "won" ? tally.won > 0 : outcome == "lost" ? tally.lost > 0 : tally.drawn > 0;
}

// Nothing for both.
std::optional<Color> color_of(std::string_view side) {
    if (side == "white") return Color::white;
    if (side == "black") return Color::black;
    return std::nullopt;
}

// The games of somebody, or of an event, in which the person had that side, and that ended so for
// them.
ListRules rules_of(std::string_view who, std::optional<Color> wanted, std::string_view outcome,
                   const OwnNames& names) {
    ListRules rules;
    if (!who.empty()) {
        const auto fits = [name = NamePattern(who),
                           piece = text::lower(who)](std::string_view value) {
            return name.fits(value) || collection::contains_text(value, piece);
        };
        rules.tag = {.names = {"White", "Black", "Event"}, .fits = fits};
    }
    if (outcome.empty() && !wanted) return rules;
    rules.is_wanted = [wanted, outcome = std::string(outcome), &names](const FoundGame& game) {
        const auto side = library().games.own_side(game.number, game.head, names);
        return side && (!wanted || *side == *wanted) &&
               (outcome.empty() || ended(result_of(game), *side, outcome));
    };
    rules.tags = {"White", "Black", "Result"};
    return rules;
}

void write_tally(JsonWriter& json, const collection::OwnTally& tally) {
    json.member("won", tally.won).member("drawn", tally.drawn).member("lost", tally.lost);
}

void write_results(JsonWriter& json, const collection::OwnResults& results) {
    json.member("games", results.games).key("own").begin_object();
    for (const Color side : {Color::white, Color::black}) {
        json.key(name_of(side)).begin_object();
        write_tally(json, results.of_sides[static_cast<std::size_t>(index(side))]);
        json.end_object();
    }
    json.end_object().key("openings").begin_array();
    for (const auto& [family, side, tally] : results.openings) {
        json.begin_object().member("opening", family).member("side", name_of(side));
        write_tally(json, tally);
        json.end_object();
    }
    json.end_array().member("likelyName", results.likely_name);
}

void write_own_position(JsonWriter& json, const collection::OwnPosition& own) {
    const Line start{Position::initial()};
    json.begin_object().member("position", position_name(own.key)).key("path").begin_array();
    for (const Move move : own.path) json.value(move_name(start, move));
    json.end_array().member("move", move_name(start, own.move)).key("others").begin_array();
    for (const Move move : own.others) json.value(move_name(start, move));
    json.end_array().member("games", own.games).member("times", own.times).end_object();
}

void write_note(JsonWriter& json, const ReadGame& read) {
    const auto name = [&read](std::string_view tag) {
        for (const GameTag& one : read.game.tags())
            if (one.name == tag) return one.value;
        return std::string("?");
    };
    json.begin_object().member("fate", to_string(read.fate)).member("white", name("White"));
    json.member("black", name("Black")).member("pgn", to_pgn(read.game));
    write_repairs(json, read.repairs);
    if (read.error) write_error(json, text_error(*read.error));
    json.end_object();
}

const char* answer_import() {
    GamesImport& import = *library().import;
    const GamesImport::Count& count = import.count();
    JsonWriter json;
    json.begin_object()
        .member("added", count.added)
        .member("known", count.known)
        .member("without", count.without)
        .key("fates")
        .begin_object();
    for (std::size_t fate = 0; fate < pgn_fates; ++fate)
        json.member(to_string(static_cast<PgnFate>(fate)), count.fates[fate]);
    json.end_object().key("notes").begin_array();
    for (const ReadGame& read : import.take_notes()) write_note(json, read);
    return answer(json.end_array().end_object().take());
}

const char* no_import() { return answer_error("no import has begun"); }

KeptSide kept_side(std::string_view text) {
    if (text == "white") return KeptSide::white;
    if (text == "black") return KeptSide::black;
    return text == "nobody" ? KeptSide::nobody : KeptSide::by_names;
}

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// Forgets all games.
KIBITZ_EXPORT(kibitz_games_clear) const char* kibitz_games_clear() {
    library() = {};
    return done();
}

// The bytes of the segment at that place, or of one more; they are copied.
KIBITZ_EXPORT(kibitz_games_put)
const char* kibitz_games_put(int at, const char* bytes, int size) {
    const auto put = library().games.put(static_cast<std::size_t>(at),
                                         std::string(bytes, static_cast<std::size_t>(size)));
    return put ? done() : answer_error(put.error());
}

// Deletes a game of a segment, or restores it.
KIBITZ_EXPORT(kibitz_games_hide)
const char* kibitz_games_hide(int segment, int game, int is_hidden) {
    const bool is_there = library().games.hide(static_cast<std::size_t>(segment),
                                               static_cast<std::size_t>(game), is_hidden != 0);
    return is_there ? done() : answer_error("there is no such segment");
}

// Adds a game that is stored by itself; `side` is the person's, "white" or "black", "nobody" where
// both played here, or empty where their names tell. Answers {"place": 0}, null where the text has
// no game.
KIBITZ_EXPORT(kibitz_games_keep)
const char* kibitz_games_keep(const char* pgn, const char* side) {
    const auto place = library().games.keep(pgn, kept_side(side));
    JsonWriter json;
    json.begin_object().key("place");
    place ? json.value(*place) : json.null();
    return answer(json.end_object().take());
}

// Takes such a game out again.
KIBITZ_EXPORT(kibitz_games_drop) const char* kibitz_games_drop(int place) {
    library().games.drop(static_cast<std::size_t>(place));
    return done();
}

// As /api/games/NAME/find answers the fields; also, of players and event, by a piece of their
// names, by the person's side, "white", "black" or "both", and by how the game ended for them:
// "won", "drawn" or "lost". `names` has theirs, one a line.
KIBITZ_EXPORT(kibitz_games_find)
const char* kibitz_games_find(const char* fields, const char* who, const char* side,
                              const char* outcome, const char* names) {
    const auto question = parse_games_question(fields, limits);
    if (!question) return answer_error(question.error());
    const OwnNames own(names);
    ListRules rules = rules_of(who, color_of(side), outcome, own);
    rules.has_last_first = true;
    return answer_games(answer_find(library().games.all(), *question, time_for(*question), rules));
}

// As /api/games/NAME/tree; with the side "white" or "black", of the games in which the person had
// it.
KIBITZ_EXPORT(kibitz_games_tree)
const char* kibitz_games_tree(const char* fields, const char* side, const char* names) {
    const auto question = parse_games_question(fields, limits);
    if (!question) return answer_error(question.error());
    const OwnNames own(names);
    ListRules rules;
    if (const auto wanted = color_of(side))
        rules.is_wanted = [&own, wanted](const FoundGame& game) {
            return library().games.own_side(game.number, game.head, own) == wanted;
        };
    return answer_games(answer_tree(library().games.all(), *question, goes_on, rules));
}

// How many games there are, and how the person's went: {"games", "own": {"white": {"won", "drawn",
// "lost"}, "black": {...}}, "openings": [{"opening", "side", "won", "drawn", "lost"}],
// "likelyName"}.
KIBITZ_EXPORT(kibitz_games_results) const char* kibitz_games_results(const char* names) {
    const OwnNames own(names);
    const auto was_imported = [](std::uint64_t number) {
        return library().games.side(number) == KeptSide::by_names;
    };
    JsonWriter json;
    json.begin_object();
    write_results(json, own_results(library().games.all(), own_side(own), was_imported));
    return answer(json.end_object().take());
}

// What the person usually plays: {"positions": [{"position", "path", "move", "others", "games",
// "times"}]}, moves in the notation of UCI.
KIBITZ_EXPORT(kibitz_games_openings) const char* kibitz_games_openings(const char* names) {
    const OwnNames own(names);
    JsonWriter json;
    json.begin_object().key("positions").begin_array();
    for (const auto& position : own_openings(library().games.all(), own_side(own)))
        write_own_position(json, position);
    return answer(json.end_array().end_object().take());
}

// The games that end in that position after so many moves of both sides: {"games": [{"number",
// "white", "black"}]}.
KIBITZ_EXPORT(kibitz_games_ending) const char* kibitz_games_ending(const char* fen, int plies) {
    const auto position = parse_start(fen);
    if (!position) return answer_error(position.error());
    Query query;
    query.positions.push_back({.position = *position});
    JsonWriter json;
    json.begin_object().key("games").begin_array();
    Finder finder(query, [&](const FoundGame& game) {
        Position last = game.tape.start();
        for (const Move move : game.tape.moves()) collection::play(last, move);
        if (game.tape.moves().size() != static_cast<std::size_t>(plies) ||
            last.key() != position->key())
            return;
        json.begin_object()
            .member("number", game.number)
            .member("white", game.head.player(Color::white))
            .member("black", game.head.player(Color::black))
            .end_object();
    });
    library().games.all().search(query, finder, goes_on);
    return answer(json.end_array().end_object().take());
}

// At most so many games from a number on as one PGN: {"pgn": "...", "next": 501}; `next` is 0
// behind the last one. A game that is deleted, or whose bytes make no sense, is left out.
KIBITZ_EXPORT(kibitz_games_pgn) const char* kibitz_games_pgn(int from, int most) {
    const SegmentList& games = library().games.all();
    const Query any;
    std::string pgn;
    Finder finder(any, [&pgn](const FoundGame& game) {
        if (!pgn.empty()) pgn += '\n';
        pgn += to_pgn(game.tape.build().game);
    });
    const std::uint64_t end = games.games() + 1;
    auto number = static_cast<std::uint64_t>(from);
    for (int told = 0; number < end && told < most; ++number, ++told)
        if (!games.is_hidden(number)) games.play(number, finder);
    JsonWriter json;
    json.begin_object().member("pgn", pgn).member("next", number < end ? number : 0);
    return answer(json.end_object().take());
}

// The English names of all openings: {"names": [...]}.
KIBITZ_EXPORT(kibitz_games_opening_names) const char* kibitz_games_opening_names() {
    JsonWriter json;
    json.begin_object().key("names").begin_array();
    for (const OpeningMark& mark : opening_marks()) json.value(mark.opening.name());
    return answer(json.end_array().end_object().take());
}

// Begins to read; what was being read is dropped. With `moves`, games come from another store and
// are added also where they are known. Segments have at most so many games.
KIBITZ_EXPORT(kibitz_games_import_begin)
const char* kibitz_games_import_begin(int games_of_segment, int moves) {
    library().import = nullptr;
    library().import = std::make_unique<GamesImport>(
        library().games, static_cast<std::size_t>(games_of_segment),
        moves != 0 ? GamesImport::Purpose::move : GamesImport::Purpose::add);
    return done();
}

// The next bytes of a text, in whatever characters it is written: {"added": 40, "known": 2,
// "without": 0, "fates": {"read": 42, ...}, "notes": [...]}, of all that was read; the notes are
// those that are new, about games that were not read as they stand there.
KIBITZ_EXPORT(kibitz_games_import_bytes)
const char* kibitz_games_import_bytes(const char* bytes, int size) {
    if (!library().import) return no_import();
    library().import->feed({bytes, static_cast<std::size_t>(size)});
    return answer_import();
}

// The same for the end of a text; another may follow.
KIBITZ_EXPORT(kibitz_games_import_end_text) const char* kibitz_games_import_end_text() {
    if (!library().import) return no_import();
    library().import->end_text();
    return answer_import();
}

// No more texts come.
KIBITZ_EXPORT(kibitz_games_import_finish) const char* kibitz_games_import_finish() {
    if (!library().import) return no_import();
    library().import->finish();
    return answer_import();
}

// What is to be stored next: {"at": 0, "games": 16384, "address": ..., "size": ...}, or {} if
// nothing is. The bytes stay there until the next call that is about the import.
KIBITZ_EXPORT(kibitz_games_import_next) const char* kibitz_games_import_next() {
    if (!library().import) return no_import();
    const GamesImport::Ready* const ready = library().import->next();
    if (ready == nullptr) return done();
    JsonWriter json;
    json.begin_object().member("at", ready->at).member("games", ready->games);
    json.member("address", reinterpret_cast<std::uintptr_t>(ready->bytes.data()));
    return answer(json.member("size", ready->bytes.size()).end_object().take());
}

// That is stored: its games are found from now on.
KIBITZ_EXPORT(kibitz_games_import_stored) const char* kibitz_games_import_stored() {
    if (!library().import) return no_import();
    library().import->store_next();
    return done();
}

// The import is over, or given up: what is not stored is forgotten.
KIBITZ_EXPORT(kibitz_games_import_close) const char* kibitz_games_import_close() {
    library().import = nullptr;
    return done();
}
