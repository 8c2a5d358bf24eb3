#include "cli/games/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "chess/san.hpp"

namespace kibitz::cli {

namespace games_command {
namespace {

using collection::Tally;

std::string number_or_dash(const std::optional<int>& number) {
    return number ? std::to_string(*number) : "-";
}

constexpr std::string_view tally_heading =
    "   games     won   drawn    lost   score  rating    perf  last played\n";

std::string tally_columns(const Tally& tally) {
    constexpr double percent = 100;
    const auto score = tally.score();
    const std::string points = score ? fmt::format("{:.1f} %", *score * percent) : "-";
    return fmt::format("{:>8} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}  {}\n", tally.games, tally.wins,
                       tally.draws, tally.losses, points, number_or_dash(tally.mean_rating()),
                       number_or_dash(tally.performance()),
                       tally.last.is_known() ? to_string(tally.last) : "-");
}

// How many columns a text of UTF-8 takes.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(std::string text, std::size_t width) {
    const std::size_t used = width_of(text);
    return std::move(text) + std::string(width > used ? width - used : 0, ' ');
}

template <class Lines, class NameOf>
std::string tally_table(std::string_view what, const Lines& lines, NameOf name_of) {
    std::size_t width = width_of(what);
    for (const auto& line : lines) width = std::max(width, width_of(name_of(line)));
    std::string table = padded(std::string(what), width) + std::string(tally_heading);
    for (const auto& line : lines)
        table += padded(name_of(line), width) + tally_columns(line.tally);
    return table;
}

void append_counts(std::string& text, std::string_view what,
                   const std::vector<collection::Counted>& counts) {
    if (counts.empty()) return;
    fmt::format_to(std::back_inserter(text), "\n{}\n", what);
    for (const auto& [name, games] : counts)
        fmt::format_to(std::back_inserter(text), "{:>10}  {}\n", games, name);
}

std::vector<collection::Counted> rating_counts(const collection::CollectionSummary& summary) {
    constexpr int hundred = 100;
    std::vector<collection::Counted> counts;
    for (const auto& [first, games] : summary.ratings())
        counts.push_back(
            {first == 0 ? "not known" : fmt::format("{}-{}", first, first + hundred - 1), games});
    return counts;
}

std::vector<collection::Counted> year_counts(const collection::CollectionSummary& summary) {
    std::vector<collection::Counted> counts;
    for (const auto& [year, games] : summary.years())
        counts.push_back({year == 0 ? "not known" : std::to_string(year), games});
    return counts;
}

std::vector<collection::Counted> pace_counts(const collection::CollectionSummary& summary) {
    std::vector<collection::Counted> counts;
    for (std::size_t i = 0; i < summary.paces().size(); ++i)
        if (summary.paces()[i] > 0)
            counts.push_back({to_string(static_cast<collection::Pace>(i)), summary.paces()[i]});
    return counts;
}

}  // namespace
}  // namespace games_command

std::string tree_table(const collection::MoveTree& tree) {
    using namespace games_command;
    struct Line {
        std::string name;
        const Tally& tally;
    };
    const auto branches = tree.branches();
    std::vector<Line> lines;
    for (const auto& branch : branches) {
        const bool is_null = branch.move.is_none();
        lines.push_back({is_null ? "--" : to_san(tree.position(), branch.move), branch.tally});
    }
    lines.push_back({"all", tree.total()});
    return tally_table("move", lines, [](const Line& line) { return line.name; });
}

std::string summary_table(const collection::CollectionSummary& summary) {
    using namespace games_command;
    constexpr std::size_t most = 10;
    const Tally& white = summary.white();
    const std::uint64_t games = white.games;
    std::string text = fmt::format("{} games, {} half-moves, {} players\n", games, summary.plies(),
                                   summary.players());
    if (games == 0) return text;
    fmt::format_to(std::back_inserter(text),
                   "White won {}, drawn {}, Black won {}, without a result {}\n", white.wins,
                   white.draws, white.losses, games - white.wins - white.draws - white.losses);
    fmt::format_to(std::back_inserter(text), "{:.1f} half-moves a game\n",
                   static_cast<double>(summary.plies()) / static_cast<double>(games));
    if (summary.first_date().is_known())
        fmt::format_to(std::back_inserter(text), "from {} to {}\n", to_string(summary.first_date()),
                       to_string(white.last));
    append_counts(text, "Players", summary.top_players(most));
    append_counts(text, "Openings", summary.top_openings(most));
    append_counts(text, "Mean rating", rating_counts(summary));
    append_counts(text, "Time", pace_counts(summary));
    append_counts(text, "Years", year_counts(summary));
    return text;
}

std::string repertoire_table(const collection::Repertoire& repertoire, Color side,
                             std::size_t most) {
    using namespace games_command;
    const auto name_of = [](const collection::Repertoire::Line& line) { return line.name; };
    const auto first = [most](std::vector<collection::Repertoire::Line> lines) {
        if (lines.size() > most) lines.resize(most);
        return lines;
    };
    std::string text = side == Color::white ? "As White" : "As Black";
    if (repertoire.total().games == 0) return text + ": no games\n";
    text += ":\n" +
            tally_table("", std::vector{collection::Repertoire::Line{"all", repertoire.total()}},
                        name_of);
    text += '\n' + tally_table("opening", first(repertoire.openings()), name_of);
    text += '\n' + tally_table("first moves", first(repertoire.first_moves()), name_of);
    return text;
}

}  // namespace kibitz::cli
