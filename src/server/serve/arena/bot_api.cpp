#include "serve/arena/bot_api.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "arena/fields.hpp"
#include "arena/lichess/requests.hpp"
#include "net/refusal.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/http/bearer_token.hpp"
#include "serve/http/refusal.hpp"
#include "text/split.hpp"

namespace kibitz::serve {

namespace lichess = arena::lichess;
using arena::Arena;
using arena::ErrorCode;
using arena::Json;
using arena::Time;

namespace {

constexpr std::size_t most_tokens = 100, longest_token = 128, most_statuses = 100,
                      most_bots_online = 512, usual_bots_online = 100, most_games_listed = 64;
constexpr const char* seconds_to_wait = "60";
constexpr const char* scopes = "bot:play,challenge:read,challenge:write";

std::string hash_of(std::string_view token) {
    return secrets::SodiumSecrets(/*key=*/"").sha256_hex(token);
}

net::Response json_answer(const Json& body, int status = net::status_ok) {
    net::Response response = net::json_response(lichess::line_of(body), status);
    if (status == net::status_too_many_requests)
        response.headers.push_back({"Retry-After", seconds_to_wait});
    return response;
}

net::Response refusal(const arena::Refusal& why) {
    return json_answer(arena::error_json(why), lichess::status_of(to_string(why.code)));
}

net::Response no_such_address() {
    return refusal({ErrorCode::not_found, "there is nothing at this address of the Bot API"});
}
net::Response no_token() {
    return refusal({ErrorCode::log_in_first, "the token of a player comes in Authorization"});
}
net::Response too_many() {
    net::Response response =
        refuse(RefusalCode::too_many_requests, "too many of your requests wait already");
    response.headers.push_back({"Retry-After", seconds_to_wait});
    return response;
}

// {"ok": true}, or the refusal of the arena.
net::Response done(const Json& reply) {
    const auto code = arena::text_field(reply, "code");
    if (arena::text_field(reply, "type") != "error") return json_answer({{"ok", true}});
    return json_answer(
        {{"error", arena::text_field(reply, "error").value_or("")}, {"code", code.value_or("")}},
        lichess::status_of(code.value_or("")));
}

net::Response stream(std::shared_ptr<LineFeed> feed) {
    return {.headers = {{"Content-Type", "application/x-ndjson"},
                        {"Cache-Control", "no-store"},
                        // nginx would keep lines back.
                        {"X-Accel-Buffering", "no"}},
            .stream = std::move(feed)};
}

// The address by which the client has reached the server.
std::string site_of(const net::Request& request) {
    return (request.is_encrypted ? "https://" : "http://") + std::string(request.header("Host"));
}

bool looks_like_token(std::string_view text) {
    return !text.empty() && text.size() <= longest_token &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

// "/api/account" as "api" and "account".
std::vector<std::string_view> parts_of(std::string_view path) {
    return text::split(path.substr(1), '/');
}

std::vector<std::string> list_of(std::string_view text, std::size_t most) {
    std::vector<std::string> list;
    while (!text.empty() && list.size() < most)
        if (const std::string_view one = text::take_part(text, ','); !one.empty())
            list.emplace_back(one);
    return list;
}

net::Response test_of(const Arena& arena, const std::vector<std::string>& tokens) {
    Json tested = Json::object();
    for (const std::string& token : tokens) {
        const arena::Account* account = arena.accounts().find_by_token_hash(hash_of(token));
        tested[token] = account && !account->is_banned
                            ? Json{{"userId", lichess::id_of(account->name)},
                                   {"scopes", scopes},
                                   {"expires", nullptr}}
                            : Json();
    }
    return json_answer(tested);
}

net::Response user_named(const Arena& arena, std::string_view name_or_id, Time now) {
    const std::string name = lichess::name_of(arena, name_or_id);
    if (name.empty()) return refusal({ErrorCode::no_such_player, "there is no such player"});
    return json_answer(lichess::user(lichess::player_of(arena, name, now)));
}

net::Response statuses(const Arena& arena, const std::vector<std::string>& ids, Time now) {
    Json list = Json::array();
    for (const std::string& id : ids) {
        const std::string name = lichess::name_of(arena, id);
        if (name.empty()) continue;
        const lichess::Player player = lichess::player_of(arena, name, now);
        Json status{{"id", lichess::id_of(name)}, {"name", name}, {"online", player.is_here}};
        if (player.is_bot) status["title"] = "BOT";
        list.push_back(std::move(status));
    }
    return json_answer(list);
}

net::Response bots_online(const Arena& arena, std::size_t most, Time now) {
    std::string lines;
    for (const auto& [name, connections] : arena.players_here()) {
        if (most == 0) break;
        const arena::Account* account = arena.accounts().find(name);
        if (!account || !account->is_bot) continue;
        lines += lichess::line_of(lichess::user(lichess::player_of(arena, name, now)));
        --most;
    }
    return {.headers = {{"Content-Type", "application/x-ndjson"}, {"Cache-Control", "no-store"}},
            .body = std::move(lines)};
}

net::Response games_of(const Arena& arena, const std::string& name, Time now) {
    Json games = Json::array();
    for (const arena::GameId& id : arena.hall().live_games()) {
        const arena::LiveGame& game = *arena.hall().find(id);
        const auto side = game.side_of(name);
        if (!side || !lichess::is_played(game.settings().game)) continue;
        lichess::Players players;
        const std::string& opponent = game.settings().players[index(~*side)];
        players.emplace(opponent, lichess::player_of(arena, opponent, now));
        games.push_back(lichess::game_info(id, game, *side, players, game.left(now)));
        if (games.size() == most_games_listed) break;
    }
    return json_answer({{"nowPlaying", std::move(games)}});
}

}  // namespace

bool BotApi::has_path(std::string_view path) {
    constexpr std::array<std::string_view, 8> beginnings{
        "/api/account",    "/api/stream/", "/api/bot/",   "/api/challenge",
        "/api/token/test", "/api/user/",   "/api/users/", "/game/export/"};
    return std::ranges::any_of(
        beginnings, [path](std::string_view beginning) { return path.starts_with(beginning); });
}

void BotApi::answer(const net::Request& request, const net::Reply& reply) {
    const Parts parts = parts_of(request.path);
    const bool posts = request.method == "POST";
    const std::string token(bearer_token(request));
    if (request.path == "/api/token/test" && posts) return test_tokens(request, reply);
    if (!posts && (request.path.starts_with("/api/user") || request.path == "/api/bot/online" ||
                   request.path.starts_with("/game/export/")))
        return answer_public(request, parts, reply);
    if (token.empty()) return reply(no_token());
    if (!posts && request.path == "/api/account") return account(token, false, reply);
    if (!posts && request.path == "/api/account/playing") return account(token, true, reply);
    if (posts) return act(request, parts, reply);
    open_stream(request, parts, reply);
}

// On the arena's thread; the answer leaves once what it tells is stored.
template <class Make>
void BotApi::answer_from_arena(Make make, const net::Reply& reply) {
    arena_.post(
        {.content = Asked{[make = std::move(make), reply](Arena& arena, Time now, arena::Effects&) {
             return [reply, response = make(arena, now)] { reply(response); };
         }}});
}

void BotApi::answer_public(const net::Request& request, const Parts& parts,
                           const net::Reply& reply) {
    const lichess::Form query = lichess::form_of(request.query);
    if (parts[0] == "game" && parts.size() == 3) {
        net::Request record = request;
        record.path = "/arena/games/" + std::string(parts[2]) + ".pgn";
        return arena_.request(std::move(record), reply);
    }
    if (parts[1] == "user" && parts.size() == 3)
        return answer_from_arena(
            [name = std::string(parts[2])](const Arena& arena, Time now) {
                return user_named(arena, name, now);
            },
            reply);
    if (request.path == "/api/users/status")
        return answer_from_arena(
            [ids = list_of(lichess::value_of(query, "ids"), most_statuses)](
                const Arena& arena, Time now) { return statuses(arena, ids, now); },
            reply);
    if (request.path == "/api/bot/online") {
        const std::string wanted = lichess::value_of(query, "nb");
        std::size_t most = usual_bots_online;
        std::from_chars(wanted.data(), wanted.data() + wanted.size(), most);
        return answer_from_arena(
            [most = std::min(most, most_bots_online)](const Arena& arena, Time now) {
                return bots_online(arena, most, now);
            },
            reply);
    }
    reply(no_such_address());
}

void BotApi::test_tokens(const net::Request& request, const net::Reply& reply) {
    auto tokens = list_of(request.body, most_tokens);
    if (!std::ranges::all_of(tokens, looks_like_token))
        return reply(
            refusal({ErrorCode::bad_field, "tokens are letters and digits, with commas between"}));
    answer_from_arena(
        [tokens = std::move(tokens)](const Arena& arena, Time) { return test_of(arena, tokens); },
        reply);
}

void BotApi::account(const std::string& token, bool wants_games, const net::Reply& reply) {
    answer_from_arena(
        [hash = hash_of(token), wants_games](const Arena& arena, Time now) {
            const arena::Account* account = arena.accounts().find_by_token_hash(hash);
            if (!account) return refusal({ErrorCode::unknown_token, "that token is nobody's"});
            if (account->is_banned)
                return refusal({ErrorCode::banned, "the server's operator has banned you"});
            if (wants_games) return games_of(arena, account->name, now);
            return json_answer(lichess::user(lichess::player_of(arena, account->name, now)));
        },
        reply);
}

std::shared_ptr<BotSeat> BotApi::seat_of(const net::Request& request) {
    const std::string token(bearer_token(request));
    std::shared_ptr<BotSeat> seat;
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(seats_, [](const auto& entry) { return entry.second.expired(); });
        auto& kept = seats_[hash_of(token)];
        seat = kept.lock();
        if (seat && !seat->is_closed()) return seat;
        seat = std::make_shared<BotSeat>(arena_, site_of(request));
        kept = seat;
    }
    seat->log_in(token, request.address);
    return seat;
}

void BotApi::open_stream(const net::Request& request, const Parts& parts, const net::Reply& reply) {
    const bool wants_events = request.path == "/api/stream/event";
    const bool wants_game = request.path.starts_with("/api/bot/game/stream/") && parts.size() == 5;
    const bool wants_challenges = request.path == "/api/challenge";
    if (!wants_events && !wants_game && !wants_challenges) return reply(no_such_address());
    const auto seat = seat_of(request);
    seat->when_ready([seat, reply, wants_events, wants_challenges,
                      game = std::string(parts.back())](const Json& login) {
        if (arena::text_field(login, "type") == "error") return reply(done(login));
        if (wants_challenges) return reply(json_answer(seat->challenges()));
        if (wants_events) return reply(stream(seat->open_events()));
        seat->open_game(game, [reply](std::shared_ptr<LineFeed> feed) {
            if (feed) return reply(stream(std::move(feed)));
            reply(refusal({ErrorCode::not_your_game, "you play in no such game"}));
        });
    });
}

void BotApi::act(const net::Request& request, const Parts& parts, const net::Reply& reply) {
    const bool is_game = request.path.starts_with("/api/bot/game/") && parts.size() >= 5;
    const bool is_challenge = request.path.starts_with("/api/challenge/") && parts.size() >= 3;
    if (request.path == "/api/bot/account/upgrade")
        return answer_from_arena(
            [hash = hash_of(bearer_token(request))](const Arena& arena, Time) {
                const arena::Account* account = arena.accounts().find_by_token_hash(hash);
                if (!account) return refusal({ErrorCode::unknown_token, "that token is nobody's"});
                if (account->is_bot) return json_answer({{"ok", true}});
                return refusal(
                    {ErrorCode::bad_field, "a bot is registered as one; this name is a person's"});
            },
            reply);
    if (!is_game && !is_challenge) return reply(no_such_address());
    const auto seat = seat_of(request);
    seat->when_ready([this, seat, request, reply, is_game](const Json& login) {
        if (arena::text_field(login, "type") == "error") return reply(done(login));
        const Parts its_parts = parts_of(request.path);
        if (is_game)
            act_in_game(seat, request, its_parts, reply);
        else
            act_on_challenge(seat, request, its_parts, reply);
    });
}

// /api/bot/game/{id}/{action}, and for a move /{move}
void BotApi::act_in_game(const std::shared_ptr<BotSeat>& seat, const net::Request& request,
                         const Parts& parts, const net::Reply& reply) {
    const std::string game(parts[3]);
    const std::string_view action = parts[4];
    const std::string argument(parts.size() > 5 ? parts[5] : "");
    // The seat is kept until it has been answered.
    const auto answer = [seat, reply](const Json& arenas) { reply(done(arenas)); };
    const auto ask = [&](Json message) {
        message["game"] = game;
        if (!seat->ask(std::move(message), answer)) reply(too_many());
    };
    const bool has_argument = parts.size() == 6;
    if (action == "move" && has_argument) {
        const bool offers_draw =
            lichess::value_of(lichess::form_of(request.query), "offeringDraw") == "true";
        // A move would decline what the opponent offers.
        if (offers_draw && seat->is_draw_offered_to(game)) return ask({{"type", "draw"}});
        const Json move{{"type", "move"}, {"game", game}, {"move", {{"uci", argument}}}};
        if (!offers_draw) return ask(move);
        const bool is_asked = seat->ask(move, [seat, reply, game](const Json& moved) {
            const Json offer{{"type", "draw"}, {"game", game}};
            // The move counts, whatever becomes of the offer.
            if (arena::text_field(moved, "type") != "error")
                (void)seat->ask(offer, [seat](const Json&) {});
            reply(done(moved));
        });
        return is_asked ? void() : reply(too_many());
    }
    if (action == "draw" && has_argument)
        return ask({{"type", argument == "yes" || argument == "true" ? "draw" : "declineDraw"}});
    if (action == "takeback" && has_argument)
        return ask({{"type", argument == "yes" || argument == "true" ? "acceptTakeback"
                                                                     : "declineTakeback"}});
    if (parts.size() != 5) return reply(no_such_address());
    if (action == "resign" || action == "abort") return ask({{"type", action}});
    if (action == "claim-draw") return ask({{"type", "claimDraw"}});
    if (action == "chat") {
        const lichess::Form form = lichess::form_of(request.body);
        // The arena has one chat for a game. What is meant for spectators alone, the opponent
        // should not read.
        if (lichess::value_of(form, "room") == "spectator")
            return reply(json_answer({{"ok", true}}));
        return ask({{"type", "chat"}, {"text", lichess::value_of(form, "text")}});
    }
    reply(no_such_address());
}

// /api/challenge/{player}, and /api/challenge/{id}/{action}
void BotApi::act_on_challenge(const std::shared_ptr<BotSeat>& seat, const net::Request& request,
                              const Parts& parts, const net::Reply& reply) {
    const std::string id(parts[2]);
    if (parts.size() == 4) {
        const std::string_view action = parts[3];
        if (action != "accept" && action != "decline" && action != "cancel")
            return reply(no_such_address());
        if (action != "accept") seat->forget_challenge(id);
        const Json message{{"type", action}, {"offer", id}};
        const auto answer = [seat, reply](const Json& arenas) { reply(done(arenas)); };
        if (!seat->ask(message, answer)) reply(too_many());
        return;
    }
    if (parts.size() != 3) return reply(no_such_address());
    send_challenge(seat, id, lichess::form_of(request.body), reply);
}

void BotApi::send_challenge(const std::shared_ptr<BotSeat>& seat, const std::string& name_or_id,
                            const lichess::Form& form, const net::Reply& reply) {
    const auto send = [seat, form, reply](const std::string& name) {
        if (name.empty())
            return reply(refusal({ErrorCode::no_such_player, "there is no such player"}));
        const auto request = lichess::challenge_request(name, form);
        if (!request) return reply(refusal(request.error()));
        const auto answer = [seat, reply](const Json& challenge) {
            const bool is_refused = arena::text_field(challenge, "type") == "error";
            reply(is_refused ? done(challenge) : json_answer(challenge));
        };
        if (!seat->challenge(*request, answer)) reply(too_many());
    };
    arena_.post({.content = Asked{[name_or_id, send](Arena& arena, Time, arena::Effects&) {
                     return [send, name = lichess::name_of(arena, name_or_id)] { send(name); };
                 }}});
}

}  // namespace kibitz::serve
