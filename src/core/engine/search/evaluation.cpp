#include "engine/search/evaluation.hpp"

#include "engine/eval/endgame.hpp"
#include "engine/eval/evaluate.hpp"
#include "engine/eval/nnue/network.hpp"

namespace kibitz::search {

void Evaluation::start(const nnue::Network* network, const Position& root) {
    const std::uint64_t hash = network == nullptr ? 0 : network->hash();
    // Another network may have come to stand where the old one did.
    if (network != network_ || hash != network_hash_) {
        network_ = network;
        network_hash_ = hash;
        evaluator_ = network == nullptr ? nullptr : std::make_unique<nnue::Evaluator>(*network);
    }
    if (evaluator_ != nullptr) evaluator_->reset(root);
}

void Evaluation::push(int ply, const Position& before, Move move) {
    if (evaluator_ == nullptr) return;
    if (move.is_none())
        evaluator_->play_null(ply);
    else
        evaluator_->play(ply, before, move);
}

int Evaluation::evaluate(int ply, const Position& position) {
    if (evaluator_ == nullptr || is_textbook_ending(position))
        return kibitz::evaluate(position, pawns_);
    return evaluator_->evaluate(ply, position);
}

}  // namespace kibitz::search
