// Writes the built-in openings of `kibitz match`: NODES for each check
//
//   bench_match_make_openings 100000 > src/measure/match/built_in_openings_data.cpp
//
// The lines of the openings' table (src/core/chess/openings_data.cpp) as far as they go, cut to
// every length from 10 down to 6 plies; shorter ones are played on by the engine. A line stays if
// the engine, searching so many nodes, thinks neither side more than 40 centipawns ahead; of each
// ECO code at most five stay, of lines that transpose the first. The same program writes the same
// openings everywhere.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "chess/detail/opening_table.hpp"
#include "chess/openings.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "platform/engine.hpp"

using namespace kibitz;

namespace {

constexpr std::size_t fewest_plies = 6, most_plies = 10;
constexpr std::size_t fewest_named_plies = 2;
constexpr int most_unbalanced = 40;  // centipawns
constexpr int most_of_a_code = 5;

struct Path {
    Position position = Position::initial();
    std::vector<Move> moves;

    void play(Move move) {
        position.play(move);
        moves.push_back(move);
    }
};

bool is_code(std::string_view word) {
    return word.size() == 3 && word[0] >= 'A' && word[0] <= 'E' && word[1] >= '0' &&
           word[1] <= '9' && word[2] >= '0' && word[2] <= '9';
}

// Every line of the table's tree from the start, as long as wanted at most.
std::vector<Path> all_paths() {
    std::vector<Path> paths;
    for (std::string_view text : detail::opening_texts) {
        std::vector<Path> branches(1);
        while (!text.empty()) {
            std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            const std::size_t depth = line.find_first_not_of(' ');
            if (depth == std::string_view::npos) continue;
            line.remove_prefix(depth);
            branches.resize(depth + 1);
            Path path = branches.back();
            while (!line.empty()) {
                const std::string_view word = line.substr(0, line.find(' '));
                if (is_code(word)) break;
                line.remove_prefix(std::min(line.size(), word.size() + 1));
                path.play(parse_ordinary_san(path.position, word));
            }
            branches.push_back(path);
            const std::size_t longest = std::min(path.moves.size(), most_plies);
            for (std::size_t plies = longest; plies >= std::min(longest, fewest_plies); --plies) {
                Path& cut = paths.emplace_back();
                for (std::size_t i = 0; i < plies; ++i) cut.play(path.moves[i]);
            }
        }
    }
    return paths;
}

class Checker {
   public:
    explicit Checker(std::uint64_t nodes) { limits_.nodes = nodes; }

    // Plays the line on to the shortest length wanted; false if it is not balanced there.
    bool accept(Path& path) {
        do {
            engine_.new_game();
            engine_.set_position(Position::initial(), path.moves);
            const Move best = engine_.think(limits_).move;
            if (path.moves.size() >= fewest_plies) break;
            path.play(best);
        } while (true);
        const auto& lines = engine_.result().lines;
        return !lines.empty() && std::abs(raw(lines[0].score)) <= most_unbalanced;
    }

   private:
    Engine engine_;
    Limits limits_;
};

void print(const std::vector<Path>& openings) {
    std::puts(
        "// The built-in openings, written by bench/match_make_openings.cpp: moves in UCI's\n"
        "// notation one behind the other, an opening a line.\n"
        "#include \"match/built_in_openings.hpp\"\n\n"
        "namespace kibitz::match {\n\n"
        "const std::string_view built_in_openings = R\"(");
    for (const Path& path : openings) {
        for (const Move move : path.moves) std::fputs(to_uci(move, false).c_str(), stdout);
        std::puts("");
    }
    std::puts(")\";\n\n}  // namespace kibitz::match");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: bench_match_make_openings NODES\n", stderr);
        return 2;
    }
    Checker checker(std::strtoull(argv[1], nullptr, 10));
    std::vector<Path> openings;
    std::set<Key> seen;
    std::map<std::string_view, int> of_code;
    for (Path& path : all_paths()) {
        const auto opening = opening_of(Position::initial(), path.moves);
        if (!opening || of_code[opening->eco] == most_of_a_code) continue;
        if (path.moves.size() < fewest_named_plies || !seen.insert(path.position.key()).second)
            continue;
        const bool played_on = path.moves.size() < fewest_plies;
        if (!checker.accept(path)) continue;
        if (played_on && !seen.insert(path.position.key()).second) continue;
        ++of_code[opening->eco];
        openings.push_back(path);
    }
    std::fprintf(stderr, "%zu openings\n", openings.size());
    print(openings);
}
