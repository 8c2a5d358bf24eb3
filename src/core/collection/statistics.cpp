#include "collection/statistics.hpp"

#include <algorithm>

#include "chess/san.hpp"

namespace kibitz::collection {

namespace {

std::vector<Counted> most_frequent(const std::unordered_map<std::string, std::uint64_t>& counts,
                                   std::size_t most) {
    std::vector<Counted> sorted;
    for (const auto& [name, games] : counts) sorted.push_back({name, games});
    std::ranges::sort(sorted, comes_first);
    if (sorted.size() > most) sorted.resize(most);
    return sorted;
}

std::string first_moves_of(const GameTape& tape) {
    constexpr std::size_t plies = 2;
    Position position = tape.start();
    if (position != Position::initial() || tape.moves().empty()) return {};
    std::string text = "1.";
    for (std::size_t i = 0; i < std::min(plies, tape.moves().size()); ++i) {
        const Move move = tape.moves()[i];
        text += ' ';
        text += move.is_none() ? "--" : to_san(position, move);
        play(position, move);
    }
    return text;
}

}  // namespace

bool comes_first(const Counted& a, const Counted& b) {
    return a.games != b.games ? a.games > b.games : a.name < b.name;
}

void CollectionSummary::add(const FoundGame& game) {
    constexpr int hundred = 100;
    const GameHead& head = game.head;
    white_.add(head, result_of(game), Color::white);
    plies_ += game.tape.moves().size();
    const GameDate date = head.date();
    if (date.is_known() && (!first_date_.is_known() || date < first_date_)) first_date_ = date;
    ++years_[date.year];
    for (const Color side : {Color::white, Color::black})
        if (!head.player(side).empty()) ++players_[std::string(head.player(side))];
    const int white = head.rating(Color::white), black = head.rating(Color::black);
    ++ratings_[white == 0 || black == 0 ? 0 : (white + black) / 2 / hundred * hundred];
    ++paces_[static_cast<std::size_t>(head.pace())];
    const OpeningNames opening = opening_names(game);
    if (!opening.eco.empty())
        ++openings_[opening.eco + ' ' + opening.name.substr(0, opening.name.find(':'))];
}

std::vector<Counted> CollectionSummary::top_players(std::size_t most) const {
    return most_frequent(players_, most);
}

std::vector<Counted> CollectionSummary::top_openings(std::size_t most) const {
    return most_frequent(openings_, most);
}

void Repertoire::add(const FoundGame& game, Color side) {
    const PgnResult result = result_of(game);
    total_.add(game.head, result, side);
    const OpeningNames opening = opening_names(game);
    const std::string family = opening.name.substr(0, opening.name.find(':'));
    openings_[family.empty() ? "no opening" : family].add(game.head, result, side);
    const std::string moves = first_moves_of(game.tape);
    first_moves_[moves.empty() ? "another start" : moves].add(game.head, result, side);
}

std::vector<Repertoire::Line> Repertoire::sorted(const Lines& lines) {
    std::vector<Line> sorted;
    for (const auto& [name, tally] : lines) sorted.push_back({name, tally});
    std::ranges::sort(sorted, [](const Line& a, const Line& b) {
        return a.tally.games != b.tally.games ? a.tally.games > b.tally.games : a.name < b.name;
    });
    return sorted;
}

}  // namespace kibitz::collection
