#include "players/human/vision.hpp"

#include <algorithm>
#include <cmath>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "players/people/move_model.hpp"
#include "players/people/quick_look.hpp"

namespace kibitz::players {

namespace {

constexpr int infinite = raw(score_infinite);

// What a capture or promotion takes, the cheapest taker first.
int gain_order(const Position& position, Move move) {
    const Piece taken = position.captured_by(move);
    const int victim = taken == Piece::none ? 0 : exchange_value(type_of(taken));
    const int promotion = move.is_promotion() ? exchange_value(move.promoted_to()) : 0;
    constexpr int victims_first = 16;
    return victims_first * (victim + promotion) -
           exchange_value(type_of(position.piece_on(move.from())));
}

}  // namespace

std::vector<WeighedMove> VisionSearch::weigh(const std::vector<SeenMove>& moves, int plies,
                                             int margin) {
    std::vector<WeighedMove> weighed;
    for (const SeenMove& seen : moves) weighed.push_back({seen.move, seen.naturalness, 0, 0});
    for (int depth = 1; depth <= plies; ++depth) {
        std::vector<WeighedMove> deeper = weighed;
        // What could not be finished compares moves looked at with moves not looked at.
        if (!weigh_at(deeper, depth, margin) && depth > 1) break;
        weighed = std::move(deeper);
        plies_ = depth;
        sort_best_first(weighed, &WeighedMove::score);
    }
    return weighed;
}

bool VisionSearch::weigh_at(std::vector<WeighedMove>& moves, int plies, int margin) {
    const ImaginedPosition start = root();
    int best = -infinite;
    for (WeighedMove& move : moves) {
        const int alpha = best == -infinite ? -infinite : best - margin;
        move.score = score_of(start, move.move, alpha, plies);
        best = std::max(best, move.score);
    }
    return !exhausted();
}

int VisionSearch::score_of(const ImaginedPosition& start, Move move, int alpha, int plies) {
    const ImaginedPosition next = after(start, move);
    if (was_there_before(next.position)) return raw(score_draw);
    return -search(next, -infinite, -alpha, plies - 1);
}

std::vector<VisionSearch::Reply> VisionSearch::likely_replies(Move move,
                                                              const ImaginedPosition& next) const {
    constexpr int most_replies = 16;
    std::vector<Reply> replies;
    if (settings_.people.weight > 0 && analyst_.move_model() != nullptr) {
        Scene scene = scene_;
        scene.earlier_keys.push_back(scene_.position.key());
        scene.position = next.position;
        scene.own = scene_.last;
        scene.last = {.move = move, .captured = scene_.position.captured_by(move)};
        for (const MoveProbability& one :
             move_probabilities(*analyst_.move_model(), scene, {.rating = settings_.people.rating},
                                analyst_.core_path()))
            if (replies.size() < most_replies) replies.push_back({one.move, one.probability});
        return replies;
    }
    const Surroundings around(next.position, next.last);
    for (const SeenMove& reply : perception_.look(around, next.ply, next.focus, most_replies))
        replies.push_back({reply.move, std::exp(reply.naturalness)});
    return replies;
}

double VisionSearch::expected_gift(Move move, double most) const {
    const ImaginedPosition next = after(root(), move);
    double sum = 0, weights = 0;
    for (const Reply& reply : likely_replies(move, next)) {
        const double gift = capture_gain(next.position.after(reply.move));
        sum += reply.weight * std::min(gift, most);
        weights += reply.weight;
    }
    return weights > 0 ? sum / weights : 0;
}

VisionSearch::ImaginedPosition VisionSearch::root() const {
    return {scene_.position, scene_.last, perception_.focus(), 0};
}

VisionSearch::ImaginedPosition VisionSearch::after(const ImaginedPosition& imagined, Move move) {
    ImaginedPosition next{imagined.position,
                          {.move = move, .captured = imagined.position.captured_by(move)},
                          imagined.focus,
                          imagined.ply + 1};
    next.position.play(move);
    next.focus.add(next.last);
    return next;
}

// From the side to move's view, as everything below.
int VisionSearch::search(const ImaginedPosition& imagined, int alpha, int beta, int plies) {
    if (plies <= 0) return exchanges(imagined, alpha, beta, settings_.vision.exchanges);
    ++nodes_;
    if (exhausted()) return judge_.value(imagined.position);
    const Surroundings around(imagined.position, imagined.last);
    const auto seen =
        perception_.look(around, imagined.ply, imagined.focus, settings_.vision.replies);
    if (seen.empty()) return imagined.position.in_check() ? raw(mated_in(imagined.ply)) : 0;
    int best = -infinite;
    for (const SeenMove& move : seen) {
        const int score =
            -search(after(imagined, move.move), -beta, -std::max(alpha, best), plies - 1);
        best = std::max(best, score);
        if (best >= beta) break;
    }
    return best;
}

int VisionSearch::exchanges(const ImaginedPosition& imagined, int alpha, int beta, int plies_left) {
    ++nodes_;
    const Position& position = imagined.position;
    if (position.in_check() && !has_legal_move(position)) return raw(mated_in(imagined.ply));
    int best = judge_.value(position);
    if (plies_left <= 0 || best >= beta || exhausted()) return best;

    const Surroundings around(position, imagined.last);
    MoveList captures = legal_captures(position);
    std::sort(captures.begin(), captures.end(), [&](Move a, Move b) {
        const int first = gain_order(position, a), second = gain_order(position, b);
        return first != second ? first > second : a.bits() < b.bits();
    });
    for (const Move move : captures) {
        if (!see_at_least(position, move, 0)) continue;
        if (perception_.overlooks(around, move, imagined.ply, imagined.focus)) continue;
        const int score =
            -exchanges(after(imagined, move), -beta, -std::max(alpha, best), plies_left - 1);
        best = std::max(best, score);
        if (best >= beta) break;
    }
    return best;
}

bool VisionSearch::was_there_before(const Position& position) const {
    return std::ranges::find(scene_.earlier_keys, position.key()) != scene_.earlier_keys.end();
}

}  // namespace kibitz::players
