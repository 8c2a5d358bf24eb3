#include "bot/lichess/site_bot.hpp"

#include <algorithm>
#include <utility>

#include "arena/lichess/speed.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "net/http_status.hpp"
#include "text/split.hpp"

namespace kibitz::bot::lichess {

namespace {

using namespace std::chrono_literals;

// No game has such an id. Whoever is challenged by many answers one after the other.
constexpr const char* general_lane = "";
constexpr const char* challenges_lane = "/challenges";
constexpr Milliseconds first_pause = 1s, longest_pause = 60s;
// A stream that lived so long was no failure.
constexpr Milliseconds long_enough = 10s;
constexpr int most_failures = 3;  // of a game's stream, in a row, where the game may not be there
constexpr Milliseconds patience_for_game = 60s;       // after a challenge was accepted
constexpr Milliseconds patience_for_challenge = 60s;  // of its own, to be answered
constexpr Milliseconds after_decline = 1h;            // before the same bot is asked again
constexpr const char* bots_asked_for = "200";
constexpr std::size_t most_remembered = 1000;  // games that are over

std::string escaped_form(std::string_view text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr unsigned base = 16;
    std::string escaped;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (plain.contains(c))
            escaped += c;
        else
            escaped += {'%', digits[byte / base], digits[byte % base]};
    }
    return escaped;
}

// Why a request was in vain, for people.
std::string reason_of(const Answer& answer) {
    return answer.status == 0 ? answer.why : read_error(answer.status, answer.body);
}

// At the end of a character of UTF-8.
std::string shortened(std::string text) {
    if (text.size() <= longest_chat) return text;
    constexpr unsigned continuation_mask = 0xC0, continuation = 0x80;
    std::size_t size = longest_chat;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & continuation_mask) == continuation)
        --size;
    text.resize(size);
    return text;
}

}  // namespace

SiteBot::SiteBot(SitePreferences preferences, SiteEnvironment& environment)
    : preferences_(std::move(preferences)),
      environment_(environment),
      budget_(preferences_.matchmaking.limits),
      random_(static_cast<std::minstd_rand::result_type>(preferences_.seed + 1)) {}

// --- Requests ---

void SiteBot::start(Moment now) {
    ask(general_lane, Purpose::account, "", {"GET", "/api/account"}, now);
    flush(now);
}

void SiteBot::ask(const std::string& lane, Purpose purpose, const std::string& about, Call call,
                  Moment now) {
    outbox_.add(lane, {.purpose = purpose, .about = about, .call = std::move(call), .due = now});
}

void SiteBot::flush(Moment now) {
    for (const auto& [id, call] : outbox_.take_due(now)) environment_.call(id, call);
}

void SiteBot::answered(CallId id, const Answer& answer, Moment now) {
    const bool was_paused = outbox_.is_paused(now);
    const auto entry = outbox_.answered(id, answer, now);
    if (answer.status == net::status_unauthorised)
        return refuse_token(read_error(answer.status, answer.body));
    if (!was_paused && outbox_.is_paused(now))
        environment_.report("the site has had too many requests; nothing is sent for " +
                            std::to_string(std::chrono::duration_cast<std::chrono::seconds>(
                                               outbox_.paused_until() - now)
                                               .count()) +
                            " seconds");
    else if (!entry && !is_ready_ && !std::exchange(told_unreachable_, true))
        environment_.report("the site cannot be reached (" + reason_of(answer) +
                            "); it is tried again and again");
    if (entry) settle(*entry, answer, now);
    flush(now);
}

