#include "bot/bot.hpp"

#include <algorithm>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "games/chess.hpp"

namespace kibitz::bot {

namespace {

std::string text_of(const Json& json, std::string_view name) {
    return arena::text_field(json, name).value_or("");
}

int number_of(const Json& json, std::string_view name) {
    return static_cast<int>(arena::integer_field(json, name).value_or(0));
}

// An empty one where the field is missing, so that what a server says is never taken for granted.
const Json& part_of(const Json& json, std::string_view name) {
    static const Json nothing = Json::object();
    const Json* part = arena::field(json, name);
    return part ? *part : nothing;
}

std::optional<int> side_of(const Json& players, const std::string& name) {
    for (const int side : {0, 1})
        if (players.is_array() && players.size() == 2 &&
            players[static_cast<std::size_t>(side)] == name)
            return side;
    return std::nullopt;
}

void read_clocks(const Json& clocks, std::array<Milliseconds, 2>& into) {
    if (!clocks.is_array() || clocks.size() != into.size()) return;
    for (std::size_t side = 0; side < into.size(); ++side)
        if (clocks[side].is_number_integer())
            into[side] = Milliseconds(clocks[side].get<std::int64_t>());
}

}  // namespace

void Bot::connected() {
    const bool is_known = !identity_.token.empty();
    Json message = is_known ? Json{{"type", "hello"}, {"token", identity_.token}}
                            : Json{{"type", "register"},
                                   {"name", identity_.name},
                                   {"owner", identity_.owner},
                                   {"bot", true}};
    if (!identity_.version.empty()) message["version"] = identity_.version;
    ask(std::move(message), LogIn{});
}

void Bot::lost() {
    is_ready_ = false;
    requests_.clear();
    own_offer_.reset();
    offers_under_way_ = 0;
    for (auto& [id, game] : games_) game.requested_missing_events = game.is_choice_sent = false;
}

void Bot::ask(Json message, Purpose purpose) {
    message["id"] = ++last_request_;
    requests_.emplace(last_request_, std::move(purpose));
    environment_.send(message);
}

void Bot::receive(std::string_view text) {
    constexpr std::size_t longest = 64 * 1024 * 1024;
    const auto message = arena::read_json(text, longest);
    if (!message) return;
    if (const auto id = arena::integer_field(*message, "id")) {
        if (auto request = requests_.extract(*id)) {
            if (text_of(*message, "type") == "error")
                refused(request.mapped(), *message);
            else
                answered(request.mapped(), *message);
        }
        return look_for_games();
    }
    const std::string type = text_of(*message, "type");
    if (type == "event") {
        receive_event(text_of(*message, "game"), part_of(*message, "event"));
    } else if (type == "state") {
        receive_state(text_of(*message, "game"), part_of(*message, "state"));
    } else if (type == "offer") {
        offered(part_of(*message, "offer"));
    } else if (type == "offerGone") {
        offer_gone(text_of(*message, "offer"));
    } else if (type == "warning") {
        environment_.report("the server warns: " + text_of(*message, "warning"));
    } else if (type == "declined" && own_offer_ == text_of(*message, "offer")) {
        environment_.report(preferences_.opponent + " declines");
        own_offer_.reset();
        finish();
    }
    look_for_games();
}

void Bot::answered(const Purpose& purpose, const Json& answer) {
    if (std::holds_alternative<LogIn>(purpose)) return logged_in(answer);
    if (std::holds_alternative<Offer>(purpose)) own_offer_ = arena::text_field(answer, "offer");
    if (std::holds_alternative<Offer>(purpose) || std::holds_alternative<Accept>(purpose))
        --offers_under_way_;
    if (std::holds_alternative<ContestCheck>(purpose) &&
        text_of(part_of(answer, "contest"), "stage") == "over") {
        environment_.report("the contest is over");
        finish();
    }
    if (const auto* missing = std::get_if<MissingEvents>(&purpose))
        receive_missing_events(missing->game);
}

void Bot::refused(const Purpose& purpose, const Json& error) {
    const std::string why = text_of(error, "error"), code = text_of(error, "code");
    if (code == to_string(arena::ErrorCode::interrupted) && go_on(purpose)) return;
    if (std::holds_alternative<LogIn>(purpose)) {
        environment_.refused(why);
    } else if (std::holds_alternative<Offer>(purpose)) {
        // Tried again when it looks around.
        environment_.report("no game yet: " + why);
        is_looking_ = false;
        --offers_under_way_;
    } else if (std::holds_alternative<Accept>(purpose)) {
        --offers_under_way_;
    } else if (std::holds_alternative<Join>(purpose)) {
        const bool is_in_it = code == to_string(arena::ErrorCode::already_in_contest);
        if (!is_in_it) environment_.refused(why);
    } else if (const auto* move = std::get_if<PlayMove>(&purpose)) {
        const auto game = games_.find(move->game);
        // The server reports games that were paused or ended meanwhile without being asked.
        if (game == games_.end() || game->second.is_paused || !game->second.choice) return;
        environment_.report("the server refuses a move: " + why);
        give_up(move->game, game->second);
    } else if (const auto* missing = std::get_if<MissingEvents>(&purpose)) {
        drop(missing->game);
    } else if (const auto* abort = std::get_if<Abort>(&purpose)) {
        ask({{"type", "resign"}, {"game", abort->game}}, Other{});
    }
}

// Another server has taken over. The states of the games, which follow, tell what the server before
// it did.
bool Bot::go_on(const Purpose& purpose) {
    if (std::holds_alternative<LogIn>(purpose)) {
        connected();
    } else if (std::holds_alternative<Join>(purpose)) {
        join();
    } else if (const auto* move = std::get_if<PlayMove>(&purpose)) {
        if (const auto game = games_.find(move->game); game != games_.end())
            game->second.is_choice_sent = false;
    } else if (const auto* missing = std::get_if<MissingEvents>(&purpose)) {
        if (const auto game = games_.find(missing->game); game != games_.end())
            game->second.requested_missing_events = false;
    } else {
        return false;
    }
    return true;
}

void Bot::join() { ask({{"type", "joinContest"}, {"contest", preferences_.contest}}, Join{}); }

void Bot::logged_in(const Json& answer) {
    identity_.name = text_of(answer, "name");
    if (const auto token = arena::text_field(answer, "token")) {
        identity_.token = *token;
        environment_.keep(identity_);
    }
    is_ready_ = is_looking_ = true;
    if (preferences_.seeks) ask({{"type", "watchLobby"}}, Other{});
    if (!preferences_.contest.empty() && !is_finishing_) {
        join();
        retry();
    }
    resume(part_of(answer, "games"));
    const Json& offers = part_of(answer, "offers");
    for (const Json& offer : offers.is_array() ? offers : Json::array())
        if (text_of(offer, "from") == identity_.name)
            own_offer_ = text_of(offer, "id");
        else
            offered(offer);
}

// The server shows the games that go on by itself; of those that ended meanwhile it is asked.
void Bot::resume(const Json& going_on) {
    for (auto& [id, game] : games_)
        if (!going_on.is_array() || std::ranges::find(going_on, Json(id)) == going_on.end())
            request_missing_events(id, game);
}

void Bot::retry() {
    if (!is_ready_) return;
    is_looking_ = true;
    if (!preferences_.contest.empty())
        ask({{"type", "contest"}, {"contest", preferences_.contest}}, ContestCheck{});
    look_for_games();
}

// --- Offers ---

bool Bot::has_room() const {
    const int count = static_cast<int>(games_.size()) + offers_under_way_ + (own_offer_ ? 1 : 0);
    const bool is_enough = preferences_.games > 0 &&
                           begun_ + count - static_cast<int>(games_.size()) >= preferences_.games;
    return is_ready_ && !is_finishing_ && !is_enough && count < preferences_.at_once;
}

void Bot::look_for_games() {
    if (preferences_.games > 0 && results_.games() >= preferences_.games) finish();
    if (!is_looking_ || own_offer_ || offers_under_way_ > 0 || !has_room()) return;
    if (!preferences_.opponent.empty()) {
        ++offers_under_way_;
        Json message = offer_message("challenge");
        message["to"] = preferences_.opponent;
        ask(std::move(message), Offer{});
    } else if (preferences_.seeks) {
        ++offers_under_way_;
        Json message = offer_message("seek");
        if (preferences_.ratings.lowest) message["lowestRating"] = *preferences_.ratings.lowest;
        if (preferences_.ratings.highest) message["highestRating"] = *preferences_.ratings.highest;
        ask(std::move(message), Offer{});
    }
}

Json Bot::offer_message(const char* type) const {
    return {{"type", type},
            {"game", preferences_.terms.game},
            {"base", preferences_.terms.base.count()},
            {"increment", preferences_.terms.increment.count()},
            {"rated", preferences_.terms.rated}};
}

void Bot::offered(const Json& offer) {
    if (text_of(offer, "kind") != "challenge") return;
    const std::string id = text_of(offer, "id"), game = text_of(offer, "game");
    const bool is_same = game == preferences_.terms.game &&
                         number_of(offer, "base") == preferences_.terms.base.count() &&
                         number_of(offer, "increment") == preferences_.terms.increment.count() &&
                         arena::truth_field(offer, "rated") == preferences_.terms.rated;
    const bool fits = (preferences_.accepting == Accepting::all && games::is_chess(game)) ||
                      (preferences_.accepting == Accepting::same_terms && is_same);
    const bool is_wanted = fits && preferences_.ratings.holds(number_of(offer, "rating"));
    if (is_wanted && has_room()) return take(id);
    // A seek of its own makes way for somebody who asks.
    if (is_wanted && own_offer_ && preferences_.opponent.empty() && !is_finishing_) {
        ask({{"type", "cancel"}, {"offer", *own_offer_}}, Other{});
        own_offer_.reset();
        return take(id);
    }
    ask({{"type", "decline"}, {"offer", id}}, Other{});
}

void Bot::take(const std::string& offer) {
    if (!has_room()) return;
    ++offers_under_way_;
    ask({{"type", "accept"}, {"offer", offer}}, Accept{});
}

void Bot::offer_gone(const std::string& offer) {
    if (own_offer_ == offer) own_offer_.reset();
}

// --- Games ---

void Bot::receive_event(const GameId& id, const Json& event) {
    const int number = number_of(event, "number");
    if (text_of(event, "type") == "start" && !games_.contains(id)) begin(id, event);
    const auto found = games_.find(id);
    if (found == games_.end() || number <= found->second.number) return;
    Played& game = found->second;
    if (number > game.number + 1) {
        game.newest = std::max(game.newest, number);
        return request_missing_events(id, game);
    }
    apply(id, game, event);
}

void Bot::begin(const GameId& id, const Json& settings) {
    const Json& players = part_of(settings, "players");
    const auto side = side_of(players, identity_.name);
    if (!side) return;
    const std::string name = text_of(settings, "game");
    const bool is_chess960 = name == games::chess960_name;
    const auto start = games::chess_start(part_of(settings, "setup"), is_chess960);
    if (!games::is_chess(name) || !start) {
        environment_.report("it cannot play " + name);
        return environment_.send({{"type", "resign"}, {"game", id}});
    }
    Played game;
    game.line = Line(*start);
    game.side = *side;
    game.opponent = players[1 - *side].is_string() ? players[1 - *side].get<std::string>() : "";
    game.is_chess960 = is_chess960;
    game.is_contest = !text_of(settings, "contest").empty();
    // A challenge that was accepted is reported as the game that begins.
    if (!preferences_.opponent.empty() && game.opponent == preferences_.opponent)
        own_offer_.reset();
    ++begun_;
    environment_.report("game " + id + " against " + game.opponent + " begins, it has " +
                        (*side == 0 ? "White" : "Black"));
    games_.emplace(id, std::move(game));
}

void Bot::apply(const GameId& id, Played& game, const Json& event) {
    const std::string type = text_of(event, "type");
    game.number = number_of(event, "number");
    read_clocks(part_of(event, "clocks"), game.clocks);
    if (type == "start") {
        game.increment = Milliseconds(number_of(event, "increment"));
    } else if (type == "move") {
        const auto move = parse_uci(game.line.position(), text_of(part_of(event, "move"), "uci"));
        if (!move) return request_missing_events(id, game);
        game.line.play(*move);
        game.choice.reset();
    } else if (type == "paused") {
        game.is_paused = true;
    } else if (type == "resumed") {
        game.is_paused = false;
        game.is_choice_sent = false;
    } else if (type == "drawOffered" && number_of(event, "side") != game.side) {
        ask({{"type", "declineDraw"}, {"game", id}}, Other{});
    } else if (type == "takebackAsked" && number_of(event, "side") != game.side) {
        ask({{"type", "declineTakeback"}, {"game", id}}, Other{});
    } else if (type == "end") {
        return game_over(id, event);
    }
    act(id, game);
}

// The state without the moves that led to it. The bot requests these; if the server has too many to
// send again, it uses the position alone.
void Bot::receive_state(const GameId& id, const Json& state) {
    if (!games_.contains(id)) begin(id, state);
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    if (state.contains("end")) return game_over(id, part_of(state, "end"));
    Played& game = found->second;
    game.newest = number_of(state, "number");
    game.is_paused = arena::truth_field(state, "paused").value_or(false);
    read_clocks(part_of(state, "clocks"), game.clocks);
    if (game.number < game.newest) {
        request_missing_events(id, game);
        if (const auto position = parse_fen(text_of(part_of(state, "view"), "fen")))
            game.shown = *position;
    }
    act(id, game);
}

void Bot::receive_missing_events(const GameId& id) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    Played& game = found->second;
    game.requested_missing_events = false;
    if (game.number < game.newest) {
        if (!game.shown) return request_missing_events(id, game);
        game.line = Line(*game.shown);
        game.number = game.newest;
        game.choice.reset();
    }
    game.shown.reset();
    act(id, game);
}

