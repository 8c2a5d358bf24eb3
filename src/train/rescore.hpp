// Rescorer: gives the positions of games new scores, by a search or by tablebases.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "train/chain.hpp"
#include "train/thinker.hpp"
#include "train/thread_team.hpp"

namespace kibitz::train {

struct RescoreOptions {
    // No iteration of a search begins after so many; 0: no search, tablebases alone.
    std::uint64_t nodes = 0;
    std::uint64_t hard_nodes = 0;
    ThinkerSettings thinker;  // its tablebase, if there is one, also corrects scores and results
    int threads = 1;
};

struct RescoreTotals {
    std::uint64_t positions = 0;
    std::uint64_t table_positions = 0;    // scored by tablebases
    std::uint64_t corrected_results = 0;  // of games, by tablebases
    double change = 0;                    // sum of the absolute changes of plain scores
    std::uint64_t changes = 0;            // how many those are
};

class Rescorer {
   public:
    // The error is that there is no memory.
    static std::expected<std::unique_ptr<Rescorer>, std::string> make(
        const RescoreOptions& options);

    // Games in parallel; each game's scores depend on the game alone. A position that tables know
    // is a sure win or 0. The first that comes right after a capture or pawn move decides the
    // result.
    void rescore(std::span<Chain> games);
    [[nodiscard]] const RescoreTotals& totals() const { return totals_; }
    // Games that keep all threads busy.
    [[nodiscard]] std::size_t batch_size() const;

   private:
    explicit Rescorer(const RescoreOptions& options) : options_(options), team_(options.threads) {}

    const RescoreOptions options_;
    ThreadTeam team_;
    std::vector<std::unique_ptr<Thinker>> thinkers_;
    RescoreTotals totals_;
};

}  // namespace kibitz::train
