#include "serve/arena/fact_log.hpp"

#include <map>
#include <string>

#include "arena/accounts.hpp"
#include "arena/club.hpp"
#include "arena/contests/contests.hpp"
#include "arena/fields.hpp"
#include "arena/moderation.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

// The name of the event in the server's log, by the type of the fact.
using EventNames = std::map<std::string, std::string, std::less<>>;

const EventNames& event_names(const arena::LogEntry& entry) {
    static const EventNames of_accounts{{"account", "registered"}, {"banned", "banned"},
                                        {"muted", "muted"},        {"token", "tokenChanged"},
                                        {"renamed", "renamed"},    {"forgotten", "forgotten"}};
    static const EventNames of_contests{
        {"created", "contestCreated"}, {"started", "contestStarted"}, {"closed", "contestClosed"}};
    static const EventNames of_moderation{{"report", "reported"}, {"reportClosed", "reportClosed"}};
    static const EventNames of_club{{"registration", "registrationChanged"},
                                    {"invited", "invited"},
                                    {"invitationRevoked", "invitationRevoked"},
                                    {"moderator", "moderatorChanged"},
                                    {"networkBarred", "networkBarred"},
                                    {"networkFreed", "networkFreed"},
                                    {"signInLink", "signInLinkMade"}};
    static const EventNames of_games{{"start", "gameStarted"}, {"end", "gameEnded"}};
    if (entry.stream == arena::Accounts::stream) return of_accounts;
    if (entry.stream == arena::Moderation::stream) return of_moderation;
    if (entry.stream == arena::Club::stream) return of_club;
    return arena::Contests::has_stream(entry.stream) ? of_contests : of_games;
}

}  // namespace

void log_fact(const arena::LogEntry& entry) {
    const EventNames& names = event_names(entry);
    const auto event = names.find(arena::text_field(entry.fact, "type").value_or(""));
    if (event == names.end()) return;
    arena::Json fields = arena::Json::object();
    if (entry.stream != arena::Accounts::stream) fields["stream"] = entry.stream;
    for (const char* name :
         {"name",    "bot",          "banned",     "muted",     "to",      "game",     "players",
          "contest", "kind",         "ending",     "winner",    "reason",  "report",   "player",
          "by",      "registration", "invitation", "moderator", "network", "namesOnly"})
        if (const arena::Json* value = arena::field(entry.fact, name)) fields[name] = *value;
    log_event(LogLevel::info, event->second, fields);
}

}  // namespace kibitz::serve
