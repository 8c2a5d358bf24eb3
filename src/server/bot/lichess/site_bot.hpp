// SiteBot: a player of chess on lichess, or on any server that speaks its Bot API
// (https://lichess.org/api), whoever thinks for it.
//
// A state machine without I/O and without a clock: it is told what the site's streams bring, how
// its requests were answered, which moves were found and what time it is, and asks its environment
// for what it wants done. Games outlive lost streams and a restart of the program, since the site
// shows the games under way whenever the stream of events begins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>

#include "bot/lichess/challenge_budget.hpp"
#include "bot/lichess/filters.hpp"
#include "bot/lichess/line_splitter.hpp"
#include "bot/lichess/outbox.hpp"
#include "bot/lichess/site_texts.hpp"
#include "bot/results.hpp"
#include "chess/outcome.hpp"
#include "engine/limits.hpp"
#include "players/player.hpp"

namespace kibitz::bot::lichess {

// A text of a chat, in bytes.
inline constexpr std::size_t longest_chat = 140;

// What is challenged for, if anything is.
struct Matchmaking {
    std::string opponent{};  // that player alone
    bool bots = false;       // any bot that is online and fits the filters
    std::chrono::seconds base{180}, increment{2};
    bool is_rated = false;
    ChallengeLimits limits{};
};

struct SitePreferences {
    Filters filters{};
    Matchmaking matchmaking{};
    int games = 0;  // to play before it leaves; 0: any number
    int at_once = 1;
    bool upgrades = false;           // a person's account, which can never be undone
    bool accepts_takebacks = false;  // in casual games
    std::string hello{}, goodbye{};
    std::chrono::seconds abort_after{60};  // an opponent who does not begin; 0: never
    Milliseconds overhead{100};            // of the clock is left, besides what requests take
    std::uint64_t seed = 0;                // for the choice of whom to challenge
};

using StreamId = std::uint64_t;
using ThoughtId = std::uint64_t;

// What it needs of the program around it.
class SiteEnvironment {
   public:
    virtual ~SiteEnvironment() = default;
    // Answered by SiteBot::answered.
    virtual void call(CallId id, const Call& call) = 0;
    // Answered by opened(), then received() for each piece, and at last lost().
    virtual void open(StreamId id, const std::string& path) = 0;
    // Nothing of that stream is wanted any more.
    virtual void close(StreamId id) = 0;
    // Answered by chosen() or failed(), later. A game has one such question at a time.
    virtual void think(const GameId& game, ThoughtId thought, const Line& line,
                       const Limits& limits) = 0;
    // The result of the search in that game is no longer wanted.
    virtual void forget(const GameId& game) = 0;
    // There is no use in going on.
    virtual void refused(const std::string& why) = 0;
    // Tells people what has happened.
    virtual void report(const std::string& text) = 0;
};

class SiteBot {
   public:
    SiteBot(SitePreferences preferences, SiteEnvironment& environment);

    void start(Moment now);
    void answered(CallId id, const Answer& answer, Moment now);
    void opened(StreamId id, Moment now);
    void received(StreamId id, std::string_view piece, Moment now);
    // The stream ended, or did not begin: `answer` has the status where there was one.
    void lost(StreamId id, const Answer& answer, Moment now);
    void chosen(const GameId& game, ThoughtId thought, const players::Choice& choice, Moment now);
    // Whoever thinks cannot: the game is given up.
    void failed(const GameId& game, ThoughtId thought, const std::string& why, Moment now);
    // Several times a second: does what is due.
    void tick(Moment now);

    // Begins no more games, and is done when the last is over.
    void finish(Moment now);
    // Gives up all games.
    void leave(Moment now);

    [[nodiscard]] bool is_done() const {
        return is_finishing_ && games_.empty() && accepted_.empty();
    }
    [[nodiscard]] std::size_t games_under_way() const { return games_.size(); }
    [[nodiscard]] bool is_quiet() const { return outbox_.is_empty(); }
    [[nodiscard]] const Results& results() const { return results_; }
    [[nodiscard]] const Account& account() const { return account_; }