void Bot::game_over(const GameId& id, const Json& end) {
    const Played& game = games_.at(id);
    const std::string ending = text_of(end, "ending");
    const auto winner = arena::integer_field(end, "winner");
    const bool counts = ending != "aborted";
    if (!counts) --begun_;
    if (counts)
        ++(!winner ? results_.draws : *winner == game.side ? results_.wins : results_.losses);
    const char* const result = !counts                ? "aborted"
                               : !winner              ? "a draw"
                               : *winner == game.side ? "won"
                                                      : "lost";
    environment_.report("game " + id + " against " + game.opponent + ": " + result + " (" +
                        text_of(end, "reason") + ")");
    drop(id);
    if (!preferences_.contest.empty()) retry();
}

void Bot::act(const GameId& id, Played& game) {
    const bool is_white_to_move = game.line.position().side_to_move() == Color::white;
    const bool is_its_turn = is_white_to_move == (game.side == 0);
    if (!is_ready_ || game.is_paused || !is_its_turn || game.number < game.newest) return;
    if (game.choice) return play(id, game);
    if (game.is_thinking || game.line.outcome()) return;
    game.is_thinking = true;
    environment_.think(id, game.line, limits_for(game));
}

Limits Bot::limits_for(const Played& game) const {
    Limits limits;
    limits.has_clock = true;
    for (std::size_t side = 0; side < limits.clock.size(); ++side)
        limits.clock[side] = {.remaining = std::max<std::int64_t>(
                                  (game.clocks[side] - preferences_.overhead).count(), 1),
                              .increment = game.increment.count()};
    return limits;
}

