#include "arena/battlebot/http.hpp"

#include <algorithm>
#include <ranges>
#include <tuple>

#include "arena/battlebot/front.hpp"
#include "arena/battlebot/message_texts.hpp"
#include "arena/fields.hpp"
#include "arena/iso_time.hpp"
#include "arena/names.hpp"
#include "text/plain_text.hpp"

namespace kibitz::arena::battlebot {

namespace {

constexpr int created = 201, bad_request = 400, forbidden = 403, too_many_requests = 429;
constexpr std::size_t pass_hash_bytes = 32;
constexpr const char* default_owner = "Anonymous";

HttpAnswer error(const std::string& text) { return {bad_request, {{"error", text}}}; }

// The next part of a path; takes it and the slash before it off.
std::string_view take_part(std::string_view& path) {
    if (!path.starts_with('/')) return {};
    path.remove_prefix(1);
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(part.size());
    return part;
}

struct Score {
    std::string bot;
    int wins = 0, losses = 0, draws = 0;

    [[nodiscard]] int points() const {
        constexpr int win = 3;
        return win * wins + draws;
    }
};

std::vector<Score> in_order(const std::map<std::string, Score>& scores) {
    std::vector<Score> table;
    for (const auto& [bot, score] : scores) table.push_back(score);
    const auto rank = [](const Score& score) {
        return std::tuple(-score.points(), -score.wins, score.losses, score.bot);
    };
    std::ranges::sort(table, {}, rank);
    return table;
}

}  // namespace

std::optional<HttpAnswer> Http::answer(std::string_view method, std::string_view path,
                                       std::string_view body, Time now, Effects& effects,
                                       std::string_view origin) {
    const std::string_view what = take_part(path), game = take_part(path);
    if ((what != "bots" && what != "games") || game.empty()) return std::nullopt;
    const std::string_view third = take_part(path);
    // A contest's name may have slashes.
    const std::string_view rest = path.starts_with('/') ? path.substr(1) : std::string_view();
    if (method == "POST" && third.empty()) return register_bot(game, body, now, effects, origin);
    if (method != "GET") return std::nullopt;
    if (what == "bots") return third.empty() ? std::optional(bots(game)) : std::nullopt;
    if (third.empty()) return games(game);
    if (third == "contests" || third == "contest") return contest(game, rest);
    return rest.empty() ? std::optional(record(game, std::string(third))) : std::nullopt;
}

HttpAnswer Http::register_bot(std::string_view game, std::string_view body, Time now,
                              Effects& effects, std::string_view origin) {
    if (!is_played(game)) return error("Game not recognised");
    const auto sent = read_json(body);
    if (!sent) return error("The body cannot be read: " + sent.error().text);
    const auto name = text_field(*sent, "bot_id");
    if (!name || name->empty()) return error("No ID set");
    const Json* owner = field(*sent, "owner");
    const bool has_owner = owner && !owner->is_null();
    if (has_owner && (!owner->is_string() ||
                      owner->get_ref<const std::string&>().size() > Accounts::longest_owner))
        return error("The owner is no text, or a very long one");
    constexpr text::Rule owners{"owners", Accounts::longest_owner};
    if (has_owner)
        if (const auto refusal = why_not_text(owner->get_ref<const std::string&>(), owners))
            return error(refusal->text);
    if (accounts_.find(*name)) return error("Bot already registered with that name");
    if (const auto refusal = accounts_.why_not_name_of_stranger(*name)) return error(refusal->text);
    if (const auto refusal = club_.why_not_register(origin, "", secrets_, now))
        return {forbidden, {{"error", refusal->text}}};
    if (!registrations_.take(origin, now))
        return {too_many_requests, {{"error", RegistrationLimit::text}}};

    const std::string pass_hash = to_hex(secrets_.random(pass_hash_bytes));
    effects.emplace_back(
        accounts_.add({.name = *name,
                       .owner = has_owner ? owner->get<std::string>() : default_owner,
                       .registered = now,
                       .is_bot = true,
                       .classic_game = std::string(game),
                       .sealed_pass_hash = secrets_.seal(pass_hash)}));
    return {created, {{"game", game}, {"bot_id", *name}, {"pass_hash", pass_hash}}};
}

HttpAnswer Http::bots(std::string_view game) const {
    if (!is_played(game)) return error("Game not recognised");
    Json list = Json::array();
    for (const auto& [name, account] : accounts_.all())
        if (account.classic_game == game)
            list.push_back({{"bot_id", name},
                            {"owner", account.owner},
                            {"date_registered", iso_time(account.registered)}});
    return {.body = std::move(list)};
}

HttpAnswer Http::games(std::string_view game) const {
    Json list = Json::array();
    if (is_played(game))
        for (const GameSummary& summary :
             hall_.finished().of(game) | std::views::reverse | std::views::take(newest_games))
            list.push_back(record_of(summary));
    return {.body = std::move(list)};
}

HttpAnswer Http::record(std::string_view game, const GameId& id) const {
    std::optional<LiveGame> stored;
    const LiveGame* found = find_or_replay(hall_, find_game_, id, *accounts_.forgotten(), stored);
    const bool is_record = found && is_played(game) && found->settings().game == game &&
                           found->end() && found->end()->ending != Ending::aborted;
    return {.body = is_record ? record_of(id, *found) : Json()};
}

// One of this protocol, or else of the arena's own.
HttpAnswer Http::contest(std::string_view game, std::string_view name) const {
    const auto contest = contests_.shown(name, game);
    std::map<std::string, Score> scores;
    Json games = Json::array();
    if (contest && (*contest)["game"] == game)
        for (const Json& played : (*contest)["games"] | std::views::reverse) {
            const Json& winner = played["winner"];
            games.push_back(
                {{"_id", played["id"]},
                 {"players", played["players"]},
                 {"victor", winner.is_null() ? Json() : played["players"][winner.get<int>()]}});
            for (const int side : {0, 1}) {
                const std::string bot = played["players"][side];
                Score& score = scores[bot];
                score.bot = bot;
                if (winner.is_null())
                    ++score.draws;
                else
                    ++(winner == side ? score.wins : score.losses);
            }
        }
    Json bots = Json::array();
    for (const Score& score : in_order(scores))
        bots.push_back({{"score", score.points()},
                        {"bot_id", score.bot},
                        {"wins", score.wins},
                        {"losses", score.losses},
                        {"draws", score.draws}});
    return {.body = {{"bots", std::move(bots)}, {"games", std::move(games)}}};
}

}  // namespace kibitz::arena::battlebot
