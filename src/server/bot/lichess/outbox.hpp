// Outbox: the requests to a site, one at a time in each lane (a game's requests are one), sent
// again where that may help. After "429 too many requests" nothing at all is sent for a minute or
// more, as the site asks; a challenge beyond what the site allows in a day stops no other request.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bot/lichess/site_texts.hpp"

namespace kibitz::bot::lichess {

// Since some beginning that the caller chooses.
using Moment = Milliseconds;
using CallId = std::uint64_t;

struct Call {
    std::string method;
    std::string path;    // with the query
    std::string form{};  // the body, as a browser sends a form
};
struct Answer {
    int status = 0;  // 0: there was none
    std::string body{};
    std::chrono::seconds retry_after{0};
    std::string why{};  // there was no answer, for people

    [[nodiscard]] bool is_good() const;
};

enum class Purpose : std::uint8_t {
    account,
    upgrade,
    accept,
    decline,
    list_bots,
    challenge,
    cancel,
    move,
    accept_draw,
    claim_draw,
    claim_victory,
    give_up,
    takeback,
    chat,
};

class Outbox {
   public:
    struct Entry {
        Purpose purpose;
        std::string about;  // the game, the challenge, or the player
        Call call;
        int failures = 0;
        Moment due{0};
        Moment sent{0};
    };

    static constexpr Milliseconds pause_of_429 = std::chrono::minutes(1);

    void add(const std::string& lane, Entry entry);
    // The calls that are to be sent now; each is answered().
    std::vector<std::pair<CallId, Call>> take_due(Moment now);
    // The call, once it is settled; nothing if it is sent again or no longer matters.
    std::optional<Entry> answered(CallId id, const Answer& answer, Moment now);
    // What waits or is under way for that purpose does not matter any more.
    void drop(const std::string& lane, Purpose purpose);
    void drop(const std::string& lane);
    // The site has said 429 somewhere.
    void pause(const Answer& answer, Moment now);
    [[nodiscard]] bool is_paused(Moment now) const { return now < paused_until_; }
    [[nodiscard]] Moment paused_until() const { return paused_until_; }
    [[nodiscard]] bool has(const std::string& lane, Purpose purpose) const;
    [[nodiscard]] bool has(const std::string& lane, Purpose purpose,
                           const std::string& about) const;
    [[nodiscard]] bool is_empty() const { return under_way_.empty() && waiting_.empty(); }

   private:
    struct UnderWay {
        std::string lane;
        std::optional<Entry> entry;  // nothing: whatever the answer is
    };

    template <typename IsIt>
    [[nodiscard]] bool has_any(const std::string& lane, IsIt is_it) const;

    std::map<std::string, std::deque<Entry>> waiting_;  // by lane, none empty
    std::map<CallId, UnderWay> under_way_;
    CallId last_ = 0;
    Moment paused_until_{0};
};

}  // namespace kibitz::bot::lichess
