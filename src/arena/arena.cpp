#include "arena/arena.hpp"

#include <algorithm>

namespace kibitz::arena {

Arena::Arena(SecretSource secrets, std::string_view key, classic::FindGame find_game)
    : hall_(secrets),
      vault_(key, secrets),
      battlebot_(accounts_, hall_, vault_, secrets),
      battlebot_http_(accounts_, hall_, vault_, secrets, find_game),
      kibitz_(accounts_, hall_, secrets, find_game) {}

bool Arena::replay(const LogEntry& entry) {
    return entry.stream == Accounts::stream ? accounts_.replay(entry) : hall_.replay(entry);
}

void Arena::resume(Time now, Effects& effects) {
    kibitz_.restore();
    hall_.resume(now, effects);
}

void Arena::open(ConnectionId id, Protocol protocol, Time now, Effects& effects) {
    protocols_.emplace(id, protocol);
    if (protocol == Protocol::battlebot)
        battlebot_.open(id, now, effects);
    else
        kibitz_.open(id);
}

void Arena::receive(ConnectionId id, std::string_view text, Time now, Effects& effects) {
    const auto protocol = protocols_.find(id);
    if (protocol == protocols_.end()) return;
    if (protocol->second == Protocol::battlebot)
        battlebot_.receive(id, text, now, effects);
    else
        kibitz_.receive(id, text, now, effects);
}

void Arena::lose(ConnectionId id, Time now, Effects& effects) {
    if (protocols_.erase(id) == 0) return;
    battlebot_.lose(id, now, effects);
    kibitz_.lose(id, now, effects);
}

void Arena::measured(ConnectionId id, Milliseconds lag) { kibitz_.measured(id, lag); }

void Arena::slow(ConnectionId id, bool is_slow, Time now, Effects& effects) {
    kibitz_.slow(id, is_slow, now, effects);
}

std::optional<HttpAnswer> Arena::request(std::string_view method, std::string_view path,
                                         std::string_view body, Time now, Effects& effects) {
    return battlebot_http_.answer(method, path, body, now, effects);
}

std::optional<Time> Arena::deadline() const {
    const auto games = hall_.deadline(), logins = battlebot_.deadline();
    if (!games || !logins) return games ? games : logins;
    return std::min(*games, *logins);
}

void Arena::tick(Time now, Effects& effects) {
    hall_.tick(now, effects);
    battlebot_.tick(now, effects);
}

}  // namespace kibitz::arena
