#include "bot/lichess/outbox.hpp"

#include <algorithm>
#include <limits>

#include "net/http_status.hpp"

namespace kibitz::bot::lichess {

namespace {

using namespace std::chrono_literals;

constexpr int least_server_error = 500, least_not_good = 300;
constexpr Milliseconds first_wait = 500ms, longest_wait = 30s;
constexpr std::chrono::seconds longest_pause_of_429 = 24h;

// A move is worth sending for as long as it is the move to be made; whoever sent it drops it
// otherwise. A site that is down when the program starts comes back. The rest is asked for again
// by whoever cares.
int most_retries(Purpose purpose) {
    constexpr int few = 2, some = 5;
    switch (purpose) {
        case Purpose::account:
        case Purpose::move:
        case Purpose::give_up: return std::numeric_limits<int>::max();
        case Purpose::chat:
        case Purpose::list_bots:
        case Purpose::challenge:
        case Purpose::claim_victory: return 0;
        case Purpose::upgrade: return few;
        default: return some;
    }
}

Milliseconds wait_after(int failures) {
    constexpr int most_doublings = 6;
    return std::min(first_wait * (1 << std::min(failures - 1, most_doublings)), longest_wait);
}

}  // namespace

bool Answer::is_good() const { return status >= net::status_ok && status < least_not_good; }

void Outbox::add(const std::string& lane, Entry entry) {
    waiting_[lane].push_back(std::move(entry));
}

std::vector<std::pair<CallId, Call>> Outbox::take_due(Moment now) {
    std::vector<std::pair<CallId, Call>> calls;
    if (is_paused(now)) return calls;
    for (auto lane = waiting_.begin(); lane != waiting_.end();) {
        auto& [name, entries] = *lane;
        const bool is_busy = std::ranges::any_of(
            under_way_, [&](const auto& call) { return call.second.lane == name; });
        const auto due =
            std::ranges::find_if(entries, [now](const Entry& entry) { return entry.due <= now; });
        if (is_busy || due == entries.end()) {
            ++lane;
            continue;
        }
        due->sent = now;
        calls.emplace_back(++last_, due->call);
        under_way_.emplace(last_, UnderWay{name, std::move(*due)});
        entries.erase(due);
        lane = entries.empty() ? waiting_.erase(lane) : std::next(lane);
    }
    return calls;
}

std::optional<Outbox::Entry> Outbox::answered(CallId id, const Answer& answer, Moment now) {
    auto call = under_way_.extract(id);
    if (!call) return std::nullopt;
    const bool is_too_many = answer.status == net::status_too_many_requests;
    if (is_too_many && !read_quota(answer.body)) pause(answer, now);
    auto& [lane, entry] = call.mapped();
    if (!entry) return std::nullopt;
    const bool may_help = answer.status == 0 || answer.status >= least_server_error || is_too_many;
    if (!may_help || entry->failures >= most_retries(entry->purpose)) return entry;
    entry->due = now + wait_after(++entry->failures);
    waiting_[lane].push_front(*std::move(entry));
    return std::nullopt;
}

void Outbox::drop(const std::string& lane, Purpose purpose) {
    if (const auto found = waiting_.find(lane); found != waiting_.end()) {
        std::erase_if(found->second,
                      [purpose](const Entry& entry) { return entry.purpose == purpose; });
        if (found->second.empty()) waiting_.erase(found);
    }
    for (auto& [id, call] : under_way_)
        if (call.lane == lane && call.entry && call.entry->purpose == purpose) call.entry.reset();
}

void Outbox::drop(const std::string& lane) {
    waiting_.erase(lane);
    for (auto& [id, call] : under_way_)
        if (call.lane == lane) call.entry.reset();
}

void Outbox::pause(const Answer& answer, Moment now) {
    const Milliseconds wait =
        std::clamp<Milliseconds>(answer.retry_after, pause_of_429, longest_pause_of_429);
    paused_until_ = std::max(paused_until_, now + wait);
}

template <typename IsIt>
bool Outbox::has_any(const std::string& lane, IsIt is_it) const {
    const auto found = waiting_.find(lane);
    return (found != waiting_.end() && std::ranges::any_of(found->second, is_it)) ||
           std::ranges::any_of(under_way_, [&](const auto& call) {
               return call.second.lane == lane && call.second.entry && is_it(*call.second.entry);
           });
}

bool Outbox::has(const std::string& lane, Purpose purpose) const {
    return has_any(lane, [&](const Entry& entry) { return entry.purpose == purpose; });
}

bool Outbox::has(const std::string& lane, Purpose purpose, const std::string& about) const {
    return has_any(
        lane, [&](const Entry& entry) { return entry.purpose == purpose && entry.about == about; });
}

}  // namespace kibitz::bot::lichess
