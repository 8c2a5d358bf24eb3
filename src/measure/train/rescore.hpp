// Rescorer: gives the positions of games new scores, by a teacher or by tablebases.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "platform/thread_pool.hpp"
#include "train/chain.hpp"
#include "train/teacher.hpp"

namespace kibitz::train {

struct RescoreOptions {
    MakeTeacher teacher{};           // none: tablebases alone
    Tablebase* tablebase = nullptr;  // knows better than the teacher; corrects results too
    int threads = 1;
    // N: every Nth of the positions that training takes (sample_filter.hpp) is scored, the others
    // lose their scores. 0: all are scored.
    int sparse = 0;
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
    // Fails if the system refuses the threads or a teacher cannot be made.
    static std::expected<std::unique_ptr<Rescorer>, std::string> make(RescoreOptions options);

    // Games in parallel; each game's scores depend on the game alone (and on the teacher, if it is
    // not the program's own search). A position that tables know is a sure win or 0. The first that
    // comes right after a capture or pawn move decides the result. Fails if a teacher does; the
    // games are of no use then.
    std::expected<void, std::string> rescore(std::span<Chain> games);
    [[nodiscard]] const RescoreTotals& totals() const { return totals_; }
    // Games that keep all threads busy.
    [[nodiscard]] std::size_t batch_size() const;

   private:
    explicit Rescorer(RescoreOptions options)
        : options_(std::move(options)), teachers_(static_cast<std::size_t>(options_.threads)) {}

    const RescoreOptions options_;
    ThreadPool threads_;
    std::vector<std::unique_ptr<Teacher>> teachers_;  // for each thread, or null
    RescoreTotals totals_;
};

}  // namespace kibitz::train
