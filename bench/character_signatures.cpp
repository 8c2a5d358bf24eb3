// What a character does beside a level in the same games: CHARACTER LEVEL GAMES
//
//   bench_character_signatures trader level-06 200
//
// They play each other without clocks, with colours in turn, from the usual start. Every figure is
// counted for both, so that the level is the yardstick.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/see.hpp"
#include "platform/core_paths.hpp"
#include "players/built_in_players.hpp"
#include "players/human/decision.hpp"
#include "players/human/repertoire.hpp"
#include "players/people/opening_habits.hpp"
#include "players/people/quick_look.hpp"

using namespace kibitz;

namespace {

constexpr std::size_t longest_game = 300;  // plies

struct Mean {
    double sum = 0;
    int count = 0;
    void add(double value) {
        sum += value;
        ++count;
    }
    [[nodiscard]] double value() const { return count == 0 ? std::nan("") : sum / count; }
};

// Of one player.
struct Signature {
    Mean score, towards_king, checks, takes_offers, takes_poison, gambits, gives_pieces,
        pieces_left, trades, king_attacked;
};

int distance(Square a, Square b) {
    return std::max(std::abs(index(a.file()) - index(b.file())),
                    std::abs(index(a.rank()) - index(b.rank())));
}

// How many squares around a side's king the other side attacks.
int attacked_around_king(const Position& position, Color side) {
    const Square king = position.king(side);
    return ((king_attacks(king) | Bitboard(king)) & position.attacks_by(~side)).count();
}

bool takes_material(const Position& position, Move move) {
    constexpr int pawn = 100;
    return position.is_capture(move) && see_at_least(position, move, pawn);
}

// Whether it takes what is poisoned, where something is: by exchanges alone some captures win
// material, but a search finds that every one of them costs more than half a pawn.
std::optional<bool> takes_poison(const Position& position, Move played, players::Analyst& analyst) {
    constexpr std::uint64_t nodes = 5'000;
    constexpr int price = 60;
    MoveList offers, others;
    for (const Move move : legal_moves(position))
        (takes_material(position, move) ? offers : others).push_back(move);
    if (offers.empty() || others.empty()) return std::nullopt;
    const auto value = [&](const MoveList& among) {
        return raw(analyst
                       .search({.position = position,
                                .earlier_keys = {},
                                .nodes = nodes,
                                .lines = 1,
                                .moves = among})
                       .lines.at(0)
                       .score);
    };
    if (value(offers) + price > value(others)) return std::nullopt;
    return takes_material(position, played);
}

// People's moves in this position of the opening, if some of them offer material and some do not.
std::optional<bool> plays_gambit(const Position& position, Move played) {
    constexpr int any_rating = 1500;
    bool has_gambit = false, has_other = false;
    for (const auto& move : players::built_in_opening_habits().moves(position, any_rating))
        (players::offers_material(position, move.move) ? has_gambit : has_other) = true;
    if (!has_gambit || !has_other) return std::nullopt;
    return players::offers_material(position, played);
}

void count_move(const Position& position, Move played, Signature& signature,
                players::Analyst& analyst) {
    const Square king = position.king(~position.side_to_move());
    const auto moves = legal_moves(position);
    signature.towards_king.add(distance(played.to(), king) < distance(played.from(), king));
    const CheckInfo info = position.check_info();
    const auto checks = [&](Move move) { return position.gives_check(move, info); };
    if (std::ranges::any_of(moves, checks)) signature.checks.add(checks(played));
    const auto takes = [&](Move move) { return takes_material(position, move); };
    if (std::ranges::any_of(moves, takes)) signature.takes_offers.add(takes(played));
    if (const auto poisoned = takes_poison(position, played, analyst))
        signature.takes_poison.add(*poisoned);
    const auto trades = [&](Move move) {
        return position.is_capture(move) && see_at_least(position, move, 0) &&
               !takes_material(position, move);
    };
    if (std::ranges::any_of(moves, trades)) signature.trades.add(trades(played));
    if (const auto gambit = plays_gambit(position, played)) signature.gambits.add(*gambit);
    constexpr int piece = 200;
    const Position next = position.after(played);
    signature.king_attacked.add(attacked_around_king(next, position.side_to_move()));
    if (has_legal_move(next)) signature.gives_pieces.add(players::capture_gain(next) >= piece);
}

void play(const players::HumanSettings& white, const players::HumanSettings& black,
          std::uint64_t seed, players::Analyst& analyst, Signature& of_white, Signature& of_black) {
    constexpr int counted_at = 20, kings = 2;
    Line line(Position::initial());
    std::optional<Color> winner;
    while (!line.outcome() && !line.claim() && line.moves().size() < longest_game) {
        const Position& position = line.position();
        const Color side = position.side_to_move();
        const bool is_white = side == Color::white;
        const auto decision =
            players::decide(players::scene_of(line, seed), is_white ? white : black, {}, analyst);
        if (decision->resigns) {
            winner = ~side;
            break;
        }
        if (position.fullmove_number() == counted_at && is_white)
            for (Signature* one : {&of_white, &of_black})
                one->pieces_left.add(
                    (position.occupied() & ~position.pieces(PieceType::pawn)).count() - kings);
        count_move(position, decision->move, is_white ? of_white : of_black, analyst);
        line.play(decision->move);
    }
    const Position& last = line.position();
    if (last.in_check() && !has_legal_move(last)) winner = ~last.side_to_move();
    const double score = !winner ? 0.5 : *winner == Color::white ? 1 : 0;
    of_white.score.add(score);
    of_black.score.add(1 - score);
}

std::optional<players::HumanSettings> human(const char* name) {
    const auto player = players::find_player(name);
    if (!player) {
        std::fprintf(stderr, "bench_character_signatures: %s\n", player.error().c_str());
        return std::nullopt;
    }
    if (const auto* found = std::get_if<players::HumanSettings>(&player->kind)) return *found;
    std::fprintf(stderr, "bench_character_signatures: %s is no human-like player\n", name);
    return std::nullopt;
}

void print(const char* name, const Signature& one) {
    constexpr double percent = 100;
    std::printf(
        "| %s | %.0f %% | %.1f %% | %.0f %% (%d) | %.0f %% (%d) | %.0f %% (%d) | %.0f %% (%d) | "
        "%.0f %% (%d) | %.1f %% | %.1f | %.2f |\n",
        name, percent * one.score.value(), percent * one.towards_king.value(),
        percent * one.checks.value(), one.checks.count, percent * one.takes_offers.value(),
        one.takes_offers.count, percent * one.takes_poison.value(), one.takes_poison.count,
        percent * one.trades.value(), one.trades.count, percent * one.gambits.value(),
        one.gambits.count, percent * one.gives_pieces.value(), one.pieces_left.value(),
        one.king_attacked.value());
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int words = 4;
    if (argc != words) {
        std::fputs("bench_character_signatures: CHARACTER LEVEL GAMES\n", stderr);
        return 2;
    }
    const auto character = human(argv[1]), level = human(argv[2]);
    if (!character || !level) return 2;
    players::Analyst analyst(default_core_path());
    Signature of_character, of_level;
    const int games = std::atoi(argv[3]);
    for (int game = 0; game < games; ++game) {
        const auto seed = static_cast<std::uint64_t>(game / 2 + 1);
        if (game % 2 == 0)
            play(*character, *level, seed, analyst, of_character, of_level);
        else
            play(*level, *character, seed, analyst, of_level, of_character);
    }
    print(argv[1], of_character);
    print(argv[2], of_level);
    return 0;
}