void SiteBot::settle(const Outbox::Entry& entry, const Answer& answer, Moment now) {
    const auto found = games_.find(entry.about);
    Played* const game = found == games_.end() ? nullptr : &found->second;
    switch (entry.purpose) {
        case Purpose::account: return settle_account(answer, now);
        case Purpose::upgrade:
            if (!answer.is_good())
                return environment_.refused("the account cannot become a bot's: " +
                                            reason_of(answer));
            return ask(general_lane, Purpose::account, "", {"GET", "/api/account"}, now);
        case Purpose::accept:
            if (answer.is_good()) return;
            accepted_.erase(entry.about);
            return environment_.report("a challenge cannot be accepted: " + reason_of(answer));
        case Purpose::list_bots:
            if (answer.is_good()) challenge_one_of(answer.body, now);
            return;
        case Purpose::challenge: return settle_challenge(answer, now);
        case Purpose::move:
            if (game) settle_move(entry.about, entry, answer, now);
            return;
        case Purpose::accept_draw:
        case Purpose::claim_draw:
            // The game ends with it, or goes on with the move.
            if (game && answer.is_good()) game->confirmed = now;
            if (game && !answer.is_good() && game->choice) send_move(entry.about, *game, now);
            return;
        case Purpose::claim_victory:
            if (game && !answer.is_good()) game->claim_at = now + long_enough;
            return;
        case Purpose::give_up:
            // It may be too late to abort it.
            if (game && !answer.is_good() && game->is_given_up &&
                entry.call.path.ends_with("/abort"))
                ask(entry.about, Purpose::give_up, entry.about,
                    {"POST", "/api/bot/game/" + entry.about + "/resign"}, now);
            return;
        case Purpose::decline:
        case Purpose::cancel:
        case Purpose::takeback:
        case Purpose::chat: return;
    }
}

void SiteBot::settle_account(const Answer& answer, Moment now) {
    if (answer.status == net::status_forbidden)
        return refuse_token(read_error(answer.status, answer.body));
    auto account = answer.is_good() ? read_account(answer.body) : std::nullopt;
    if (!account)
        return environment_.refused("the site does not speak the Bot API of lichess (" +
                                    read_error(answer.status, answer.body) + ")");
    account_ = *std::move(account);
    if (account_.is_bot) {
        is_ready_ = true;
        environment_.report("it plays as " + account_.name);
        budget_.wait(now);
        return open(events_, now);
    }
    if (!preferences_.upgrades)
        return environment_.refused(
            account_.name +
            " is not the account of a bot. --upgrade makes it one, if no game was played with it; "
            "this can never be undone");
    ask(general_lane, Purpose::upgrade, "", {"POST", "/api/bot/account/upgrade"}, now);
}

void SiteBot::settle_challenge(const Answer& answer, Moment now) {
    const auto id = answer.is_good() ? read_challenge_id(answer.body) : std::nullopt;
    if (!id) {
        if (const auto quota = read_quota(answer.body)) budget_.hold(now + *quota);
        return challenge_over(reason_of(answer), now);
    }
    if (is_finishing_) return cancel_challenge(*id, now);
    // Its game may have begun before this answer came.
    if (!games_.contains(*id) && !finished_.contains(*id)) own_challenge_ = id;
    own_challenge_until_ = now + patience_for_challenge;
}

void SiteBot::settle_move(const GameId& id, const Outbox::Entry& entry, const Answer& answer,
                          Moment now) {
    Played& game = games_.at(id);
    if (answer.is_good()) {
        constexpr int share = 4;  // of the newest
        lag_ += (now - entry.sent - lag_) / share;
        game.refusals = 0;
        game.confirmed = now;
        return;
    }
    // Perhaps it arrived the first time, or the game is over: the stream tells, once opened again.
    constexpr int most_refusals = 3;
    environment_.report("game " + id +
                        ": the site refuses a move: " + read_error(answer.status, answer.body));
    if (++game.refusals >= most_refusals) return give_up(id, game, now);
    game.is_synced = game.is_sent = false;
    game.choice.reset();
    close(game.feed);
    reopen_later(game.feed, now);
}

// --- Streams ---

void SiteBot::open(Feed& feed, Moment now) {
    feed.id = ++last_stream_;
    feed.lines = {};
    feed.is_live = false;
    feed.opened = now;
    environment_.open(feed.id, feed.path);
}

void SiteBot::close(Feed& feed) {
    if (feed.id != 0) environment_.close(std::exchange(feed.id, 0));
}

void SiteBot::reopen_later(Feed& feed, Moment now) {
    constexpr int most_doublings = 6;
    const bool was_fine = feed.is_live && now - feed.opened >= long_enough;
    feed.failures = was_fine ? 1 : feed.failures + 1;
    const int doublings = std::min(feed.failures - 1, most_doublings);
    feed.due = now + std::min(first_pause * (1 << doublings), longest_pause);
}

