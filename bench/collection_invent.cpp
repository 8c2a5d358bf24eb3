// Writes a large collection of games, for measuring what finds games in one: NUMBER [FIRST] < GAMES
//
//   zstd -dc human-games.pgn.zst | bench_collection_invent 1000000 > collection.pgn
//
// The games given come first, as they are. Each of the others begins as one of them, up to the
// first position that this one shares with no other: so positions of openings come up as often as
// among the games given. It goes on with moves of its own, drawn among those that lose nothing at
// once, recaptures first, and ends after as many half-moves as another game given. Players,
// ratings, dates and events follow from rules. With FIRST, the games from that number on are
// written, NUMBER of them; the same numbers are the same games.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/pgn.hpp"
#include "chess/random.hpp"
#include "chess/san.hpp"
#include "chess/see.hpp"

using namespace kibitz;

namespace {

constexpr std::uint64_t seed = 40;

class Random {
   public:
    explicit Random(std::uint64_t game) : numbers_(hash_of({seed, game})) {}
    std::uint64_t below(std::uint64_t limit) { return numbers_.next() % limit; }
    int rating() { return static_cast<int>(1000 + (below(900) + below(900))); }
    // Small numbers come more often: some people play many games.
    std::uint64_t frequent_below(std::uint64_t limit) {
        const double part = numbers_.uniform();
        return static_cast<std::uint64_t>(part * part * static_cast<double>(limit));
    }

   private:
    SplitMix numbers_;
};

struct Given {
    std::vector<Move> moves;
    std::vector<Key> keys;   // behind each of them
    std::size_t shared = 0;  // moves, up to the first position that no other game has
    std::string_view result;
};

// Keeps the games from the usual start whose moves are all legal.
class GivenGames final : public PgnVisitor {
   public:
    bool begin_moves(const Position& start) override {
        games_.push_back({});
        return start == Position::initial();
    }
    void move(const Position& /*before*/, Move move, const Position& after) override {
        if (depth_ > 0) return;
        games_.back().moves.push_back(move);
        games_.back().keys.push_back(after.key());
    }
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }
    void result(PgnResult result) override { games_.back().result = to_string(result); }

    std::vector<Given> take() {
        std::erase_if(games_, [](const Given& game) { return game.moves.empty(); });
        std::unordered_map<Key, std::uint32_t> counts;
        for (const Given& game : games_)
            for (const Key key : game.keys) ++counts[key];
        for (Given& game : games_) {
            const auto own = std::ranges::find(game.keys, 1U, [&](Key key) { return counts[key]; });
            game.shared = static_cast<std::size_t>(own - game.keys.begin());
        }
        return std::move(games_);
    }

   private:
    std::vector<Given> games_;
    int depth_ = 0;
};

Move drawn_move(const Position& position, Square last_target, Random& random) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return Move::none();
    const auto is_sound = [&](Move move) { return see_at_least(position, move, 0); };
    for (const Move move : moves)
        if (move.to() == last_target && position.captured_by(move) != Piece::none && is_sound(move))
            return move;
    constexpr int draws = 4;
    Move move = Move::none();
    for (int i = 0; i < draws; ++i) {
        move = moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
        if (is_sound(move)) break;
    }
    return move;
}

class Inventor {
   public:
    explicit Inventor(std::vector<Given> given) : given_(std::move(given)) {}

    void write(std::uint64_t number, std::string& out) const {
        Random random(number);
        const Given& begins = given_[place_of(number)];
        const bool is_given = number < given_.size();
        constexpr std::array<std::string_view, 3> results = {"1-0", "0-1", "1/2-1/2"};
        std::string_view result = is_given ? begins.result : results[random.below(results.size())];
        std::string moves;
        if (is_given)
            write_moves(begins, begins.moves.size(), begins.moves.size(), random, moves, result);
        else
            write_moves(begins, begins.shared, given_[random.below(given_.size())].moves.size(),
                        random, moves, result);
        write_tags(number, result, random, out);
        out += moves;
        out += result;
        out += "\n\n";
    }

   private:
    // Of the games given, in each round another order.
    [[nodiscard]] std::size_t place_of(std::uint64_t number) const {
        const std::uint64_t round = number / given_.size(), place = number % given_.size();
        if (round == 0) return place;
        const std::uint64_t step = steps[round % steps.size()];
        return static_cast<std::size_t>((place * step + hash_of({seed, round})) % given_.size());
    }

