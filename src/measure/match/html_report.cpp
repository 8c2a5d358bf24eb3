#include "match/html_report.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "chess/fen.hpp"
#include "match/pairing_results.hpp"
#include "match/text_format.hpp"
#include "match/text_report.hpp"
#include "text/chart.hpp"
#include "text/markup.hpp"

namespace kibitz::match {

namespace {

using text::escaped;

constexpr const char* style = R"(
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em;
       color: #222; background: #fff }
table { border-collapse: collapse; margin: .6em 0 1.4em }
th, td { padding: .2em .7em; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
td.text { text-align: left }
pre { background: #f4f4f4; padding: .8em; overflow-x: auto }
svg { width: 100%; height: auto }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b } pre { background: #262626 }
  th, td { border-color: #444 } }
)";

// A graph over the number of games, with lines across at round values.
text::Plot graph_of(double games, text::ChartRange values) {
    constexpr text::ChartBox box{.left = 46, .top = 10, .width = 854, .height = 244};
    constexpr int grid_lines = 5;
    constexpr double narrowest = 1e-9;
    if (values.high - values.low < narrowest) values.high = values.low + 1;
    text::Plot plot(box, {.low = 0, .high = games}, values);
    for (const double value : text::round_values(values, grid_lines))
        plot.line_across(value, value == 0 ? text::ChartLine::zero : text::ChartLine::grid,
                         text::short_number(value));
    return plot;
}

std::string section(const char* heading, const text::Plot& plot, double games) {
    constexpr double width = 900, height = 270, foot = 2;
    return std::string("<h2>") + heading + "</h2>\n" +
           text::chart(
               width, height, heading,
               plot.content() + text::chart_text(width, height - foot, text::ChartAnchor::end,
                                                 format("%.0f games", games)));
}

std::string table_row(const std::vector<std::string>& cells, const char* kind = "td") {
    std::string text = "<tr>";
    for (const std::string& cell : cells)
        text += std::string("<") + kind + ">" + cell + "</" + kind + ">";
    return text + "</tr>\n";
}

std::string limits_text(const PlayerLimits& limits) {
    std::string text;
    if (limits.clock) text += " tc=" + to_string(*limits.clock);
    if (limits.move_time)
        text += format(" st=%g", static_cast<double>(limits.move_time->count()) / 1000);
    if (limits.nodes) text += " nodes=" + std::to_string(*limits.nodes);
    if (limits.depth) text += " depth=" + std::to_string(*limits.depth);
    return text.empty() ? text : text.substr(1);
}

std::string engines_table(const MatchSettings& settings) {
    std::string text =
        "<h2>Engines</h2>\n<table>" + table_row({"name", "command", "limits", "options"}, "th");
    for (const Participant& player : settings.players) {
        std::string command = "player", options;
        if (const auto* program = player.program()) {
            command = program->command;
            for (const std::string& argument : program->arguments) command += " " + argument;
            for (const auto& [name, value] : program->options) options += name + "=" + value + " ";
        }
        text += table_row({escaped(player.name()), "<code>" + escaped(command) + "</code>",
                           escaped(limits_text(player.limits)), escaped(options)});
    }
    return text + "</table>\n";
}

std::string time_table(const MatchSettings& settings, const Standings& standings) {
    std::string text = "<h2>Time use</h2>\n<table>" +
                       table_row({"engine", "moves", "ms a move", "nodes a move", "depth", "knps",
                                  "longest game, s", "ponder hits"},
                                 "th");
    for (int i = 0; i < standings.players(); ++i) {
        const PlayerAccount& account = standings.account(i);
        const double moves = std::max<double>(1, static_cast<double>(account.moves));
        const double seconds = std::chrono::duration<double>(account.time).count();
        const double nodes = static_cast<double>(account.nodes);
        text +=
            table_row({escaped(settings.players[static_cast<std::size_t>(i)].name()),
                       std::to_string(account.moves), format("%.2f", 1000 * seconds / moves),
                       format("%.0f", nodes / moves),
                       format("%.1f", static_cast<double>(account.depths) / moves),
                       seconds > 0 ? format("%.0f", nodes / seconds / 1000) : "",
                       format("%.2f", std::chrono::duration<double>(account.longest_game).count()),
                       account.ponder_tries > 0
                           ? format("%.1f%%", 100.0 * static_cast<double>(account.ponder_hits) /
                                                  static_cast<double>(account.ponder_tries))
                           : ""});
    }
    return text + "</table>\n";
}

std::string fault_table(const MatchSettings& settings, const Standings& standings) {
    std::vector<std::string> head{"engine"};
    for (int kind = 0; kind < uci_client::fault_kind_count; ++kind)
        head.emplace_back(to_string(static_cast<uci_client::FaultKind>(kind)));
    std::string text = "<h2>Faults</h2>\n<table>" + table_row(head, "th");
    for (int i = 0; i < standings.players(); ++i) {
        std::vector<std::string> row{escaped(settings.players[static_cast<std::size_t>(i)].name())};
        for (const auto count : standings.account(i).faults) row.push_back(std::to_string(count));
        text += table_row(row);
    }
    return text + "</table>\n";
}

std::string cross_table(const MatchSettings& settings, const Standings& standings) {
    const auto ratings = bradley_terry(standings.players(), pairing_results(standings));
    std::vector<int> order(ratings.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, std::greater{},
                      [&](int i) { return ratings[static_cast<std::size_t>(i)].elo; });
    std::vector<std::string> head{"engine", "rating", "&plusmn;", "points", "games"};
    for (std::size_t i = 1; i <= order.size(); ++i) head.push_back(std::to_string(i));
    std::string text = "<h2>Cross table</h2>\n<table>" + table_row(head, "th");
    for (const int player : order) {
        const auto at = static_cast<std::size_t>(player);
        const WinDrawLoss& games = standings.account(player).games;
        std::vector<std::string> row{
            escaped(settings.players[at].name()), format("%.0f", ratings[at].elo),
            format("%.0f", ratings[at].margin),
            format("%.1f", static_cast<double>(2 * games.wins + games.draws) / 2),
            std::to_string(games.games())};
        for (const int other : order) {
            const WinDrawLoss duel = standings.against(player, other).games;
            row.push_back(other == player || duel.games() == 0
                              ? std::string(other == player ? "&middot;" : "")
                              : format("%.1f/%lld",
                                       static_cast<double>(2 * duel.wins + duel.draws) / 2,
                                       static_cast<long long>(duel.games())));
        }
        text += table_row(row);
    }
    return text + "</table>\n";
}

}  // namespace

void HtmlReport::game_finished(const GameTask& task, const PlayedGame& game) {
    OpeningResults& opening = openings_[task.opening];
    if (opening.games == 0) {
        Position position = game.opening.start;
        for (const Move move : game.opening.moves) position.play(move);
        opening.fen = to_fen(position);
        opening.number = game.opening.number;
    }
    ++opening.games;
    opening.for_white.add(half_points(game.end.winner, Color::white));
    const Color first = task.white < task.black ? Color::white : Color::black;
    opening.first_player_half_points += half_points(game.end.winner, first);
}

void HtmlReport::game_replayed(const GameTask& task, const PlayedGame& game) {
    game_finished(task, game);
}

void HtmlReport::encounter_counted(const Encounter& /*encounter*/, const MatchState& state) {
    if (state.standings.players() != 2) return;
    const Tally tally = state.standings.against(0, 1);
    const auto result = strength(sample_of(tally));
    if (!result) return;
    samples_.push_back({state.standings.games(), result->elo.value, result->elo.low,
                        result->elo.high, state.log_likelihood_ratio});
}

std::string HtmlReport::text(const MatchOutcome& outcome) const {
    std::string html = "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n<title>" +
                       escaped(settings_.event) + "</title>\n<style>" + style +
                       "</style></head>\n<body>\n<h1>" + escaped(settings_.event) + "</h1>\n<pre>" +
                       escaped(summary_text(settings_, outcome)) + "</pre>\n";

    // No more points than can be seen.
    constexpr std::size_t most_points = 900;
    std::vector<Sample> shown;
    const std::size_t step = samples_.size() / most_points + 1;
    for (std::size_t i = 0; i < samples_.size(); ++i)
        if (i % step == 0 || i + 1 == samples_.size()) shown.push_back(samples_[i]);
    if (shown.size() > 1) {
        // The first intervals are too wide to show: the graph is as high as the later ones need.
        constexpr double highest_elo = 400;
        text::ChartRange elos{.low = 0, .high = 0}, ratios{.low = 0, .high = 0};
        std::vector<text::ChartInterval> intervals;
        std::vector<text::ChartPoint> middles, course;
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const Sample& sample = shown[i];
            if (i >= shown.size() / 10) {
                elos.include(std::max(sample.low, -highest_elo));
                elos.include(std::min(sample.high, highest_elo));
            }
            ratios.include(sample.log_likelihood_ratio);
            const auto x = static_cast<double>(sample.games);
            intervals.push_back({x, sample.low, sample.high});
            middles.push_back({x, sample.elo});
            course.push_back({x, sample.log_likelihood_ratio});
        }
        const auto games = static_cast<double>(shown.back().games);
        text::Plot elo = graph_of(games, elos);
        elo.band(intervals, text::ChartColour::first);
        elo.curve(middles, text::ChartColour::first);
        html += section("Elo with 95% interval", elo, games);
        if (settings_.sprt) {
            ratios.include(settings_.sprt->lower_bound());
            ratios.include(settings_.sprt->upper_bound());
            text::Plot ratio = graph_of(games, ratios);
            for (const double bound :
                 {settings_.sprt->lower_bound(), settings_.sprt->upper_bound()})
                ratio.line_across(bound, text::ChartLine::bound);
            ratio.curve(course, text::ChartColour::first);
            html += section("Log likelihood ratio", ratio, games);
        }
    }
    if (settings_.players.size() > 2) html += cross_table(settings_, outcome.standings);
    html += engines_table(settings_) + time_table(settings_, outcome.standings) +
            fault_table(settings_, outcome.standings);

    html += "<h2>Openings</h2>\n<details><summary>" + std::to_string(openings_.size()) +
            " openings</summary>\n<table>" +
            table_row({"position", "in the book", "White +", "=", "&minus;",
                       settings_.players.size() == 2 ? escaped(settings_.players[0].name())
                                                     : std::string()},
                      "th");
    for (const auto& [place, opening] : openings_)
        html += table_row(
            {"<code>" + escaped(opening.fen) + "</code>",
             opening.number > 0 ? std::to_string(opening.number) : "",
             std::to_string(opening.for_white.wins), std::to_string(opening.for_white.draws),
             std::to_string(opening.for_white.losses),
             settings_.players.size() == 2
                 ? format("%.1f/%d", opening.first_player_half_points / 2.0, opening.games)
                 : ""});
    return html + "</table></details>\n</body></html>\n";
}

}  // namespace kibitz::match
