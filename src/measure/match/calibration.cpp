#include "match/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

#include "match/text_format.hpp"
#include "text/chart.hpp"
#include "text/split.hpp"

namespace kibitz::match {

namespace {

std::vector<CalibratedPlayer> weakest_first(std::span<const CalibratedPlayer> players) {
    std::vector<CalibratedPlayer> sorted(players.begin(), players.end());
    std::ranges::sort(sorted, {}, &CalibratedPlayer::elo);
    return sorted;
}

// Moves all ratings so that the anchors' mean is what it is known to be.
void move_to_anchors(std::vector<CalibratedPlayer>& players) {
    double shift = 0;
    int anchors = 0;
    for (const CalibratedPlayer& player : players)
        if (player.known) {
            shift += *player.known - player.elo;
            ++anchors;
        }
    if (anchors == 0) return;
    for (CalibratedPlayer& player : players) player.elo += shift / anchors;
}

using statistics::PairingResult;

PairingResult turned(const PairingResult& result) {
    PairingResult other = result;
    std::swap(other.first, other.second);
    other.score = result.games - result.score;
    return other;
}

// Ratings with the anchors in one: against the player that stands for all of them, each game of an
// anchor is one with the advantage of being so much stronger than their mean. Anchors get what is
// known of them.
std::vector<statistics::Rating> with_known(std::span<const PairingResult> results,
                                           std::span<const std::optional<double>> known) {
    std::vector<int> place(known.size());  // in the fit; the anchors' is the last
    int others = 0, anchors = 0;
    double mean = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (known[i]) {
            mean += *known[i];
            ++anchors;
        } else {
            place[i] = others++;
        }
    }
    if (anchors == 0) return statistics::bradley_terry(others, results);
    mean /= anchors;
    std::vector<PairingResult> against;
    for (PairingResult result : results) {
        if (known[static_cast<std::size_t>(result.first)]) result = turned(result);
        if (known[static_cast<std::size_t>(result.first)]) continue;
        const auto second = static_cast<std::size_t>(result.second);
        result.first = place[static_cast<std::size_t>(result.first)];
        result.second = known[second] ? others : place[second];
        if (known[second]) result.advantage = mean - *known[second];
        against.push_back(result);
    }
    const auto fitted = statistics::bradley_terry(others + 1, against);
    std::vector<statistics::Rating> ratings(known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (known[i]) {
            ratings[i] = {.elo = *known[i]};
        } else {
            ratings[i] = fitted[static_cast<std::size_t>(place[i])];
            ratings[i].elo += mean - fitted.back().elo;
        }
    }
    return ratings;
}

// What the games of a player speak for if the others' ratings are right.
statistics::Rating performance(int player, std::span<const PairingResult> results,
                               std::span<const std::optional<double>> known,
                               std::span<const statistics::Rating> others) {
    const double expected = known[static_cast<std::size_t>(player)].value_or(0);
    std::vector<PairingResult> own;
    for (PairingResult result : results) {
        if (result.second == player) result = turned(result);
        const auto other = static_cast<std::size_t>(result.second);
        if (result.first != player || known[other]) continue;
        result.first = 0;
        result.second = 1;
        result.advantage = expected - others[other].elo;
        own.push_back(result);
    }
    const auto ratings = statistics::bradley_terry(2, own);
    // Each is half of the distance from the mean of both.
    return {.elo = expected + ratings[0].elo - ratings[1].elo, .margin = 2 * ratings[0].margin};
}

// Of the table, from the player's name to what an anchor is known to be.
constexpr std::size_t columns = 7;
constexpr double percent = 100;

// What a cell such as " ± 35 " says behind its sign.
std::optional<double> number_in(std::string_view cell, std::string_view sign = " ") {
    if (!cell.starts_with(sign)) return std::nullopt;
    const std::string digits(cell.substr(sign.size()));
    char* end = nullptr;
    const double number = std::strtod(digits.c_str(), &end);
    return end == digits.c_str() ? std::nullopt : std::optional(number);
}

std::optional<CalibratedPlayer> player_of(std::span<const std::string_view> cells) {
    const std::string_view name = cells[0];
    const auto elo = number_in(cells[1]), margin = number_in(cells[2], " ± "),
               games = number_in(cells[4]), score = number_in(cells[5]);
    if (name.size() < 2 || !elo || !margin || !games || !score) return std::nullopt;
    return CalibratedPlayer{.name = std::string(name.substr(1, name.size() - 2)),
                            .known = number_in(cells[6]),
                            .elo = *elo,
                            .margin = *margin,
                            .games = std::llround(*games),
                            .score = *score / percent * *games};
}

}  // namespace

Standings standings_of(std::span<const ReplayedGame> games, int players, int games_in_encounter) {
    std::map<int, std::vector<const ReplayedGame*>> encounters;
    for (const ReplayedGame& game : games) encounters[game.task.encounter].push_back(&game);
    Standings standings(players);
    for (auto& [number, played] : encounters) {
        if (static_cast<int>(played.size()) != games_in_encounter) continue;
        std::ranges::sort(played, {}, [](const ReplayedGame* game) { return game->task.game; });
        std::vector<GameSummary> summaries;
        for (const ReplayedGame* game : played)
            summaries.push_back(summarize(game->task, game->game));
        const GameTask& first = played.front()->task;
        standings.add({.number = number,
                       .round = first.round,
                       .first = first.white,
                       .second = first.black,
                       .games = games_in_encounter,
                       .first_game = first.number,
                       .opening = first.opening,
                       .paired = games_in_encounter % 2 == 0},
                      summaries);
    }
    return standings;
}

