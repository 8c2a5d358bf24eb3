#include "bot/lichess/site_runner.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "bot/player_pool.hpp"
#include "net/download_stream.hpp"
#include "platform/event_queue.hpp"
#include "text/numbers.hpp"

namespace kibitz::bot::lichess {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr Milliseconds between_ticks = 100ms;
constexpr Milliseconds patience_for_answer = 15s;
constexpr Milliseconds site_farewell = 3s;  // for the last requests
constexpr std::size_t most_answer_bytes = std::size_t{1} << 20;
constexpr int most_player_failures = 3;  // in a row
constexpr int lanes_beside_games = 2;    // for challenges, and for the rest

struct CallAnswered {
    CallId id;
    Answer answer;
};
struct StreamOpened {
    StreamId id;
};
struct StreamPiece {
    StreamId id;
    std::string piece;
};
struct StreamLost {
    StreamId id;
    Answer answer;
};
struct ThoughtDone {
    GameId game;
    ThoughtId thought;
    std::expected<players::Choice, std::string> choice;
};
using SiteInput = std::variant<CallAnswered, StreamOpened, StreamPiece, StreamLost, ThoughtDone>;
using SiteInputs = platform::EventQueue<SiteInput>;

std::string header_of(const net::Response& response, std::string_view name) {
    for (const net::Header& header : response.headers)
        if (id_of(header.name) == name) return header.value;
    return "";
}

Answer answer_of(const net::Response& response, std::string why = {}) {
    const auto seconds = text::parse_number<int>(header_of(response, "retry-after"));
    return {.status = response.status,
            .body = response.body,
            .retry_after = std::chrono::seconds(seconds.value_or(0)),
            .why = std::move(why)};
}

// Threads that make requests, since each waits for its answer.
class Callers {
   public:
    using Job = std::function<void()>;

    explicit Callers(int count) {
        for (int i = 0; i < count; ++i)
            threads_.emplace_back([this](const std::stop_token& end) { work(end); });
    }
    void add(Job job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        changed_.notify_one();
    }

   private:
    void work(const std::stop_token& end) {
        for (;;) {
            Job job;
            {
                std::unique_lock lock(mutex_);
                if (!changed_.wait(lock, end, [this] { return !jobs_.empty(); })) return;
                job = std::move(jobs_.front());
                jobs_.pop_front();
            }
            job();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Job> jobs_;
    std::vector<std::jthread> threads_;  // the last: they use the others
};

}  // namespace

class SiteRunner::Impl final : public SiteEnvironment {
   public:
    explicit Impl(SiteRunnerSettings settings)
        : settings_(std::move(settings)),
          bot_(settings_.preferences, *this),
          players_(settings_.make_player),
          callers_(settings_.preferences.at_once + lanes_beside_games) {}
    ~Impl() override { is_over_ = true; }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    std::expected<Results, std::string> run();
    [[nodiscard]] bool is_thinking() const { return players_.is_thinking(); }

    void call(CallId id, const Call& call) override;
    void open(StreamId id, const std::string& path) override;
    void close(StreamId id) override { streams_.erase(id); }
    void think(const GameId& game, ThoughtId thought, const Line& line,
               const Limits& limits) override;
    void forget(const GameId& game) override { players_.forget(game); }
    void refused(const std::string& why) override { error_ = why; }
    void report(const std::string& text) override { settings_.report(text); }

   private:
    [[nodiscard]] static Moment moment_of(Clock::time_point time, Clock::time_point begin) {
        return std::chrono::duration_cast<Milliseconds>(time - begin);
    }
    [[nodiscard]] Moment now() const { return moment_of(Clock::now(), begin_); }
    [[nodiscard]] net::OutgoingRequest request_of(const std::string& method) const {
        return {.method = method,
                .headers = {{"Authorization", "Bearer " + settings_.token},
                            {"User-Agent", "Kibitz"},
                            {"Accept", "application/json"}}};
    }
    [[nodiscard]] net::Address place(const std::string& path) const {
        net::Address address = settings_.address;
        while (address.path.ends_with('/')) address.path.pop_back();
        address.path += path;
        return address;
    }
    void handle(SiteInput& input);
    void handle_thought(const ThoughtDone& done);
    // True if nothing is to be waited for any more.
    bool handle_end_requests();

