#include "engine/eval/evaluate.hpp"

#include <algorithm>

#include "engine/eval/blend.hpp"
#include "engine/eval/endgame.hpp"
#include "engine/eval/evaluator.hpp"
#include "engine/eval/pawn_structure.hpp"
#include "engine/eval/weights.hpp"

namespace kibitz {

namespace {

constexpr PackedScore weight(Term term, int sub) {
    return weights[static_cast<std::size_t>(weight_index(term, sub))];
}
constexpr int danger_weight(DangerTerm term, int sub) {
    return danger_weights[static_cast<std::size_t>(danger_weight_index(term, sub))];
}
constexpr PackedScore danger_penalty(int danger) {
    return {danger_middlegame_penalty(danger), danger_endgame_penalty(danger)};
}

// Adds up the weights.
class ScoreSink {
   public:
    explicit ScoreSink(PawnTable* table) : table_(table) {}

    template <Color side>
    void add(Term term, int sub, int times = 1) {
        if constexpr (side == Color::white)
            score_ += weight(term, sub) * times;
        else
            score_ -= weight(term, sub) * times;
    }
    template <Color owner>
    void add_danger(DangerTerm term, int sub, int times = 1) {
        danger_[static_cast<std::size_t>(index(owner))] += danger_weight(term, sub) * times;
    }
    PawnStructure add_pawns(const Position& position) {
        if (table_ == nullptr) return compute_pawn_terms(position, *this);
        const Key key = PawnTable::pawn_key(position);
        PawnTable::Entry& entry = table_->entry(key);
        if (entry.key != key) {
            ScoreSink pawns(nullptr);
            entry.structure = compute_pawn_terms(position, pawns);
            entry.score = pawns.score_;
            entry.key = key;
        }
        score_ += entry.score;
        return entry.structure;
    }

    // White's point of view.
    [[nodiscard]] PackedScore total() const {
        return score_ - danger_penalty(danger_[0]) + danger_penalty(danger_[1]);
    }

   private:
    PawnTable* table_;
    PackedScore score_;
    std::array<int, color_count> danger_{};
};

// Keeps each group's and side's share.
class TraceSink {
   public:
    explicit TraceSink(EvalTrace& trace) : trace_(trace) {}

    template <Color side>
    void add(Term term, int sub, int times = 1) {
        share(terms[static_cast<std::size_t>(index(term))].group, side) +=
            weight(term, sub) * times;
    }
    template <Color owner>
    void add_danger(DangerTerm term, int sub, int times = 1) {
        trace_.danger[static_cast<std::size_t>(index(owner))] += danger_weight(term, sub) * times;
    }
    PawnStructure add_pawns(const Position& position) {
        return compute_pawn_terms(position, *this);
    }

    void finish() {
        for (const Color side : {Color::white, Color::black})
            share(TermGroup::king_safety, side) -=
                danger_penalty(trace_.danger[static_cast<std::size_t>(index(side))]);
        for (const auto& sides : trace_.shares) trace_.total += sides[0] - sides[1];
    }

   private:
    PackedScore& share(TermGroup group, Color side) {
        return trace_
            .shares[static_cast<std::size_t>(group)][static_cast<std::size_t>(index(side))];
    }

    EvalTrace& trace_;
};

struct Conclusion {
    int phase, scale, driven_king_bonus, white_score;
};

Conclusion conclude(const Position& position, PackedScore total) {
    const Color strong = total.endgame() >= 0 ? Color::white : Color::black;
    Conclusion result{};
    result.phase = game_phase(position);
    result.scale = endgame_scale(position, strong);
    result.driven_king_bonus =
        driven_king_bonus(position, Color::white) - driven_king_bonus(position, Color::black);
    const int blended = blend(total.middlegame(), total.endgame(), result.phase, result.scale);
    result.white_score =
        std::clamp(blended + result.driven_king_bonus, -(max_evaluation - 1), max_evaluation - 1);
    return result;
}

int evaluate_with(const Position& position, PawnTable* table) {
    ScoreSink sink(table);
    Evaluator(position, sink).run();
    const int white_score = conclude(position, sink.total()).white_score;
    return position.side_to_move() == Color::white ? white_score : -white_score;
}

}  // namespace

int evaluate(const Position& position) { return evaluate_with(position, nullptr); }

int evaluate(const Position& position, PawnTable& table) { return evaluate_with(position, &table); }

EvalTrace trace_evaluation(const Position& position) {
    EvalTrace trace;
    TraceSink sink(trace);
    Evaluator(position, sink).run();
    sink.finish();
    const Conclusion result = conclude(position, trace.total);
    trace.phase = result.phase;
    trace.scale = result.scale;
    trace.driven_king_bonus = result.driven_king_bonus;
    trace.white_score = result.white_score;
    return trace;
}

}  // namespace kibitz
