#include "page_protocol/games/games_answers.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "collection/finder.hpp"
#include "collection/move_tree.hpp"
#include "page_protocol/json_writer.hpp"
#include "text/json_text.hpp"
#include "text/numbers.hpp"

namespace kibitz::page_protocol {

namespace {

using collection::Finder;
using collection::FoundGame;
using collection::GameOrder;
using collection::Query;
using collection::SegmentList;
using collection::Tally;

std::unexpected<GamesRefusal> bad_query(std::string text) {
    return std::unexpected(GamesRefusal{GamesFault::bad_query, std::move(text)});
}

std::expected<Query, GamesRefusal> read_query(const collection::QueryWords& words) {
    auto query = collection::query_of(words);
    if (!query) return bad_query(collection::without_dashes(query.error()));
    return *std::move(query);
}

// A search, and whether all games were looked at and whole.
struct Searched {
    bool is_complete = true;
    std::optional<std::size_t> damaged;
};

Searched search(const SegmentList& games, const Query& query, Finder& finder, const GoesOn& goes_on,
                collection::MoveTree* tree = nullptr, const collection::TagRule* rule = nullptr) {
    Searched searched;
    searched.damaged = games.search(
        query, finder,
        [&] {
            if (!goes_on()) searched.is_complete = false;
            return searched.is_complete;
        },
        tree, rule);
    if (searched.damaged) searched.is_complete = false;
    return searched;
}

const collection::TagRule* rule_of(const ListRules& rules) {
    return rules.tag ? &*rules.tag : nullptr;
}

GamesAnswer answer(JsonWriter& json, const Searched& searched) {
    json.member("complete", searched.is_complete).end_object();
    return {.json = json.take() + "\n",
            .is_complete = searched.is_complete,
            .damaged = searched.damaged};
}

void write_number(JsonWriter& json, std::string_view name, std::optional<int> number) {
    json.key(name);
    number ? json.value(*number) : json.null();
}

void write_tally(JsonWriter& json, const Tally& tally) {
    json.member("games", tally.games)
        .member("wins", tally.wins)
        .member("draws", tally.draws)
        .member("losses", tally.losses);
    write_number(json, "rating", tally.mean_rating());
    write_number(json, "performance", tally.performance());
    json.member("last", tally.last.is_known() ? to_string(tally.last) : std::string());
}

// Tags may be of any length.
std::string_view shortened(std::string_view text) {
    constexpr std::size_t most = 200;
    if (text.size() <= most) return text;
    std::size_t end = most;
    while (end > 0 && text::utf8_sequence_length(text.substr(end)) == 0) --end;
    return text.substr(0, end);
}

void write_row(JsonWriter& json, const FoundGame& game) {
    const collection::GameHead& head = game.head;
    const collection::OpeningNames opening = collection::opening_names(game);
    const auto rating = [&head](Color side) {
        const int elo = head.rating(side);
        return elo == 0 ? std::optional<int>() : elo;
    };
    json.begin_object()
        .member("number", game.number)
        .member("white", shortened(head.player(Color::white)))
        .member("black", shortened(head.player(Color::black)));
    write_number(json, "whiteElo", rating(Color::white));
    write_number(json, "blackElo", rating(Color::black));
    json.member("result", to_string(collection::result_of(game)))
        .member("date", head.date().is_known() ? to_string(head.date()) : std::string())
        .member("event", shortened(head.tag("Event")))
        .member("eco", opening.eco)
        .member("opening", shortened(opening.name))
        .member("plies", game.tape.moves().size())
        .end_object();
}

// Says whether it makes sense.
bool play_game(const SegmentList& games, std::uint64_t number, const Finder::Take& take) {
    const Query any;
    Finder finder(any, take);
    finder.skip_to(number);
    return games.play(number, finder);
}

// Keeps the numbers of those games that are told, in their order.
class Selection {
   public:
    Selection(const SegmentList& games, const GamesQuestion& question, bool has_last_first)
        : games_(games),
          order_(question.sort),
          is_reverse_(question.reverse),
          has_last_first_(has_last_first),
          offset_(question.offset),
          most_(question.offset + question.limit) {}

