#include "collection/query.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::collection {

namespace {

bool rating_fits(const std::optional<NumberRange>& range, int rating) {
    return !range || (rating != 0 && range->contains(rating));
}

bool ratings_fit(const Query& query, const GameHead& head) {
    if (!query.both_ratings && !query.white_rating && !query.black_rating && !query.mean_rating)
        return true;
    const int white = head.rating(Color::white), black = head.rating(Color::black);
    const int mean = white == 0 || black == 0 ? 0 : (white + black) / 2;
    return rating_fits(query.both_ratings, white) && rating_fits(query.both_ratings, black) &&
           rating_fits(query.white_rating, white) && rating_fits(query.black_rating, black) &&
           rating_fits(query.mean_rating, mean);
}

bool name_fits(const NamePattern& pattern, std::string_view name) {
    return pattern.empty() || (!name.empty() && pattern.fits(name));
}

bool is_side_of_player(const Query& query, const GameHead& head, Color side) {
    return name_fits(query.player, head.player(side)) &&
           name_fits(query.opponent, head.player(~side));
}

PlayerOutcome outcome_for(Color side, PgnResult result) {
    if (result == PgnResult::draw) return PlayerOutcome::draw;
    const bool is_white_win = result == PgnResult::white_wins;
    return is_white_win == (side == Color::white) ? PlayerOutcome::win : PlayerOutcome::loss;
}

// The side of the player with the outcome that is asked for counts, as both may fit.
bool fits_player(const Query& query, const GameHead& head, Color side) {
    if (!is_side_of_player(query, head, side)) return false;
    if (query.missed_win && !failed_to_win(head, side)) return false;
    if (!query.outcome) return true;
    const PgnResult result = head.result();
    return result != PgnResult::unknown && outcome_for(side, result) == *query.outcome;
}

bool players_fit(const Query& query, const GameHead& head) {
    if (!name_fits(query.white, head.player(Color::white)) ||
        !name_fits(query.black, head.player(Color::black)))
        return false;
    return std::ranges::any_of(std::array{Color::white, Color::black},
                               [&](Color side) { return fits_player(query, head, side); });
}

std::expected<EcoRange, std::string> parse_eco_range(std::string_view text) {
    constexpr std::size_t letters = 3;
    const std::size_t dash = text.find('-');
    const std::string_view first = text.substr(0, dash);
    const std::string_view last = dash == std::string_view::npos ? first : text.substr(dash + 1);
    const auto is_beginning = [](std::string_view code) {
        return !code.empty() && code.size() <= letters && code[0] >= 'A' && code[0] <= 'E' &&
               code.find_first_not_of("0123456789", 1) == std::string_view::npos;
    };
    if (!is_beginning(first) || !is_beginning(last))
        return std::unexpected("\"" + std::string(text) +
                               "\" is no code of openings; write it as B33, B20-B99 or B");
    return EcoRange{std::string(first) + std::string(letters - first.size(), '0'),
                    std::string(last) + std::string(letters - last.size(), '9')};
}

}  // namespace

std::expected<NumberRange, std::string> parse_range(std::string_view text) {
    const std::size_t dash = text.find('-');
    const std::string_view first = text.substr(0, dash);
    const std::string_view last = dash == std::string_view::npos ? first : text.substr(dash + 1);
    NumberRange range;
    bool is_good = text.size() > 1 || dash == std::string_view::npos;
    const auto read = [&is_good](std::string_view part, int& number) {
        if (part.empty()) return;
        const auto parsed = text::parse_number<int>(part);
        is_good &= parsed.has_value() && *parsed >= 0;
        if (parsed) number = *parsed;
    };
    read(first, range.first);
    read(last, range.last);
    if (!is_good || text.empty() || range.first > range.last)
        return std::unexpected("\"" + std::string(text) +
                               "\" is no range; write it as 20-40, 20-, -40 or 20");
    return range;
}

std::expected<std::vector<EcoRange>, std::string> parse_eco(std::string_view text) {
    std::vector<EcoRange> ranges;
    for (const std::string_view part : text::split(text, ',')) {
        auto range = parse_eco_range(part);
        if (!range) return std::unexpected(range.error());
        ranges.push_back(*std::move(range));
    }
    return ranges;
}

