#include "engine/core_path.hpp"

#include "chess/movegen.hpp"
#include "engine/eval/evaluate.hpp"
#include "engine/search/evaluation.hpp"
#include "engine/search/worker.hpp"

#ifndef KIBITZ_CORE_PATH
#define KIBITZ_CORE_PATH portable
#endif

#define KIBITZ_CONCAT_(a, b) a##b
#define KIBITZ_CONCAT(a, b) KIBITZ_CONCAT_(a, b)
#define KIBITZ_TEXT_(a) #a
#define KIBITZ_TEXT(a) KIBITZ_TEXT_(a)

namespace kibitz {

namespace {

std::unique_ptr<Searcher> make_searcher(SearchContext& context, int id) {
    return std::make_unique<search::Worker>(context, id);
}

Score evaluate_position(const Position& position, const nnue::Network* network) {
    if (network == nullptr) return clamp_eval(kibitz::evaluate(position));
    const auto evaluation = std::make_unique<search::Evaluation>();
    evaluation->start(network, position);
    return clamp_eval(evaluation->evaluate(0, position));
}

constinit const CorePath path{
    .name = KIBITZ_TEXT(KIBITZ_CORE_PATH),
    .perft = perft,
    .make_searcher = make_searcher,
    .prepare = prepare,
    .best_searcher = best_searcher,
    .evaluate = evaluate_position,
    .inner_products = nnue::inner_products,
};

}  // namespace

}  // namespace kibitz

// The one symbol of this path that the rest of the program sees.
extern "C" __attribute__((visibility("default"))) const kibitz::CorePath* KIBITZ_CONCAT(
    kibitz_core_path_, KIBITZ_CORE_PATH)() {
    return &kibitz::path;
}