void Bot::chosen(const GameId& id, Move move, std::optional<Score> score) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    Played& game = found->second;
    game.is_thinking = false;
    game.choice = move;
    game.is_choice_sent = false;
    game.score = score;
    act(id, game);
}

void Bot::play(const GameId& id, Played& game) {
    if (std::exchange(game.is_choice_sent, true)) return;
    const bool stands_better = game.score && *game.score > score_draw;
    if (!stands_better && game.line.claim()) ask({{"type", "claimDraw"}, {"game", id}}, Other{});
    ask({{"type", "move"},
         {"game", id},
         {"move", {{"uci", to_uci(*game.choice, game.is_chess960)}}}},
        PlayMove{id});
}

void Bot::resigned(const GameId& id) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    found->second.is_thinking = false;
    give_up(id, found->second);
}

void Bot::failed(const GameId& id, const std::string& why) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    found->second.is_thinking = false;
    environment_.report("game " + id + " is given up: " + why);
    give_up(id, found->second);
}

void Bot::request_missing_events(const GameId& id, Played& game) {
    if (!is_ready_ || std::exchange(game.requested_missing_events, true)) return;
    ask({{"type", "watch"}, {"game", id}, {"after", game.number}}, MissingEvents{id});
}

void Bot::give_up(const GameId& id, const Played& game) {
    const bool has_begun = game.line.moves().size() > 1 || game.is_contest;
    ask({{"type", has_begun ? "resign" : "abort"}, {"game", id}},
        has_begun ? Purpose(Other{}) : Purpose(Abort{id}));
}

void Bot::drop(const GameId& id) {
    if (games_.erase(id) > 0) environment_.forget(id);
}

void Bot::finish() {
    if (std::exchange(is_finishing_, true) || !is_ready_) return;
    if (own_offer_) ask({{"type", "cancel"}, {"offer", *own_offer_}}, Other{});
    own_offer_.reset();
    if (!preferences_.contest.empty())
        ask({{"type", "leaveContest"}, {"contest", preferences_.contest}}, Other{});
}

void Bot::leave() {
    finish();
    for (const auto& [id, game] : games_) give_up(id, game);
}

}  // namespace kibitz::bot
