// Worker: one thread's search. Iterative deepening with principal variation search, null-window
// pruning and reductions; everything a thread learns stays in it, all threads share the table.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/relaxed.hpp"
#include "engine/search.hpp"
#include "engine/search/array_index.hpp"
#include "engine/search/evaluation.hpp"
#include "engine/search/history.hpp"
#include "engine/search/move_picker.hpp"
#include "engine/search/root_move.hpp"

// A part of the search that stands apart to be read, but not to be called.
#define KIBITZ_STEP [[gnu::always_inline]] inline

namespace kibitz::search {

class Worker final : public Searcher {
   public:
    Worker(SearchContext& context, int id);
    ~Worker() override;

    void new_game() override;
    void reset_counts() override;
    void run() override;
    void report_result() const override;
    [[nodiscard]] const SearchResult& result() const override { return result_; }
    [[nodiscard]] std::uint64_t nodes() const override { return nodes_.load(); }
    [[nodiscard]] std::uint64_t tablebase_hits() const override { return tablebase_hits_.load(); }

   private:
    enum class NodeKind : std::uint8_t { root, pv, non_pv };

    // What a node leaves for the nodes below and above it.
    struct Frame {
        Move move;      // the move being searched from here; none for a null move
        Move excluded;  // left out, while testing whether it is singular
        const PieceToHistory* continuation = nullptr;
        PieceToHistory* continuation_to_update = nullptr;
        PieceToCorrection* correction = nullptr;
        Score static_eval = score_none;  // corrected; none in check
        int reduction = 0;               // of the move being searched, in 1/1024 plies
        int cutoffs = 0;                 // beta cutoffs among the children
        int reversible = 0;              // plies since the last irreversible or null move
        int move_count = 0;
        Bitboard threats;  // what the opponent attacks, once moves have been searched
        bool in_check = false;
        bool table_pv = false;  // on, or once on, a principal variation
    };

    struct Line {
        std::array<Move, max_ply + 1> moves;
        int length = 0;
    };

    // Lines with a bound and the move under way are shown only in long searches.
    static constexpr std::int64_t verbose_after_ms = 3'000;
    // Frames before the root's that continuation histories look back into.
    static constexpr int frames_before_root = 8;

    bool searches_root_move(Move move) const;
    void iterate();
    void aspirate(Depth depth, int line);
    template <NodeKind kind>
    Score search(Score alpha, Score beta, Depth depth, int ply, bool cut_node);

    // The steps of search(); search_steps.hpp. Inlined: they share the node's values in registers.
    struct Node;
    struct Candidate;
    KIBITZ_STEP std::optional<Score> end_of_line(Node& node);
    template <NodeKind kind>
    KIBITZ_STEP void look_up(Node& node);
    KIBITZ_STEP std::optional<Score> table_cutoff(const Node& node);
    template <bool is_pv>
    KIBITZ_STEP std::optional<Score> tablebase_cutoff(Node& node);
    template <NodeKind kind>
    KIBITZ_STEP void evaluate_node(Node& node);
    KIBITZ_STEP void use_hindsight(Node& node);
    KIBITZ_STEP std::optional<Score> razor(const Node& node);
    KIBITZ_STEP std::optional<Score> prune_far_above_beta(const Node& node) const;
    KIBITZ_STEP std::optional<Score> try_null_move(const Node& node);
    KIBITZ_STEP std::optional<Score> try_probcut(const Node& node);
    KIBITZ_STEP bool is_hopeless(const Node& node, const Candidate& candidate, MovePicker& picker);
    template <bool is_pv>
    KIBITZ_STEP std::optional<Score> test_singular(const Node& node, const Candidate& candidate,
                                                   Depth& extension);
    template <bool is_pv>
    KIBITZ_STEP int late_move_reduction(const Node& node, const Candidate& candidate) const;
    template <NodeKind kind>
    KIBITZ_STEP Score search_move(const Node& node, const Candidate& candidate, Depth new_depth);
    KIBITZ_STEP void record_root_move(const Node& node, Move move, Score score,
                                      std::uint64_t nodes_searched);
    template <NodeKind kind>
    KIBITZ_STEP Score finish(const Node& node, const OrderingContext& ordering,
                             Score original_alpha, const MoveList& quiets_tried,
                             const MoveList& captures_tried);

    template <bool is_pv>
    Score quiescence(Score alpha, Score beta, int ply);

    // These are the steps of quiescence().
    struct StandPat;
    KIBITZ_STEP StandPat no_stand_pat(int ply);
    KIBITZ_STEP StandPat evaluate_quiescence(int ply, const TranspositionTable::Entry& entry);
    KIBITZ_STEP std::optional<Score> futile_reach(int ply, Move move, int move_count,
                                                  Score futility, Score alpha) const;

