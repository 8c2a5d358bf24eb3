#include "train/data_unit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "train/random.hpp"

namespace kibitz::train {

namespace {

// Openings that are tried for each game of a unit, before it is given up.
constexpr int openings_per_game = 200;
constexpr std::size_t bytes_of_move = 4, bytes_of_end = 4;

int most_openings(const DataUnitSettings& settings) { return openings_per_game * settings.games; }

Random random_of(const DataUnitSettings& settings, int unit, int opening) {
    return Random(mix_seed(mix_seed(settings.seed, static_cast<std::uint64_t>(unit)),
                           static_cast<std::uint64_t>(opening)));
}

bool is_possible(ChainScore score, const SelfPlaySettings& play) {
    return is_plain(score) || std::abs(score) == mate_score ||
           (score == no_score && play.random_move_share > 0);
}

// The search's score, for the side to move. Several become one in a chain only beyond what a chain
// can hold; of those, any is right, unless the adjudication tells them apart.
Score score_of(ChainScore score, Color side, double units) {
    const int white = std::abs(score) == mate_score
                          ? (score > 0 ? raw(score_mate) : -raw(score_mate))
                          : static_cast<int>(std::lround(score / units));
    return Score{side == Color::white ? white : -white};
}

// Whether the scores in a chain say all that the adjudication knew.
bool shows_adjudication(const DataUnitSettings& settings) {
    return settings.play.random_move_share == 0 &&
           settings.play.win_score * settings.score_units < max_plain_score;
}

// Without what scores decide, where they are not known.
AdjudicationSettings rules_of(const DataUnitSettings& settings) {
    AdjudicationSettings rules = settings.play;
    constexpr int never = std::numeric_limits<int>::max();
    if (!shows_adjudication(settings)) rules.win_plies = rules.draw_plies = never;
    return rules;
}

// The openings of a unit, one after the other.
class Openings {
   public:
    Openings(const DataUnitSettings& settings, int unit) : settings_(settings), unit_(unit) {}

    // Goes on to the one that the game begins with; false if there is none.
    bool find(const Chain& game) {
        const PackedHeader wanted = header_of(game.start, game.origin.chess960);
        while (next_ < most_openings(settings_)) {
            Random random = random_of(settings_, unit_, next_++);
            const auto start = draw_start(settings_.play.start, random);
            if (start && header_of(start->position, start->chess960) == wanted) return true;
        }
        return false;
    }

   private:
    static PackedHeader header_of(const Position& start, bool chess960) {
        ChainHeader header;
        header.start = start;
        header.origin.chess960 = chess960;
        return pack(header);
    }

    const DataUnitSettings& settings_;
    int unit_;
    int next_ = 0;
};

std::optional<std::string> find_flaw(const DataUnitSettings& settings, const Chain& game) {
    if (game.origin.source != ChainSource::self_play || game.origin.is_line)
        return "it is no game of self-play";
    const AdjudicationSettings rules = rules_of(settings);
    Referee referee(rules, nullptr, game.start);
    for (const auto& [move, score] : game.moves) {
        if (referee.result()) return "it continues after its end";
        if (!is_possible(score, settings.play)) return "it has a score that does not exist";
        referee.play(move,
                     score_of(score, referee.position().side_to_move(), settings.score_units));
    }
    const bool is_known = shows_adjudication(settings) || referee.result().has_value();
    if (is_known && referee.result() != game.result)
        return "it does not end as its moves and scores say";
    return std::nullopt;
}

}  // namespace

std::size_t most_bytes(const DataUnitSettings& settings) {
    return static_cast<std::size_t>(settings.games) *
           (sizeof(PackedHeader) +
            bytes_of_move * static_cast<std::size_t>(settings.play.max_plies) + bytes_of_end);
}

std::expected<std::vector<std::byte>, std::string> make_data_unit(const DataUnitSettings& settings,
                                                                  int unit, SmallSearch& search,
                                                                  const std::atomic<bool>& stop) {
    SelfPlayer player(settings.play, search);
    std::vector<std::byte> bytes;
    int games = 0;
    for (int opening = 0; games < settings.games; ++opening) {
        if (stop) return std::unexpected("it was stopped");
        if (opening == most_openings(settings))
            return std::unexpected("of " + std::to_string(opening) + " openings only " +
                                   std::to_string(games) + " are level enough");
        Random random = random_of(settings, unit, opening);
        const auto game = player.play(random, stop);
        if (!game) continue;
        append(*game, bytes);
        ++games;
    }
    return bytes;
}

std::expected<DataUnitTotals, std::string> check_data_unit(const DataUnitSettings& settings,
                                                           int unit,
                                                           std::span<const std::byte> bytes) {
    if (bytes.size() > most_bytes(settings))
        return std::unexpected("its games are longer than they can be");
    MemorySource source(bytes);
    ChainReader reader(source);
    Openings openings(settings, unit);
    DataUnitTotals totals;
    while (const auto game = reader.next()) {
        if (!*game) return std::unexpected(to_string(game->error()));
        ++totals.games;
        const auto refuse = [&](const std::string& why) {
            return std::unexpected("game " + std::to_string(totals.games) + ": " + why);
        };
        if (totals.games > settings.games) return refuse("there is no such game");
        if (settings.has_openings && !openings.find(**game))
            return refuse("it does not begin with an opening of its unit");
        if (const auto flaw = find_flaw(settings, **game)) return refuse(*flaw);
        totals.positions += static_cast<std::int64_t>((*game)->moves.size());
        ++totals.results[static_cast<std::size_t>((*game)->result)];
    }
    if (totals.games != settings.games)
        return std::unexpected("it has " + std::to_string(totals.games) + " games instead of " +
                               std::to_string(settings.games));
    return totals;
}

}  // namespace kibitz::train