std::vector<CalibratedPlayer> calibrate(const Standings& standings,
                                        std::span<const std::string> names,
                                        std::span<const std::optional<double>> known) {
    const auto results = pairing_results(standings);
    auto ratings = with_known(results, known);
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i]) ratings[i] = performance(static_cast<int>(i), results, known, ratings);
    std::vector<CalibratedPlayer> players;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const WinDrawLoss games = standings.account(static_cast<int>(i)).games;
        players.push_back(
            {.name = names[i],
             .known = known[i],
             .elo = ratings[i].elo,
             .margin = ratings[i].margin,
             .games = games.games(),
             .score = static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2});
    }
    return players;
}

std::vector<CalibratedPlayer> with_earlier(std::vector<CalibratedPlayer> players,
                                           std::span<const CalibratedPlayer> earlier) {
    const auto weight = [](const CalibratedPlayer& player) {
        constexpr double smallest = 1;
        // Without a game the rating is a mere assumption.
        return player.games > 0 ? 1 / std::pow(std::max(smallest, player.margin), 2) : 0;
    };
    struct Pair {
        CalibratedPlayer& now;
        const CalibratedPlayer& before;
    };
    std::vector<Pair> pairs;
    for (CalibratedPlayer& player : players) {
        const auto before = std::ranges::find(earlier, player.name, &CalibratedPlayer::name);
        if (before != earlier.end() && before->games > 0) pairs.push_back({player, *before});
    }
    double apart = 0, weights = 0;
    for (const Pair& pair : pairs) {
        const double now = weight(pair.now), before = weight(pair.before);
        // Of a difference of two measurements.
        const double sure = now * before / (now + before);
        apart += sure * (pair.now.elo - pair.before.elo);
        weights += sure;
    }
    if (weights > 0) apart /= weights;
    for (const Pair& pair : pairs) {
        const double now = weight(pair.now), before = weight(pair.before);
        pair.now.elo = (now * pair.now.elo + before * (pair.before.elo + apart)) / (now + before);
        pair.now.margin = 1 / std::sqrt(now + before);
        pair.now.games += pair.before.games;
        pair.now.score += pair.before.score;
    }
    move_to_anchors(players);
    return players;
}

std::expected<std::vector<CalibratedPlayer>, std::string> read_calibration_table(
    std::string_view text) {
    std::vector<CalibratedPlayer> players;
    for (const std::string_view line : text::split(text, '\n')) {
        // A row begins and ends with a bar.
        const auto cells = text::split(line, '|');
        if (cells.size() != columns + 2) continue;
        const std::span inner = std::span(cells).subspan(1, columns);
        // The head and the line below it have no number there.
        if (!number_in(inner[1])) continue;
        const auto player = player_of(inner);
        if (!player)
            return std::unexpected("a row of the table cannot be read: " + std::string(line));
        players.push_back(*player);
    }
    if (players.empty())
        return std::unexpected("there is no table of ratings, as --table writes it");
    return players;
}

std::string calibration_table(std::span<const CalibratedPlayer> players) {
    std::string text =
        "| player | rating | 95 % | step | games | score | known |\n"
        "|---|---|---|---|---|---|---|\n";
    std::optional<double> last;  // of those that are measured
    for (const CalibratedPlayer& player : weakest_first(players)) {
        const double games = std::max(1.0, static_cast<double>(player.games));
        text += format("| %s | %.0f | ± %.0f | ", player.name.c_str(), player.elo, player.margin);
        if (!player.known && last) text += format("+%.0f", player.elo - *last);
        text += format(" | %lld | %.1f %% | ", static_cast<long long>(player.games),
                       percent * player.score / games);
        if (player.known) text += format("%.0f", *player.known);
        text += " |\n";
        if (!player.known) last = player.elo;
    }
    return text;
}

std::string calibration_chart(std::span<const CalibratedPlayer> players) {
    if (players.empty()) return {};
    constexpr double width = 720, row = 24, bottom = 36, elo_step = 200;
    constexpr double beside_names = 12, half_letter = 4;
    const auto rows = static_cast<double>(players.size());
    const auto [weakest, strongest] = std::ranges::minmax(players, {}, &CalibratedPlayer::elo);
    const text::ChartRange ratings{
        .low = elo_step * std::floor((weakest.elo - weakest.margin) / elo_step),
        .high = elo_step * std::ceil((strongest.elo + strongest.margin) / elo_step)};
    const text::ChartBox box{.left = 190, .top = 16, .width = 506, .height = row * rows};
    text::Plot plot(box, ratings, {.low = 0, .high = rows});
    for (double elo = ratings.low; elo <= ratings.high; elo += elo_step)
        plot.line_down(elo, text::ChartLine::grid, format("%.0f", elo));
    std::string names;
    constexpr double middle_of_row = 0.5;
    double y = middle_of_row;
    for (const CalibratedPlayer& player : weakest_first(players)) {
        const auto colour = player.known ? text::ChartColour::second : text::ChartColour::first;
        plot.range(player.elo - player.margin, player.elo + player.margin, y, colour);
        plot.dot({player.elo, y}, colour, format("%.0f +- %.0f", player.elo, player.margin));
        names += text::chart_text(box.left - beside_names, plot.y(y) + half_letter,
                                  text::ChartAnchor::end, player.name);
        ++y;
    }
    return text::chart(width, box.bottom() + bottom, "Ratings with 95 % intervals",
                       plot.content() + names);
}

}  // namespace kibitz::match
