#include "collection/query_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "chess/annotations.hpp"
#include "chess/fen.hpp"
#include "chess/pasted_position.hpp"
#include "chess/san.hpp"
#include "collection/evaluations.hpp"
#include "text/letter_case.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"
#include "text/words.hpp"

namespace kibitz::collection {

namespace {

using Done = std::expected<void, std::string>;

Done read_range(const char* option, const std::string& text, std::optional<NumberRange>& range) {
    if (text.empty()) return {};
    const auto parsed = parse_range(text);
    if (!parsed) return std::unexpected(std::string(option) + ": " + parsed.error());
    range = *parsed;
    return {};
}

Done read_players(const QueryWords& words, Query& query) {
    query.player = NamePattern(words.player);
    query.opponent = NamePattern(words.opponent);
    query.white = NamePattern(words.white);
    query.black = NamePattern(words.black);
    if (words.outcome.empty()) return {};
    if (words.outcome != "win" && words.outcome != "draw" && words.outcome != "loss")
        return std::unexpected("--outcome: \"" + words.outcome + "\": write win, draw or loss");
    if (words.player.empty())
        return std::unexpected(std::string("--outcome is that of a player; name them by --player"));
    query.outcome = words.outcome == "win"    ? PlayerOutcome::win
                    : words.outcome == "draw" ? PlayerOutcome::draw
                                              : PlayerOutcome::loss;
    return {};
}

Done read_dates(const QueryWords& words, Query& query) {
    if (words.since.empty() && words.until.empty()) return {};
    DateRange range{*first_day("1"), *last_day("9999")};
    if (!words.since.empty()) {
        const auto day = first_day(words.since);
        if (!day) return std::unexpected("--since: " + day.error());
        range.first = *day;
    }
    if (!words.until.empty()) {
        const auto day = last_day(words.until);
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
            const auto pace = parse_pace(word);
            if (!pace)
                return std::unexpected("--time: \"" + std::string(word) +
                                       "\": write bullet, blitz, rapid, classical, correspondence "
                                       "or unknown");
            query.paces.push_back(*pace);
        }
    if (words.eco.empty()) return {};
    auto eco = parse_eco(words.eco);
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
        query.positions.push_back({.position = swapped(*position), .is_swapped = true});
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
        auto material = MaterialPattern::parse(words.material);
        if (!material) return std::unexpected("--material: " + material.error());
        query.material = *std::move(material);
    }
    for (const std::string& word : words.pawns) {
        auto pawns = PawnPattern::parse(word);
        if (!pawns) return std::unexpected("--pawns: " + pawns.error());
        query.pawns.push_back(*std::move(pawns));
    }
    if (!words.bishops.empty() && words.bishops != "same" && words.bishops != "opposite")
        return std::unexpected("--bishops: \"" + words.bishops + "\": write opposite or same");
    if (!words.bishops.empty())
        query.bishops = words.bishops == "same" ? BishopPattern::same : BishopPattern::opposite;
    if (words.stands_for < 1)
        return std::unexpected("--for: " + std::to_string(words.stands_for) +
                               " is no number of half-moves; write 1 or more");
    query.stands_for = words.stands_for;
    return {};
}

// A number of pawns above 0, in centipawns.
Done read_pawns(const char* option, const std::string& text, int most,
                std::optional<int>& centipawns) {
    if (text.empty()) return {};
    constexpr int of_a_pawn = 100;
    const auto pawns = text::parse_number<double>(text);
    if (!pawns || !(*pawns > 0) || *pawns * of_a_pawn > most)
        return std::unexpected(std::string(option) + ": \"" + text +
                               "\": write a number of pawns above 0, at most " +
                               std::to_string(most / of_a_pawn) + ", as in 3 or 1.5");
    centipawns = static_cast<int>(std::lround(*pawns * of_a_pawn));
    return {};
}

Done read_evaluations(const QueryWords& words, Query& query) {
    if (const Done done =
            read_pawns("--missed-win", words.missed_win, most_evaluation, query.missed_win);
        !done)
        return done;
    return read_pawns("--eval-swing", words.eval_swing, 2 * most_evaluation,
                      query.evaluation_swing);
}

Done read_motifs(const QueryWords& words, Query& query) {
    for (const std::string& word : words.motifs) {
        auto motif = explain::PlayedMotif::named(word);
        if (!motif) return std::unexpected("--motif: " + motif.error());
        query.motifs.push_back(*std::move(motif));
    }
    return {};
}

constexpr auto all_text_words = std::to_array<TextWord>({
    {"player", &QueryWords::player},
    {"opponent", &QueryWords::opponent},
    {"white", &QueryWords::white},
    {"black", &QueryWords::black},
    {"elo", &QueryWords::elo},
    {"white-elo", &QueryWords::white_elo},
    {"black-elo", &QueryWords::black_elo},
    {"mean-elo", &QueryWords::mean_elo},
    {"since", &QueryWords::since},
    {"until", &QueryWords::until},
    {"event", &QueryWords::event},
    {"site", &QueryWords::site},
    {"outcome", &QueryWords::outcome},
    {"eco", &QueryWords::eco},
    {"opening", &QueryWords::opening},
    {"length", &QueryWords::length},
    {"position", &QueryWords::position},
    {"line", &QueryWords::line},
    {"comment", &QueryWords::comment},
    {"missed-win", &QueryWords::missed_win},
    {"eval-swing", &QueryWords::eval_swing},
    {"material", &QueryWords::material},
    {"bishops", &QueryWords::bishops},
});

constexpr auto all_list_words = std::to_array<ListWord>({
    {"tag", &QueryWords::tags},
    {"result", &QueryWords::results},
    {"time", &QueryWords::paces},
    {"pawns", &QueryWords::pawns},
    {"motif", &QueryWords::motifs},
});

}  // namespace

std::span<const TextWord> text_words() { return all_text_words; }
std::span<const ListWord> list_words() { return all_list_words; }

bool set_word(QueryWords& words, std::string_view name, std::string_view value) {
    for (const TextWord& known : all_text_words) {
        if (known.name != name) continue;
        words.*known.word = value;
        return true;
    }
    for (const ListWord& known : all_list_words) {
        if (known.name != name) continue;
        (words.*known.list).emplace_back(value);
        return true;
    }
    if (name == "swapped") {
        words.swapped = value == "true";
        return words.swapped || value == "false";
    }
    if (name != "for") return false;
    const auto number = text::parse_number<int>(value);
    words.stands_for = number.value_or(1);
    return number.has_value();
}

std::string without_dashes(std::string error) {
    constexpr std::string_view dashes = "--";
    for (std::size_t at = error.find(dashes); at != std::string::npos; at = error.find(dashes, at))
        error.erase(at, dashes.size());
    return error;
}

std::expected<Query, std::string> query_of(const QueryWords& words) {
    Query query;
    for (const auto read : {read_players, read_dates, read_tags, read_lists, read_position,
                            read_line, read_board, read_evaluations, read_motifs})
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

}  // namespace kibitz::collection
