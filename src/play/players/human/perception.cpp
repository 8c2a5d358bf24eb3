#include "players/human/perception.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"
#include "chess/random.hpp"
#include "chess/see.hpp"

namespace kibitz::players {

namespace {

int distance(Square a, Square b) {
    return std::max(std::abs(index(a.file()) - index(b.file())),
                    std::abs(index(a.rank()) - index(b.rank())));
}

// Ranks towards the own side.
int retreat(Move move, Color side) {
    return index(relative(move.from().rank(), side)) - index(relative(move.to().rank(), side));
}

constexpr int opening_moves = 12;
constexpr int central_pawn_moves = 6;  // for so long the centre pawns come to mind first

bool is_centre_file(File file) { return file == File::d || file == File::e; }
bool is_edge_file(File file) { return file == File::a || file == File::h; }

// Units of naturalness: +1 makes a move come to mind 2.7 times as readily.
double development(const Position& position, Move move, PieceType type) {
    if (position.fullmove_number() > opening_moves) return 0;
    if (move.is_castling()) return 2;
    const Rank from = relative(move.from().rank(), position.side_to_move());
    if (type == PieceType::knight || type == PieceType::bishop) {
        const bool to_edge = is_edge_file(move.to().file());
        return from == Rank::r1 ? (to_edge ? 0.3 : 1.2) : 0;
    }
    if (type == PieceType::pawn && position.fullmove_number() <= central_pawn_moves) {
        if (is_centre_file(move.from().file())) return from == Rank::r2 ? 1.5 : 0.3;
        return is_edge_file(move.from().file()) ? -0.8 : 0;
    }
    if (type == PieceType::king) return -1.5;
    if (type == PieceType::rook && from == Rank::r1) return -0.3;
    return 0;
}

// More than one piece's worth: what the move attacks that is worth more than the attacker.
double threat_of(const Position& position, Move move, PieceType type) {
    const Color us = position.side_to_move();
    const Bitboard occupied = position.occupied() ^ move.from();
    const Bitboard attacked = type == PieceType::pawn ? pawn_attacks(us, move.to())
                                                      : piece_attacks(type, move.to(), occupied);
    double found = 0;
    for (const Square target : attacked& position.pieces(~us)) {
        const PieceType victim = type_of(position.piece_on(target));
        if (victim == PieceType::king) continue;
        if (exchange_value(victim) > exchange_value(type)) found = std::max(found, 1.0);
        if (position.attackers_to(target, occupied).bits() == 0) found = std::max(found, 0.6);
    }
    return found;
}

double pawn_storm(const Position& position, Move move) {
    const Color us = position.side_to_move();
    const Square king = position.king(~us);
    const bool on_kings_side = std::abs(index(king.file()) - index(move.to().file())) <= 1;
    return on_kings_side && relative(move.to().rank(), us) >= Rank::r4 ? 1 : 0;
}

double odds(double probability) { return probability / (1 - probability); }
double probability(double odds) { return odds / (1 + odds); }

}  // namespace

int Focus::distance(Square square) const {
    int nearest = squares_.empty() ? 0 : 7;
    for (const Square focus : squares_)
        nearest = std::min(nearest, players::distance(square, focus));
    return nearest;
}

Surroundings::Surroundings(const Position& p, const Trace& last_move)
    : position(p), last(last_move), checks(p.check_info()) {
    const Color us = p.side_to_move();
    pawn_threats = pawn_attacks(~us, p.pieces(~us, PieceType::pawn));
    const Bitboard by_minor =
        p.attacks_by(~us, PieceType::knight) | p.attacks_by(~us, PieceType::bishop);
    const Bitboard by_rook = p.attacks_by(~us, PieceType::rook);
    const Bitboard by_any = pawn_threats | by_minor | by_rook | p.attacks_by(~us);
    const Bitboard minors = p.pieces(us, PieceType::knight, PieceType::bishop);
    const Bitboard rooks = p.pieces(us, PieceType::rook);
    const Bitboard queens = p.pieces(us, PieceType::queen);
    threatened = (minors & pawn_threats) | (rooks & (pawn_threats | by_minor)) |
                 (queens & (pawn_threats | by_minor | by_rook)) |
                 (p.pieces(us) & ~p.pieces(PieceType::king) & by_any & ~p.attacks_by(us));
}

Perception::Perception(const Scene& scene, const HumanSettings& settings)
    : scene_(scene),
      settings_(settings),
      turn_seed_(hash_of({scene.seed, scene.position.key(),
                          static_cast<std::uint64_t>(scene.position.game_ply())})) {}

Focus Perception::focus() const {
    Focus focus;
    focus.add(scene_.last);
    focus.add(scene_.own);
    return focus;
}

bool is_recapture(const Surroundings& around, Move move) {
    return around.last.captured != Piece::none && !around.last.is_none() &&
           move.to() == around.last.move.to() && around.position.is_capture(move);
}

double Perception::naturalness(const Surroundings& around, Move move) const {
    const Position& position = around.position;
    const Habits& habits = settings_.habits;
    const PieceType type = type_of(position.piece_on(move.from()));
    const Piece captured = position.captured_by(move);
    const bool safe = see_at_least(position, move, 0);
    double sum = 0;

    if (captured != Piece::none) {
        constexpr double value_of_unit = 300;  // centipawns
        constexpr double recapture = 2;
        const double victim = exchange_value(type_of(captured)) / value_of_unit;
        sum += habits.captures * (safe ? 1 + victim : 0.3 * victim);
        if (is_recapture(around, move)) sum += recapture;
    } else {
        sum += habits.threats * (safe ? threat_of(position, move, type) : 0);
    }
    if (!safe) sum -= habits.safety * 1.5;
    if (position.gives_check(move, around.checks)) sum += habits.checks * (safe ? 1.0 : 0.3);
    if (move.is_promotion()) sum += move.promoted_to() == PieceType::queen ? 3 : -3;
    if (around.threatened.contains(move.from()) && safe) sum += habits.escapes * 1.2;
    sum += habits.development * development(position, move, type);
    if (type == PieceType::queen) sum += habits.queen_moves;
    if (type == PieceType::pawn) sum += habits.pawn_storm * pawn_storm(position, move);
    if (type != PieceType::pawn && !move.is_castling() &&
        retreat(move, position.side_to_move()) > 0 && !around.threatened.contains(move.from()))
        sum += habits.retreats;
    return sum;
}

double Perception::overlook_chance(const Surroundings& around, Move move, int ply,
                                   const Focus& focus) const {
    const Overlook& overlook = settings_.overlook;
    if (overlook.chance <= 0) return 0;
    const Position& position = around.position;
    const PieceType type = type_of(position.piece_on(move.from()));
    const Square to = arrival(move);
    const bool capture = position.is_capture(move);
    const bool check = position.gives_check(move, around.checks);

    double chance = odds(overlook.chance);
    if (!capture && !check && !move.is_promotion()) chance *= overlook.quiet;
    // Attention covers what is next to it.
    constexpr int neighbourhood = 1;
    const int far =
        std::max(0, std::min(focus.distance(to), focus.distance(move.from())) - neighbourhood);
    chance *= std::pow(overlook.distance, far);
    if (type != PieceType::pawn && retreat(move, position.side_to_move()) > 0)
        chance *= overlook.backward;
    constexpr int long_line = 4;
    if (is_slider(type) && distance(move.from(), to) >= long_line) chance *= overlook.long_line;
    chance *= std::pow(overlook.deeper, ply);

    // What catches the eye: a queen to be taken, taking back.
    constexpr double queen_catches_the_eye = 0.4, taking_back_catches_the_eye = 0.3;
    if (capture && type_of(position.captured_by(move)) == PieceType::queen)
        chance *= queen_catches_the_eye;
    if (is_recapture(around, move)) chance *= taking_back_catches_the_eye;
    return probability(chance);
}

bool Perception::overlooks(const Surroundings& around, Move move, int ply,
                           const Focus& focus) const {
    const double chance = overlook_chance(around, move, ply, focus);
    if (chance <= 0) return false;
    const double lasting = chance * settings_.overlook.blind_spots;
    const auto piece = static_cast<std::uint64_t>(index(around.position.piece_on(move.from())));
    constexpr std::uint64_t for_the_game = 1, for_the_turn = 2;
    return unit(hash_of({scene_.seed, for_the_game, piece, move.from_to()})) < lasting ||
           unit(hash_of({turn_seed_, for_the_turn, piece, move.from_to()})) < chance - lasting;
}

// What else makes a move come to mind today, spread like Gumbel's distribution: the most natural by
// this sum are a random sample in proportion to exp(naturalness)
// (https://en.wikipedia.org/wiki/Gumbel_distribution, "Gumbel reparameterization tricks").
double Perception::mood(Move move, int ply) const {
    if (ply > 0) return 0;
    constexpr std::uint64_t of_the_mood = 3;
    constexpr double smallest = 1e-12;
    const double u = unit(hash_of({turn_seed_, of_the_mood, move.bits()}));
    return -std::log(-std::log(std::clamp(u, smallest, 1 - smallest)));
}

std::vector<SeenMove> Perception::look(const Surroundings& around, int ply, const Focus& focus,
                                       int width) const {
    struct Ranked {
        SeenMove seen;
        double rank;
    };
    const auto better = [](const Ranked& a, const Ranked& b) {
        return a.rank != b.rank ? a.rank > b.rank : a.seen.move.bits() < b.seen.move.bits();
    };
    const auto is_reflex = [&](Move move) {
        return ply == 0 && (is_recapture(around, move) ||
                            around.position.captured_by(move) ==
                                make_piece(~around.position.side_to_move(), PieceType::queen));
    };

    std::vector<Ranked> ranked, overlooked_quiets;
    for (const Move move : legal_moves(around.position)) {
        const bool reflex = is_reflex(move);
        const bool overlooked = !reflex && overlooks(around, move, ply, focus);
        if (overlooked && around.position.is_capture(move)) continue;
        const double natural = naturalness(around, move);
        const double rank = reflex ? HUGE_VAL : natural + mood(move, ply);
        (overlooked ? overlooked_quiets : ranked).push_back({{move, natural}, rank});
    }
    std::ranges::sort(ranked, better);
    std::ranges::sort(overlooked_quiets, better);

    constexpr std::size_t always_something = 3;
    for (const Ranked& move : overlooked_quiets) {
        if (ranked.size() >= always_something) break;
        ranked.push_back(move);
    }
    // All there is are captures that were not seen: one of them has to be played.
    if (ranked.empty())
        for (const Move move : legal_moves(around.position))
            ranked.push_back({{move, naturalness(around, move)}, 0});

    std::vector<SeenMove> seen;
    for (const Ranked& move : ranked) {
        if (static_cast<int>(seen.size()) == width && move.rank != HUGE_VAL) break;
        seen.push_back(move.seen);
    }
    return seen;
}

}  // namespace kibitz::players
