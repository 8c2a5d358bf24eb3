#include "arena/arena.hpp"

namespace kibitz::arena {

Arena::Arena(SecretSource secrets, std::string_view key, FindGame find_game)
    : hall_(secrets),
      vault_(key, secrets),
      contests_(hall_),
      battlebot_(accounts_, hall_, vault_, secrets),
      battlebot_http_(accounts_, hall_, vault_, secrets, find_game),
      kibitz_(accounts_, hall_, contests_, secrets, find_game),
      kibitz_http_(accounts_, hall_, contests_, kibitz_.ratings(), find_game) {}

bool Arena::replay(const LogEntry& entry) {
    if (entry.stream == Accounts::stream) return accounts_.replay(entry);
    if (entry.stream.starts_with(Contests::stream_prefix)) return contests_.replay(entry);
    return replay_game(entry);
}

bool Arena::replay_game(const LogEntry& entry) {
    if (!hall_.replay(entry)) return false;
    const LiveGame& game = *hall_.find(entry.stream);
    contests_.replay_events(entry.stream, game, game.events().back());
    return true;
}

void Arena::resume(Time now, Effects& effects) {
    kibitz_.restore();
    hall_.resume(now, effects);
    contests_.tick(now);
    kibitz_.start_contest_games(now, effects);
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
    kibitz_.start_contest_games(now, effects);
}

void Arena::lose(ConnectionId id, Time now, Effects& effects) {
    if (protocols_.erase(id) == 0) return;
    battlebot_.lose(id, now, effects);
    kibitz_.lose(id, now, effects);
    kibitz_.start_contest_games(now, effects);
}

void Arena::measured(ConnectionId id, Milliseconds lag) { kibitz_.measured(id, lag); }

void Arena::slow(ConnectionId id, bool is_slow, Time now, Effects& effects) {
    kibitz_.slow(id, is_slow, now, effects);
}

std::optional<HttpAnswer> Arena::request(std::string_view method, std::string_view path,
                                         std::string_view body, Time now, Effects& effects) {
    if (auto answer = kibitz_http_.answer(method, path, now)) return answer;
    return battlebot_http_.answer(method, path, body, now, effects);
}

std::optional<Time> Arena::deadline() const {
    std::optional<Time> earliest;
    for (const auto& due : {hall_.deadline(), battlebot_.deadline(), contests_.deadline()})
        keep_earliest(earliest, due);
    return earliest;
}

void Arena::tick(Time now, Effects& effects) {
    hall_.tick(now, effects);
    battlebot_.tick(now, effects);
    contests_.tick(now);
    kibitz_.start_contest_games(now, effects);
}

}  // namespace kibitz::arena
