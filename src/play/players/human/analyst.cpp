#include "players/human/analyst.hpp"

#include <algorithm>

namespace kibitz::players {

namespace {

// 1 MB: a player looks at some ten thousand nodes at most.
constexpr std::size_t table_clusters = (1 << 20) / sizeof(TranspositionTable::Cluster);

std::int64_t no_clock() { return 0; }

}  // namespace

Analyst::Analyst(const CorePath& path, Clock clock, const MoveModel* model)
    : path_(path),
      model_(model),
      table_(table_clusters),
      searcher_(path.make_searcher(context_, 0)) {
    context_.now_ms = clock != nullptr ? clock : no_clock;
    context_.options.quiet = true;
    context_.searchers = {searcher_.get()};
}

std::vector<MoveProbability> Analyst::people_moves(const Scene& scene, int rating,
                                                   std::uint64_t nodes) {
    if (model_ == nullptr) return {};
    auto moves = move_probabilities(*model_, scene, Mover{.rating = rating}, path_);
    if (nodes == 0 || moves.size() < 2) return moves;
    const auto scores = scores_of_usual(scene, moves, nodes);
    return stopped() ? moves : after_search(*model_, moves, scores, rating);
}

std::vector<SearchScore> Analyst::scores_of_usual(const Scene& scene,
                                                  std::span<const MoveProbability> moves,
                                                  std::uint64_t nodes) {
    MoveList usual;
    for (const MoveProbability& one : moves)
        if (usual.size() < most_searched && one.probability >= least_searched)
            usual.push_back(one.move);
    const SearchResult& found = search({.position = scene.position,
                                        .earlier_keys = scene.earlier_keys,
                                        .nodes = nodes,
                                        .lines = usual.size(),
                                        .moves = usual});
    std::vector<SearchScore> scores(moves.size(), not_searched);
    for (const auto& line : found.lines) {
        if (line.pv.empty()) continue;
        const auto at = std::ranges::find(moves, line.pv[0], &MoveProbability::move);
        scores[static_cast<std::size_t>(at - moves.begin())] = raw(line.score);
    }
    return scores;
}

const SearchResult& Analyst::search(const Question& question) {
    if (stopped()) return nothing_;
    for (TranspositionTable::Cluster& cluster : table_)
        for (auto& word : cluster.words) word.store(0);
    context_.table = TranspositionTable(table_);
    context_.root = question.position;
    context_.earlier_keys.assign(question.earlier_keys.begin(), question.earlier_keys.end());
    context_.limits = Limits{};
    context_.limits.nodes = question.nodes;
    context_.start_ms = context_.now_ms();
    if (deadline_)
        context_.limits.move_time = std::max<std::int64_t>(1, *deadline_ - context_.start_ms);
    context_.limits.search_moves = question.moves;
    context_.options.multi_pv = question.lines;
    searcher_->new_game();
    path_.prepare(context_);
    // Asked to stop while it prepared, which takes wishes to stop back.
    if (stopped()) return nothing_;
    searcher_->run();
    return searcher_->result();
}

void Analyst::stop() {
    forbidden_.store(true);
    context_.stop.store(true);
}

void Analyst::limit_time(std::optional<std::int64_t> longest) {
    deadline_.reset();
    if (longest && context_.now_ms != no_clock) deadline_ = context_.now_ms() + *longest;
}

}  // namespace kibitz::players