void SiteBot::refuse_token(const std::string& why) {
    environment_.refused(
        "the site refuses the token (" + why +
        "). Make a new one with the scopes bot:play, challenge:read and challenge:write; on "
        "lichess, that is done at https://lichess.org/account/oauth/token");
}

SiteBot::Games::iterator SiteBot::find_stream(StreamId id) {
    return std::ranges::find_if(games_,
                                [id](const auto& game) { return game.second.feed.id == id; });
}

void SiteBot::opened(StreamId id, Moment now) {
    if (id == 0) return;
    const auto found = find_stream(id);
    if (events_.id != id && found == games_.end()) return;
    Feed& feed = events_.id == id ? events_ : found->second.feed;
    feed.is_live = true;
    feed.opened = now;
}

void SiteBot::received(StreamId id, std::string_view piece, Moment now) {
    if (id == 0) return;
    const bool is_events = events_.id == id;
    const auto found = find_stream(id);
    if (!is_events && found == games_.end()) return;
    const GameId game_id = is_events ? "" : found->first;
    // A line may end the game, and so the feed that it came from.
    const auto feed = [&]() -> Feed* {
        if (is_events) return events_.id == id ? &events_ : nullptr;
        const auto game = games_.find(game_id);
        return game != games_.end() && game->second.feed.id == id ? &game->second.feed : nullptr;
    };
    feed()->lines.add(piece);
    while (Feed* const open_feed = feed()) {
        const auto line = open_feed->lines.next();
        if (!line) {
            if (!open_feed->lines.is_too_long()) break;
            environment_.report("a line of the site is too long");
            close(*open_feed);
            reopen_later(*open_feed, now);
            break;
        }
        if (line->empty()) continue;
        if (is_events)
            on_event(*line, now);
        else
            on_game_line(game_id, games_.at(game_id), *line, now);
    }
    flush(now);
}

void SiteBot::lost(StreamId id, const Answer& answer, Moment now) {
    if (id == 0) return;
    const bool is_too_many = answer.status == net::status_too_many_requests;
    if (is_too_many) outbox_.pause(answer, now);
    if (answer.status == net::status_unauthorised) return refuse_token(answer.why);
    if (events_.id == id) {
        events_.id = 0;
        if (answer.status == net::status_forbidden) return refuse_token(answer.why);
        reopen_later(events_, now);
        if (events_.failures == 1)
            environment_.report("the stream of events is lost: " + answer.why);
        return;
    }
    const auto found = find_stream(id);
    if (found == games_.end()) return;
    auto& [game_id, game] = *found;
    game.feed.id = 0;
    reopen_later(game.feed, now);
    const bool is_not_there = answer.status >= net::status_bad_request &&
                              answer.status < net::status_internal_server_error && !is_too_many;
    if (is_not_there && game.feed.failures >= most_failures) lose_sight(GameId(game_id));
}

// --- Events ---

void SiteBot::on_event(const std::string& line, Moment now) {
    const auto event = read_event(line);
    if (!event) return;
    if (const auto* started = std::get_if<GameStarted>(&*event)) {
        begin(started->game, now);
    } else if (const auto* finished = std::get_if<GameFinished>(&*event)) {
        // Its own stream says how it ended; if that is lost, it is opened again at once.
        if (const auto game = games_.find(finished->game);
            game != games_.end() && game->second.feed.id == 0)
            game->second.feed.due = now;
    } else if (const auto* challenged = std::get_if<Challenged>(&*event)) {
        on_challenge(challenged->challenge, now);
    } else if (const auto* over = std::get_if<ChallengeOver>(&*event)) {
        accepted_.erase(over->id);
        if (own_challenge_ == over->id)
            challenge_over(over->why.empty() ? "withdrawn" : over->why, now);
    }
}

void SiteBot::on_challenge(const Challenge& challenge, Moment now) {
    if (challenge.from.id == account_.id || accepted_.contains(challenge.id) ||
        outbox_.has(challenges_lane, Purpose::decline, challenge.id) ||
        games_.contains(challenge.id))
        return;
    const auto reason = why_declined(challenge, preferences_.filters, has_room());
    const std::string path = "/api/challenge/" + challenge.id;
    if (reason) {
        environment_.report("the challenge of " + challenge.from.name + " is declined: " + *reason);
        return ask(challenges_lane, Purpose::decline, challenge.id,
                   {"POST", path + "/decline", "reason=" + *reason}, now);
    }
    accepted_[challenge.id] = now + patience_for_game;
    ask(challenges_lane, Purpose::accept, challenge.id, {"POST", path + "/accept"}, now);
}

