#include "match/game.hpp"

#include <cstdio>
#include <utility>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "text/words.hpp"

namespace kibitz::match {

namespace {

using uci_client::Fault;
using uci_client::FaultKind;
using uci_client::SearchReply;

// Engines look at their node counter only now and then: a limit is disobeyed when the nodes are
// more than this many times the limit and more than this many beyond it.
constexpr std::uint64_t node_limit_factor = 2;
constexpr std::uint64_t node_limit_slack = 20'000;

std::string seconds_text(std::chrono::nanoseconds time) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f s", std::chrono::duration<double>(time).count());
    return text;
}

std::string detail_of(const Fault& fault) {
    std::string detail = fault.exit ? uci_client::to_string(*fault.exit) : std::string();
    if (!detail.empty() && !fault.detail.empty()) detail += " ";
    return detail + fault.detail;
}

class Game {
   public:
    Game(const Opening& opening, Seat white, Seat black, const GameRules& rules);
    PlayedGame play();

   private:
    struct Player {
        Seat seat;
        std::optional<PlayerClock> clock;
        Move expected;  // it ponders on the reply to this one; none if it does not
    };

    std::optional<GameEnd> make_move();
    std::expected<SearchReply, Fault> think(Player& player);
    [[nodiscard]] Limits limits_for(const Player& player) const;
    [[nodiscard]] std::optional<std::chrono::nanoseconds> time_for(const Player& player) const;
    std::optional<Fault> stop_clock(Player& player, std::chrono::nanoseconds elapsed);
    // Faults that lose only in strict play.
    std::optional<Fault> find_lie(const Player& player, const SearchReply& reply) const;
    void start_pondering(Player& player, Move expected);
    void stop_pondering();
    // The end by an announcement of the mover, not by a move: a resignation, an agreement, a claim.
    std::optional<GameEnd> end_by_declaration(Color mover,
                                              const uci_client::Declaration& declaration);
    std::optional<GameEnd> blame(Color by, const Fault& fault);

    Player& player(Color color) { return players_[static_cast<std::size_t>(index(color))]; }

