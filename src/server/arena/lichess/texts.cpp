#include "arena/lichess/texts.hpp"

#include "arena/fields.hpp"
#include "arena/lichess/speed.hpp"
#include "games/games.hpp"

namespace kibitz::arena::lichess {

namespace {

constexpr std::array<const char*, 2> colours{"white", "black"};
constexpr int status_started = 20, status_aborted = 25, status_mate = 30, status_resign = 31,
              status_stalemate = 32, status_timeout = 33, status_draw = 34, status_out_of_time = 35,
              status_unknown_finish = 38;

struct Status {
    const char* name;
    int id;
};

Status status_of(const std::optional<Ended>& end) {
    if (!end) return {"started", status_started};
    switch (end->ending) {
        case Ending::rules:
            if (end->winner) return {"mate", status_mate};
            if (end->reason == "stalemate") return {"stalemate", status_stalemate};
            return {"draw", status_draw};
        case Ending::timeout: return {"outoftime", status_out_of_time};
        case Ending::disconnect: return {"timeout", status_timeout};
        case Ending::resignation: return {"resign", status_resign};
        case Ending::draw_agreed:
        case Ending::draw_claimed: return {"draw", status_draw};
        case Ending::aborted: return {"aborted", status_aborted};
        case Ending::faults: break;
    }
    return {"unknownFinish", status_unknown_finish};
}

Json variant(std::string_view game, const Json& setup) {
    if (game == "chess960") return {{"key", "chess960"}, {"name", "Chess960"}, {"short", "960"}};
    if (field(setup, "fen"))
        return {{"key", "fromPosition"}, {"name", "From Position"}, {"short", "FEN"}};
    return {{"key", "standard"}, {"name", "Standard"}, {"short", "Std"}};
}

const char* perf_name(std::string_view game, std::string_view speed) {
    if (game == "chess960") return "Chess960";
    if (speed == "ultraBullet") return "UltraBullet";
    if (speed == "bullet") return "Bullet";
    if (speed == "blitz") return "Blitz";
    return speed == "rapid" ? "Rapid" : "Classical";
}

std::string perf_key(std::string_view game, std::string_view speed) {
    return std::string(game == "chess960" ? game : speed);
}

std::string initial_fen(std::string_view game, const Json& setup) {
    if (game == "chess" && !field(setup, "fen")) return "startpos";
    const auto start = games::find(game)->start(setup);
    return start ? (*start)->view().value("fen", "") : "";
}

std::string moves_of(const LiveGame& game) {
    std::string moves;
    for (const GameEvent* event : moves_that_stand(game.events())) {
        if (!moves.empty()) moves += ' ';
        moves += text_field(std::get<Moved>(event->fact).move, "uci").value_or("");
    }
    return moves;
}

Player known(const Players& players, const std::string& name) {
    const auto found = players.find(name);
    return found == players.end() ? Player{.name = name} : found->second;
}

Json perf(const Rating& rating) {
    Json json{{"rating", rating.rating}, {"games", rating.games}};
    if (rating.is_provisional) json["prov"] = true;
    return json;
}

}  // namespace

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// The arena rates chess once, whatever the clock.
Json user(const Player& player) {
    Json perfs = Json::object();
    if (const auto chess = player.ratings.find("chess"); chess != player.ratings.end())
        for (const char* speed : {"ultraBullet", "bullet", "blitz", "rapid", "classical"})
            perfs[speed] = perf(chess->second);
    if (const auto chess960 = player.ratings.find("chess960"); chess960 != player.ratings.end())
        perfs["chess960"] = perf(chess960->second);
    Json json{{"id", id_of(player.name)},
              {"username", player.name},
              {"perfs", std::move(perfs)},
              {"createdAt", to_epoch(player.registered)},
              {"online", player.is_here}};
    if (player.is_bot) json["title"] = "BOT";
    return json;
}

Json short_user(const Player& player, std::string_view game) {
    Json json{{"id", id_of(player.name)},
              {"name", player.name},
              {"title", player.is_bot ? Json("BOT") : Json()}};
    if (const auto rating = player.ratings.find(game); rating != player.ratings.end()) {
        json["rating"] = rating->second.rating;
        if (rating->second.is_provisional) json["provisional"] = true;
    }
    return json;
}

Json game_full(const GameId& id, const LiveGame& game, const Players& players, Time now) {
    const GameSettings& settings = game.settings();
    const std::string how_fast = speed(settings.clock.base, settings.clock.increment);
    Json json{{"type", "gameFull"},
              {"id", id},
              {"variant", variant(settings.game, settings.setup)},
              {"clock",
               {{"initial", settings.clock.base.count()},
                {"increment", settings.clock.increment.count()}}},
              {"speed", how_fast},
              {"perf", {{"name", perf_name(settings.game, how_fast)}}},
              {"rated", settings.rated},
              {"createdAt", to_epoch(game.start_time())},
              {"white", short_user(known(players, settings.players[0]), settings.game)},
              {"black", short_user(known(players, settings.players[1]), settings.game)},
              {"initialFen", initial_fen(settings.game, settings.setup)},
              {"state", game_state(game, game.left(now))}};
    if (!settings.contest.empty()) json["tournamentId"] = settings.contest;
    return json;
}

Json game_state(const LiveGame& game, std::array<Milliseconds, 2> left) {
    const auto increment = game.settings().clock.increment.count();
    Json json{{"type", "gameState"},
              {"moves", moves_of(game)},
              {"wtime", left[0].count()},
              {"btime", left[1].count()},
              {"winc", increment},
              {"binc", increment},
              {"status", status_of(game.end()).name}};
    if (game.end() && game.end()->winner) json["winner"] = colours[index(*game.end()->winner)];
    if (const auto offer = game.draw_offer(); offer && !game.end())
        json[*offer == Side::first ? "wdraw" : "bdraw"] = true;
    if (const auto asked = game.takeback_asked(); asked && !game.end())
        json[*asked == Side::first ? "wtakeback" : "btakeback"] = true;
    return json;
}

Json game_info(const GameId& id, const LiveGame& game, Side side, const Players& players,
               std::array<Milliseconds, 2> left) {
    const GameSettings& settings = game.settings();
    const Json view = game.state().view();
    const Player opponent = known(players, settings.players[index(~side)]);
    const std::string how_fast = speed(settings.clock.base, settings.clock.increment);
    const Status status = status_of(game.end());
    const Json* last = field(view, "last");
    Json other{{"id", id_of(opponent.name)}, {"username", opponent.name}};
    if (const auto rating = opponent.ratings.find(settings.game); rating != opponent.ratings.end())
        other["rating"] = rating->second.rating;
    Json json{{"fullId", id},
              {"gameId", id},
              {"id", id},
              {"fen", view.value("fen", "")},
              {"color", colours[index(side)]},
              {"lastMove", last ? text_field(*last, "uci").value_or("") : ""},
              {"source", settings.contest.empty() ? "friend" : "arena"},
              {"status", {{"id", status.id}, {"name", status.name}}},
              {"variant", variant(settings.game, settings.setup)},
              {"speed", how_fast},
              {"perf", perf_key(settings.game, how_fast)},
              {"rated", settings.rated},
              {"hasMoved", game.plies() > static_cast<int>(index(side))},
              {"opponent", std::move(other)},
              {"isMyTurn", !game.end() && game.state().side_to_move() == side},
              {"secondsLeft",
               std::chrono::duration_cast<std::chrono::seconds>(left[index(side)]).count()},
              {"compat", {{"bot", true}, {"board", true}}}};
    if (game.end() && game.end()->winner) json["winner"] = colours[index(*game.end()->winner)];
    if (!settings.contest.empty()) json["tournamentId"] = settings.contest;
    return json;
}

Json chat_line(const Chatted& chat) {
    return {
        {"type", "chatLine"}, {"room", "player"}, {"username", chat.player}, {"text", chat.text}};
}

Json opponent_gone(bool is_gone, Milliseconds away_limit) {
    Json json{{"type", "opponentGone"}, {"gone", is_gone}};
    if (is_gone)
        json["claimWinInSeconds"] =
            std::chrono::duration_cast<std::chrono::seconds>(away_limit).count();
    return json;
}

Json challenge(const Json& offer, const Players& players, std::string_view status,
               std::string_view self, std::string_view site) {
    const std::string game = text_field(offer, "game").value_or("");
    const std::string from = text_field(offer, "from").value_or("");
    const Json* setup = field(offer, "setup");
    const Json no_setup = Json::object();
    const Milliseconds base(integer_field(offer, "base").value_or(0));
    const Milliseconds increment(integer_field(offer, "increment").value_or(0));
    const auto seconds = [](Milliseconds time) {
        return std::chrono::duration_cast<std::chrono::seconds>(time).count();
    };
    const std::string how_fast = speed(base, increment);
    const auto side = integer_field(offer, "side");
    const std::string id = text_field(offer, "id").value_or("");
    const std::string fen = setup ? text_field(*setup, "fen").value_or("") : "";
    constexpr int seconds_in_minute = 60;
    std::string show = std::to_string(seconds(base) / seconds_in_minute);
    show += '+';
    show += std::to_string(seconds(increment));
    Json json{
        {"id", id},
        {"url", std::string(site) + "/" + id},
        {"status", status},
        {"challenger", short_user(known(players, from), game)},
        {"destUser", short_user(known(players, text_field(offer, "to").value_or("")), game)},
        {"variant", variant(game, setup ? *setup : no_setup)},
        {"rated", truth_field(offer, "rated").value_or(false)},
        {"speed", how_fast},
        {"timeControl",
         {{"type", "clock"},
          {"limit", seconds(base)},
          {"increment", seconds(increment)},
          {"show", std::move(show)}}},
        {"color", side ? colours[*side == 0 ? 0 : 1] : "random"},
        // Who gets which side is drawn when the challenge is accepted; some clients need one now.
        {"finalColor", colours[side == 1 ? 1 : 0]},
        {"perf", {{"icon", ""}, {"name", perf_name(game, how_fast)}}},
        {"direction", from == self ? "out" : "in"}};
    if (!fen.empty()) json["initialFen"] = fen;
    return json;
}

}  // namespace kibitz::arena::lichess