   private:
    // A stream, which is opened again when it is lost.
    struct Feed {
        std::string path;
        StreamId id = 0;  // 0: it is not open
        LineSplitter lines{};
        bool is_live = false;  // the site has begun to answer
        int failures = 0;      // in a row
        Moment opened{0}, due{0};
    };
    struct Played {
        Feed feed;
        bool is_known = false;   // since its gameFull came
        bool is_synced = false;  // the moves are those of the site
        Line line;
        std::string start;  // the FEN, or startpos
        int side = 0;
        Player opponent;
        bool is_chess960 = false, has_clock = true, is_rated = false;
        GameState state;
        Moment state_at{0};
        ThoughtId thought = 0;  // under way; 0: none
        std::optional<players::Choice> choice{};
        bool is_sent = false;
        bool tried_draw = false;  // in place of the move
        Moment confirmed{0};      // the site has taken the move; 0: not yet
        int refusals = 0;         // of moves, in a row
        int nonsense = 0;         // states that no legal moves lead to, in a row
        bool answered_takeback = false;
        bool is_given_up = false;
        Moment claim_at{0};  // victory over an opponent who is gone; 0: never
        Moment abort_at{0};  // 0: never
    };
    using Games = std::map<GameId, Played>;

    void ask(const std::string& lane, Purpose purpose, const std::string& about, Call call,
             Moment now);
    void flush(Moment now);
    void settle(const Outbox::Entry& entry, const Answer& answer, Moment now);
    void settle_account(const Answer& answer, Moment now);
    void settle_challenge(const Answer& answer, Moment now);
    void settle_move(const GameId& id, const Outbox::Entry& entry, const Answer& answer,
                     Moment now);

    void open(Feed& feed, Moment now);
    void close(Feed& feed);
    // Opened again after a while.
    void reopen_later(Feed& feed, Moment now);
    void refuse_token(const std::string& why);
    // The game of an open stream; end() if it is none.
    Games::iterator find_stream(StreamId id);

    void on_event(const std::string& line, Moment now);
    void on_challenge(const Challenge& challenge, Moment now);
    void begin(const GameId& id, Moment now);

    void on_game_line(const GameId& id, Played& game, const std::string& line, Moment now);
    void on_full(const GameId& id, Played& game, GameFull full, Moment now);
    void on_state(const GameId& id, Played& game, GameState state, Moment now);
    // Plays the moves of a state on its board. False if one is not legal.
    static bool follow(Played& game, const std::vector<std::string>& moves);
    // The position is another one: what was found for the last one is void.
    void reconsider(const GameId& id, Played& game);
    void answer_takeback(const GameId& id, Played& game, Moment now);
    void game_over(const GameId& id, Moment now);
    void drop(const GameId& id);
    void lose_sight(const GameId& id);
    void act(const GameId& id, Played& game, Moment now);
    void play(const GameId& id, Played& game, Moment now);
    void send_move(const GameId& id, Played& game, Moment now);
    void give_up(const GameId& id, Played& game, Moment now);
    void forget_thought(const GameId& id, Played& game);
    void say(const GameId& id, const std::string& text, const Player& opponent, Moment now);
    [[nodiscard]] Limits limits_for(const Played& game, Moment now) const;
    [[nodiscard]] static bool is_its_turn(const Played& game);
    void do_what_is_due(const GameId& id, Played& game, Moment now);

    [[nodiscard]] bool has_room() const;
    void make_matches(Moment now);
    void challenge_one_of(std::string_view list, Moment now);
    void challenge(const std::string& name, Moment now);
    void cancel_challenge(const std::string& id, Moment now);
    void challenge_over(const std::string& why, Moment now);

    const SitePreferences preferences_;
    SiteEnvironment& environment_;
    Outbox outbox_;
    Account account_;
    bool is_ready_ = false;  // the account is known
    bool told_unreachable_ = false;
    bool is_finishing_ = false;
    Feed events_{.path = "/api/stream/event"};
    Games games_;
    std::set<GameId> finished_;               // some sites tell of them again
    std::map<std::string, Moment> accepted_;  // challenges that become games, until when
    StreamId last_stream_ = 0;
    ThoughtId last_thought_ = 0;
    Milliseconds lag_{0};  // what a request for a move takes, as of late
    ChallengeBudget budget_;
    std::minstd_rand random_;
    std::map<std::string, Moment> not_before_;  // whom it challenges again, by id
    std::string asked_;                         // who was challenged last
    std::optional<std::string> own_challenge_;  // that stands
    Moment own_challenge_until_{0};
    int begun_ = 0;  // games that count
    Results results_;
};

}  // namespace kibitz::bot::lichess