bool contains(const std::vector<EcoRange>& ranges, std::string_view eco) {
    return std::ranges::any_of(ranges, [&](const EcoRange& range) { return range.contains(eco); });
}

Position swapped(const Position& position) {
    const PositionSetup before = position.setup();
    PositionSetup after = before;
    after.castling_rooks = Bitboard();
    for (int i = 0; i < square_count; ++i) {
        const Square square(i);
        const Piece piece = before.board[static_cast<std::size_t>(i)];
        after.board[static_cast<std::size_t>(square.flip_rank().index())] =
            piece == Piece::none ? piece : make_piece(~color_of(piece), type_of(piece));
    }
    for (const Square rook : before.castling_rooks) after.castling_rooks |= rook.flip_rank();
    after.side_to_move = ~before.side_to_move;
    if (!before.en_passant.is_none()) after.en_passant = before.en_passant.flip_rank();
    // What is legal for one colour is legal for the other.
    return Position::make(after, SetupRules::lenient).value_or(position);
}

Move swapped(Move move) {
    if (move.is_none()) return move;
    if (move.is_promotion())
        return Move::promotion(move.from().flip_rank(), move.to().flip_rank(), move.promoted_to());
    return {move.from().flip_rank(), move.to().flip_rank(), move.kind()};
}

std::vector<std::string_view> tags_asked_for(const Query& query) {
    std::vector<std::string_view> names;
    const auto add = [&names](bool is_asked, std::initializer_list<std::string_view> tags) {
        if (is_asked) names.insert(names.end(), tags);
    };
    const bool asks_for_both = query.both_ratings || query.mean_rating;
    add(!query.player.empty() || !query.opponent.empty() || query.outcome, {"White", "Black"});
    add(!query.white.empty(), {"White"});
    add(!query.black.empty(), {"Black"});
    add(asks_for_both || query.white_rating, {"WhiteElo"});
    add(asks_for_both || query.black_rating, {"BlackElo"});
    add(query.dates.has_value(), {"Date", "UTCDate"});
    add(!query.event.empty(), {"Event"});
    add(!query.site.empty(), {"Site"});
    for (const TagPattern& tag : query.tags) names.emplace_back(tag.name);
    add(query.outcome || !query.results.empty() || query.missed_win, {"Result"});
    add(!query.paces.empty(), {"TimeControl"});
    add(query.asks_for_opening(), {"ECO", "Opening", "Variation"});
    return names;
}

bool asks_for_one_position_alone(const Query& query) {
    if (query.positions.size() != 1) return false;
    Query rest = query;
    rest.positions.clear();
    return rest == Query();
}

bool tags_fit(const Query& query, const GameHead& head) {
    const auto has_piece = [&head](std::string_view tag, std::string_view piece) {
        return piece.empty() || contains_text(head.tag(tag), piece);
    };
    if (!players_fit(query, head) || !ratings_fit(query, head)) return false;
    if (query.dates && !query.dates->contains(head.date())) return false;
    if (!has_piece("Event", query.event) || !has_piece("Site", query.site)) return false;
    for (const TagPattern& pattern : query.tags)
        if (head.tag(pattern.name).empty() || !has_piece(pattern.name, pattern.value)) return false;
    if (!query.results.empty() &&
        std::ranges::find(query.results, head.result()) == query.results.end())
        return false;
    if (!query.paces.empty() && std::ranges::find(query.paces, head.pace()) == query.paces.end())
        return false;
    const std::string_view eco = head.eco();
    return query.eco.empty() || eco.empty() || contains(query.eco, eco);
}

std::array<bool, color_count> sides_of_player(const Query& query, const GameHead& head) {
    return {fits_player(query, head, Color::white), fits_player(query, head, Color::black)};
}

bool failed_to_win(const GameHead& head, Color side) {
    const PgnResult result = head.result();
    return result != PgnResult::unknown && outcome_for(side, result) != PlayerOutcome::win;
}

std::optional<Color> side_of_player(const Query& query, const GameHead& head) {
    if (query.player.empty()) return std::nullopt;
    for (const Color side : {Color::white, Color::black})
        if (is_side_of_player(query, head, side)) return side;
    return std::nullopt;
}

}  // namespace kibitz::collection
