#include "engine/analyser.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <span>
#include <utility>

#include "engine/core_path.hpp"
#include "engine/eval/nnue/embedded_network.hpp"
#include "engine/search/worker.hpp"

namespace kibitz {

namespace {

using Cluster = TranspositionTable::Cluster;

constexpr std::uint64_t clusters_per_mb = (std::uint64_t{1} << 20) / sizeof(Cluster);

// Null if the system refuses the memory.
std::unique_ptr<Cluster[]> allocate_clusters(std::uint64_t count) {
    if (count == 0 || count > std::numeric_limits<std::size_t>::max() / sizeof(Cluster)) return {};
    return std::unique_ptr<Cluster[]>(new (std::nothrow)
                                          Cluster[static_cast<std::size_t>(count)]());
}

// A test sees that it can be read; were it not so, the hand-crafted evaluation would be used.
std::shared_ptr<const nnue::Network> load_built_in_network() {
    auto network = nnue::Network::load(nnue::embedded_network());
    return network ? std::shared_ptr(std::move(*network)) : nullptr;
}

// The positions that the one on the board may repeat, oldest first.
std::vector<Key> keys_before(const Line& game) {
    const int moves = static_cast<int>(game.moves().size());
    std::vector<Key> keys;
    for (int i = std::max(0, moves - game.position().halfmove_clock()); i < moves; ++i)
        keys.push_back(game.position_after(i).key());
    return keys;
}

}  // namespace

struct Analyser::State final : SearchListener {
    explicit State(const AnalyserSettings& settings)
        : network(settings.network ? settings.network : load_built_in_network()),
          table_clusters(clusters_per_mb *
                         static_cast<std::uint64_t>(std::max(0, settings.table_mb))),
          memory(allocate_clusters(table_clusters)),
          prepare_search(settings.path ? settings.path->prepare : prepare),
          worker(settings.path ? settings.path->make_searcher(context, 0)
                               : std::make_unique<search::Worker>(context, 0)) {
        if (!memory) table_clusters = 0;
        context.table =
            TranspositionTable(std::span(memory.get(), static_cast<std::size_t>(table_clusters)));
        context.network = network.get();
        context.tablebase = settings.tablebase;
        context.now_ms = settings.now_ms;
        context.listener = this;
        context.searchers = {worker.get()};
    }

    Analysis analyse(const Position& position, std::vector<Key> earlier_keys, const Limits& limits,
                     const AnalysisOptions& options) {
        context.root = position;
        context.earlier_keys = std::move(earlier_keys);
        context.limits = limits;
        context.limits.infinite = context.limits.ponder = false;
        context.options.multi_pv = std::max(1, options.lines);
        context.start_ms = context.now_ms();
        on_depth = options.on_depth ? &options.on_depth : nullptr;
        reported_depth = 0;
        prepare_search(context);
        worker->run();
        return analysis();
    }

    [[nodiscard]] Analysis analysis() const {
        return {.lines = worker->result().lines,
                .depth = worker->result().depth,
                .nodes = worker->nodes(),
                .time_ms = context.now_ms() - context.start_ms};
    }

    // Called for each line of a result, and for unfinished depths of long searches.
    void on_info(const SearchInfo& /*info*/) override {
        if (on_depth == nullptr || worker->result().depth == reported_depth) return;
        reported_depth = worker->result().depth;
        (*on_depth)(analysis());
    }
    void on_current_move(Depth /*depth*/, Move /*move*/, int /*number*/) override {}

    void clear() {
        for (Cluster& cluster : context.table.memory())
            for (auto& word : cluster.words) word.store(0);
        context.table.reset_generation();
        worker->new_game();
    }

    std::shared_ptr<const nnue::Network> network;
    std::uint64_t table_clusters;
    std::unique_ptr<Cluster[]> memory;
    SearchContext context;
    void (*prepare_search)(SearchContext& context);
    std::unique_ptr<Searcher> worker;
    const std::function<void(const Analysis&)>* on_depth = nullptr;
    Depth reported_depth = 0;
};

Analyser::Analyser(const AnalyserSettings& settings) : state_(std::make_unique<State>(settings)) {}
Analyser::~Analyser() = default;
Analyser::Analyser(Analyser&&) noexcept = default;
Analyser& Analyser::operator=(Analyser&&) noexcept = default;

Analysis Analyser::analyse(const Position& position, const Limits& limits,
                           const AnalysisOptions& options) {
    return state_->analyse(position, {}, limits, options);
}

Analysis Analyser::analyse(const Line& game, const Limits& limits, const AnalysisOptions& options) {
    return state_->analyse(game.position(), keys_before(game), limits, options);
}

void Analyser::stop() { state_->context.stop.store(true, std::memory_order_relaxed); }

void Analyser::clear() { state_->clear(); }

std::shared_ptr<const nnue::Network> Analyser::network() const { return state_->network; }

int Analyser::table_mb() const {
    return static_cast<int>(state_->table_clusters / clusters_per_mb);
}

}  // namespace kibitz
