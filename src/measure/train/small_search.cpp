#include "train/small_search.hpp"

#include <cstring>

#include "platform/clock.hpp"
#include "platform/core_paths.hpp"
#include "train/score_units.hpp"

namespace kibitz::train {

namespace {

constexpr std::size_t bytes_per_megabyte = std::size_t{1} << 20;

}  // namespace

std::expected<std::unique_ptr<SmallSearch>, std::string> SmallSearch::make(
    const SmallSearchSettings& settings) {
    auto memory =
        HugeMemory::allocate(static_cast<std::size_t>(settings.hash_mb) * bytes_per_megabyte);
    if (!memory) return std::unexpected(memory.error());
    return std::unique_ptr<SmallSearch>(new SmallSearch(settings, *std::move(memory)));
}

SmallSearch::SmallSearch(const SmallSearchSettings& settings, HugeMemory memory)
    : memory_(std::move(memory)), path_(default_core_path()) {
    using Cluster = TranspositionTable::Cluster;
    context_.table = TranspositionTable(std::span(
        reinterpret_cast<Cluster*>(memory_.bytes().data()), memory_.size() / sizeof(Cluster)));
    context_.network = settings.network;
    context_.tablebase = settings.tablebase;
    context_.now_ms = now_ms;
    context_.options.quiet = true;
    searcher_ = path_.make_searcher(context_, 0);
    context_.searchers = {searcher_.get()};
    new_game();
}

void SmallSearch::new_game() {
    std::memset(memory_.bytes().data(), 0, memory_.size());
    context_.table.reset_generation();
    searcher_->new_game();
}

SmallSearch::Result SmallSearch::run(const Position& position, std::span<const Key> earlier_keys,
                                     const Limits& limits) {
    context_.root = position;
    context_.earlier_keys.assign(earlier_keys.begin(), earlier_keys.end());
    context_.limits = limits;
    context_.start_ms = now_ms();
    path_.prepare(context_);
    searcher_->run();
    nodes_ += searcher_->nodes();
    if (searcher_->result().lines.empty()) return {Move::none(), score_none};
    const SearchResult::Line& best = searcher_->result().lines.front();
    return {best.pv.front(), best.score};
}

double SmallSearch::score_units() const { return units_per_centipawn(context_.network != nullptr); }

}  // namespace kibitz::train
