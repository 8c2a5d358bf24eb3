#include "collection/segment_list.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <unordered_map>

#include "collection/evaluations.hpp"
#include "collection/text_patterns.hpp"

namespace kibitz::collection {

namespace {

// What is known of openings for a query before any game is looked at: for each mark, whether it is
// one that is asked for.
std::vector<bool> wanted_marks(const Query& query) {
    std::vector<bool> wanted;
    if (!query.asks_for_opening()) return wanted;
    for (const OpeningMark& mark : opening_marks())
        wanted.push_back((query.eco.empty() || contains(query.eco, mark.opening.eco)) &&
                         contains_any_text(mark.opening.name(), query.opening));
    return wanted;
}

enum class OpeningFit : std::uint8_t { none, possible, certain };

// For each game, whether it has an opening that is asked for. Where tags may say so, they have to
// be asked.
std::vector<OpeningFit> opening_fits(const Segment& segment, const std::vector<bool>& wanted) {
    std::vector<OpeningFit> fits(segment.size(), OpeningFit::none);
    if (const auto openings = segment.openings()) {
        for (std::size_t game = 0; game < fits.size(); ++game) {
            const std::uint16_t number = (*openings)[game];
            if (number > 0 && wanted[number - 1]) fits[game] = OpeningFit::certain;
        }
    } else {
        std::vector<bool> games(segment.size());
        for (std::size_t mark = 0; mark < wanted.size(); ++mark)
            if (wanted[mark] && !segment.mark_games_with(opening_marks()[mark].key, games))
                games.assign(games.size(), true);
        for (std::size_t game = 0; game < fits.size(); ++game)
            if (games[game]) fits[game] = OpeningFit::possible;
    }
    constexpr std::array<std::string_view, 2> tags = {"ECO", "Opening"};
    std::vector<bool> with_tags(segment.size());
    segment.mark_games_with_tags(tags, with_tags);
    for (std::size_t game = 0; game < fits.size(); ++game)
        if (with_tags[game]) fits[game] = OpeningFit::possible;
    return fits;
}

// Leaves those of the games in which nobody with a name that is asked for plays, on the side that
// is asked for. Tags decide in the end: a game may have one of them twice.
void leave_games_of_players(const Segment& segment, const Query& query, std::vector<bool>& games) {
    constexpr std::array<std::string_view, 2> sides = {"White", "Black"};
    const auto leave = [&](const NamePattern& pattern, std::span<const std::string_view> names) {
        if (pattern.empty()) return;
        std::vector<bool> of_player(segment.size());
        segment.mark_games_with_values(
            names, [&](std::string_view name) { return pattern.fits(name); }, of_player);
        for (std::size_t game = 0; game < games.size(); ++game)
            games[game] = games[game] && of_player[game];
    };
    leave(query.player, sides);
    leave(query.opponent, sides);
    leave(query.white, std::span(sides).first(1));
    leave(query.black, std::span(sides).last(1));
}

// The games of a segment whose positions, openings and players do not say that they are unwanted,
// in order.
std::vector<std::size_t> games_left(const Segment& segment, const Query& query,
                                    const std::vector<OpeningFit>& openings) {
    std::vector<bool> games(segment.size(), query.positions.empty());
    for (const WantedPosition& wanted : query.positions)
        segment.mark_games_with(wanted.position, games);
    for (std::size_t game = 0; game < openings.size(); ++game)
        games[game] = games[game] && openings[game] != OpeningFit::none;
    // It takes as long to look at the names of all games as to read the tags of so many.
    constexpr std::ptrdiff_t games_for_tags = 8;
    const auto left = std::ranges::count(games, true);
    if (left > static_cast<std::ptrdiff_t>(games.size()) / games_for_tags)
        leave_games_of_players(segment, query, games);
    std::vector<std::size_t> numbers;
    for (std::size_t game = 0; game < games.size(); ++game)
        if (games[game]) numbers.push_back(game);
    return numbers;
}

struct Candidate {
    std::size_t game;
    KnownOfGame known;
};

// The games of a segment that its indexes do not rule out, in order.
std::vector<Candidate> candidates(const Segment& segment, const Query& query,
                                  const std::vector<bool>& wanted_marks) {
    std::vector<Candidate> left;
    std::vector<OpeningFit> openings;
    if (query.asks_for_opening()) openings = opening_fits(segment, wanted_marks);
    const std::vector<std::size_t> games = games_left(segment, query, openings);
    // It takes as long to look at all boards as to play so many games.
    constexpr std::size_t boards_for_a_game = 64;
    const bool is_worth_it = (query.asks_for_board() || query.length) &&
                             games.size() > segment.size() / boards_for_a_game;
    const auto fits = is_worth_it ? segment.board_fits(query) : std::nullopt;
    left.reserve(games.size());
    for (const std::size_t game : games) {
        if (fits && (*fits)[game] == BoardFit::none) continue;
        if (!query.comment.empty() && !segment.may_have_comment(game, query.comment)) continue;
        if (query.asks_for_evaluations() && !segment.may_have_comment(game, evaluation_mark))
            continue;
        const bool has_board = fits && (*fits)[game] == BoardFit::certain;
        const bool has_opening = !openings.empty() && openings[game] == OpeningFit::certain;
        left.push_back(
            {game,
             {.has_board = has_board, .has_length = fits.has_value(), .has_opening = has_opening}});
    }
    return left;
}

// False if the segment has not added up the tree.
bool add_tree(const Segment& segment, MoveTree& tree) {
    const auto replies = segment.tree(tree.position().key());
    if (!replies) return false;
    for (const CountedReply& reply : *replies) tree.add(reply);
    return true;
}

bool tell(const Segment& segment, std::size_t game, Finder& finder) {
    const auto& tags = finder.needed_tags();
    return tags ? segment.play_with_tags(game, *tags, finder, &finder.has_enough())
                : segment.play(game, finder, &finder.has_enough());
}

}  // namespace

void SegmentList::hide(std::size_t segment, std::size_t game, bool is_hidden) {
    Entry& entry = entries_[segment];
    if (game >= entry.segment.size()) return;
    entry.hidden.resize(entry.segment.size());
    entry.hidden[game] = is_hidden;
}

bool SegmentList::is_hidden(std::uint64_t number) const {
    const auto [entry, game] = find(number);
    return entry != nullptr && entry->hides(game);
}

std::uint64_t SegmentList::games() const {
    std::uint64_t games = 0;
    for (const Entry& entry : entries_) games += entry.segment.size();
    return games;
}

std::optional<std::size_t> SegmentList::search(const Query& query, Finder& finder,
                                               const std::function<bool()>& goes_on, MoveTree* tree,
                                               const TagRule* rule) const {
    std::optional<std::size_t> damaged;
    std::uint64_t before = 0;
    const std::vector<bool> marks = wanted_marks(query);
    const bool is_counted =
        tree != nullptr && rule == nullptr && asks_for_one_position_alone(query);
    for (std::size_t at = 0; at < entries_.size(); ++at) {
        const auto& [segment, hidden] = entries_[at];
        if (!goes_on()) break;
        // What was added up counts the hidden games, too.
        if (is_counted && std::ranges::count(hidden, true) == 0 && add_tree(segment, *tree)) {
            before += segment.size();
            continue;
        }
        // Each value is looked at once, and most stand in many games.
        std::vector<bool> fits(segment.size(), rule == nullptr);
        if (rule != nullptr) segment.mark_games_with_values(rule->names, rule->fits, fits);
        for (const auto [game, known] : candidates(segment, query, marks)) {
            if (entries_[at].hides(game) || !fits[game]) continue;
            if (!goes_on()) return damaged;
            finder.skip_to(before + game + 1, known);
            if (!tell(segment, game, finder) && !damaged) damaged = at;
        }
        before += segment.size();
    }
    return damaged;
}

void SegmentList::tell_all(std::span<const std::string_view> names, PgnVisitor& visitor,
                           const bool* has_enough,
                           const std::function<void(const Next&)>& begin) const {
    std::uint64_t number = 0;
    for (const Entry& entry : entries_) {
        const auto openings = entry.segment.openings();
        for (std::size_t game = 0; game < entry.segment.size(); ++game) {
            ++number;
            if (entry.hides(game)) continue;
            const std::size_t mark = openings ? (*openings)[game] : 0;
            begin({.number = number,
                   .knows_opening = openings.has_value(),
                   .opening = mark > 0 ? &opening_marks()[mark - 1] : nullptr});
            entry.segment.play_with_tags(game, names, visitor, has_enough);
        }
    }
}

std::pair<const SegmentList::Entry*, std::size_t> SegmentList::find(std::uint64_t number) const {
    std::uint64_t before = 0;
    for (const Entry& entry : entries_) {
        const std::uint64_t behind = before + entry.segment.size();
        if (before < number && number <= behind)
            return {&entry, static_cast<std::size_t>(number - before - 1)};
        before = behind;
    }
    return {nullptr, 0};
}

bool SegmentList::play(std::uint64_t number, PgnVisitor& visitor) const {
    const auto [entry, game] = find(number);
    return entry != nullptr && entry->segment.play(game, visitor);
}

GameDate SegmentList::date(std::uint64_t number) const {
    const auto [entry, game] = find(number);
    return entry == nullptr ? GameDate() : entry->segment.date(game);
}

std::vector<Counted> SegmentList::players() const {
    constexpr std::array<std::string_view, 2> sides = {"White", "Black"};
    std::unordered_map<std::string, std::uint64_t> counts;
    for (const auto& [segment, hidden] : entries_)
        segment.count_values(
            sides,
            [&](std::string_view name, std::uint64_t games) {
                if (!name.empty() && name != "?" && name != "-") counts[std::string(name)] += games;
            },
            hidden);
    std::vector<Counted> players;
    players.reserve(counts.size());
    for (const auto& [name, games] : counts) players.push_back({name, games});
    std::ranges::sort(players, comes_first);
    return players;
}

void SegmentList::add_identities(KnownGames& known) const {
    for (const auto& [segment, hidden] : entries_) segment.add_identities(known, hidden);
}

// All games of a segment in a maker; false if one makes no sense.
bool copy_games(const Segment& segment, SegmentMaker& maker) {
    const Query all;
    Finder finder(all, [&maker](const FoundGame& game) { maker.add(game); });
    finder.leave_to(maker.recorder());
    bool is_good = true;
    for (std::size_t game = 0; game < segment.size(); ++game) is_good &= segment.play(game, finder);
    return is_good;
}

}  // namespace kibitz::collection