    Referee referee_;
    const Line& line_ = referee_.line();
    std::array<Player, color_count> players_;
    bool draw_offered_ = false;  // by the side that has just moved
    PlayedGame game_;
};

std::optional<PlayerClock> clock_of(const Participant& settings) {
    if (!settings.limits.clock) return std::nullopt;
    return PlayerClock(*settings.limits.clock);
}

Game::Game(const Opening& opening, Seat white, Seat black, const GameRules& rules)
    : referee_(rules, opening),
      players_{Player{white, clock_of(white.settings), {}},
               Player{black, clock_of(black.settings), {}}} {
    game_.opening = opening;
}

PlayedGame Game::play() {
    std::optional<GameEnd> end = referee_.end_of_opening();
    while (!end) end = make_move();
    stop_pondering();
    game_.end = *std::move(end);
    for (Player& player : players_) player.seat.engine.game_over(result_text(game_.end));
    return std::move(game_);
}

std::optional<GameEnd> Game::make_move() {
    const Position& position = line_.position();
    const Color mover = position.side_to_move();
    Player& player = this->player(mover);
    const auto reply = think(player);
    if (!reply) return blame(mover, reply.error());
    if (const auto late = stop_clock(player, reply->elapsed)) return blame(mover, *late);
    if (auto end = end_by_declaration(mover, reply->declaration)) return end;
    const Move move = reply->best_move;
    if (move.is_none()) {
        const Fault fault{FaultKind::illegal_move,
                          "\"" + reply->move_text.substr(0, 20) + "\" in " + to_fen(position)};
        return blame(mover, fault);
    }
    if (const auto lie = find_lie(player, *reply))
        if (auto end = blame(mover, *lie)) return end;

    const auto& info = reply->info;
    game_.moves.push_back({move, info.score, info.depth.value_or(0),
                           info.selective_depth.value_or(0), info.nodes.value_or(0),
                           reply->elapsed});
    if (auto end = referee_.play(game_.moves.back())) return end;
    draw_offered_ = reply->declaration.offers_draw;
    if (draw_offered_) this->player(~mover).seat.engine.draw_offered();
    start_pondering(player, reply->ponder_move);
    return std::nullopt;
}

std::optional<GameEnd> Game::end_by_declaration(Color mover,
                                                const uci_client::Declaration& declaration) {
    if (declaration.resigns) return GameEnd{Ending::resigned, ~mover, "by itself"};
    if (declaration.offers_draw && draw_offered_)
        return GameEnd{Ending::draw_agreed, std::nullopt, "by both"};
    if (declaration.claims_result.empty()) return std::nullopt;
    // A player whose next move will repeat the position may claim the draw without making the move.
    if (declaration.claims_result.starts_with("1/2"))
        if (auto end = referee_.claim_with_a_move()) return end;
    const Fault fault{FaultKind::illegal_move, "announces \"" +
                                                   declaration.claims_result.substr(0, 60) +
                                                   "\" in " + to_fen(line_.position())};
    return blame(mover, fault);
}

std::expected<SearchReply, Fault> Game::think(Player& player) {
    const auto time = time_for(player);
    if (!player.expected.is_none()) {
        const Move expected = std::exchange(player.expected, Move::none());
        const bool hit = !line_.moves().empty() && line_.moves().back() == expected;
        const auto mover = static_cast<std::size_t>(index(line_.position().side_to_move()));
        ++game_.pondering[mover].tries;
        if (hit) {
            ++game_.pondering[mover].hits;
            return player.seat.engine.ponder_hit(time);
        }
        if (const auto stopped = player.seat.engine.ponder_miss(); !stopped)
            return std::unexpected(stopped.error());
    }
    return player.seat.engine.search(line_, limits_for(player), time);
}

Limits Game::limits_for(const Player& player) const {
    const PlayerLimits& wanted = player.seat.settings.limits;
    Limits limits;
    limits.move_time = wanted.move_time.value_or(Milliseconds(0)).count();
    limits.nodes = wanted.nodes.value_or(0);
    limits.depth = wanted.depth.value_or(0);
    if (!player.clock) return limits;
    limits.has_clock = true;
    limits.moves_to_go = player.clock->moves_to_go();
    const auto whole_milliseconds = [](std::chrono::nanoseconds time) {
        return std::max(std::chrono::floor<Milliseconds>(time), Milliseconds(1)).count();
    };
    for (const Color color : {Color::white, Color::black}) {
        const auto at = static_cast<std::size_t>(index(color));
        // An opponent without a clock is shown as having as much as the player.
        const PlayerClock& clock = players_[at].clock ? *players_[at].clock : *player.clock;
        limits.clock[at] = {.remaining = whole_milliseconds(clock.left()),
                            .increment = clock.increment().count()};
    }
    return limits;
}

std::optional<std::chrono::nanoseconds> Game::time_for(const Player& player) const {
    const PlayerLimits& limits = player.seat.settings.limits;
    std::optional<std::chrono::nanoseconds> time;
    if (player.clock) time = player.clock->left() + limits.clock_margin();
    if (limits.move_time) {
        const std::chrono::nanoseconds move_time = *limits.move_time + limits.move_time_margin();
        time = time ? std::min(*time, move_time) : move_time;
    }
    return time;
}

std::optional<Fault> Game::stop_clock(Player& player, std::chrono::nanoseconds elapsed) {
    const PlayerLimits& limits = player.seat.settings.limits;
    const auto late = [&](std::chrono::nanoseconds had) {
        return Fault{FaultKind::time_loss,
                     "used " + seconds_text(elapsed) + " of " + seconds_text(had)};
    };
    if (player.clock) {
        const auto had = player.clock->left();
        if (!player.clock->move_made(elapsed, limits.clock_margin())) return late(had);
    }
    if (limits.move_time && elapsed > *limits.move_time + limits.move_time_margin())
        return late(*limits.move_time);
    return std::nullopt;
}

std::optional<Fault> Game::find_lie(const Player& player, const SearchReply& reply) const {
    const PlayerLimits& limits = player.seat.settings.limits;
    const auto& info = reply.info;
    const bool knows_nodes = limits.nodes && player.seat.engine.can_limit_nodes();
    if (knows_nodes && info.nodes && *info.nodes > node_limit_factor * *limits.nodes &&
        *info.nodes > *limits.nodes + node_limit_slack)
        return Fault{FaultKind::disobeyed_limit, std::to_string(*info.nodes) + " nodes where " +
                                                     std::to_string(*limits.nodes) +
                                                     " were allowed"};
    if (limits.depth && info.depth && *info.depth > *limits.depth)
        return Fault{FaultKind::disobeyed_limit, "depth " + std::to_string(*info.depth) +
                                                     " where " + std::to_string(*limits.depth) +
                                                     " was allowed"};
    Position position = line_.position();
    text::Words words(info.pv);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto move = parse_uci(position, word);
        if (!move)
            return Fault{FaultKind::illegal_pv, "\"" + std::string(word.substr(0, 20)) +
                                                    "\" in \"" + info.pv.substr(0, 100) +
                                                    "\" from " + to_fen(line_.position())};
        position.play(*move);
    }
    return std::nullopt;
}

