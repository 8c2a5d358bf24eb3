#include "cli/games/query_options.hpp"

#include <optional>
#include <tuple>
#include <utility>

#include "chess/annotations.hpp"
#include "chess/fen.hpp"
#include "chess/pasted_position.hpp"
#include "chess/san.hpp"
#include "cli/program/number_ranges.hpp"
#include "text/letter_case.hpp"
#include "text/split.hpp"
#include "text/words.hpp"

namespace kibitz::cli {

namespace games_command {
namespace {

using collection::Query;
using Done = std::expected<void, std::string>;

Done read_range(const char* option, const std::string& text,
                std::optional<collection::NumberRange>& range) {
    if (text.empty()) return {};
    const auto parsed = collection::parse_range(text);
    if (!parsed) return std::unexpected(std::string(option) + ": " + parsed.error());
    range = *parsed;
    return {};
}

Done read_players(const QueryWords& words, Query& query) {
    query.player = collection::NamePattern(words.player);
    query.opponent = collection::NamePattern(words.opponent);
    query.white = collection::NamePattern(words.white);
    query.black = collection::NamePattern(words.black);
    if (words.outcome.empty()) return {};
    if (words.player.empty())
        return std::unexpected(std::string("--outcome is that of a player; name them by --player"));
    query.outcome = words.outcome == "win"    ? collection::PlayerOutcome::win
                    : words.outcome == "draw" ? collection::PlayerOutcome::draw
                                              : collection::PlayerOutcome::loss;
    return {};
}

Done read_dates(const QueryWords& words, Query& query) {
    if (words.since.empty() && words.until.empty()) return {};
    collection::DateRange range{*collection::first_day("1"), *collection::last_day("9999")};
    if (!words.since.empty()) {
        const auto day = collection::first_day(words.since);
        if (!day) return std::unexpected("--since: " + day.error());
        range.first = *day;
    }
    if (!words.until.empty()) {
        const auto day = collection::last_day(words.until);
        if (!day) return std::unexpected("--until: " + day.error());
        range.last = *day;
    }
    query.dates = range;
    return {};
}

Done read_tags(const QueryWords& words, Query& query) {
    query.event = text::lower(words.event);
    query.site = text::lower(words.site);
    for (const std::string& tag : words.tags) {
        const std::size_t sign = tag.find('=');
        if (sign == std::string::npos || sign == 0)
            return std::unexpected("--tag: \"" + tag + "\": write NAME=TEXT, as in Round=3");
        query.tags.push_back({tag.substr(0, sign), text::lower(tag.substr(sign + 1))});
    }
    return {};
}

Done read_lists(const QueryWords& words, Query& query) {
    for (const std::string& list : words.results)
        for (const std::string_view word : text::split(list, ',')) {
            const PgnResult result = parse_pgn_result(word == "draw" ? "1/2-1/2" : word);
            if (result == PgnResult::unknown && word != "*")
                return std::unexpected("--result: \"" + std::string(word) +
                                       "\": write 1-0, 0-1, 1/2-1/2 or *");
            query.results.push_back(result);
        }
    for (const std::string& list : words.paces)
        for (const std::string_view word : text::split(list, ',')) {
            const auto pace = collection::parse_pace(word);
            if (!pace)
                return std::unexpected("--time: \"" + std::string(word) +
                                       "\": write bullet, blitz, rapid, classical, correspondence "
                                       "or unknown");
            query.paces.push_back(*pace);
        }
    if (words.eco.empty()) return {};
    auto eco = collection::parse_eco(words.eco);
    if (!eco) return std::unexpected("--eco: " + eco.error());
    query.eco = *std::move(eco);
    return {};
}

Done read_position(const QueryWords& words, Query& query) {
    if (words.position.empty()) {
        if (words.swapped)
            return std::unexpected(std::string("--swapped is said of a position; give --position"));
        return {};
    }
    const auto position = parse_position(words.position);
    if (!position) return std::unexpected("--position: " + to_string(position.error()));
    query.positions.push_back({.position = *position, .is_swapped = false});
    if (words.swapped)
        query.positions.push_back({.position = collection::swapped(*position), .is_swapped = true});
    return {};
}

// "1. e4 e5 2. Nf3", with or without the numbers.
Done read_line(const QueryWords& words, Query& query) {
    Position position = Position::initial();
    for (text::Words rest(words.line); !rest.at_end();) {
        std::string_view word = rest.next();
        if (const std::size_t dot = word.rfind('.'); dot != std::string_view::npos)
            word.remove_prefix(dot + 1);
        if (word.empty() || word.find_first_not_of("0123456789") == std::string_view::npos)
            continue;
        const auto move = parse_san(position, word);
        if (!move)
            return std::unexpected("--line: \"" + std::string(word) + "\" is no legal move there");
        query.line.push_back(*move);
        position.play(*move);
    }
    return {};
}

Done read_board(const QueryWords& words, Query& query) {
    if (!words.material.empty()) {
        auto material = collection::MaterialPattern::parse(words.material);
        if (!material) return std::unexpected("--material: " + material.error());
        query.material = *std::move(material);
    }
    for (const std::string& word : words.pawns) {
        auto pawns = collection::PawnPattern::parse(word);
        if (!pawns) return std::unexpected("--pawns: " + pawns.error());
        query.pawns.push_back(*std::move(pawns));
    }
    if (!words.bishops.empty())
        query.bishops = words.bishops == "same" ? collection::BishopPattern::same
                                                : collection::BishopPattern::opposite;
    query.stands_for = words.stands_for;
    return {};
}

}  // namespace
}  // namespace games_command

void add_query_options(CLI::App& app, QueryWords& words) {
    const auto text = [&app](const char* name, std::string& value, const char* shape,
                             const char* what) {
        return app.add_option(name, value, what)->option_text(shape);
    };
    text("--player", words.player, "NAME",
         "of this player, on either side: beginnings of words of the name; =NAME for no other");
    text("--opponent", words.opponent, "NAME", "against this one");
    text("--white", words.white, "NAME", "White is this player");
    text("--black", words.black, "NAME", "Black is this player");
    text("--outcome", words.outcome, "win|draw|loss", "for the player")
        ->check(CLI::IsMember({"win", "draw", "loss"}));
    app.add_option("--result", words.results, "1-0, 0-1, 1/2-1/2 or *; several with commas")
        ->option_text("RESULT");
    text("--elo", words.elo, "RANGE", "both ratings are in this range, as in 2000-2200 or 2500-");
    text("--mean-elo", words.mean_elo, "RANGE", "their mean is");
    text("--white-elo", words.white_elo, "RANGE", "White's rating is");
    text("--black-elo", words.black_elo, "RANGE", "Black's rating is");
    text("--since", words.since, "DATE", "played then or later: 2024, 2024.05 or 2024.05.17");
    text("--until", words.until, "DATE", "played then or before");
    text("--event", words.event, "TEXT", "a piece of the event's name");
    text("--site", words.site, "TEXT", "a piece of the site");
    app.add_option("--tag", words.tags, "a tag has this in it, as in Round=3 or Annotator=smith")
        ->option_text("NAME=TEXT");
    app.add_option("--time", words.paces,
                   "by the time control: bullet, blitz, rapid, classical, correspondence")
        ->option_text("WORD");
    text("--eco", words.eco, "CODES",
         "the opening's code: B33, B20-B99 or B; several with commas. The tag counts, or the moves "
         "without one");
    text("--opening", words.opening, "TEXT", "a piece of the opening's English name");
    text("--length", words.length, "RANGE", "so many moves, as in 20-40");
    text("--line", words.line, "MOVES", "begins with these moves, in this order: \"1. e4 c5\"");
    text("--position", words.position, "FEN",
         "reaches this position, in whatever order of moves (\"position startpos moves e2e4\" is "
         "one, too)");
    app.add_flag("--swapped", words.swapped, "or the position with the colours changed over");
    text("--material", words.material, "PATTERN",
         "has this material: KRPvKR, KRP+vKR (one pawn or more), QRvQR (any pawns), "
         "white:KRPvKR");
    app.add_option("--pawns", words.pawns,
                   "a side has such a pawn: isolated-d, doubled, passed-a, white:isolated-d")
        ->option_text("PATTERN");
    text("--bishops", words.bishops, "opposite|same",
         "each side has one bishop, on squares of opposite colours, or of the same")
        ->check(CLI::IsMember({"opposite", "same"}));
    app.add_option("--for", words.stands_for,
                   "material, pawns and bishops stand so for this many half-moves (1)")
        ->check(one_or_more())
        ->option_text("N");
    text("--comment", words.comment, "TEXT", "a comment has this in it");
}

std::expected<collection::Query, std::string> query_of(const QueryWords& words) {
    using namespace games_command;
    Query query;
    for (const auto read :
         {read_players, read_dates, read_tags, read_lists, read_position, read_line, read_board})
        if (const Done done = read(words, query); !done) return std::unexpected(done.error());
    for (const auto& [option, text, range] :
         {std::tuple{"--elo", &words.elo, &query.both_ratings},
          {"--mean-elo", &words.mean_elo, &query.mean_rating},
          {"--white-elo", &words.white_elo, &query.white_rating},
          {"--black-elo", &words.black_elo, &query.black_rating},
          {"--length", &words.length, &query.length}})
        if (const Done done = read_range(option, *text, *range); !done)
            return std::unexpected(done.error());
    query.opening = text::lower(words.opening);
    query.comment = text::lower(single_spaced(words.comment));
    return query;
}

}  // namespace kibitz::cli