    void make(Move move, int ply);
    void make_null(int ply);
    [[nodiscard]] bool stopped() const;
    [[nodiscard]] bool should_stop();
    [[nodiscard]] bool limit_reached();
    [[nodiscard]] bool is_draw(int ply) const;
    [[nodiscard]] TranspositionTable::Entry probe(int ply) const;
    [[nodiscard]] Score draw_score(int ply) const;
    [[nodiscard]] Score evaluate(int ply);
    [[nodiscard]] int correction(int ply) const;
    [[nodiscard]] Score corrected(Score eval, int ply) const;
    void update_correction(int ply, Depth depth, int error);
    // Calls visit() with everything that was learned about evaluation errors in such positions, and
    // what each counts in 1/1024.
    template <class Visit>
    void visit_corrections(int ply, Visit visit) const {
        const Position& position = this->position(ply);
        const auto us = at(index(position.side_to_move()));
        const Parameters& tuned = parameters();
        visit(histories_->pawn_correction[us][correction_slot(position.pawn_key())],
              tuned.correction_by_pawns);
        for (const Color color : {Color::white, Color::black})
            visit(histories_->non_pawn_correction[at(index(color))][us]
                                                 [correction_slot(position.non_pawn_key(color))],
                  tuned.correction_by_pieces);
        const Move last = frame(ply - 1).move;
        if (last.is_none()) return;
        const auto piece = at(index(position.piece_on(last.to())));
        if (piece < piece_count)
            visit((*frame(ply - 2).correction)[piece][at(last.to().index())],
                  tuned.correction_by_moves);
    }
    [[nodiscard]] OrderingContext ordering_context(int ply, Bitboard threats) const;
    void add_to_continuation(int ply, Piece piece, Square to, int bonus);
    void reward_quiet(const OrderingContext& ordering, int ply, Move move, int bonus);
    void reward_previous_move(int ply, Depth depth);
    void learn_from_swing(int ply);
    void update_histories(const OrderingContext& ordering, int ply, Depth depth, Move best,
                          const MoveList& quiets, const MoveList& captures);
    [[nodiscard]] std::optional<Score> probe_tablebase(int ply, Depth depth);
    void enter_pv(int ply);
    void extend_pv(int ply, Move move);
    void settle_cut_iteration();
    [[nodiscard]] bool is_unproven(const RootMove& best) const;
    void return_to_line_of(Depth iteration);
    [[nodiscard]] std::vector<Move> moves_to_show(const RootMove& root_move) const;
    [[nodiscard]] SearchResult::Line line_to_show(const RootMove& root_move) const;
    [[nodiscard]] std::vector<SearchResult::Line> lines_to_show(int count) const;
    void report(std::span<const SearchResult::Line> lines) const;
    void report_bound(Depth depth) const;
    [[nodiscard]] bool soft_limit_reached(Depth depth);
    [[nodiscard]] std::int64_t elapsed() const;
    // What of it the limits count.
    [[nodiscard]] std::int64_t time_used() const;

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + frames_before_root)]; }
    [[nodiscard]] const Frame& frame(int ply) const {
        return frames_[static_cast<std::size_t>(ply + frames_before_root)];
    }
    [[nodiscard]] const Parameters& parameters() const { return in_use(&context_.parameters); }
    [[nodiscard]] const Position& position(int ply) const {
        return positions_[static_cast<std::size_t>(ply)];
    }
    [[nodiscard]] std::span<const Key> keys_up_to(int ply) const {
        return std::span(keys_).first(root_key_ + static_cast<std::size_t>(ply) + 1);
    }

    SearchContext& context_;
    const int id_;
    std::unique_ptr<Histories> histories_;
    Evaluation evaluation_;
    std::vector<Position> positions_;  // by ply
    std::vector<Key> keys_;            // of the game, then by ply from root_key_
    std::size_t root_key_ = 0;
    std::array<Frame, max_ply + frames_before_root + 2> frames_;
    std::vector<Line> lines_;  // by ply
    std::vector<RootMove> root_moves_;
    int root_line_ = 0;  // the MultiPV line being searched, from 0
    Depth root_depth_ = 0;
    Depth selective_depth_ = 0;
    int null_move_ply_ = 0;  // no null moves before this ply, while one is being verified
    // Counted by this thread alone, read by others.
    Relaxed<std::uint64_t> nodes_ = 0;
    Relaxed<std::uint64_t> tablebase_hits_ = 0;
    int nodes_until_check_ = 0;
    SearchResult result_;

    // How settled the choice is, for the clock.
    SearchStability stability_;
    Move last_best_;
    Score last_score_ = score_none;
};

}  // namespace kibitz::search