void SiteBot::begin(const GameId& id, Moment now) {
    accepted_.erase(id);
    if (own_challenge_ == id) own_challenge_.reset();
    if (finished_.contains(id)) return;
    const auto [entry, is_new] = games_.try_emplace(id);
    if (!is_new) return;
    ++begun_;
    entry->second.feed.path = "/api/bot/game/stream/" + id;
    open(entry->second.feed, now);
}

// --- Time ---

void SiteBot::tick(Moment now) {
    if (is_ready_ && !outbox_.is_paused(now)) {
        if (events_.id == 0 && events_.due <= now) open(events_, now);
        for (auto& [id, game] : games_)
            if (game.feed.id == 0 && game.feed.due <= now) open(game.feed, now);
    }
    for (auto& [id, game] : games_) do_what_is_due(id, game, now);
    std::erase_if(accepted_, [now](const auto& entry) { return entry.second <= now; });
    if (own_challenge_ && own_challenge_until_ <= now) {
        cancel_challenge(*own_challenge_, now);
        challenge_over("there was no answer", now);
    }
    make_matches(now);
    flush(now);
}

void SiteBot::finish(Moment now) {
    if (std::exchange(is_finishing_, true)) return;
    if (own_challenge_) cancel_challenge(*own_challenge_, now);
    own_challenge_.reset();
    flush(now);
}

void SiteBot::leave(Moment now) {
    finish(now);
    for (auto& [id, game] : games_) give_up(id, game, now);
    flush(now);
}

// --- Finding opponents ---

bool SiteBot::has_room() const {
    const int waiting = static_cast<int>(accepted_.size()) + (own_challenge_ ? 1 : 0) +
                        (outbox_.has(general_lane, Purpose::challenge) ? 1 : 0);
    const bool is_enough = preferences_.games > 0 && begun_ + waiting >= preferences_.games;
    return is_ready_ && !is_finishing_ && !is_enough &&
           static_cast<int>(games_.size()) + waiting < preferences_.at_once;
}

void SiteBot::make_matches(Moment now) {
    const Matchmaking& wish = preferences_.matchmaking;
    if (preferences_.games > 0 && results_.games() >= preferences_.games) finish(now);
    if (wish.opponent.empty() && !wish.bots) return;
    if (own_challenge_ || events_.id == 0 || !has_room() || !budget_.allows(now)) return;
    if (!wish.opponent.empty()) return challenge(wish.opponent, now);
    budget_.wait(now);
    ask(general_lane, Purpose::list_bots, "",
        {"GET", std::string("/api/bot/online?nb=") + bots_asked_for}, now);
}

// The list has an account in each line.
void SiteBot::challenge_one_of(std::string_view list, Moment now) {
    const Matchmaking& wish = preferences_.matchmaking;
    const std::string speed = arena::lichess::speed(wish.base, wish.increment);
    std::erase_if(not_before_, [now](const auto& entry) { return entry.second <= now; });
    std::vector<std::string> candidates;
    while (!list.empty()) {
        const auto bot = read_account(text::take_part(list, '\n'));
        if (!bot || bot->id == account_.id || not_before_.contains(bot->id)) continue;
        const auto rating = bot->ratings.find(speed);
        const Filters& filters = preferences_.filters;
        if (filters.blocked.contains(bot->id)) continue;
        if (rating != bot->ratings.end() ? !filters.ratings.holds(rating->second)
                                         : filters.ratings != RatingRange{})
            continue;
        candidates.push_back(bot->name);
    }
    if (candidates.empty() || !has_room()) return;
    challenge(candidates[random_() % candidates.size()], now);
}

void SiteBot::challenge(const std::string& name, Moment now) {
    const Matchmaking& wish = preferences_.matchmaking;
    budget_.spend(now);
    asked_ = name;
    environment_.report("it challenges " + name);
    ask(general_lane, Purpose::challenge, name,
        {"POST", "/api/challenge/" + escaped_form(name),
         std::string("rated=") + (wish.is_rated ? "true" : "false") +
             "&clock.limit=" + std::to_string(wish.base.count()) + "&clock.increment=" +
             std::to_string(wish.increment.count()) + "&color=random&variant=standard"},
        now);
}