    void add(const FoundGame& game) {
        ++found_;
        if (most_ == 0) return;
        if (!order_) {
            if (kept_.size() < most_) kept_.push_back({{}, game.number});
            return;
        }
        Entry entry{key_of(game), game.number};
        const auto before = [this](const Entry& a, const Entry& b) { return comes_first(a, b); };
        if (kept_.size() == most_) {
            // The heap has the last of them on top.
            if (!comes_first(entry, kept_.front())) return;
            std::ranges::pop_heap(kept_, before);
            kept_.pop_back();
        }
        kept_.push_back(std::move(entry));
        std::ranges::push_heap(kept_, before);
    }

    [[nodiscard]] std::uint64_t found() const { return found_; }
    [[nodiscard]] std::vector<std::uint64_t> numbers() {
        if (order_)
            std::ranges::sort(kept_,
                              [this](const Entry& a, const Entry& b) { return comes_first(a, b); });
        std::vector<std::uint64_t> numbers;
        for (std::size_t i = offset_; i < kept_.size(); ++i) numbers.push_back(kept_[i].number);
        return numbers;
    }

   private:
    struct Entry {
        collection::SortKey key;
        std::uint64_t number;
    };

    [[nodiscard]] collection::SortKey key_of(const FoundGame& game) const {
        if (*order_ != GameOrder::date) return collection::sort_key(*order_, game);
        return {.number = collection::date_number(games_.date(game.number)), .text = {}};
    }
    // Games that are equal in this stay in the order of the database, or are turned round.
    [[nodiscard]] bool comes_first(const Entry& a, const Entry& b) const {
        if (a.key == b.key) return has_last_first_ ? a.number > b.number : a.number < b.number;
        return is_reverse_ ? b.key < a.key : a.key < b.key;
    }

    const SegmentList& games_;
    const std::optional<GameOrder> order_;
    const bool is_reverse_;
    const bool has_last_first_;
    const std::size_t offset_;
    const std::size_t most_;
    std::uint64_t found_ = 0;
    std::vector<Entry> kept_;
};

void write_lines(JsonWriter& json, std::string_view name,
                 const std::vector<collection::Repertoire::Line>& lines) {
    constexpr std::size_t most = 40;
    json.key(name).begin_array();
    for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) {
        json.begin_object().member("name", shortened(lines[i].name));
        write_tally(json, lines[i].tally);
        json.end_object();
    }
    json.end_array();
}

void write_repertoire(JsonWriter& json, std::string_view side,
                      const collection::Repertoire& repertoire) {
    json.key(side).begin_object().key("total").begin_object();
    write_tally(json, repertoire.total());
    json.end_object();
    write_lines(json, "openings", repertoire.openings());
    write_lines(json, "firstMoves", repertoire.first_moves());
    json.end_object();
}

}  // namespace

MaybeGamesAnswer answer_tree(const SegmentList& games, const GamesQuestion& question,
                             const GoesOn& goes_on, const ListRules& rules) {
    collection::QueryWords words = question.words;
    if (words.position.empty()) {
        if (!words.line.empty())
            return bad_query("line: a tree grows from a position; give it as position");
        words.position = to_fen(Position::initial());
    }
    const auto query = read_query(words);
    if (!query) return std::unexpected(query.error());
    const Position& position = query->positions.front().position;
    collection::MoveTree tree(position);
    const bool has_rules = rules.is_wanted != nullptr;
    Finder finder(*query, [&](const FoundGame& game) {
        if (!has_rules || rules.is_wanted(game)) tree.add(game);
    });
    finder.stop_at_replies();
    // What was added up before knows nothing of the rules.
    const Searched searched =
        search(games, *query, finder, goes_on, has_rules ? nullptr : &tree, rule_of(rules));
    JsonWriter json;
    json.begin_object().key("moves").begin_array();
    for (const auto& [move, tally] : tree.branches()) {
        const bool is_null = move.is_none();
        json.begin_object()
            .member("uci",
                    is_null ? std::string() : to_uci(move, position.needs_chess960_notation()))
            .member("san", is_null ? "--" : to_san(position, move));
        write_tally(json, tally);
        json.end_object();
    }
    json.end_array().key("total").begin_object();
    write_tally(json, tree.total());
    json.end_object();
    return answer(json, searched);
}