void Game::start_pondering(Player& player, Move expected) {
    if (!player.seat.settings.ponder || expected.is_none()) return;
    if (player.seat.engine.ponder(line_, expected, limits_for(player))) player.expected = expected;
}

void Game::stop_pondering() {
    for (Player& player : players_) {
        if (player.expected.is_none() || !player.seat.engine.is_alive()) continue;
        const auto stopped = player.seat.engine.ponder_miss();
        const Color color = &player == &players_.front() ? Color::white : Color::black;
        if (!stopped) game_.faults.push_back({color, stopped.error().kind, stopped.error().detail});
    }
}

std::optional<GameEnd> Game::blame(Color by, const Fault& fault) {
    const std::string detail = detail_of(fault);
    game_.faults.push_back({by, fault.kind, detail});
    const bool is_lie =
        fault.kind == FaultKind::illegal_pv || fault.kind == FaultKind::disobeyed_limit;
    if (is_lie && !player(by).seat.settings.strict) return std::nullopt;
    // Whoever cannot mate does not win by the clock (article 6.9).
    if (fault.kind == FaultKind::time_loss && !can_win(line_.position(), ~by))
        return GameEnd{Ending::time, std::nullopt, detail};
    return GameEnd{ending_of(fault.kind), ~by, detail};
}

}  // namespace

PlayedGame play_game(const Opening& opening, Seat white, Seat black, const GameRules& rules) {
    return Game(opening, white, black, rules).play();
}

PlayedGame lost_before_start(const Opening& opening, Color by, const uci_client::Fault& fault) {
    PlayedGame game;
    game.opening = opening;
    const std::string detail = detail_of(fault);
    game.faults.push_back({by, fault.kind, detail});
    game.end = GameEnd{ending_of(fault.kind), ~by, detail};
    return game;
}

Ending ending_of(FaultKind kind) {
    switch (kind) {
        case FaultKind::failed_to_start: return Ending::failed_start;
        case FaultKind::crash: return Ending::crash;
        case FaultKind::stall: return Ending::stall;
        case FaultKind::time_loss: return Ending::time;
        case FaultKind::illegal_move: return Ending::illegal_move;
        case FaultKind::illegal_pv: return Ending::illegal_pv;
        case FaultKind::disobeyed_limit: return Ending::disobeyed;
        case FaultKind::garbage: return Ending::garbage;
    }
    return Ending::garbage;
}

}  // namespace kibitz::match