void SiteBot::cancel_challenge(const std::string& id, Moment now) {
    ask(general_lane, Purpose::cancel, id, {"POST", "/api/challenge/" + id + "/cancel"}, now);
}

void SiteBot::challenge_over(const std::string& why, Moment now) {
    own_challenge_.reset();
    environment_.report("no game with " + asked_ + ": " + why);
    not_before_[id_of(asked_)] = now + after_decline;
}

// --- Games ---

void SiteBot::on_game_line(const GameId& id, Played& game, const std::string& line, Moment now) {
    auto read = read_game_line(line);
    if (!read) return;
    if (auto* full = std::get_if<GameFull>(&*read)) {
        on_full(id, game, std::move(*full), now);
    } else if (auto* state = std::get_if<GameState>(&*read)) {
        if (game.is_known) on_state(id, game, std::move(*state), now);
    } else if (const auto* gone = std::get_if<OpponentGone>(&*read)) {
        game.claim_at = gone->is_gone && gone->claim_in ? now + *gone->claim_in : Moment{0};
    }
}

void SiteBot::on_full(const GameId& id, Played& game, GameFull full, Moment now) {
    const auto is_me = [&](const Player& player) { return player.id == account_.id; };
    const auto me = std::ranges::find_if(full.players, is_me);
    if (me == full.players.end()) {
        environment_.report("game " + id + " is shown without it");
        close(game.feed);
        reopen_later(game.feed, now);
        return game.feed.failures >= most_failures ? lose_sight(GameId(id)) : void();
    }
    game.side = static_cast<int>(me - full.players.begin());
    game.opponent = full.players[1 - game.side];
    game.is_chess960 = full.variant == "chess960";
    game.has_clock = full.has_clock;
    game.is_rated = full.is_rated;
    game.start = full.initial_fen;
    const bool is_first = !std::exchange(game.is_known, true);
    const bool is_played =
        full.variant == "standard" || full.variant == "fromPosition" || full.variant == "chess960";
    if (!is_played && !full.state.is_over()) {
        environment_.report("game " + id + ": it does not play " + id_of(full.variant));
        game.state = std::move(full.state);
        return give_up(id, game, now);
    }
    if (is_first) {
        environment_.report("game " + id + " against " + game.opponent.name +
                            (full.state.moves.size() > 1 ? " goes on" : " begins") + ", it has " +
                            (game.side == 0 ? "White" : "Black"));
        if (full.state.moves.size() <= 1 && !full.state.is_over())
            say(id, preferences_.hello, game.opponent, now);
        if (preferences_.abort_after > 0s) game.abort_at = now + preferences_.abort_after;
    }
    // What was sent, answered and is still not there will never be.
    if (!outbox_.has(id, Purpose::move) && !outbox_.has(id, Purpose::accept_draw) &&
        !outbox_.has(id, Purpose::claim_draw))
        game.is_sent = false;
    on_state(id, game, std::move(full.state), now);
}

void SiteBot::on_state(const GameId& id, Played& game, GameState state, Moment now) {
    const bool is_new = state.moves != game.state.moves;
    const bool is_legal = follow(game, state.moves);
    game.state = std::move(state);
    game.state_at = now;
    game.is_synced = is_legal;
    if (game.state.is_over()) return game_over(GameId(id), now);
    if (is_new) reconsider(id, game);
    if (!is_legal) {
        constexpr int most_nonsense = 3;
        close(game.feed);
        reopen_later(game.feed, now);
        if (game.is_given_up) return;
        environment_.report("game " + id + ": the moves of the site make no sense");
        if (++game.nonsense >= most_nonsense) give_up(id, game, now);
        return;
    }
    game.nonsense = 0;
    if (is_new && preferences_.abort_after > 0s)
        game.abort_at = game.state.moves.size() < 2 ? now + preferences_.abort_after : Moment{0};
    answer_takeback(id, game, now);
    act(id, game, now);
}

