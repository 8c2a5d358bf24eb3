// What a line wins against every defence that its reader may think of.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "chess/movegen.hpp"
#include "explain/accuracy.hpp"
#include "explain/detail/explainer.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

// The piece that the winner's next move takes, where it stands when the other side is to move;
// nothing if that side puts it there first.
std::optional<Square> next_prey(const Position& defended, std::span<const Move> rest) {
    if (rest.size() < 2) return std::nullopt;
    const Position then = defended.after(rest[0]);
    if (!then.is_capture(rest[1])) return std::nullopt;
    const Square square = square_of_prey(then, rest[1]);
    const Piece prey = defended.piece_on(square);
    if (prey == Piece::none || color_of(prey) != defended.side_to_move() || rest[0].to() == square)
        return std::nullopt;
    return square;
}

// The moves of that piece: those by which it takes what has just attacked it, if there are any.
Moves natural_moves(const Position& defended, Square prey, Square attacker) {
    Moves all, taking;
    for (const Move move : legal_moves(defended)) {
        if (move.from() != prey) continue;
        all.push_back(move);
        if (move.to() == attacker) taking.push_back(move);
    }
    return taking.empty() ? all : taking;
}

Moves captures_of(const Position& position, Square square) {
    Moves captures;
    for (const Move move : legal_captures(position))
        if (move.to() == square) captures.push_back(move);
    return captures;
}

Moves all_but(const Position& position, std::span<const Move> kept) {
    Moves others;
    for (const Move move : legal_moves(position))
        if (std::ranges::find(kept, move) == kept.end()) others.push_back(move);
    return others;
}

}  // namespace

Explainer::Confirmed Explainer::confirmed(const Tally& first, std::span<const Move> line,
                                          std::size_t moves, Color winner) const {
    const Score scored = winner == us_ ? best_.score : kept();
    if (!question_.search || line.size() <= moves) return {first, scored};
    const Position defended = position_after(question_.before, line.first(moves));
    Tally least = first;
    const auto tally_of = [&](const ScoredLine& defence) {
        Moves whole(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(moves));
        whole.insert(whole.end(), defence.moves.begin(), defence.moves.end());
        return tally(question_.before, whole, winner, moves);
    };
    const auto count = [&](const ScoredLine& defence) {
        Tally won = tally_of(defence);
        if (won.centipawns < least.centipawns) least = std::move(won);
    };
    const ScoredLine best = question_.search(defended, {});
    if (best.moves.empty()) return {std::move(least), scored};
    count(best);
    const Score score = winner == us_ ? -best.score : best.score;
    if (legal_moves(defended).size() < 2) return {std::move(least), score};
    const std::array excluded{best.moves.front()};
    const ScoredLine next = question_.search(defended, excluded);
    if (!next.moves.empty() &&
        capped_centipawns(best.score) - capped_centipawns(next.score) <= about_as_good)
        count(next);

    // After a capture the first thought is to take back, which retaking.hpp answers.
    const Position attacking = position_after(question_.before, line.first(moves - 1));
    if (attacking.is_capture(line[moves - 1])) return {std::move(least), score};
    const Square attacker = arrival(line[moves - 1]);
    // What gives check may simply be taken.
    const Moves taking = captures_of(defended, attacker);
    if (defended.in_check() && !taking.empty() &&
        std::ranges::find(taking, best.moves.front()) == taking.end()) {
        const ScoredLine reply = question_.search(defended, all_but(defended, taking));
        if (!reply.moves.empty() && !loses_by_mate(reply.score)) count(reply);
    }
    const std::span<const Move> rest =
        std::span(least.proof).subspan(std::min(moves, least.proof.size()));
    const auto prey = next_prey(defended, rest);
    if (!prey) return {std::move(least), score};
    const Moves natural = natural_moves(defended, *prey, attacker);
    if (natural.empty() || std::ranges::find(natural, rest[0]) != natural.end())
        return {std::move(least), score};
    const ScoredLine reply = question_.search(defended, all_but(defended, natural));
    if (reply.moves.empty() || loses_by_mate(reply.score)) return {std::move(least), score};
    Tally won = tally_of(reply);
    // A capture is what a reader asks about, even if it saves nothing.
    const bool is_asked_about =
        reply.moves.front().to() == attacker && won.proof.size() > moves + 1;
    if (won.centipawns < least.centipawns ||
        (is_asked_about && won.centipawns <= least.centipawns + exchange_tolerance))
        least = std::move(won);
    return {std::move(least), score};
}

}  // namespace kibitz::explain
