#include "match/text_report.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "match/pairing_results.hpp"
#include "match/text_format.hpp"

namespace kibitz::match {

namespace {

std::string wdl_text(const WinDrawLoss& games) {
    return format("+%lld =%lld -%lld", static_cast<long long>(games.wins),
                  static_cast<long long>(games.draws), static_cast<long long>(games.losses));
}

// What rounds to nothing has no sign.
std::string tenths(double value) {
    const std::string text = format("%.1f", value);
    return text == "-0.0" ? "0.0" : text;
}

// When all games so far ended alike, no difference is too large to explain them.
std::string estimate_text(const statistics::Estimate& estimate) {
    if (std::isnan(estimate.value)) return "unknown";
    if (std::isinf(estimate.value)) return estimate.value > 0 ? "boundless" : "boundless below";
    if (std::isfinite(estimate.low) && std::isfinite(estimate.high))
        return tenths(estimate.value) + " +- " + tenths(estimate.margin());
    const auto end = [](double value) { return std::isfinite(value) ? tenths(value) : "no limit"; };
    return tenths(estimate.value) + " [" + end(estimate.low) + ", " + end(estimate.high) + "]";
}

std::string ratio_text(double ratio) {
    return std::isfinite(ratio) ? format("%.2f", ratio) : "boundless";
}

std::string pairs_text(const PairCounts& pairs) {
    std::string text = "[";
    for (const auto count : pairs.of) text += (text.size() > 1 ? ", " : "") + std::to_string(count);
    return text + "]";
}

std::string sprt_text(const SprtSettings& sprt, double ratio) {
    return format("LLR %.2f (%.2f, %.2f) [%g, %g] %s", ratio, sprt.lower_bound(),
                  sprt.upper_bound(), sprt.elo0, sprt.elo1, to_string(sprt.model));
}

std::string fault_text(const PlayerAccount& account) {
    std::string text;
    for (int kind = 0; kind < uci_client::fault_kind_count; ++kind)
        if (const auto count = account.faults[static_cast<std::size_t>(kind)]; count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " +
                    to_string(static_cast<uci_client::FaultKind>(kind));
    return text;
}

std::string duration_text(std::chrono::nanoseconds time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    if (seconds < 60) return format("%.1f s", std::chrono::duration<double>(time).count());
    if (seconds < 3600)
        return format("%lld min %lld s", static_cast<long long>(seconds / 60),
                      static_cast<long long>(seconds % 60));
    return format("%lld h %lld min", static_cast<long long>(seconds / 3600),
                  static_cast<long long>(seconds / 60 % 60));
}

std::string duel_text(const MatchSettings& settings, const MatchOutcome& outcome) {
    const Tally tally = outcome.standings.against(0, 1);
    std::string text = settings.players[0].name() + " against " + settings.players[1].name() +
                       ": " + wdl_text(tally.games);
    const auto result = strength(sample_of(tally));
    if (!result) return text + "\n";
    text += format("  score %.2f%%\n", 100 * result->score);
    text += "  Elo   " + estimate_text(result->elo) + " (95%)\n";
    text += "  nElo  " + estimate_text(result->normalized_elo) + " (95%)\n";
    text += format(
        "  LOS   %.2f%%  draws %.1f%%\n", 100 * result->superiority,
        100.0 * static_cast<double>(tally.games.draws) / static_cast<double>(tally.games.games()));
    if (tally.pairs.pairs() > 0)
        text += format("  pairs %lld ", static_cast<long long>(tally.pairs.pairs())) +
                pairs_text(tally.pairs) +
                format("  draw ratio %.1f%%  pair ratio ", 100 * draw_ratio(tally.pairs)) +
                ratio_text(pair_ratio(tally.pairs)) + "\n";
    if (settings.sprt) {
        text += "  SPRT  " + sprt_text(*settings.sprt, outcome.log_likelihood_ratio);
        text += outcome.sprt == SprtState::accepted_h1   ? ": H1 accepted\n"
                : outcome.sprt == SprtState::accepted_h0 ? ": H0 accepted\n"
                                                         : ": undecided\n";
    }
    return text;
}

std::string table_text(const MatchSettings& settings, const Standings& standings) {
    std::vector<int> order(settings.players.size());
    std::iota(order.begin(), order.end(), 0);
    const auto points = [&](int player) {
        const WinDrawLoss& games = standings.account(player).games;
        return 2 * games.wins + games.draws;
    };
    const auto ratings = bradley_terry(standings.players(), pairing_results(standings));
    const auto rating = [&](int player) { return ratings[static_cast<std::size_t>(player)]; };
    std::ranges::sort(order, [&](int a, int b) {
        return rating(a).elo != rating(b).elo ? rating(a).elo > rating(b).elo : a < b;
    });
    std::size_t width = 6;
    for (const auto& player : settings.players) width = std::max(width, player.name().size());
    std::string text = format("  #  %-*s  rating    +-   points  games    score\n",
                              static_cast<int>(width), "name");
    int rank = 0;
    for (const int player : order) {
        const WinDrawLoss& games = standings.account(player).games;
        const double all = std::max<double>(1, static_cast<double>(games.games()));
        text +=
            format("%3d  %-*s %7.1f %6.1f %8.1f %6lld  %6.2f%%  ", ++rank, static_cast<int>(width),
                   settings.players[static_cast<std::size_t>(player)].name().c_str(),
                   rating(player).elo, rating(player).margin,
                   static_cast<double>(points(player)) / 2, static_cast<long long>(games.games()),
                   100 * static_cast<double>(points(player)) / 2 / all) +
            wdl_text(games) + "\n";
    }
    return text;
}

std::string account_text(const Participant& player, const PlayerAccount& account) {
    std::string text = "  " + player.name() + ": ";
    const double moves = static_cast<double>(std::max<std::int64_t>(account.moves, 1));
    const double seconds = std::chrono::duration<double>(account.time).count();
    text += format("%.1f ms and %.0f nodes a move, depth %.1f", 1000 * seconds / moves,
                   static_cast<double>(account.nodes) / moves,
                   static_cast<double>(account.depths) / moves);
    if (seconds > 0)
        text += format(", %.0f knps", static_cast<double>(account.nodes) / seconds / 1000);
    if (account.ponder_tries > 0)
        text += format(", %.1f%% ponder hits", 100.0 * static_cast<double>(account.ponder_hits) /
                                                   static_cast<double>(account.ponder_tries));
    const std::string faults = fault_text(account);
    return text + "; faults: " + (faults.empty() ? "none" : faults) + "\n";
}

}  // namespace

std::string status_text(const MatchState& state) {
    const Standings& standings = state.standings;
    if (standings.players() > 2)
        return format("%lld games\n", static_cast<long long>(standings.games())) +
               table_text(state.settings, standings);
    const Tally tally = standings.against(0, 1);
    std::string text =
        format("%6lld games  ", static_cast<long long>(standings.games())) + wdl_text(tally.games);
    if (const auto result = strength(sample_of(tally))) {
        text += "  Elo " + estimate_text(result->elo);
        text += "  nElo " + estimate_text(result->normalized_elo);
        text += format("  LOS %.1f%%", 100 * result->superiority);
    }
    if (tally.pairs.pairs() > 0) text += "  pairs " + pairs_text(tally.pairs);
    if (standings.left_out() > 0)
        text += format("  %lld left out", static_cast<long long>(standings.left_out()));
    if (state.settings.sprt)
        text += "  " + sprt_text(*state.settings.sprt, state.log_likelihood_ratio);
    for (int player = 0; player < standings.players(); ++player)
        if (const std::string faults = fault_text(standings.account(player)); !faults.empty())
            text += "  " + state.settings.players[static_cast<std::size_t>(player)].name() + ": " +
                    faults;
    return text + "\n";
}

std::string summary_text(const MatchSettings& settings, const MatchOutcome& outcome) {
    const Standings& standings = outcome.standings;
    std::string text;
    switch (outcome.end) {
        case MatchEnd::completed: text += "All games played"; break;
        case MatchEnd::decided: text += "Test decided"; break;
        case MatchEnd::stopped: text += "Stopped"; break;
        case MatchEnd::failed: text += "Stopped because of " + outcome.reason; break;
        case MatchEnd::unsound: text += "No verdict, because " + outcome.reason; break;
    }
    text += format(outcome.games_played == 1 ? ": %lld game" : ": %lld games",
                   static_cast<long long>(outcome.games_played));
    if (outcome.games_played != standings.games())
        text += format(" (%lld counted)", static_cast<long long>(standings.games()));
    const double seconds = std::chrono::duration<double>(outcome.elapsed).count();
    text += " in " + duration_text(outcome.elapsed) +
            format(" (%.0f an hour)\n",
                   seconds > 0 ? 3600 * static_cast<double>(outcome.games_played) / seconds : 0.0);
    if (standings.left_out() > 0)
        text += format(
            "  %lld games left out: an engine broke down in them, or in the other game "
            "of their pair\n",
            static_cast<long long>(standings.left_out()));
    if (standings.games() == 0) return text;
    text += settings.players.size() == 2 ? duel_text(settings, outcome)
                                         : table_text(settings, standings);
    text += "  ends: ";
    bool first = true;
    for (int ending = 0; ending < ending_count; ++ending) {
        const auto count = standings.endings()[static_cast<std::size_t>(ending)];
        if (count == 0) continue;
        text += (first ? "" : ", ") + std::to_string(count) + " " +
                to_string(static_cast<Ending>(ending));
        first = false;
    }
    text += "\n";
    for (int player = 0; player < standings.players(); ++player)
        text += account_text(settings.players[static_cast<std::size_t>(player)],
                             standings.account(player));
    return text;
}

std::string game_text(const MatchSettings& settings, const GameTask& task, const PlayedGame& game) {
    const auto name = [&](int player) {
        return settings.players[static_cast<std::size_t>(player)].name();
    };
    return "game " + std::to_string(task.number + 1) + ": " + name(task.white) + " - " +
           name(task.black) + ": " + to_string(game.end) + ", " +
           std::to_string((game.moves.size() + 1) / 2) + " moves\n";
}

}  // namespace kibitz::match