bool SiteBot::follow(Played& game, const std::vector<std::string>& moves) {
    const std::vector<std::string>& known = game.state.moves;
    const bool goes_on = game.is_synced && known.size() <= moves.size() &&
                         std::equal(known.begin(), known.end(), moves.begin());
    if (!goes_on) {
        const auto start = game.start == "startpos" ? Position::initial()
                                                    : parse_fen(game.start, SetupRules::lenient);
        if (!start) return false;
        game.line = Line(*start);
    }
    for (std::size_t i = goes_on ? known.size() : 0; i < moves.size(); ++i) {
        const auto move = parse_uci(game.line.position(), moves[i]);
        if (!move) return false;
        game.line.play(*move);
    }
    return true;
}

void SiteBot::reconsider(const GameId& id, Played& game) {
    forget_thought(id, game);
    game.choice.reset();
    game.is_sent = game.tried_draw = false;
    game.refusals = 0;
    for (const Purpose purpose : {Purpose::move, Purpose::accept_draw, Purpose::claim_draw})
        outbox_.drop(id, purpose);
}

void SiteBot::answer_takeback(const GameId& id, Played& game, Moment now) {
    if (!game.state.takebacks[1 - game.side]) {
        game.answered_takeback = false;
        return;
    }
    if (std::exchange(game.answered_takeback, true)) return;
    const bool accepts = preferences_.accepts_takebacks && !game.is_rated;
    ask(id, Purpose::takeback, id,
        {"POST", "/api/bot/game/" + id + "/takeback/" + (accepts ? "yes" : "no")}, now);
}

void SiteBot::game_over(const GameId& id, Moment now) {
    const Played& game = games_.at(id);
    const GameState& state = game.state;
    const bool counts = state.counts();
    if (counts)
        ++(!state.winner                ? results_.draws
           : *state.winner == game.side ? results_.wins
                                        : results_.losses);
    else
        --begun_;
    const char* const result = !counts                      ? "aborted"
                               : !state.winner              ? "a draw"
                               : *state.winner == game.side ? "won"
                                                            : "lost";
    environment_.report("game " + id + " against " + game.opponent.name + ": " + result + " (" +
                        state.status + ")");
    const Player opponent = game.opponent;
    drop(id);
    if (finished_.size() >= most_remembered) finished_.erase(finished_.begin());
    finished_.insert(id);
    if (counts) say(id, preferences_.goodbye, opponent, now);
    budget_.wait(now);
}

void SiteBot::drop(const GameId& id) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    close(found->second.feed);
    environment_.forget(id);
    outbox_.drop(id);
    games_.erase(found);
}

// It may yet be there: the site tells when the stream of events begins anew.
void SiteBot::lose_sight(const GameId& id) {
    environment_.report("game " + id + " is no longer there");
    --begun_;
    drop(id);
}

bool SiteBot::is_its_turn(const Played& game) {
    return (game.line.position().side_to_move() == Color::white) == (game.side == 0);
}

void SiteBot::forget_thought(const GameId& id, Played& game) {
    if (std::exchange(game.thought, 0) != 0) environment_.forget(id);
}

void SiteBot::act(const GameId& id, Played& game, Moment now) {
    if (!game.is_synced || game.is_given_up || !is_its_turn(game)) return;
    if (game.choice) return play(id, game, now);
    if (game.thought != 0) return;
    const MoveList moves = legal_moves(game.line.position());
    if (moves.empty()) return;
    if (game.line.outcome()) {
        // The site goes on where the rules end the game: players are not asked in such positions.
        game.choice = players::Choice{.move = moves[0]};
        return play(id, game, now);
    }
    game.thought = ++last_thought_;
    environment_.think(id, game.thought, game.line, limits_for(game, now));
}

// The clock of the site runs until the move has arrived there, so what requests take is left.
Limits SiteBot::limits_for(const Played& game, Moment now) const {
    constexpr Milliseconds time_without_clock = 10s;
    Limits limits;
    if (!game.has_clock) {
        limits.move_time = time_without_clock.count();
        return limits;
    }
    limits.has_clock = true;
    const Milliseconds gone = now - game.state_at;
    for (std::size_t side = 0; side < limits.clock.size(); ++side) {
        const bool is_own = static_cast<int>(side) == game.side;
        const Milliseconds left =
            game.state.clocks[side] - (is_own ? gone + lag_ + preferences_.overhead : 0ms);
        limits.clock[side] = {.remaining = std::max<std::int64_t>(left.count(), 1),
                              .increment = game.state.increments[side].count()};
    }
    return limits;
}

