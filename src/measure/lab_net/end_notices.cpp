#include "lab_net/end_notices.hpp"

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <expected>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "lab_net/program_run.hpp"
#include "net/download.hpp"

namespace kibitz::lab_net {

namespace {

using nlohmann::json;

// A receiver that hangs for hours; what comes after is not told to it.
constexpr std::size_t most_waiting = 1000;
constexpr std::size_t most_answer_bytes = 65'536;  // nobody reads what a receiver answers

using Told = std::expected<void, std::string>;

Told post(const NoticeSettings& settings, const std::string& body,
          const std::function<bool()>& is_given_up) {
    const auto answer =
        net::exchange(settings.webhook,
                      {.method = "POST",
                       .headers = {{"User-Agent", "Kibitz"}, {"Content-Type", "application/json"}},
                       .body = body},
                      {.ca_file = settings.ca_file,
                       .timeout = settings.patience,
                       .most_bytes = most_answer_bytes,
                       .is_given_up = is_given_up});
    if (!answer) return std::unexpected(answer.error().why);
    constexpr int successes = 2, hundred = 100;  // 200 to 299
    if (answer->status / hundred != successes)
        return std::unexpected(settings.webhook.host + " answers with status " +
                               std::to_string(answer->status));
    return {};
}

Told run_command(const NoticeSettings& settings, const std::string& text,
                 const std::function<bool()>& is_given_up) {
    const uci_client::Command command{
        .program = settings.command.front(),
        .arguments = {settings.command.begin() + 1, settings.command.end()}};
    const auto run = run_program(
        command, text,
        {.time = settings.patience, .output_bytes = most_answer_bytes, .is_given_up = is_given_up});
    if (!run) return std::unexpected(settings.command.front() + ": " + run.error());
    if (!run->has_succeeded())
        return std::unexpected(settings.command.front() + ": " + to_string(run->status) + " " +
                               last_line_of(run->errors));
    return {};
}

std::string fixed(const json& value) {
    if (!value.is_number()) return "unbounded";
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value.get<double>());
    return text;
}

bool is_proposed(const json& end) { return end.value("state", "") == "proposed"; }

}  // namespace

std::string text_of_end(const json& end) {
    const json players = end.value("players", json::array());
    std::string text = "Test " + end.value("test", "");
    for (std::size_t i = 0; i < players.size(); ++i)
        text += (i == 0                ? ": "
                 : players.size() == 2 ? " against "
                                       : ", ") +
                players[i].get<std::string>();
    if (is_proposed(end)) {
        text += "\nwaits for approval; it was proposed by " + end.value("author", "") + "\n";
        return text + end.value("about", "");
    }
    text += "\n" + end.value("state", "") + " after " + std::to_string(end.value("games", 0)) +
            " games\n";
    if (const std::string why = end.value("whyStopped", ""); !why.empty())
        text += "stopped by " + end.value("stoppedBy", "") + ": " + why + "\n";
    if (const auto elo = end.find("elo"); elo != end.end() && elo->size() == 3)
        text += "Elo " + fixed(elo->at(0)) + ", 95 % interval from " + fixed(elo->at(1)) + " to " +
                fixed(elo->at(2)) + "\n";
    return text + end.value("text", "");
}

// --- Receivers ---

namespace {

struct Notice {
    std::string test, json, text;
    std::function<void()> settled;
    std::atomic<std::size_t> receivers_to_go;
};

}  // namespace

class EndNotices::Receiver {
   public:
    using Attempt = std::function<Told(const Notice&)>;

    Receiver(Attempt attempt, const NoticeSettings& settings, const std::atomic<bool>& is_stopping,
             const std::function<void(const std::string&)>& say)
        : attempt_(std::move(attempt)),
          settings_(settings),
          is_stopping_(is_stopping),
          say_(say),
          thread_([this] { work(); }) {}
    // After is_stopping is true.
    ~Receiver() {
        {
            const std::lock_guard lock(mutex_);  // or it might miss the call and sleep on
            changed_.notify_all();
        }
        thread_.join();
    }
    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;

    void add(std::shared_ptr<Notice> notice) {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= most_waiting) return;  // it stays untold until the next start
        waiting_.push_back(std::move(notice));
        changed_.notify_all();
    }

   private:
    void work() {
        while (const auto notice = next())
            if (tell(*notice) && --notice->receivers_to_go == 0) notice->settled();
    }
    // Null: it is time to stop.
    std::shared_ptr<Notice> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return is_stopping_ || !waiting_.empty(); });
        if (is_stopping_) return nullptr;
        std::shared_ptr<Notice> notice = std::move(waiting_.front());
        waiting_.pop_front();
        return notice;
    }
    // False: it was given up before it was told or refused for good.
    bool tell(const Notice& notice) {
        auto pause = settings_.first_pause;
        for (int attempt = 1;; ++attempt, pause *= 2) {
            const Told told = attempt_(notice);
            if (told) return true;
            if (is_stopping_) return false;
            if (attempt >= settings_.attempts) {
                say_("nobody was told of test " + notice.test + ": " + told.error());
                return true;
            }
            std::unique_lock lock(mutex_);
            if (changed_.wait_for(lock, pause, [this] { return is_stopping_.load(); }))
                return false;
        }
    }

    Attempt attempt_;
    const NoticeSettings& settings_;
    const std::atomic<bool>& is_stopping_;
    const std::function<void(const std::string&)> say_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Notice>> waiting_;
    std::thread thread_;  // the last, since it uses the others
};

EndNotices::EndNotices(NoticeSettings settings, std::function<void(const std::string&)> say)
    : settings_(std::move(settings)) {
    const auto is_given_up = [this] { return is_stopping_.load(); };
    const auto add = [&](Receiver::Attempt attempt) {
        receivers_.push_back(
            std::make_unique<Receiver>(std::move(attempt), settings_, is_stopping_, say));
    };
    if (!settings_.webhook.host.empty())
        add([this, is_given_up](const Notice& notice) {
            return post(settings_, notice.json, is_given_up);
        });
    if (!settings_.command.empty())
        add([this, is_given_up](const Notice& notice) {
            return run_command(settings_, notice.text, is_given_up);
        });
}

EndNotices::~EndNotices() {
    is_stopping_ = true;
    receivers_.clear();
}

void EndNotices::tell(const json& end, std::function<void()> settled) {
    json body = end;
    body["event"] = is_proposed(end) ? "testProposed" : "testEnded";
    const auto notice = std::make_shared<Notice>(
        end.value("test", ""), body.dump(-1, ' ', false, json::error_handler_t::replace),
        text_of_end(end), std::move(settled), receivers_.size());
    for (const auto& receiver : receivers_) receiver->add(notice);
}

}  // namespace kibitz::lab_net
