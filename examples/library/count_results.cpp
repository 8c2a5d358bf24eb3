// Counts the results of the games in a PGN file. Moves are skipped, which is several times faster.
#include <kibitz/chess/pgn.hpp>

#include <array>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

class Counter final : public kibitz::PgnVisitor {
   public:
    void tag(std::string_view name, std::string_view value) override {
        if (name == "Result") ++counts[static_cast<std::size_t>(kibitz::parse_pgn_result(value))];
    }
    bool begin_moves(const kibitz::Position&) override { return false; }

    std::array<int, 4> counts{};
};

}  // namespace

int main(int argc, char** argv) {
    std::ifstream file(argc > 1 ? argv[1] : "", std::ios::binary);
    if (!file) {
        std::cerr << "usage: count_results FILE.pgn\n";
        return 2;
    }
    Counter counter;
    kibitz::PgnReader reader(counter);
    reader.feed(std::string(std::istreambuf_iterator<char>(file), {}));
    reader.finish();
    using enum kibitz::PgnResult;
    for (const kibitz::PgnResult result : {white_wins, black_wins, draw, unknown})
        std::cout << kibitz::to_string(result) << ": "
                  << counter.counts[static_cast<std::size_t>(result)] << '\n';
}
