#include "bot/lichess/site_texts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bot/lichess/line_splitter.hpp"
#include "json/bounded.hpp"
#include "text/split.hpp"

namespace kibitz::bot::lichess {

namespace {

using bounded_json::field;
using bounded_json::integer_field;
using bounded_json::text_field;
using bounded_json::truth_field;
using nlohmann::json;

constexpr std::size_t longest_id = 64, longest_name = 64, longest_reason = 300;
constexpr std::int64_t longest_clock = std::int64_t{30} * 24 * 3600 * 1000;  // milliseconds
constexpr std::int64_t most_rating = 10'000;
constexpr std::int64_t longest_quota = std::int64_t{24} * 3600;  // seconds

std::optional<json> read(std::string_view text) {
    auto value = bounded_json::read(text, {.bytes = LineSplitter::longest_line});
    if (!value || !value->is_object()) return std::nullopt;
    return *std::move(value);
}

const json& part_of(const json& value, std::string_view name) {
    static const json nothing = json::object();
    const json* part = field(value, name);
    return part ? *part : nothing;
}

std::string text_of(const json& value, std::string_view name) {
    return text_field(value, name).value_or("");
}

std::int64_t number_of(const json& value, std::string_view name) {
    return std::clamp<std::int64_t>(integer_field(value, name).value_or(0), 0, longest_clock);
}

// What a site calls its players is printed: nothing in it may speak to a terminal.
std::string printable(std::string text, std::size_t longest) {
    std::erase_if(text, [](unsigned char c) {
        constexpr unsigned char first_printable = 0x20, last_printable = 0x7E;
        return c < first_printable || c > last_printable;
    });
    text.resize(std::min(text.size(), longest));
    return text;
}

std::optional<int> rating_of(const json& value) {
    const auto rating = integer_field(value, "rating");
    if (!rating || *rating < 0 || *rating > most_rating) return std::nullopt;
    return static_cast<int>(*rating);
}

Player player_of(const json& value) {
    Player player{.id = text_of(value, "id"),
                  .name = text_of(value, "name"),
                  .is_bot = text_of(value, "title") == "BOT" || field(value, "aiLevel") != nullptr,
                  .rating = rating_of(value)};
    if (player.name.empty()) player.name = text_of(value, "username");
    player.name = printable(player.name, longest_name);
    if (player.id.empty()) player.id = id_of(player.name);
    return player;
}

std::optional<Challenge> challenge_of(const json& value) {
    const json& clock = part_of(value, "timeControl");
    Challenge challenge{.id = text_of(value, "id"),
                        .from = player_of(part_of(value, "challenger")),
                        .variant = text_of(part_of(value, "variant"), "key"),
                        .speed = text_of(value, "speed"),
                        .is_rated = truth_field(value, "rated").value_or(false),
                        .has_clock = text_of(clock, "type") == "clock",
                        .base = std::chrono::seconds(number_of(clock, "limit")),
                        .increment = std::chrono::seconds(number_of(clock, "increment"))};
    if (!is_id(challenge.id)) return std::nullopt;
    return challenge;
}

std::optional<GameId> game_of(const json& value) {
    const json& game = part_of(value, "game");
    std::string id = text_of(game, "gameId");
    if (id.empty()) id = text_of(game, "id");
    if (!is_id(id)) return std::nullopt;
    return id;
}

std::optional<GameState> state_of(const json& value) {
    const auto moves = text_field(value, "moves");
    const auto status = text_field(value, "status");
    if (!moves || !status) return std::nullopt;
    GameState state;
    for (const std::string_view move : text::split(*moves, ' '))
        if (!move.empty()) state.moves.emplace_back(move);
    state.status = printable(*status, longest_name);
    state.clocks = {Milliseconds(number_of(value, "wtime")),
                    Milliseconds(number_of(value, "btime"))};
    state.increments = {Milliseconds(number_of(value, "winc")),
                        Milliseconds(number_of(value, "binc"))};
    const std::string winner = text_of(value, "winner");
    if (winner == "white" || winner == "black") state.winner = winner == "white" ? 0 : 1;
    state.draw_offers = {truth_field(value, "wdraw").value_or(false),
                         truth_field(value, "bdraw").value_or(false)};
    state.takebacks = {truth_field(value, "wtakeback").value_or(false),
                       truth_field(value, "btakeback").value_or(false)};
    return state;
}

std::optional<GameLine> full_of(const json& value) {
    auto state = state_of(part_of(value, "state"));
    if (!state) return std::nullopt;
    GameFull full{
        .id = text_of(value, "id"),
        .variant = text_of(part_of(value, "variant"), "key"),
        .initial_fen = text_of(value, "initialFen"),
        .has_clock = field(value, "clock") && part_of(value, "clock").is_object(),
        .is_rated = truth_field(value, "rated").value_or(false),
        .players = {player_of(part_of(value, "white")), player_of(part_of(value, "black"))},
        .state = *std::move(state)};
    if (full.initial_fen.empty()) full.initial_fen = "startpos";
    return full;
}

}  // namespace

bool is_id(std::string_view text) {
    return !text.empty() && text.size() <= longest_id && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
    });
}

