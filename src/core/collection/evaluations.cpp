#include "collection/evaluations.hpp"

#include <algorithm>

#include "chess/annotations.hpp"

namespace kibitz::collection {

namespace {

std::optional<int> centipawns_of(const GivenEvaluation& given) {
    if (!given.is_mate) return std::clamp(given.value, -most_evaluation, most_evaluation);
    if (given.value == 0) return std::nullopt;  // it does not say who is mated
    return given.value > 0 ? most_evaluation : -most_evaluation;
}

}  // namespace

void Evaluations::move(Color mover) {
    before_ = now_;
    now_.reset();
    mover_ = mover;
}

void Evaluations::comment(std::string_view text) {
    if (now_ || !text.contains(evaluation_mark)) return;
    Annotations annotations;
    add_comment(annotations, text);
    if (!annotations.evaluation) return;
    now_ = centipawns_of(*annotations.evaluation);
    if (!now_) return;
    for (const Color side : {Color::white, Color::black}) {
        const int ahead = side == Color::white ? *now_ : -*now_;
        best_[at(side)] = std::max(best_[at(side)], ahead);
    }
    if (!mover_ || !before_) return;
    const int loss = *mover_ == Color::white ? *before_ - *now_ : *now_ - *before_;
    largest_loss_[at(*mover_)] = std::max(largest_loss_[at(*mover_)], loss);
}

}  // namespace kibitz::collection