void SiteBot::chosen(const GameId& id, ThoughtId thought, const players::Choice& choice,
                     Moment now) {
    const auto found = games_.find(id);
    if (found == games_.end() || found->second.thought != thought || thought == 0) return;
    Played& game = found->second;
    game.thought = 0;
    if (choice.resigns) {
        give_up(id, game, now);
    } else {
        game.choice = choice;
        game.is_sent = false;
        act(id, game, now);
    }
    flush(now);
}

void SiteBot::failed(const GameId& id, ThoughtId thought, const std::string& why, Moment now) {
    const auto found = games_.find(id);
    if (found == games_.end() || found->second.thought != thought || thought == 0) return;
    found->second.thought = 0;
    environment_.report("game " + id + " is given up: " + why);
    give_up(id, found->second, now);
    flush(now);
}

// A player that would offer a draw accepts one. One that has no manners of its own accepts where it
// does not stand better, but not before there was a game.
void SiteBot::play(const GameId& id, Played& game, Moment now) {
    if (std::exchange(game.is_sent, true)) return;
    game.confirmed = Moment{0};
    constexpr std::size_t fewest_plies = 60;
    const players::Choice& choice = *game.choice;
    const bool stands_better = choice.score && *choice.score > score_draw;
    const bool is_content =
        choice.score && !stands_better && game.line.moves().size() >= fewest_plies;
    const bool accepts =
        game.state.draw_offers[1 - game.side] && (choice.offers_draw || is_content);
    const bool claims = !stands_better && game.line.claim();
    if ((!accepts && !claims) || std::exchange(game.tried_draw, true))
        return send_move(id, game, now);
    ask(id, accepts ? Purpose::accept_draw : Purpose::claim_draw, id,
        {"POST", "/api/bot/game/" + id + (accepts ? "/draw/yes" : "/claim-draw")}, now);
}

void SiteBot::send_move(const GameId& id, Played& game, Moment now) {
    ask(id, Purpose::move, id,
        {"POST", "/api/bot/game/" + id + "/move/" + to_uci(game.choice->move, game.is_chess960) +
                     (game.choice->offers_draw ? "?offeringDraw=true" : "")},
        now);
}

void SiteBot::give_up(const GameId& id, Played& game, Moment now) {
    if (std::exchange(game.is_given_up, true)) return;
    forget_thought(id, game);
    const bool has_begun = game.state.moves.size() > 1;
    ask(id, Purpose::give_up, id,
        {"POST", "/api/bot/game/" + id + (has_begun ? "/resign" : "/abort")}, now);
}

void SiteBot::say(const GameId& id, const std::string& text, const Player& opponent, Moment now) {
    if (text.empty()) return;
    constexpr std::string_view name = "{opponent}";
    std::string said = text;
    if (const std::size_t at = said.find(name); at != std::string::npos)
        said.replace(at, name.size(), opponent.name);
    ask(general_lane, Purpose::chat, "",
        {"POST", "/api/bot/game/" + id + "/chat",
         "room=player&text=" + escaped_form(shortened(std::move(said)))},
        now);
}

void SiteBot::do_what_is_due(const GameId& id, Played& game, Moment now) {
    if (game.claim_at != Moment{0} && now >= game.claim_at) {
        game.claim_at = Moment{0};
        ask(id, Purpose::claim_victory, id, {"POST", "/api/bot/game/" + id + "/claim-victory"},
            now);
    }
    if (game.abort_at != Moment{0} && now >= game.abort_at) {
        game.abort_at = Moment{0};
        if (game.is_synced && !is_its_turn(game) && game.line.moves().size() < 2)
            ask(id, Purpose::give_up, id, {"POST", "/api/bot/game/" + id + "/abort"}, now);
    }
    // The site took the move, and does not show it.
    if (game.choice && game.confirmed != Moment{0} && now - game.confirmed >= long_enough) {
        game.confirmed = Moment{0};
        game.is_synced = false;
        close(game.feed);
        reopen_later(game.feed, now);
    }
}

}  // namespace kibitz::bot::lichess
