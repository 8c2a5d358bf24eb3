#include "serve/http/fetch_service.hpp"

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "page_protocol/json_writer.hpp"
#include "serve/http/refusal.hpp"

namespace kibitz::serve {

namespace {

// So that a long list of games stays within the limit of size.
constexpr const char* newest_games = "?max=300";

bool is_name(std::string_view text, std::size_t least, std::size_t most) {
    constexpr std::string_view allowed =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return text.size() >= least && text.size() <= most &&
           text.find_first_not_of(allowed) == std::string_view::npos;
}
bool is_player(std::string_view text) {
    constexpr std::size_t shortest = 2, longest = 30;
    return is_name(text, shortest, longest);
}
bool is_lichess_game(std::string_view text) {
    constexpr std::size_t length = 8;
    return is_name(text, length, length) && text.find_first_of("_-") == std::string_view::npos;
}
bool is_number(std::string_view text, std::size_t digits) {
    return text.size() == digits && text.find_first_not_of("0123456789") == std::string_view::npos;
}

net::Response answer_of(std::expected<std::string, net::DownloadError> fetched) {
    if (fetched)
        return {.headers = {{"Content-Type", "application/x-chess-pgn; charset=utf-8"},
                            {"Cache-Control", "no-store"}},
                .body = *std::move(fetched)};
    if (fetched.error().status == net::status_not_found)
        return refuse(RefusalCode::not_there, "the site has no such player or game");
    if (fetched.error().status == net::status_too_many_requests)
        return refuse(RefusalCode::site_is_busy, "the site asks to try again later");
    return refuse(RefusalCode::no_answer, fetched.error().why);
}

}  // namespace

FetchService::FetchService(FetchSettings settings)
    : settings_(std::move(settings)), downloads_(1, settings_.most_waiting) {}

bool FetchService::has_path(std::string_view requested) {
    return requested.starts_with(path) &&
           (requested.size() == path.size() || requested[path.size()] == '/');
}

std::optional<std::string> FetchService::address_of(std::string_view requested) const {
    std::vector<std::string_view> parts;
    for (const auto part : requested | std::views::split('/')) parts.emplace_back(part);
    const auto is = [&](std::size_t count, std::string_view site, std::string_view what) {
        return parts.size() == count && parts[0] == site && parts[1] == what;
    };
    if (is(3, "lichess", "player") && is_player(parts[2]))
        return settings_.lichess + "/api/games/user/" + std::string(parts[2]) + newest_games;
    if (is(3, "lichess", "game") && is_lichess_game(parts[2]))
        return settings_.lichess + "/game/export/" + std::string(parts[2]);
    constexpr std::size_t year_digits = 4, month_digits = 2;
    if (is(5, "chess.com", "player") && is_player(parts[2]) && is_number(parts[3], year_digits) &&
        is_number(parts[4], month_digits))
        return settings_.chess_com + "/pub/player/" + std::string(parts[2]) + "/games/" +
               std::string(parts[3]) + "/" + std::string(parts[4]) + "/pgn";
    return std::nullopt;
}

bool FetchService::may_begin(const std::string& client) {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(last_by_client_,
                  [&](const auto& entry) { return now - entry.second >= settings_.pause; });
    return last_by_client_.try_emplace(net::network_of(client), now).second;
}

void FetchService::answer(const net::Request& request, const net::Reply& reply) {
    std::string_view requested = request.path;
    requested.remove_prefix(path.size());
    if (requested.empty() || requested == "/") {
        page_protocol::JsonWriter json;
        json.begin_object().member("allowed", settings_.is_allowed);
        return reply(net::json_response(json.end_object().take() + "\n"));
    }
    if (!settings_.is_allowed)
        return reply(refuse(RefusalCode::not_allowed,
                            "the operator of this server has not allowed it to fetch games"));
    const auto address = address_of(requested.substr(1));
    if (!address) return reply(refuse(RefusalCode::bad_address, "there is no such address"));
    constexpr const char* too_many = "please wait a moment before the next download";
    if (!may_begin(request.address)) return reply(refuse(RefusalCode::too_many_requests, too_many));
    const bool is_queued = downloads_.submit([this, reply, place = net::parse_address(*address)] {
        reply(place ? answer_of(net::download(*place, settings_.limits))
                    : refuse(RefusalCode::no_answer, place.error()));
    });
    if (!is_queued) reply(refuse(RefusalCode::too_many_requests, too_many));
}

}  // namespace kibitz::serve
