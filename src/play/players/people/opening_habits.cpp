#include "players/people/opening_habits.hpp"

#include <algorithm>
#include <cmath>

#include "chess/san.hpp"
#include "players/people/embedded_files.hpp"
#include "text/split.hpp"
#include "text/words.hpp"

namespace kibitz::players {

namespace {

constexpr int first_band_end = 1000, band_width = 200;

bool read_counts(text::Words& words, OpeningCounts& counts) {
    for (std::uint32_t& count : counts) {
        const auto number = words.next_number<std::uint32_t>();
        if (!number) return false;
        count = *number;
    }
    return words.at_end();
}

}  // namespace

int opening_band(int rating) {
    return std::clamp((rating - first_band_end + band_width) / band_width, 0, opening_bands - 1);
}

std::expected<OpeningHabits, std::string> OpeningHabits::parse(std::string_view text) {
    OpeningHabits habits;
    std::vector<Position> line_positions = {Position::initial()};
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = text::take_part(text, '\n');
        if (line.empty() || line.front() == '#') continue;
        const std::size_t ply = line.find_first_not_of(' ');
        const auto wrong = [&](const char* what) {
            return std::unexpected("line " + std::to_string(number) + ": " + what);
        };
        if (ply == std::string_view::npos || ply >= line_positions.size())
            return wrong("it is further in than the move it answers");
        line_positions.erase(line_positions.begin() + static_cast<std::ptrdiff_t>(ply) + 1,
                             line_positions.end());
        const Position& before = line_positions.back();
        text::Words words(line);
        const Move move = parse_ordinary_san(before, words.next());
        if (move.is_none()) return wrong("no legal move");
        Entry entry{.move = move, .counts = {}};
        if (!read_counts(words, entry.counts)) return wrong("a number for each rating is wanted");
        habits.positions_[before.key()].push_back(entry);
        line_positions.push_back(before.after(move));
    }
    return habits;
}

std::vector<OpeningMove> OpeningHabits::moves(const Position& position, int rating) const {
    const auto found = positions_.find(position.key());
    if (found == positions_.end()) return {};
    // A band's games stand for its middle.
    constexpr double first_middle = first_band_end - band_width / 2.0;
    const double at = std::clamp((rating - first_middle) / band_width, 0.0, opening_bands - 1.0);
    const auto lower = static_cast<std::size_t>(at);
    const std::size_t upper = std::min(lower + 1, std::size_t{opening_bands - 1});
    const double share = at - std::floor(at);

    // Bands of many games count as much as bands of few.
    std::array<double, 2> games{};
    for (const Entry& entry : found->second) {
        games[0] += entry.counts[lower];
        games[1] += entry.counts[upper];
    }
    constexpr double enough_games = 12;
    const double total = std::lerp(games[0], games[1], share);
    if (total < enough_games) return {};
    std::vector<OpeningMove> moves;
    for (const Entry& entry : found->second) {
        const double low = games[0] > 0 ? entry.counts[lower] / games[0] : 0;
        const double high = games[1] > 0 ? entry.counts[upper] / games[1] : 0;
        const double played = games[0] == 0   ? high
                              : games[1] == 0 ? low
                                              : std::lerp(low, high, share);
        if (played > 0) moves.push_back({entry.move, played * total});
    }
    std::ranges::sort(moves, [](const OpeningMove& a, const OpeningMove& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.move.bits() < b.move.bits();
    });
    return moves;
}

const OpeningHabits& built_in_opening_habits() {
    // Readable: a test sees to that.
    const auto bytes = embedded_opening_table();
    static const OpeningHabits habits =
        *OpeningHabits::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return habits;
}

}  // namespace kibitz::players