    const SiteRunnerSettings settings_;
    const Clock::time_point begin_ = Clock::now();
    SiteInputs inputs_;
    std::atomic<bool> is_over_ = false;
    SiteBot bot_;
    std::optional<std::string> error_;    // it ends at once
    std::optional<std::string> failure_;  // it ends when its games are given up
    bool is_leaving_ = false;             // its games stay
    int player_failures_ = 0, handled_requests_ = 0;
    PlayerPool players_;
    Callers callers_;
    std::map<StreamId, std::unique_ptr<net::DownloadStream>> streams_;
};

std::expected<Results, std::string> SiteRunner::Impl::run() {
    bot_.start(now());
    std::optional<Moment> end;  // of waiting for the last requests
    while (!error_) {
        for (auto& [time, input] : inputs_.wait_for(between_ticks).events) handle(input);
        bot_.tick(now());
        if (handle_end_requests()) break;
        if (!bot_.is_done() && !is_leaving_) continue;
        if (!end) end = now() + site_farewell;
        if (bot_.is_quiet() || now() >= *end) break;
    }
    is_over_ = true;
    streams_.clear();
    if (error_ || failure_) return std::unexpected(error_ ? *error_ : *failure_);
    return bot_.results();
}

void SiteRunner::Impl::call(CallId id, const Call& call) {
    callers_.add([this, id, call] {
        net::OutgoingRequest request = request_of(call.method);
        request.body = call.form;
        if (!call.form.empty())
            request.headers.push_back({"Content-Type", "application/x-www-form-urlencoded"});
        net::DownloadSettings limits;
        limits.ca_file = settings_.ca_file;
        limits.timeout = patience_for_answer;
        limits.most_bytes = most_answer_bytes;
        limits.is_given_up = [this] { return is_over_.load(); };
        auto answer = net::exchange(place(call.path), request, limits);
        inputs_.post(CallAnswered{
            id, answer ? answer_of(*answer)
                       : Answer{.status = answer.error().status, .why = answer.error().why}});
    });
}

void SiteRunner::Impl::open(StreamId id, const std::string& path) {
    net::OutgoingRequest request = request_of("GET");
    request.headers.back().value = "application/x-ndjson";
    streams_[id] = net::DownloadStream::open(
        place(path), request, {.ca_file = settings_.ca_file},
        {.opened = [this, id] { inputs_.post(StreamOpened{id}); },
         .received =
             [this, id](std::string_view piece) {
                 inputs_.post(StreamPiece{id, std::string(piece)});
             },
         .closed =
             [this, id](const net::Response& answer, const std::string& why) {
                 inputs_.post(StreamLost{id, answer_of(answer, why)});
             }});
}

void SiteRunner::Impl::think(const GameId& game, ThoughtId thought, const Line& line,
                             const Limits& limits) {
    players_.player_for(game).think(
        line, limits,
        [this, game, thought](const std::expected<players::Choice, std::string>& choice) {
            inputs_.post(ThoughtDone{game, thought, choice});
        });
}

void SiteRunner::Impl::handle(SiteInput& input) {
    if (auto* answered = std::get_if<CallAnswered>(&input)) {
        bot_.answered(answered->id, answered->answer, now());
    } else if (const auto* opened = std::get_if<StreamOpened>(&input)) {
        bot_.opened(opened->id, now());
    } else if (const auto* piece = std::get_if<StreamPiece>(&input)) {
        bot_.received(piece->id, piece->piece, now());
    } else if (auto* lost = std::get_if<StreamLost>(&input)) {
        streams_.erase(lost->id);
        bot_.lost(lost->id, lost->answer, now());
    } else {
        handle_thought(std::get<ThoughtDone>(input));
    }
}

void SiteRunner::Impl::handle_thought(const ThoughtDone& done) {
    if (done.choice) {
        player_failures_ = 0;
        return bot_.chosen(done.game, done.thought, *done.choice, now());
    }
    bot_.failed(done.game, done.thought, done.choice.error(), now());
    if (++player_failures_ < most_player_failures) return;
    bot_.leave(now());
    failure_ = "the player fails again and again: " + done.choice.error();
}

bool SiteRunner::Impl::handle_end_requests() {
    const int requests = settings_.end_requests();
    if (requests == handled_requests_) return false;
    handled_requests_ = requests;
    bot_.finish(now());
    if (requests == 1 && settings_.ending == Ending::resign) bot_.leave(now());
    is_leaving_ = settings_.ending == Ending::leave;
    return requests > 1;
}

SiteRunner::SiteRunner(SiteRunnerSettings settings)
    : impl_(std::make_unique<Impl>(std::move(settings))) {}
SiteRunner::~SiteRunner() = default;
std::expected<Results, std::string> SiteRunner::run() { return impl_->run(); }
bool SiteRunner::is_thinking() const { return impl_->is_thinking(); }

}  // namespace kibitz::bot::lichess