std::string id_of(std::string_view name) {
    std::string id(name);
    for (char& c : id)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return id;
}

std::optional<Account> read_account(std::string_view text) {
    const auto value = read(text);
    if (!value) return std::nullopt;
    Player player = player_of(*value);
    if (player.id.empty() || player.name.empty()) return std::nullopt;
    Account account{.id = std::move(player.id),
                    .name = std::move(player.name),
                    .is_bot = text_of(*value, "title") == "BOT"};
    if (const json& perfs = part_of(*value, "perfs"); perfs.is_object())
        for (const auto& [speed, perf] : perfs.items())
            if (const auto rating = rating_of(perf)) account.ratings.emplace(speed, *rating);
    return account;
}

std::optional<SiteEvent> read_event(std::string_view line) {
    const auto value = read(line);
    if (!value) return std::nullopt;
    const std::string type = text_of(*value, "type");
    if (type == "gameStart" || type == "gameFinish") {
        auto game = game_of(*value);
        if (!game) return std::nullopt;
        if (type == "gameStart") return GameStarted{*std::move(game)};
        return GameFinished{*std::move(game)};
    }
    if (!type.starts_with("challenge")) return std::nullopt;
    const json& part = part_of(*value, "challenge");
    auto challenge = challenge_of(part);
    if (!challenge) return std::nullopt;
    if (type == "challenge") return Challenged{*std::move(challenge)};
    if (type == "challengeCanceled") return ChallengeOver{challenge->id, ""};
    if (type != "challengeDeclined") return std::nullopt;
    std::string why = printable(text_of(part, "declineReason"), longest_reason);
    return ChallengeOver{challenge->id, why.empty() ? "declined" : std::move(why)};
}

std::optional<GameLine> read_game_line(std::string_view line) {
    const auto value = read(line);
    if (!value) return std::nullopt;
    const std::string type = text_of(*value, "type");
    if (type == "gameFull") return full_of(*value);
    if (type == "gameState") {
        auto state = state_of(*value);
        if (!state) return std::nullopt;
        return *std::move(state);
    }
    if (type == "chatLine")
        return ChatLine{printable(text_of(*value, "username"), longest_name),
                        printable(text_of(*value, "text"), longest_reason)};
    if (type != "opponentGone") return std::nullopt;
    OpponentGone gone{.is_gone = truth_field(*value, "gone").value_or(false)};
    if (integer_field(*value, "claimWinInSeconds"))
        gone.claim_in = std::chrono::seconds(number_of(*value, "claimWinInSeconds"));
    return gone;
}

std::optional<std::string> read_challenge_id(std::string_view text) {
    const auto value = read(text);
    if (!value) return std::nullopt;
    // Older servers wrap it.
    const json* wrapped = field(*value, "challenge");
    std::string id = text_of(wrapped ? *wrapped : *value, "id");
    if (!is_id(id)) return std::nullopt;
    return id;
}

std::optional<std::chrono::seconds> read_quota(std::string_view text) {
    const auto value = read(text);
    if (!value) return std::nullopt;
    const auto wait = integer_field(part_of(*value, "ratelimit"), "seconds");
    if (!wait || *wait < 0) return std::nullopt;
    return std::chrono::seconds(std::min(*wait, longest_quota));
}

std::string read_error(int status, std::string_view text) {
    const auto value = read(text);
    std::string why = value ? printable(text_of(*value, "error"), longest_reason) : "";
    return why.empty() ? "status " + std::to_string(status) : why;
}

}  // namespace kibitz::bot::lichess
