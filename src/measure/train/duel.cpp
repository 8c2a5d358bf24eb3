#include "train/duel.hpp"

#include <cstdlib>

#include "platform/clock.hpp"

namespace kibitz::train {

namespace {

constexpr std::uint64_t hard_per_soft_nodes = 8;

// The clocks of a game; without a base time they never run out.
class GameClock {
   public:
    explicit GameClock(const DuelSettings& settings)
        : settings_(settings), left_{settings.base_ms, settings.base_ms} {}

    [[nodiscard]] Limits limits() const {
        Limits limits;
        if (settings_.base_ms == 0) {
            limits.soft_nodes = settings_.nodes;
            limits.nodes = hard_per_soft_nodes * settings_.nodes;
            return limits;
        }
        limits.has_clock = true;
        for (std::size_t side = 0; side < left_.size(); ++side)
            limits.clock[side] = {.remaining = left_[side], .increment = settings_.increment_ms};
        return limits;
    }
    // False if the flag fell.
    bool spend(Color side, std::int64_t ms) {
        if (settings_.base_ms == 0) return true;
        std::int64_t& left = left_[static_cast<std::size_t>(index(side))];
        left -= ms;
        if (left < 0) return false;
        left += settings_.increment_ms;
        return true;
    }

   private:
    const DuelSettings& settings_;
    std::array<std::int64_t, color_count> left_;
};

DuelTally tally_of(GameResult result, Color side) {
    if (result == GameResult::draw) return {.draws = 1};
    return result == win_of(side) ? DuelTally{.wins = 1} : DuelTally{.losses = 1};
}

}  // namespace

std::expected<std::unique_ptr<Duellist>, std::string> Duellist::make(
    const DuelSettings& settings, const SmallSearchSettings& searches) {
    std::array<std::unique_ptr<SmallSearch>, 2> made;
    for (auto& search : made) {
        auto one = SmallSearch::make(searches);
        if (!one) return std::unexpected(one.error());
        search = *std::move(one);
    }
    return std::unique_ptr<Duellist>(new Duellist(settings, std::move(made)));
}

// Drawn until one is level in the eyes of the ordinary search.
Position Duellist::find_opening(Random& random) {
    SmallSearch& judge = *searches_[0];
    judge.set_parameters(search::default_parameters);
    Limits limits;
    limits.soft_nodes = settings_.nodes;
    while (true) {
        const auto start = draw_start(settings_.start, random);
        if (!start || Referee(settings_.ends, judge.tablebase(), start->position).result())
            continue;
        judge.new_game();
        const Score score = judge.run(start->position, {}, limits).score;
        if (std::abs(raw(score)) <= settings_.start_limit) return start->position;
    }
}

DuelTally Duellist::play_pair(const search::Parameters& first, const search::Parameters& second,
                              Random& random, const std::atomic<bool>& stop) {
    const Position start = find_opening(random);
    searches_[0]->set_parameters(first);
    searches_[1]->set_parameters(second);
    DuelTally tally = tally_of(play_game(start, 0, stop), Color::white);
    tally.add(tally_of(play_game(start, 1, stop), Color::black));
    return tally;
}

// `white`: which of the searches has White.
GameResult Duellist::play_game(const Position& start, int white, const std::atomic<bool>& stop) {
    for (const auto& search : searches_) search->new_game();
    Referee referee(settings_.ends, searches_[0]->tablebase(), start);
    GameClock clock(settings_);
    while (!referee.result() && !stop.load(std::memory_order_relaxed)) {
        const Color side = referee.position().side_to_move();
        const bool first_moves = (side == Color::white) == (white == 0);
        SmallSearch& search = *searches_[first_moves ? 0 : 1];
        const std::int64_t begin = now_ms();
        const auto [move, score] =
            search.run(referee.position(), referee.earlier_keys(), clock.limits());
        if (!clock.spend(side, now_ms() - begin)) return win_of(~side);
        referee.play(move, score);
    }
    return referee.result().value_or(GameResult::draw);
}

}  // namespace kibitz::train
