#include "collection/own_games.hpp"

#include <algorithm>

#include "chess/openings.hpp"
#include "collection/text_patterns.hpp"
#include "text/split.hpp"

namespace kibitz::collection {

namespace {

constexpr std::array<std::string_view, 3> players_and_result = {"White", "Black", "Result"};

// Reads the tags of a game, and its opening where that is not known.
class Glance final : public PgnVisitor {
   public:
    using Take = std::function<void(std::uint64_t number, const GameHead& head, PgnResult result,
                                    const OpeningMark* opening)>;
    explicit Glance(Take take) : take_(std::move(take)) {}

    void next(const SegmentList::Next& next) { next_ = next; }
    [[nodiscard]] const bool& has_enough() const { return has_enough_; }

    void begin_game() override {
        head_.clear();
        end_ = PgnResult::unknown;
        has_enough_ = false;
        depth_ = 0;
    }
    void tag(std::string_view name, std::string_view value) override { head_.add(name, value); }
    bool begin_moves(const Position& start) override {
        // Without the tag, the end says how the game ended.
        has_enough_ = next_.knows_opening && head_.result() != PgnResult::unknown;
        look_at(start);
        return true;
    }
    void move(const Position& /*before*/, Move /*move*/, const Position& after) override {
        if (depth_ == 0) look_at(after);
    }
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }
    void result(PgnResult result) override { end_ = result; }
    void end_game() override {
        const PgnResult tagged = head_.result();
        take_(next_.number, head_, tagged == PgnResult::unknown ? end_ : tagged, next_.opening);
    }

   private:
    void look_at(const Position& position) {
        if (next_.knows_opening) return;
        if (const OpeningMark* const mark = opening_mark(position)) next_.opening = mark;
    }

    Take take_;
    SegmentList::Next next_;
    GameHead head_;
    PgnResult end_ = PgnResult::unknown;
    bool has_enough_ = false;
    int depth_ = 0;
};

class NameCounter {
   public:
    void add(const GameHead& head) {
        ++games_;
        const std::string_view white = head.player(Color::white), black = head.player(Color::black);
        if (!white.empty()) ++names_[std::string(white)];
        if (!black.empty() && black != white) ++names_[std::string(black)];
    }
    [[nodiscard]] std::string likely() const {
        constexpr std::uint64_t least_games = 3;
        Counted best;
        for (const auto& [name, games] : names_)
            if (const Counted one{name, games}; comes_first(one, best)) best = one;
        return best.games >= least_games && 2 * best.games > games_ ? best.name : std::string();
    }

   private:
    std::unordered_map<std::string, std::uint64_t> names_;
    std::uint64_t games_ = 0;
};

struct CountedMove {
    Move move;
    std::uint64_t games = 0;
    std::size_t number = 0;  // in the order in which they were played first
};

struct CountedPosition {
    std::vector<Move> path;
    std::vector<CountedMove> moves;
    std::uint64_t games = 0;
    std::size_t number = 0;       // in the order in which they came up
    std::uint64_t last_game = 0;  // a game counts once for a position
};

// Counts what the person played in the first moves of their games.
class OpeningCounter final : public PgnVisitor {
   public:
    explicit OpeningCounter(const SideOf& side_of) : side_of_(side_of) {}

    void next(const SegmentList::Next& next) { number_ = next.number; }
    [[nodiscard]] const bool& has_enough() const { return has_enough_; }
    [[nodiscard]] const std::unordered_map<Key, CountedPosition>& positions() const {
        return positions_;
    }

    void begin_game() override {
        head_.clear();
        moves_.clear();
        has_enough_ = false;
        depth_ = 0;
    }
    void tag(std::string_view name, std::string_view value) override { head_.add(name, value); }
    bool begin_moves(const Position& start) override {
        side_ = side_of_(number_, head_);
        has_enough_ = !side_ || start != Position::initial();
        return !has_enough_;
    }
    void move(const Position& before, Move move, const Position& /*after*/) override {
        // The first move of each side needs no practice.
        constexpr std::size_t first_plies = 2, opening_plies = 20;
        if (depth_ > 0 || has_enough_) return;
        if (before.side_to_move() == side_ && moves_.size() >= first_plies) count(before, move);
        moves_.push_back(move);
        has_enough_ = moves_.size() >= opening_plies || move.is_none();
    }
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }

   private:
    void count(const Position& position, Move move) {
        if (move.is_none()) return;
        const auto [entry, is_new] = positions_.try_emplace(position.key());
        CountedPosition& counted = entry->second;
        if (is_new) {
            counted.path = moves_;
            counted.number = positions_.size();
        }
        if (counted.last_game == number_) return;
        counted.last_game = number_;
        ++counted.games;
        const auto known = std::ranges::find(counted.moves, move, &CountedMove::move);
        if (known != counted.moves.end())
            ++known->games;
        else
            counted.moves.push_back({.move = move, .games = 1, .number = counted.moves.size()});
    }

    const SideOf& side_of_;
    std::uint64_t number_ = 0;
    GameHead head_;
    std::optional<Color> side_;
    std::vector<Move> moves_;
    bool has_enough_ = false;
    int depth_ = 0;
    std::unordered_map<Key, CountedPosition> positions_;
};

// Nothing where the person has no usual move.
std::optional<OwnPosition> own_position(Key key, const CountedPosition& counted) {
    constexpr std::uint64_t least_games = 2;
    auto moves = counted.moves;
    std::ranges::sort(moves, [](const CountedMove& a, const CountedMove& b) {
        return a.games != b.games ? a.games > b.games : a.number < b.number;
    });
    const CountedMove& usual = moves.front();
    if (usual.games < least_games || 2 * usual.games < counted.games) return std::nullopt;
    OwnPosition own{.key = key,
                    .path = counted.path,
                    .move = usual.move,
                    .others = {},
                    .games = counted.games,
                    .times = usual.games};
    for (const auto& [move, games, number] : moves)
        if (move != usual.move && games >= least_games) own.others.push_back(move);
    return own;
}

}  // namespace

OwnNames::OwnNames(std::string_view names) {
    while (!names.empty())
        if (const std::string_view name = text::take_part(names, '\n'); !name.empty())
            names_.emplace_back("=" + std::string(name));
}

std::optional<Color> OwnNames::side(const GameHead& head) const {
    for (const Color side : {Color::white, Color::black})
        for (const NamePattern& name : names_)
            if (name.fits(head.player(side))) return side;
    return std::nullopt;
}

void OwnTally::add(PgnResult result, Color side) {
    switch (result) {
        case PgnResult::draw: ++drawn; break;
        case PgnResult::white_wins: ++(side == Color::white ? won : lost); break;
        case PgnResult::black_wins: ++(side == Color::black ? won : lost); break;
        case PgnResult::unknown: break;
    }
}

OwnResults own_results(const SegmentList& games, const SideOf& side_of,
                       const std::function<bool(std::uint64_t number)>& may_say_name) {
    OwnResults results;
    std::map<std::pair<std::string_view, Color>, OwnTally> openings;
    NameCounter names;
    Glance glance([&](std::uint64_t number, const GameHead& head, PgnResult result,
                      const OpeningMark* opening) {
        ++results.games;
        if (may_say_name(number)) names.add(head);
        const auto side = side_of(number, head);
        if (!side || result == PgnResult::unknown) return;
        results.of_sides[static_cast<std::size_t>(index(*side))].add(result, *side);
        if (opening != nullptr) openings[{opening->opening.family, *side}].add(result, *side);
    });
    games.tell_all(players_and_result, glance, &glance.has_enough(),
                   [&glance](const SegmentList::Next& next) { glance.next(next); });
    for (const auto& [opening, tally] : openings)
        results.openings.push_back(
            {.family = std::string(opening.first), .side = opening.second, .tally = tally});
    using Opening = OwnResults::Opening;
    std::ranges::sort(results.openings, [](const Opening& a, const Opening& b) {
        if (a.tally.games() != b.tally.games()) return a.tally.games() > b.tally.games();
        return a.family != b.family ? a.family < b.family : a.side < b.side;
    });
    results.likely_name = names.likely();
    return results;
}

std::vector<OwnPosition> own_openings(const SegmentList& games, const SideOf& side_of) {
    constexpr std::size_t most_positions = 300;
    OpeningCounter counter(side_of);
    games.tell_all(players_and_result, counter, &counter.has_enough(),
                   [&counter](const SegmentList::Next& next) { counter.next(next); });
    std::vector<std::pair<std::size_t, OwnPosition>> usual;
    for (const auto& [key, counted] : counter.positions())
        if (auto own = own_position(key, counted))
            usual.emplace_back(counted.number, *std::move(own));
    std::ranges::sort(usual, [](const auto& a, const auto& b) {
        if (a.second.games != b.second.games) return a.second.games > b.second.games;
        if (a.second.path.size() != b.second.path.size())
            return a.second.path.size() < b.second.path.size();
        return a.first < b.first;
    });
    std::vector<OwnPosition> positions;
    for (auto& [number, own] : usual)
        if (positions.size() < most_positions) positions.push_back(std::move(own));
    return positions;
}

}  // namespace kibitz::collection
