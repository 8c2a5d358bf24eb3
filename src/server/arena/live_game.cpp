#include "arena/live_game.hpp"

#include <algorithm>

#include "arena/names.hpp"
#include "games/games.hpp"
#include "text/plain_text.hpp"

namespace kibitz::arena {

std::expected<LiveGame, Refusal> LiveGame::make(const GameSettings& settings) {
    const games::Rules* rules = games::find(settings.game);
    if (!rules)
        return refuse(ErrorCode::unknown_game_kind, "there is no game \"" + settings.game + "\"");
    if (settings.players[0] == settings.players[1])
        return refuse(ErrorCode::own_opponent, "nobody can play against themselves");
    if (settings.clock.base <= Milliseconds(0) || settings.clock.increment < Milliseconds(0))
        return refuse(ErrorCode::bad_time_control, "a clock needs time");
    auto state = rules->start(settings.setup);
    if (!state) return refuse(ErrorCode::bad_setup, state.error());
    return LiveGame(settings, *rules, *std::move(state));
}

std::expected<LiveGame, Refusal> LiveGame::start(const GameSettings& settings, Time now) {
    auto game = make(settings);
    if (game) game->add_event(Started{settings}, now);
    return game;
}

std::optional<LiveGame> LiveGame::replay(const std::vector<GameEvent>& events) {
    const Started* started = events.empty() ? nullptr : std::get_if<Started>(&events.front().fact);
    if (!started) return std::nullopt;
    auto game = make(started->settings);
    if (!game) return std::nullopt;
    for (const GameEvent& event : events)
        if (!game->accept(event)) return std::nullopt;
    return *std::move(game);
}

bool LiveGame::accept(const GameEvent& event) {
    if (event.number != static_cast<int>(events_.size()) + 1) return false;
    const bool starts = std::holds_alternative<Started>(event.fact);
    if (starts != (event.number == 1)) return false;
    if (end_ && !std::holds_alternative<Chatted>(event.fact)) return false;
    if (const auto* moved = std::get_if<Moved>(&event.fact))
        if (moved->side != state_->side_to_move() || !state_->check(moved->move)) return false;
    if (const auto* back = std::get_if<TakenBack>(&event.fact))
        if (back->plies > plies_) return false;
    apply(event);
    return true;
}

std::expected<std::vector<GameEvent>, Refusal> LiveGame::act(Side side, const GameAction& action,
                                                             Time now) {
    const std::size_t first = events_.size();
    if (!end_) {
        // A move that is in time by its lag credit comes before the flag, one that is not falls
        // with it.
        const auto* move = std::get_if<MakeMove>(&action);
        const bool on_clock = move && !paused_since_ && side == state_->side_to_move();
        const bool late = on_clock && clock_.is_over(clock_.used(now, move->lag));
        if (!on_clock || late) end_by_clock(now);
        if (!end_ && late) flag(now);
        if (end_) return events_from(first);
    }
    const Answer answer = std::visit([&](const auto& what) { return on(side, what, now); }, action);
    if (!answer && events_.size() == first) return std::unexpected(answer.error());
    return events_from(first);
}

void LiveGame::conceal(const Renames& shown) {
    for (GameEvent& event : events_) arena::conceal(event, shown);
    settings_ = std::get<Started>(events_.front().fact).settings;
}

std::vector<GameEvent> LiveGame::tick(Time now) {
    const std::size_t first = events_.size();
    if (!end_) end_by_clock(now);
    return events_from(first);
}

std::vector<GameEvent> LiveGame::pause(Time now) {
    const std::size_t first = events_.size();
    if (!end_) add_event(Paused{}, now);
    return events_from(first);
}

std::vector<GameEvent> LiveGame::abort(Time now) {
    const std::size_t first = events_.size();
    if (!end_)
        add_event(Ended{Ending::aborted, std::nullopt, "aborted by the server's operator"}, now);
    return events_from(first);
}

std::optional<Time> LiveGame::deadline() const {
    if (end_) return std::nullopt;
    if (paused_since_)
        return *paused_since_ + (settings_.is_classic ? settings_.away_limit : return_window);
    std::optional<Time> earliest;
    if (clock_.is_running()) earliest = clock_.flag_time();
    for (const auto& since : away_since_)
        if (since) keep_earliest(earliest, *since + settings_.away_limit);
    return earliest;
}

void LiveGame::end_by_clock(Time now) {
    const auto due = deadline();
    if (!due || now < *due) return;
    if (paused_since_) {
        add_event(Ended{Ending::aborted, std::nullopt, "the players did not come back"}, now);
    } else if (clock_.flag_time() <= *due) {
        flag(now);
    } else {
        const auto gone = is_here(Side::first)    ? Side::second
                          : is_here(Side::second) ? Side::first
                                                  : std::optional<Side>();
        add_event(
            Ended{Ending::disconnect, gone ? std::optional(~*gone) : std::nullopt, "disconnect"},
            now);
    }
}

void LiveGame::flag(Time now) {
    const Side winner = ~state_->side_to_move();
    if (state_->can_win(winner))
        add_event(Ended{Ending::timeout, winner, "timeout"}, now);
    else
        add_event(Ended{Ending::timeout, std::nullopt, "timeout, but the opponent cannot win"},
                  now);
}

LiveGame::Answer LiveGame::on(Side side, const MakeMove& action, Time now) {
    if (end_) return refuse(ErrorCode::game_over, "the game is over");
    if (paused_since_)
        return refuse(ErrorCode::game_paused, "the game is paused until both players are back");
    if (side != state_->side_to_move()) {
        fault(side, now);
        return refuse(ErrorCode::not_your_turn, "it is not your turn");
    }
    auto checked = state_->check(action.move);
    if (!checked) {
        fault(side, now);
        return refuse(ErrorCode::illegal_move, checked.error());
    }
    add_event(Moved{side, *std::move(checked), clock_.used(now, action.lag)}, now);
    if (const auto outcome = state_->outcome())
        add_event(Ended{Ending::rules, outcome->winner, outcome->reason}, now);
    return {};
}

void LiveGame::fault(Side side, Time now) {
    if (settings_.most_faults == 0) return;
    add_event(Faulted{side}, now);
    if (faults(side) >= settings_.most_faults)
        add_event(Ended{Ending::faults, ~side, "too many wrong moves"}, now);
}

LiveGame::Answer LiveGame::on(Side side, const OfferDraw&, Time now) {
    if (end_) return refuse(ErrorCode::game_over, "the game is over");
    if (!rules_->has_draw_offers())
        return refuse(ErrorCode::no_draw_offers, "there are no draw offers in this game");
    if (draw_offer_ == ~side) {
        add_event(Ended{Ending::draw_agreed, std::nullopt, "draw agreed"}, now);
        return {};
    }
    // Once between two moves of one's own.
    if (plies_ - last_offer_ply_[index(side)] < 2)
        return refuse(ErrorCode::draw_already_offered, "a draw was offered already; move first");
    add_event(DrawOffered{side}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const DeclineDraw&, Time now) {
    if (draw_offer_ != ~side || end_)
        return refuse(ErrorCode::no_draw_offered, "no draw is offered");
    add_event(DrawDeclined{side}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const ClaimDraw&, Time now) {
    if (end_) return refuse(ErrorCode::game_over, "the game is over");
    if (side != state_->side_to_move())
        return refuse(ErrorCode::not_your_turn, "a draw can only be claimed when it is your turn");
    const auto reason = state_->draw_claim();
    if (!reason) return refuse(ErrorCode::no_draw_to_claim, "there is no draw to claim");
    add_event(Ended{Ending::draw_claimed, std::nullopt, *reason}, now);
    return {};
}

LiveGame::Answer LiveGame::check_is_casual() const {
    if (end_) return refuse(ErrorCode::game_over, "the game is over");
    if (settings_.rated || !settings_.contest.empty() || settings_.is_classic)
        return refuse(ErrorCode::not_casual, "only in a casual game that is of no contest");
    if (paused_since_)
        return refuse(ErrorCode::game_paused, "the game is paused until both players are back");
    return {};
}

int LiveGame::plies_to_take_back(Side side) const {
    const auto moves = moves_that_stand(events_);
    const auto own = std::find_if(moves.rbegin(), moves.rend(), [&](const GameEvent* event) {
        return std::get<Moved>(event->fact).side == side;
    });
    return own == moves.rend() ? 0 : static_cast<int>(own - moves.rbegin()) + 1;
}

LiveGame::Answer LiveGame::on(Side side, const AskTakeback&, Time now) {
    if (const auto casual = check_is_casual(); !casual) return casual;
    if (plies_to_take_back(side) == 0)
        return refuse(ErrorCode::no_move_to_take_back, "you have made no move yet");
    // One request at a time, and one for each position: it is not there to wear somebody down.
    if (takeback_asked_ || has_asked_here_[index(side)])
        return refuse(ErrorCode::takeback_already_asked,
                      "it was asked for already; after the next move it can be asked again");
    add_event(TakebackAsked{side}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const AcceptTakeback&, Time now) {
    if (const auto casual = check_is_casual(); !casual) return casual;
    if (takeback_asked_ != ~side)
        return refuse(ErrorCode::no_takeback_asked, "the opponent asks for no move back");
    add_event(TakenBack{~side, plies_to_take_back(~side)}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const DeclineTakeback&, Time now) {
    if (end_ || takeback_asked_ != ~side)
        return refuse(ErrorCode::no_takeback_asked, "the opponent asks for no move back");
    add_event(TakebackDeclined{side}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const GiveTime&, Time now) {
    if (const auto casual = check_is_casual(); !casual) return casual;
    if (gifts_[index(side)] >= most_gifts)
        return refuse(ErrorCode::too_much_time, "you have given enough time in this game");
    add_event(TimeGiven{side, gift}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const Resign&, Time now) {
    if (end_) return refuse(ErrorCode::game_over, "the game is over");
    add_event(Ended{Ending::resignation, ~side, "resignation"}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const Abort&, Time now) {
    if (end_) return refuse(ErrorCode::game_over, "the game is over");
    if (!settings_.contest.empty())
        return refuse(ErrorCode::contest_game, "a game of a contest cannot be aborted");
    if (plies_ > most_plies_to_abort)
        return refuse(ErrorCode::too_late_to_abort,
                      "both have moved; a game can be resigned, but not aborted");
    add_event(Ended{Ending::aborted, std::nullopt, "aborted by " + settings_.players[index(side)]},
              now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const SendChat& action, Time now) {
    if (action.text.empty() || action.text.size() > longest_chat)
        return refuse(ErrorCode::bad_chat_length,
                      "a chat message has 1 to " + std::to_string(longest_chat) + " bytes");
    constexpr text::Rule chat{"chat messages", longest_chat};
    if (const auto refusal = why_not_text(action.text, chat)) return std::unexpected(*refusal);
    if (chats_[index(side)] >= most_chats)
        return refuse(ErrorCode::too_much_chat,
                      "you have sent too many chat messages in this game");
    add_event(Chatted{settings_.players[index(side)], action.text}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const Disconnect&, Time now) {
    if (!end_ && is_here(side)) add_event(Disconnected{side}, now);
    return {};
}

LiveGame::Answer LiveGame::on(Side side, const Reconnect&, Time now) {
    if (end_ || is_here(side)) return {};
    add_event(Reconnected{side}, now);
    if (paused_since_ && is_here(~side)) add_event(Resumed{}, now);
    return {};
}

void LiveGame::add_event(GameFact fact, Time now) {
    apply({static_cast<int>(events_.size()) + 1, now, std::move(fact), {}});
}

// How each fact changes the game.
struct LiveGame::Applier {
    LiveGame& game;
    Time time;

    void operator()(const Started&) const { game.clock_.start(game.state_->side_to_move(), time); }
    void operator()(const Moved& fact) const {
        game.state_->play(fact.move);
        game.clock_.moved(fact.used, time);
        ++game.plies_;
        if (game.draw_offer_ == ~fact.side) game.draw_offer_.reset();
        forget_takeback();
    }
    void operator()(const Faulted& fact) const { ++game.faults_[index(fact.side)]; }
    void operator()(const DrawOffered& fact) const {
        game.draw_offer_ = fact.side;
        game.last_offer_ply_[index(fact.side)] = game.plies_;
    }
    void operator()(const DrawDeclined&) const { game.draw_offer_.reset(); }
    void operator()(const TakebackAsked& fact) const {
        game.takeback_asked_ = fact.side;
        game.has_asked_here_[index(fact.side)] = true;
    }
    void operator()(const TakebackDeclined&) const { game.takeback_asked_.reset(); }
    void operator()(const TakenBack& fact) const {
        game.undo(fact.plies);
        game.clock_.taken_back(game.state_->side_to_move(), time);
        game.draw_offer_.reset();
        for (int& ply : game.last_offer_ply_) ply = std::min(ply, game.plies_);
        forget_takeback();
    }
    void operator()(const TimeGiven& fact) const {
        game.clock_.give(~fact.side, fact.time);
        ++game.gifts_[index(fact.side)];
    }
    void operator()(const Disconnected& fact) const { game.away_since_[index(fact.side)] = time; }
    void operator()(const Reconnected& fact) const { game.away_since_[index(fact.side)].reset(); }
    void operator()(const Paused&) const {
        // When the server went down is not known; that it was there at the last event is.
        game.clock_.stop(game.events_.back().time);
        game.paused_since_ = time;
        game.away_since_ = {time, time};
    }
    void operator()(const Resumed&) const {
        game.paused_since_.reset();
        game.clock_.start(game.state_->side_to_move(), time);
    }
    void operator()(const Chatted& fact) const {
        if (const auto side = game.side_of(fact.player)) ++game.chats_[index(*side)];
    }
    void operator()(const Ended& fact) const {
        game.end_ = fact;
        game.clock_.stop(time);
        game.draw_offer_.reset();
        game.takeback_asked_.reset();
    }

    // What was asked is about the position that there was.
    void forget_takeback() const {
        game.takeback_asked_.reset();
        game.has_asked_here_ = {};
    }
};

// The rules of a game know no way back, so its moves are played again.
void LiveGame::undo(int plies) {
    auto moves = moves_that_stand(events_);
    moves.resize(moves.size() - static_cast<std::size_t>(plies));
    state_ = *rules_->start(settings_.setup);  // it could begin once, so it can again
    for (const GameEvent* move : moves) state_->play(std::get<Moved>(move->fact).move);
    plies_ -= plies;
}

void LiveGame::apply(GameEvent event) {
    std::visit(Applier{*this, event.time}, event.fact);
    event.left = clock_.left(event.time);
    events_.push_back(std::move(event));
}

std::vector<GameEvent> LiveGame::events_from(std::size_t first) const {
    return {events_.begin() + static_cast<std::ptrdiff_t>(first), events_.end()};
}

std::optional<Side> LiveGame::side_of(std::string_view player) const {
    if (player == settings_.players[0]) return Side::first;
    if (player == settings_.players[1]) return Side::second;
    return std::nullopt;
}

Json LiveGame::snapshot(Time now) const {
    const auto left = clock_.left(now);
    Json json{{"game", settings_.game},
              {"setup", settings_.setup},
              {"players", settings_.players},
              {"rated", settings_.rated},
              {"contest", settings_.contest},
              {"view", state_->view()},
              {"number", events_.size()},
              {"plies", plies_},
              {"toMove", index(state_->side_to_move())},
              {"connected", {is_here(Side::first), is_here(Side::second)}},
              {"paused", is_paused()},
              {"clocks", {left[0].count(), left[1].count()}},
              {"serverTime", to_epoch(now)}};
    if (draw_offer_) json["drawOffer"] = index(*draw_offer_);
    if (takeback_asked_) json["takebackAsked"] = index(*takeback_asked_);
    if (end_)
        json["end"] = {{"ending", to_string(end_->ending)},
                       {"winner", side_json(end_->winner)},
                       {"reason", end_->reason}};
    return json;
}

}  // namespace kibitz::arena
