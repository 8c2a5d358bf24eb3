#include "tournament/round_robin.hpp"

namespace kibitz::tournament {

std::vector<std::vector<std::pair<int, int>>> berger_rounds(int players) {
    std::vector<std::vector<std::pair<int, int>>> rounds;
    if (players < 2) return rounds;
    const int seats = players + players % 2;  // the last seat may be empty
    const int circle = seats - 1;             // all others sit on a circle and turn by half of it
    for (int round = 0; round < circle; ++round) {
        std::vector<std::pair<int, int>> pairs;
        const int start = round * (seats / 2) % circle;
        const auto add = [&](int first, int second) {
            if (first < players && second < players) pairs.emplace_back(first, second);
        };
        // The one that does not turn changes colours from round to round.
        if (round % 2 == 0)
            add(start, seats - 1);
        else
            add(seats - 1, start);
        for (int i = 1; i < seats / 2; ++i)
            add((start + i) % circle, (start + circle - i) % circle);
        rounds.push_back(std::move(pairs));
    }
    return rounds;
}

}  // namespace kibitz::tournament
