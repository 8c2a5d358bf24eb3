// Who is told that a test has ended: webhooks and commands that work, fail and hang.
#include "lab_net/end_notices.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>

#include "lab_net/running_gate.hpp"

using namespace kibitz;
using namespace kibitz::lab_net;
using nlohmann::json;
using namespace std::chrono_literals;

namespace {

// What another thread counts.
class Count {
   public:
    void add() {
        const std::lock_guard lock(mutex_);
        ++value_;
        changed_.notify_all();
    }
    bool reaches(int wanted) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 20s, [&] { return value_ >= wanted; });
    }
    int value() {
        const std::lock_guard lock(mutex_);
        return value_;
    }

   private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int value_ = 0;
};

// A webhook. It refuses the first requests, and answers others never.
class Webhook {
   public:
    explicit Webhook(int refusals = 0, bool is_hanging = false) {
        net::Handlers handlers;
        handlers.http = [this, refusals, is_hanging](const net::Request& request,
                                                     const net::Reply& reply) {
            {
                const std::lock_guard lock(mutex_);
                bodies_.push_back(request.method + " " + request.path + " " + request.body);
            }
            const bool is_refused = asked.value() < refusals;
            asked.add();
            if (is_hanging) return kept_.push_back(reply);
            reply(is_refused ? net::text_response(503, "later") : net::text_response(204, ""));
        };
        auto server = net::Server::listen({}, std::move(handlers));
        REQUIRE(server);
        server_ = *std::move(server);
        thread_ = std::thread([this] { server_->run(); });
    }
    ~Webhook() {
        server_->stop();
        thread_.join();
        kept_.clear();  // they are of the server
    }
    [[nodiscard]] net::Address address() const {
        return net::parse_address("http://127.0.0.1:" + std::to_string(server_->port()) + "/hook")
            .value();
    }
    std::string body(std::size_t number) {
        const std::lock_guard lock(mutex_);
        return bodies_.at(number);
    }
    Count asked;

   private:
    std::mutex mutex_;
    std::vector<std::string> bodies_;
    std::vector<net::Reply> kept_;
    std::unique_ptr<net::Server> server_;
    std::thread thread_;
};

json some_end() {
    return {{"test", "3"},   {"state", "H1 accepted"},    {"players", {"new", "old"}},
            {"games", 1234}, {"elo", {12.34, 3.1, 21.5}}, {"text", "+5 =2 -1\n"}};
}

NoticeSettings quick(const net::Address& webhook, std::vector<std::string> command = {}) {
    return {.webhook = webhook,
            .command = std::move(command),
            .attempts = 3,
            .first_pause = 1ms,
            .patience = 10s};
}

std::string content_of(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("a webhook gets verdict, interval and games as JSON") {
    Webhook webhook;
    Count settled;
    EndNotices notices(quick(webhook.address()), [](const std::string&) {});
    notices.tell(some_end(), [&] { settled.add(); });
    REQUIRE(settled.reaches(1));
    const std::string body = webhook.body(0);
    REQUIRE(body.starts_with("POST /hook {"));
    const json sent = json::parse(body.substr(body.find('{')));
    CHECK(sent.at("event") == "testEnded");
    CHECK(sent.at("state") == "H1 accepted");
    CHECK(sent.at("elo") == json{12.34, 3.1, 21.5});
    CHECK(sent.at("games") == 1234);
}

TEST_CASE("a command gets them as text on its standard input, and no shell reads its arguments") {
    test::TemporaryFolder folder;
    const std::string file = folder / "a $(touch evil); mail";
    Count settled;
    EndNotices notices(quick({}, {"tee", file}), [](const std::string&) {});
    notices.tell(some_end(), [&] { settled.add(); });
    REQUIRE(settled.reaches(1));
    CHECK(content_of(file) ==
          "Test 3: new against old\nH1 accepted after 1234 games\n"
          "Elo 12.3, 95 % interval from 3.1 to 21.5\n+5 =2 -1\n");
}

TEST_CASE("a receiver that fails is asked again a few times and then no more") {
    for (const auto& [refusals, asked, is_told] :
         {std::tuple{2, 3, true}, std::tuple{100, 3, false}}) {
        Webhook webhook(refusals);
        Count settled, complaints;
        EndNotices notices(quick(webhook.address()), [&](const std::string&) { complaints.add(); });
        notices.tell(some_end(), [&] { settled.add(); });
        REQUIRE(settled.reaches(1));
        CHECK(webhook.asked.value() == asked);
        CHECK(complaints.value() == (is_told ? 0 : 1));
    }
}

TEST_CASE("programs that fail, and those that are not there, are no more than a line") {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"false"}, std::vector<std::string>{"/no/such/program"}}) {
        Count settled, complaints;
        EndNotices notices(quick({}, command), [&](const std::string&) { complaints.add(); });
        notices.tell(some_end(), [&] { settled.add(); });
        REQUIRE(settled.reaches(1));
        CHECK(complaints.value() == 1);
    }
}

TEST_CASE("a receiver that hangs holds up neither another one nor the end of the laboratory") {
    Webhook webhook(0, /*is_hanging=*/true);
    test::TemporaryFolder folder;
    const std::string file = folder / "told";
    Count settled;
    {
        NoticeSettings settings = quick(webhook.address(), {"tee", "-a", file});
        settings.patience = std::chrono::hours(1);
        EndNotices notices(settings, [](const std::string&) {});
        for (int test = 0; test < 2; ++test) notices.tell(some_end(), [&] { settled.add(); });
        REQUIRE(webhook.asked.reaches(1));
        for (int look = 0; look < 2000 && content_of(file).size() < 200; ++look)
            std::this_thread::sleep_for(10ms);
        CHECK(content_of(file).size() > 200);  // both
    }  // does not wait for an hour
    CHECK(settled.value() == 0);
}

namespace {

json small_test() {
    return json::parse(R"({"type": "test", "plan": {"priority": 0, "arguments": [
        ["-engine", ["cmd=a", "nodes=1"]], ["-engine", ["cmd=b", "nodes=1"]],
        ["-rounds", ["10"]]]}})");
}

// Keeps what the gate tells, and settles it when it is asked to.
struct Listener {
    std::vector<json> ends;
    std::vector<std::function<void()>> to_settle;
    std::mutex mutex;

    Gate::Tell tell() {
        return [this](const json& end, std::function<void()> settled) {
            const std::lock_guard lock(mutex);
            ends.push_back(end);
            to_settle.push_back(std::move(settled));
        };
    }
};

}  // namespace

TEST_CASE("a gate tells each end once, also one that was not settled before it was killed") {
    test::RunningGate gate;
    Listener first;
    gate.gate().tell_ends(first.tell());
    {
        GateClient client(gate.operator_token());
        for (int test = 0; test < 3; ++test) REQUIRE(client.ask(small_test()));
        for (const char* test : {"1", "2"}) REQUIRE(client.ask({{"type", "stop"}, {"test", test}}));
        REQUIRE(client.ask({{"type", "status"}}));
    }
    REQUIRE(first.ends.size() == 2);
    CHECK(first.ends[0].at("test") == "1");
    CHECK(first.ends[0].at("state") == "stopped");
    first.to_settle[0]();

    gate.restart();
    Listener second;
    gate.gate().tell_ends(second.tell());
    REQUIRE(second.ends.size() == 1);
    CHECK(second.ends[0].at("test") == "2");
    second.to_settle[0]();

    gate.restart();
    Listener third;
    gate.gate().tell_ends(third.tell());
    CHECK(third.ends.empty());
}
