#include "cli/analyse/player_summary.hpp"

#include <algorithm>

#include "engine/eval/evaluate.hpp"

namespace kibitz::cli {
namespace {

constexpr int opening_moves = 12;
constexpr int endgame_phase = 8;  // of full_phase: about a queen and a rook on the board

constexpr MistakeKind missed_mate{"missed mates", "Solve mates in one, two and three."};
constexpr MistakeKind missed_fork{"missed forks", "Solve puzzles with forks and double attacks."};
constexpr MistakeKind missed_line{"missed pins, skewers and discoveries",
                                  "Solve puzzles with pins, skewers and discovered attacks."};
constexpr MistakeKind missed_hanging{
    "undefended pieces not taken",
    "Before each move, look for what the other side left undefended."};
constexpr MistakeKind missed_win{"missed wins of material",
                                 "Before each move, look at all checks and captures."};
constexpr MistakeKind allowed_mate{"mates allowed",
                                   "Before each move, look for checks that the answer may give."};
constexpr MistakeKind allowed_fork{
    "forks allowed", "Before each move, look for squares from which you could be forked."};
constexpr MistakeKind allowed_line{
    "pins, skewers and discoveries allowed",
    "Mind two pieces on one line with the other side's rook, bishop or queen."};
constexpr MistakeKind left_hanging{"pieces left undefended",
                                   "Before each move, see whether everything stays defended."};
constexpr MistakeKind lost_material{"other losses of material",
                                    "Before each move, count attackers and defenders."};
constexpr MistakeKind ignored_threat{"threats ignored",
                                     "After each move of the other side, ask what it threatens."};
constexpr MistakeKind missed_only_move{"only moves missed",
                                       "Take your time where one move alone can be good."};
constexpr MistakeKind poor_king{"the king's safety",
                                "Study attacks on the king, and when to castle."};
constexpr MistakeKind poor_structure{"pawn structure", "Study pawn structures and their plans."};
constexpr MistakeKind poor_activity{"inactive pieces",
                                    "Ask which of your pieces stands worst, and improve it."};
constexpr MistakeKind poor_space{"space", "Study when to advance in the centre."};
constexpr MistakeKind other{"others", "Go through these games once more."};

bool is_on_a_line(MotifKind motif) {
    return motif == MotifKind::pin || motif == MotifKind::skewer ||
           motif == MotifKind::discovered_attack || motif == MotifKind::discovered_check;
}

const MistakeKind& missed(const explain::Claim& claim) {
    if (!claim.motif) return missed_win;
    if (claim.motif->kind == MotifKind::fork) return missed_fork;
    if (claim.motif->kind == MotifKind::hanging && claim.motif->move == 0) return missed_hanging;
    return is_on_a_line(claim.motif->kind) ? missed_line : missed_win;
}

const MistakeKind& lost(const explain::Claim& claim) {
    if (!claim.motif) return lost_material;
    if (claim.motif->kind == MotifKind::fork) return allowed_fork;
    if (claim.motif->kind == MotifKind::hanging && claim.motif->move == 0) return left_hanging;
    return is_on_a_line(claim.motif->kind) ? allowed_line : lost_material;
}

const MistakeKind& poor(explain::Aspect aspect) {
    switch (aspect) {
        case explain::Aspect::king_safety: return poor_king;
        case explain::Aspect::structure: return poor_structure;
        case explain::Aspect::activity: return poor_activity;
        case explain::Aspect::space: return poor_space;
    }
    return other;
}

}  // namespace

const char* to_string(GamePhase phase) {
    constexpr const char* names[] = {"opening", "middlegame", "endgame"};
    return names[static_cast<int>(phase)];
}

GamePhase phase_of(const Position& position) {
    if (trace_evaluation(position).phase <= endgame_phase) return GamePhase::endgame;
    return position.fullmove_number() <= opening_moves ? GamePhase::opening : GamePhase::middlegame;
}

const MistakeKind& kind_of_mistake(const ReviewedMove& move) {
    if (!move.explained || move.explained->explanation.claims.empty()) return other;
    const explain::Claim& claim = move.explained->explanation.claims.front();
    switch (claim.kind) {
        case explain::ClaimKind::misses_mate: return missed_mate;
        case explain::ClaimKind::misses_win:
        case explain::ClaimKind::misses_recapture: return missed(claim);
        case explain::ClaimKind::allows_mate: return allowed_mate;
        case explain::ClaimKind::loses_material: return lost(claim);
        case explain::ClaimKind::ignores_threat: return ignored_threat;
        case explain::ClaimKind::only_move: return missed_only_move;
        case explain::ClaimKind::allows_threat: return lost_material;
        case explain::ClaimKind::misses_threat: return missed_win;
        default: break;
    }
    // What gets worse stands behind the moves that show it.
    for (const explain::Claim& general : move.explained->explanation.claims)
        if (general.kind == explain::ClaimKind::positional) return poor(general.aspect);
    return other;
}

void PlayerSummaries::add(const Game& game, const GameReview& review) {
    ++games_;
    for (const Color color : {Color::white, Color::black}) {
        const std::string name(game.tag(color == Color::white ? "White" : "Black"));
        if (name.empty() || name == "?") continue;
        auto player = std::ranges::find(players_, name, &PlayerSummary::name);
        if (player == players_.end()) {
            PlayerSummary fresh;
            fresh.name = name;
            players_.push_back(std::move(fresh));
            player = players_.end() - 1;
        }
        ++player->games;
        for (const ReviewedMove& move : review.moves)
            if (move.before.side_to_move() == color) add_move(*player, move);
    }
}

void PlayerSummaries::add_move(PlayerSummary& player, const ReviewedMove& move) {
    auto& phase = player.phases[static_cast<std::size_t>(phase_of(move.before))];
    phase.accuracy = (phase.accuracy * phase.moves +
                      explain::move_accuracy(move.judgement.win_before, move.judgement.win_after)) /
                     (phase.moves + 1);
    ++phase.moves;
    if (move.judgement.mark == explain::MoveMark::none) return;
    const MistakeKind* kind = &kind_of_mistake(move);
    auto known = std::ranges::find(player.mistakes, kind, &RecurringMistake::kind);
    if (known == player.mistakes.end()) {
        player.mistakes.push_back({.kind = kind});
        known = player.mistakes.end() - 1;
    }
    ++known->count;
    known->cost += move.judgement.win_loss();
}

std::vector<PlayerSummary> PlayerSummaries::players() const {
    std::vector<PlayerSummary> players = players_;
    for (PlayerSummary& player : players)
        std::ranges::sort(player.mistakes, {},
                          [](const RecurringMistake& mistake) { return -mistake.cost; });
    std::ranges::sort(players, {}, [](const PlayerSummary& player) {
        return std::pair(-player.games, std::string_view(player.name));
    });
    return players;
}

}  // namespace kibitz::cli
