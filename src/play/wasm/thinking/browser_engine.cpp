#include "wasm/thinking/browser_engine.hpp"

#include <cstring>
#include <new>
#include <utility>

#include "engine/core_path.hpp"
#include "engine/search/worker.hpp"
#include "wasm/thinking/sleep.hpp"

namespace kibitz::wasm {

namespace {

constexpr std::size_t bytes_per_megabyte = std::size_t{1} << 20;

}  // namespace

std::expected<std::unique_ptr<BrowserEngine>, std::string> BrowserEngine::make(int threads,
                                                                               int hash_mb,
                                                                               Clock clock) {
    if (threads < 1 || threads > most_threads)
        return std::unexpected("there can be 1 to " + std::to_string(most_threads) + " threads");
    if (hash_mb < 1 || hash_mb > most_hash_mb)
        return std::unexpected("a table has 1 to " + std::to_string(most_hash_mb) + " MB");
    std::unique_ptr<BrowserEngine> engine(new BrowserEngine);
    engine->clusters_ = static_cast<std::size_t>(hash_mb) * bytes_per_megabyte /
                        sizeof(TranspositionTable::Cluster);
    engine->table_memory_.reset(new (std::nothrow)
                                    TranspositionTable::Cluster[engine->clusters_]());
    if (engine->table_memory_ == nullptr)
        return std::unexpected("no memory for a table of " + std::to_string(hash_mb) + " MB");
    SearchContext& context = engine->context_;
    context.table = TranspositionTable({engine->table_memory_.get(), engine->clusters_});
    context.now_ms = clock;
    for (int id = 0; id < threads; ++id) {
        engine->searchers_.push_back(std::make_unique<search::Worker>(context, id));
        context.searchers.push_back(engine->searchers_.back().get());
    }
    return engine;
}

void BrowserEngine::set_network(std::unique_ptr<const nnue::Network> network) {
    network_ = std::move(network);
    context_.network = network_.get();
    new_game();
}

void BrowserEngine::new_game() {
    // Nobody searches now. Word by word it took as long as a search to depth 10.
    std::memset(static_cast<void*>(table_memory_.get()), 0,
                clusters_ * sizeof(TranspositionTable::Cluster));
    context_.table.reset_generation();
    for (const auto& searcher : searchers_) searcher->new_game();
}

void BrowserEngine::set_line(const Line& line) {
    line_ = line;
    context_.root = line.position();
    context_.earlier_keys.clear();
    for (int i = 0; i < static_cast<int>(line.moves().size()); ++i)
        context_.earlier_keys.push_back(line.position_after(i).key());
}

const SearchResult& BrowserEngine::think(std::int32_t run, const Limits& limits, int multi_pv,
                                         SearchListener* listener) {
    context_.limits = limits;
    context_.options.multi_pv = multi_pv;
    context_.listener = listener;
    context_.start_ms = context_.now_ms();
    prepare(context_);
    // It was stopped before it began, which prepare() has undone; perhaps a later run was stopped
    // since.
    if (stopped_run_ >= run) context_.stop = true;
    wake_helpers();
    searchers_.front()->run();
    context_.stop = true;
    wait_for_helpers();
    const Searcher& best = best_searcher(context_.searchers);
    if (&best != context_.searchers.front()) best.report_result();
    return best.result();
}

std::uint64_t BrowserEngine::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& searcher : searchers_) sum += searcher->nodes();
    return sum;
}

void BrowserEngine::wake_helpers() {
    helpers_at_work_ = static_cast<std::int32_t>(searchers_.size()) - 1;
    ++search_number_;
    wake_all(search_number_);
}

void BrowserEngine::wait_for_helpers() {
    for (std::int32_t left = helpers_at_work_; left > 0; left = helpers_at_work_)
        sleep_while(helpers_at_work_, left);
}

void BrowserEngine::help(int id) {
    for (std::int32_t seen = 0;;) {
        for (; search_number_ == seen;) sleep_while(search_number_, seen);
        seen = search_number_;
        searchers_[static_cast<std::size_t>(id)]->run();
        --helpers_at_work_;
        wake_all(helpers_at_work_);
    }
}

}  // namespace kibitz::wasm
