#include "platform/engine.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "chess/movegen.hpp"
#include "platform/clock.hpp"
#include "platform/core_paths.hpp"
#include "platform/hash_file.hpp"
#include "platform/megabytes.hpp"
#include "platform/networks.hpp"

namespace kibitz {

namespace {

// What a searcher takes (histories, stacks), rounded up generously.
constexpr std::size_t bytes_per_thread = std::size_t{16} << 20;

using Cluster = TranspositionTable::Cluster;

std::span<Cluster> as_clusters(const HugeMemory& memory) {
    return {reinterpret_cast<Cluster*>(memory.bytes().data()), memory.size() / sizeof(Cluster)};
}

}  // namespace

const CorePath& Engine::default_path() { return default_core_path(); }

Engine::Engine(const CorePath& path)
    : path_(path), allowed_cpus_(allowed_cpus()), network_(default_network().network) {
    context_.now_ms = now_ms;
    context_.network = network_.get();
    // A machine that cannot give one thread or one megabyte cannot run this program either.
    (void)set_threads(1);
    if (!set_hash_mb(default_hash_mb)) (void)set_hash_mb(1);
}

Engine::~Engine() {
    stop();
    wait();
}

void Engine::set_position(const Position& start, std::span<const Move> moves) {
    position_ = start;
    earlier_keys_.clear();
    for (const Move move : moves) {
        earlier_keys_.push_back(position_.key());
        position_.play(move);
        if (position_.halfmove_clock() == 0) earlier_keys_.clear();
    }
}

std::expected<void, std::string> Engine::set_threads(int threads) {
    if (threads < 1 || threads > max_threads)
        return std::unexpected("there can be 1 to " + std::to_string(max_threads) + " threads");
    wait();
    const auto added = static_cast<std::size_t>(std::max(0, threads - pool_.size()));
    if (pool_.size() > 0 && added * bytes_per_thread > available_memory())
        return std::unexpected("no memory for " + std::to_string(threads) + " threads");
    if (auto resized = pool_.resize(threads); !resized) return resized;
    const auto size = static_cast<std::size_t>(pool_.size());
    // All anew, each on its own thread, so that its memory is near the thread and what they have
    // learned does not depend on the order of option changes.
    searchers_.clear();
    searchers_.resize(size);
    pool_.run_on_all([this](int i) {
        const auto thread = static_cast<std::size_t>(i);
        const CpuList* const place = places_.place_of(i, pool_.size());
        bind_this_thread(place == nullptr ? allowed_cpus_ : *place);
        searchers_[thread] = path_.make_searcher(context_, i);
    });
    context_.searchers.clear();
    for (const auto& searcher : searchers_) context_.searchers.push_back(searcher.get());
    return {};
}

void Engine::bind_threads(ThreadPlaces places) {
    wait();
    places_ = std::move(places);
    (void)set_threads(threads());  // the same number: nothing that could fail
}

std::expected<void, std::string> Engine::set_hash_mb(std::int64_t megabytes) {
    if (megabytes < 1 || megabytes > max_hash_mb)
        return std::unexpected("a table has 1 to " + std::to_string(max_hash_mb) + " MB");
    wait();
    const std::int64_t before = hash_mb_;
    if (auto fits = HugeMemory::would_fit(static_cast<std::size_t>(megabytes * bytes_per_megabyte),
                                          table_memory_.size());
        !fits)
        return fits;
    // The old table goes first: often both do not fit.
    table_memory_.release();
    auto allocated = allocate_table(megabytes);
    if (!allocated && before > 0) (void)allocate_table(before);
    return allocated;
}

std::expected<void, std::string> Engine::allocate_table(std::int64_t megabytes) {
    context_.table = TranspositionTable();
    hash_mb_ = 0;
    auto memory = HugeMemory::allocate(static_cast<std::size_t>(megabytes * bytes_per_megabyte));
    if (!memory) return std::unexpected(memory.error());
    table_memory_ = std::move(*memory);
    hash_mb_ = megabytes;
    zero_table();
    context_.table = TranspositionTable(as_clusters(table_memory_));
    return {};
}

void Engine::zero_table() {
    const std::span<std::byte> all = table_memory_.bytes();
    const std::size_t parts = static_cast<std::size_t>(pool_.size());
    pool_.run_on_all([&](int i) {
        const auto part = static_cast<std::size_t>(i);
        const std::size_t begin = all.size() / parts * part;
        const std::size_t end = part + 1 == parts ? all.size() : begin + all.size() / parts;
        std::memset(all.data() + begin, 0, end - begin);
    });
}

void Engine::clear_hash() {
    wait();
    zero_table();
    context_.table.reset_generation();
}

void Engine::new_game() {
    clear_hash();
    pool_.run_on_all([this](int i) { searchers_[static_cast<std::size_t>(i)]->new_game(); });
}

std::expected<void, std::string> Engine::save_hash(const std::string& path) {
    wait();
    return write_hash_file(path, table_memory_.bytes());
}

std::expected<void, std::string> Engine::load_hash(const std::string& path) {
    wait();
    auto loaded = read_hash_file(path, table_memory_.bytes());
    // What was read before the file turned out to be damaged is not to be believed either.
    if (!loaded && loaded.error().table_was_changed) clear_hash();
    context_.table.reset_generation();
    if (!loaded) return std::unexpected(loaded.error().text);
    return {};
}

void Engine::set_network(std::shared_ptr<const nnue::Network> network) {
    wait();
    network_ = std::move(network);
    context_.network = network_.get();
    new_game();
}

void Engine::set_tablebase(Tablebase* tablebase) {
    wait();
    context_.tablebase = tablebase;
}

void Engine::go(const Limits& limits) {
    const std::int64_t start = now_ms();
    wait();
    fill_context(limits);
    context_.start_ms = start;
    {
        const std::lock_guard lock(mutex_);
        state_ = State::searching;
        stop_requested_ = false;
        infinite_ = limits.infinite;
        context_.stop = false;
        context_.pondering = limits.ponder;
        context_.free_ms = 0;
    }
    pool_.start(0, [this] { search_on_all_threads(); });
}

void Engine::fill_context(const Limits& limits) {
    context_.root = position_;
    context_.earlier_keys = earlier_keys_;
    context_.limits = limits;
    context_.options = options_;
    context_.listener = listener_;
}

// What thread 0 does for one `go`.
void Engine::search_on_all_threads() {
    prepare_search();
    for (int i = 1; i < pool_.size(); ++i)
        pool_.start(i, [this, i] { searchers_[static_cast<std::size_t>(i)]->run(); });
    searchers_.front()->run();
    wait_for_permission_to_answer();
    context_.stop = true;
    for (int i = 1; i < pool_.size(); ++i) pool_.wait(i);
    choose_best_move();
    {
        const std::lock_guard lock(mutex_);
        state_ = State::finishing;
    }
    if (context_.listener)
        static_cast<EngineListener*>(context_.listener)->on_best_move(best_move_);
    const std::lock_guard lock(mutex_);
    state_ = State::resting;
}

// prepare() resets the stop flag: a stop() that came before it must not be lost.
void Engine::prepare_search() {
    path_.prepare(context_);
    const std::lock_guard lock(mutex_);
    if (stop_requested_) context_.stop = true;
}

// The protocol: no move is reported while pondering or analysing without end, even if there is
// nothing left to search.
void Engine::wait_for_permission_to_answer() {
    std::unique_lock lock(mutex_);
    answer_allowed_.wait(lock,
                         [this] { return stop_requested_ || !(infinite_ || context_.pondering); });
}

void Engine::choose_best_move() {
    const Searcher& best = path_.best_searcher(context_.searchers);
    if (&best != context_.searchers.front()) best.report_result();
    result_ = best.result();
    best_move_ = {};
    if (!result_.lines.empty() && !result_.lines.front().pv.empty()) {
        const std::vector<Move>& pv = result_.lines.front().pv;
        best_move_.move = pv[0];
        best_move_.ponder = pv.size() > 1 ? pv[1] : guess_reply(pv[0]);
    } else if (!context_.root_moves.empty()) {
        best_move_.move = context_.root_moves.front().move;  // stopped before anything was searched
    }
}

Move Engine::guess_reply(Move best) const {
    const Position next = context_.root.after(best);
    const TranspositionTable::Entry entry = context_.table.probe(next.key(), 1);
    const bool usable = entry.found && !entry.move.is_none() && next.is_legal(entry.move);
    return usable ? entry.move : Move::none();
}

void Engine::stop() {
    const std::lock_guard lock(mutex_);
    stop_requested_ = true;
    context_.stop = true;
    answer_allowed_.notify_all();
}

bool Engine::ponderhit() {
    const std::lock_guard lock(mutex_);
    if (state_ != State::searching || !context_.pondering) return false;
    if (context_.limits.move_time > 0) context_.free_ms = now_ms() - context_.start_ms;
    context_.pondering = false;
    answer_allowed_.notify_all();
    return true;
}

bool Engine::searches_without_end() const {
    const std::lock_guard lock(mutex_);
    return state_ == State::searching && !stop_requested_ && (infinite_ || context_.pondering);
}

void Engine::wait() {
    if (pool_.size() > 0) pool_.wait(0);
}

BestMove Engine::think(const Limits& limits) {
    go(limits);
    wait();
    return best_move_;
}

std::uint64_t Engine::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& searcher : searchers_) sum += searcher->nodes();
    return sum;
}

std::uint64_t Engine::tablebase_hits() const {
    std::uint64_t sum = context_.root_tablebase_hits;
    for (const auto& searcher : searchers_) sum += searcher->tablebase_hits();
    return sum;
}

}  // namespace kibitz