    static void write_moves(const Given& given, std::size_t shared, std::size_t length,
                            Random& random, std::string& out, std::string_view& result) {
        Position position = Position::initial();
        Square last_target = squares::a1;
        for (std::size_t ply = 0; ply < length; ++ply) {
            const Move move =
                ply < shared ? given.moves[ply] : drawn_move(position, last_target, random);
            if (move.is_none() || is_dead_position(position)) break;
            if (ply % 2 == 0) {
                if (ply > 0) out += ply % plies_of_a_line == 0 ? '\n' : ' ';
                out += std::to_string(ply / 2 + 1);
                out += '.';
            }
            out += ' ';
            out += to_san(position, move);
            last_target = move.to();
            position.play(move);
        }
        out += ' ';
        if (has_legal_move(position)) return;
        result = "1/2-1/2";
        if (position.in_check()) result = position.side_to_move() == Color::white ? "0-1" : "1-0";
    }

    static std::string player_of(std::uint64_t number) {
        constexpr std::array<const char*, 25> families = {
            "Abel", "Berg",  "Cruz", "Dahl",   "Eck",   "Fuchs", "Gray", "Holm",  "Iversen",
            "Jung", "Kaya",  "Lang", "Moreau", "Novak", "Olsen", "Pohl", "Quist", "Rossi",
            "Sato", "Thorn", "Ueda", "Vidal",  "Wolf",  "Young", "Zeman"};
        constexpr std::array<const char*, 10> given = {"Anna", "Ben",   "Cleo", "Dario", "Eva",
                                                       "Finn", "Greta", "Hugo", "Ida",   "Jan"};
        const std::uint64_t name = number / families.size();
        return std::string(families[number % families.size()]) +
               std::to_string(name / given.size()) + ", " + given[name % given.size()];
    }

    static void write_tags(std::uint64_t number, std::string_view result, Random& random,
                           std::string& out) {
        constexpr std::array<const char*, 6> controls = {"60+0",  "180+2",   "300+0",
                                                         "600+5", "1800+20", "5400+30"};
        constexpr std::uint64_t players = 100'000, games_of_event = 500;
        const auto tag = [&out](std::string_view name, std::string_view value) {
            ((((out += '[') += name) += " \"") += value) += "\"]\n";
        };
        const auto two_digits = [](std::uint64_t n) {
            return (n < 10 ? "0" : "") + std::to_string(n);
        };
        tag("Event", "Open " + std::to_string(number / games_of_event));
        tag("Site", "Nowhere");
        tag("Date", std::to_string(1990 + number % 35) + '.' + two_digits(1 + random.below(12)) +
                        '.' + two_digits(1 + random.below(28)));
        tag("Round", std::to_string(1 + number % 9));
        tag("White", player_of(random.frequent_below(players)));
        tag("Black", player_of(random.frequent_below(players)));
        tag("Result", result);
        tag("WhiteElo", std::to_string(random.rating()));
        tag("BlackElo", std::to_string(random.rating()));
        tag("TimeControl", controls[random.below(controls.size())]);
        out += '\n';
    }

    static constexpr std::size_t plies_of_a_line = 16;
    // Primes, which share no factor with the number of games.
    static constexpr std::array<std::uint64_t, 5> steps = {7919, 104'729, 1'299'709, 15'485'863,
                                                           179'424'673};

    std::vector<Given> given_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        std::fputs("bench_collection_invent: NUMBER [FIRST] < GAMES\n", stderr);
        return 2;
    }
    const std::uint64_t number = std::strtoull(argv[1], nullptr, 10);
    const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    GivenGames given;
    PgnReader reader(given);
    std::array<char, 1 << 16> chunk;
    while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), stdin))
        reader.feed({chunk.data(), size});
    reader.finish();
    std::vector<Given> games = given.take();
    if (games.empty()) {
        std::fputs("bench_collection_invent: no games were given\n", stderr);
        return 1;
    }
    const Inventor inventor(std::move(games));
    std::string out;
    for (std::uint64_t game = first; game < first + number; ++game) {
        inventor.write(game, out);
        if (out.size() < chunk.size()) continue;
        std::fwrite(out.data(), 1, out.size(), stdout);
        out.clear();
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
    return std::fflush(stdout) == 0 ? 0 : 1;
}
