// Connections that outlive the server that had them: what is remembered of them, and how they go
// on.
#include <algorithm>
#include <set>
#include <utility>

#include "arena/fields.hpp"
#include "arena/protocol/front.hpp"
#include "arena/protocol/message_texts.hpp"

namespace kibitz::arena::protocol {

std::vector<Front::SessionNote> Front::changed_sessions() {
    std::vector<SessionNote> notes;
    for (const ConnectionId id : std::exchange(changed_sessions_, {}))
        notes.push_back({id, note_of(id)});
    return notes;
}

std::string Front::note_of(ConnectionId id) const {
    const Connection& connection = connections_.at(id);
    Json note{{"watched", connection.watched},
              {"previewed", connection.previewed},
              {"lobby", lobby_.contains(id)}};
    if (const std::string& player = connection.player; !player.empty()) {
        // Not the name, which the operator may change meanwhile.
        note["token"] = accounts_.find(player)->token_hash;
        note["version"] = versions_.find(player)->second;
        if (const auto playing = playing_.find(player); playing != playing_.end())
            note["playing"] = playing->second;
    }
    return note.dump();
}

void Front::reopen(ConnectionId id, std::string_view origin, const Resumption& from, Time now,
                   Effects& effects) {
    open(id, origin);
    connections_.at(id).is_kept = true;
    for (const std::string& text : from.unanswered) {
        const Answer interrupted = refuse(
            ErrorCode::interrupted,
            "the server was interrupted, and whether it did this is to be seen from the state");
        effects.emplace_back(Send{id, std::make_shared<const std::string>(
                                          reply_text(interrupted, read_message(text).id))});
    }
    const Json note = Json::parse(from.note, nullptr, /*allow_exceptions=*/false);
    if (!note.is_object()) return;
    Context context{id, connections_.at(id), now, effects};
    if (const auto token = text_field(note, "token")) {
        const Account* account = accounts_.find_by_token_hash(*token);
        if (!account || account->is_banned) {
            effects.emplace_back(Close{id, close_policy, "log in again"});
            return lose(id, now, effects);
        }
        // Before the connection hears of games: their states come before the next events.
        for (const GameId& game : std::set(playing_[account->name]))
            rejoin(game, account->name, now, effects);
        log_in(context, account->name, text_field(note, "version").value_or(""));
        show_own_games(context);
        show_what_was_missed(context, note);
        if (club_.is_moderator(account->name)) tell_role(account->name, effects);
    }
    resume_watching(context, note);
}

// Games that ended, and challenges, of which the server before perhaps did not tell any more.
void Front::show_what_was_missed(Context& context, const Json& note) {
    const std::string& player = context.connection.player;
    for (const Json& played : note.value("playing", Json::array())) {
        const auto* game = played.get_ptr<const GameId*>();
        if (!game || playing_[player].contains(*game)) continue;
        if (const LiveGame* state = hall_.find(*game))
            send_state(context.id, *game, *state, context.now, context.effects);
    }
    for (const auto& [number, offer] : offers_.all())
        if (offer.to == player)
            send(context.effects, context.id, {{"type", "offer"}, {"offer", to_json(offer)}});
}

void Front::resume_watching(Context& context, const Json& note) {
    const std::string& player = context.connection.player;
    const Json previewed = note.value("previewed", Json::array());
    for (const Json& watched : note.value("watched", Json::array())) {
        const auto* game = watched.get_ptr<const GameId*>();
        const LiveGame* state = game ? hall_.find(*game) : nullptr;
        if (!state) continue;  // it ended so long ago that nothing will happen in it
        const bool is_preview = std::ranges::find(previewed, watched) != previewed.end();
        begin_to_watch(context, *game, is_preview);
        const bool is_shown = state->side_of(player) && !state->end();
        if (!is_shown) send_state(context.id, *game, *state, context.now, context.effects);
    }
    if (truth_field(note, "lobby") != true) return;
    lobby_.insert(context.id);
    send(context.effects, context.id, lobby_message());
}

}  // namespace kibitz::arena::protocol