MaybeGamesAnswer answer_find(const SegmentList& games, const GamesQuestion& question,
                             const GoesOn& goes_on, const ListRules& rules) {
    const auto query = read_query(question.words);
    if (!query) return std::unexpected(query.error());
    Selection selection(games, question, rules.has_last_first);
    Finder finder(*query, [&](const FoundGame& game) {
        if (!rules.is_wanted || rules.is_wanted(game)) selection.add(game);
    });
    // The database knows the dates without the tags.
    std::vector<std::string_view> tags = rules.tags;
    if (question.sort && question.sort != GameOrder::date) {
        const auto more = collection::tags_of(*question.sort);
        tags.insert(tags.end(), more.begin(), more.end());
    }
    finder.stop_when_certain(tags);
    const Searched searched = search(games, *query, finder, goes_on, nullptr, rule_of(rules));
    JsonWriter json;
    json.begin_object().member("found", selection.found()).key("games").begin_array();
    for (const std::uint64_t number : selection.numbers())
        play_game(games, number, [&json](const FoundGame& game) { write_row(json, game); });
    json.end_array();
    return answer(json, searched);
}

MaybeGamesAnswer answer_player(const SegmentList& games, const GamesQuestion& question,
                               const GoesOn& goes_on) {
    if (question.words.player.empty()) return bad_query("player: say whose games");
    const auto query = read_query(question.words);
    if (!query) return std::unexpected(query.error());
    collection::Repertoire as_white, as_black;
    Finder finder(*query, [&](const FoundGame& game) {
        const Color side = *side_of_player(*query, game.head);
        (side == Color::white ? as_white : as_black).add(game, side);
    });
    const Searched searched = search(games, *query, finder, goes_on);
    JsonWriter json;
    json.begin_object();
    write_repertoire(json, "white", as_white);
    write_repertoire(json, "black", as_black);
    return answer(json, searched);
}

std::string names_json(const std::vector<collection::Counted>& players, std::string_view name) {
    constexpr std::size_t most = 20;
    const collection::NamePattern pattern(name);
    JsonWriter json;
    json.begin_object().key("names").begin_array();
    std::size_t told = 0;
    for (const collection::Counted& player : players) {
        if (!pattern.empty() && !pattern.fits(player.name)) continue;
        if (++told > most) break;
        json.begin_object()
            .member("name", shortened(player.name))
            .member("games", player.games)
            .end_object();
    }
    return json.end_array().end_object().take() + "\n";
}

std::expected<std::string, GamesRefusal> game_pgn(const SegmentList& games,
                                                  std::string_view number) {
    constexpr std::size_t most_bytes = std::size_t{2} * 1024 * 1024;
    const auto parsed = text::parse_number<std::uint64_t>(number);
    if (!parsed || *parsed < 1 || *parsed > games.games())
        return std::unexpected(GamesRefusal{
            GamesFault::no_such_game,
            "the database has no game with this number; it has " + std::to_string(games.games())});
    std::string pgn;
    if (!play_game(games, *parsed,
                   [&pgn](const FoundGame& game) { pgn = to_pgn(game.tape.build().game); }))
        return std::unexpected(GamesRefusal{GamesFault::damaged_game, "the game is damaged"});
    if (pgn.size() > most_bytes)
        return std::unexpected(GamesRefusal{GamesFault::game_too_large,
                                            "the game with its comments is too large to be shown"});
    return pgn;
}

}  // namespace kibitz::page_protocol
