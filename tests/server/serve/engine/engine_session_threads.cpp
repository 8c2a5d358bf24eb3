// The engine of one client on a server: what it answers to messages, valid or not.
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "serve/engine/engine_session.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

// What a client receives, in order.
class Client {
   public:
    explicit Client(platform::TaskQueue& pool, const serve::EngineAllowance& allowance = {})
        : session(std::make_shared<serve::EngineSession>(
              allowance, pool, [events = events_](std::string event) {
                  const std::lock_guard lock(events->mutex);
                  events->all.push_back(json::parse(event));
                  events->came.notify_all();
              })) {}
    ~Client() { session->leave(); }

    void send(const json& message) { session->receive(message.dump(), true); }
    void go(int run, const std::string& limits) {
        send({{"verb", "go"}, {"run", run}, {"limits", limits}});
    }
    // The next event, which is null if none comes in time.
    json next(std::chrono::milliseconds patience = 10s) {
        std::unique_lock lock(events_->mutex);
        if (!events_->came.wait_for(lock, patience, [this] { return !events_->all.empty(); }))
            return nullptr;
        json event = events_->all.front();
        events_->all.pop_front();
        return event;
    }
    json next_but_infos(std::chrono::milliseconds patience = 10s) {
        for (;;)
            if (json event = next(patience); event.is_null() || event["event"] != "info")
                return event;
    }
    std::string error_after(std::string_view message, bool is_text = true) {
        session->receive(message, is_text);
        const json event = next_but_infos();
        return event.is_object() ? event.value("words", event.dump()) : "nothing";
    }
    std::string code_after(std::string_view message, bool is_text = true) {
        session->receive(message, is_text);
        const json event = next_but_infos();
        return event.is_object() ? event.value("code", event.dump()) : "nothing";
    }

   private:
    struct Events {
        std::mutex mutex;
        std::condition_variable came;
        std::deque<json> all;
    };
    std::shared_ptr<Events> events_ = std::make_shared<Events>();

   public:
    std::shared_ptr<serve::EngineSession> session;
};

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

constexpr std::size_t some_waiting = 8;

}  // namespace

TEST_CASE("a search reports lines and its move") {
    platform::TaskQueue pool(1, some_waiting);
    Client client(pool);
    client.send({{"verb", "position"}, {"start", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"}});
    client.go(1, "depth 5");
    const json info = client.next();
    CHECK(info["event"] == "info");
    CHECK(info["run"] == 1);
    CHECK(info["info"]["pv"][0] == "d1d8");
    const json move = client.next_but_infos();
    CHECK(move["event"] == "move");
    CHECK(move["run"] == 1);
    CHECK(move["answer"]["move"] == "d1d8");
    CHECK(move["answer"]["mate"] == 1);

    client.send({{"verb", "position"}, {"moves", json::array({"e2e4", "e7e5"})}});
    client.send({{"verb", "played"}, {"move", "d1h5"}});
    client.send({{"verb", "played"}, {"move", "e8e7"}});
    client.go(2, "depth 4");
    CHECK(client.next_but_infos()["answer"]["move"] == "h5e5");
}

TEST_CASE("a player chooses as it does in a page") {
    platform::TaskQueue pool(1, some_waiting);
    Client client(pool);
    client.send({{"verb", "position"}, {"moves", "f2f3 e7e5 g2g4"}});
    client.send({{"verb", "go"},
                 {"run", 7},
                 {"player", {{"settings", "vision.depth 2"}, {"clock", "60000 0"}, {"seed", 5}}}});
    const json move = client.next();
    CHECK(move["run"] == 7);
    CHECK(move["answer"]["move"] == "d8h4");
    CHECK(move["answer"]["milliseconds"].is_number());
}

TEST_CASE("the classic player chooses, and can be stopped") {
    platform::TaskQueue pool(1, some_waiting);
    Client client(pool);
    const auto go = [&](int run, const char* settings) {
        client.send({{"verb", "go"},
                     {"run", run},
                     {"player", {{"settings", settings}, {"clock", ""}, {"seed", 5}}}});
    };
    client.send({{"verb", "position"}, {"moves", "f2f3 e7e5 g2g4"}});
    go(1, "classic.level 3");
    const json move = client.next();
    CHECK(move["answer"]["move"] == "d8h4");
    CHECK(move["answer"]["candidates"][0]["move"] == "d8h4");
    // Far too deep: it goes on until it is stopped, or until its memory is full.
    go(2, "classic.level 32 classic.search 1");
    CHECK(client.next(200ms).is_null());
    client.send({{"verb", "stop"}, {"run", 2}});
    CHECK(client.next()["answer"].is_null());
    go(3, "classic.levels 3");
    CHECK(client.next()["code"] == "invalidPlayer");
}

TEST_CASE("a stop comes at once, and only for its own run") {
    platform::TaskQueue pool(1, some_waiting);
    Client client(pool);
    client.go(1, "infinite");
    REQUIRE(client.next()["event"] == "info");
    client.send({{"verb", "stop"}, {"run", 2}});
    CHECK(client.next_but_infos(100ms).is_null());
    client.send({{"verb", "stop"}, {"run", 1}});
    CHECK(client.next_but_infos()["answer"]["move"].is_string());
    client.send({{"verb", "stop"}, {"run", 1}});
    // A new search ends the one before.
    client.go(2, "infinite");
    REQUIRE(client.next()["event"] == "info");
    client.go(3, "depth 2");
    CHECK(client.next_but_infos()["run"] == 2);
    CHECK(client.next_but_infos()["run"] == 3);
    // Also many of them, and those that have not begun.
    for (int run = 4; run < 40; ++run) client.go(run, run % 2 == 0 ? "infinite" : "depth 3");
    client.send({{"verb", "stop"}, {"run", 39}});
    // Those that have not begun may be answered before one that is about to end.
    std::set<int> answered;
    for (int run = 4; run < 40; ++run) answered.insert(client.next_but_infos().value("run", 0));
    CHECK(answered.size() == 36);
    CHECK(*answered.begin() == 4);
    CHECK(*answered.rbegin() == 39);
}

TEST_CASE("searches wait for their turn, and some are refused") {
    platform::TaskQueue pool(1, 1);
    Client first(pool), second(pool), third(pool);
    first.go(1, "infinite");
    REQUIRE(first.next()["event"] == "info");
    second.go(1, "depth 2");
    CHECK(second.next(100ms).is_null());
    third.go(1, "depth 2");
    CHECK(contains(third.next().value("words", ""), "too many searches"));
    first.session->leave();
    CHECK(second.next_but_infos()["event"] == "move");
    third.go(2, "depth 2");
    CHECK(third.next_but_infos()["event"] == "move");
}

TEST_CASE("nobody gets more than is allowed") {
    platform::TaskQueue pool(1, some_waiting);
    Client client(pool, {.threads = 2, .hash_mb = 8, .time = 300ms});
    client.send({{"verb", "config"}, {"threads", 64}, {"hashMb", 100'000}});
    const json granted = client.next();
    CHECK(granted["threads"] == 2);
    CHECK(granted["hashMb"] == 8);
    const auto begin = std::chrono::steady_clock::now();
    client.go(1, "infinite");
    CHECK(client.next_but_infos()["answer"]["move"].is_string());
    client.go(2, "movetime 100000 wtime 100000000 btime 100000000");
    CHECK(client.next_but_infos()["answer"]["move"].is_string());
    CHECK(std::chrono::steady_clock::now() - begin < 5s);
    // A table of another size, and a new game.
    client.send({{"verb", "config"}, {"hashMb", 2}});
    CHECK(client.next()["hashMb"] == 2);
    client.send({{"verb", "newGame"}});
    client.go(3, "depth 3");
    CHECK(client.next_but_infos()["run"] == 3);
}

TEST_CASE("garbage is answered with an error, and the session continues") {
    platform::TaskQueue pool(1, some_waiting);
    Client client(pool);
    const std::string deep(16'000, '[');
    struct {
        const char* message;
        const char* words;
    } const cases[] = {
        {"", "is not JSON"},
        {"hello", "is not JSON"},
        {"{\"verb\": \"go\"", "is not JSON"},
        {"\"\xff\"", "is not JSON"},
        {deep.c_str(), "nested too deeply"},
        {"null", "JSON object"},
        {"5", "JSON object"},
        {"[1]", "JSON object"},
        {"{}", "\"verb\" is"},
        {"{\"verb\": 5}", "\"verb\" is a text"},
        {"{\"verb\": \"dance\"}", "not \"dance\""},
        {"{\"verb\": \"go\"}", "\"run\" is"},
        {"{\"verb\": \"go\", \"run\": \"1\"}", "\"run\" is a whole number"},
        {"{\"verb\": \"go\", \"run\": 1.5}", "\"run\" is a whole number"},
        {"{\"verb\": \"go\", \"run\": -1}", "\"run\" is a whole number"},
        {"{\"verb\": \"go\", \"run\": 99999999999999999999}", "\"run\" is a whole number"},
        {"{\"verb\": \"go\", \"run\": 18446744073709551615}", "\"run\" is a whole number"},
        {"{\"verb\": \"go\", \"run\": 1, \"limits\": 5}", "\"limits\" is a text"},
        {"{\"verb\": \"go\", \"run\": 1, \"player\": 5}", "\"player\" is an object"},
        {"{\"verb\": \"go\", \"run\": 1, \"player\": {\"seed\": -1}}", "\"seed\" is"},
        {"{\"verb\": \"stop\"}", "\"run\" is"},
        {"{\"verb\": \"config\", \"threads\": 0}", "\"threads\" is"},
        {"{\"verb\": \"config\", \"hashMb\": [1]}", "\"hashMb\" is"},
        {"{\"verb\": \"position\", \"start\": {}}", "\"start\" is a text"},
        {"{\"verb\": \"position\", \"moves\": [1]}", "array of texts"},
        {"{\"verb\": \"played\", \"move\": []}", "\"move\" is a text"},
        {"{\"verb\": \"go\", \"run\": 1, \"limits\": \"depth x\"}", "whole number"},
        {"{\"verb\": \"go\", \"run\": 1, \"limits\": \"forever 5\"}", "no limit"},
        {"{\"verb\": \"go\", \"run\": 1, \"player\": {\"settings\": \"a 1\"}}", "no setting"},
    };
    for (const auto& [message, words] : cases) {
        CAPTURE(message);
        const std::string answer = client.error_after(message);
        CAPTURE(answer);
        CHECK(contains(answer, words));
    }
    CHECK(contains(client.error_after("{}", false), "text frame"));
    CHECK(contains(client.error_after(std::string(20'000, ' ')), "at most 16384 bytes"));

    const auto wrong_position = [&](const json& position) {
        json message = position;
        message["verb"] = "position";
        client.send(message);
        return client.error_after(R"({"verb": "go", "run": 1, "limits": "depth 1"})");
    };
    CHECK(contains(wrong_position({{"start", "8/8/8"}}), "ranks"));
    CHECK(contains(wrong_position({{"moves", "e2e5"}}), "e2e5"));
    CHECK(contains(wrong_position({{"moves", "f3 e5 g4 Qh4"}}), "no legal move"));
    client.send({{"verb", "position"}, {"moves", std::string(16'000, ' ')}});
    CHECK(contains(
        client.error_after(json{{"verb", "played"}, {"move", std::string(500, 'a')}}.dump()),
        "too long"));
    client.send({{"verb", "position"}});
    client.go(9, "depth 2");
    CHECK(client.next_but_infos()["run"] == 9);
}

TEST_CASE("each refusal has a code that programs may rely on") {
    platform::TaskQueue searches(1, some_waiting);
    Client client(searches);
    CHECK(client.code_after("hello") == "invalidMessage");
    CHECK(client.code_after("{}", /*is_text=*/false) == "invalidMessage");
    CHECK(client.code_after(R"({"verb": "go"})") == "invalidMessage");
    CHECK(client.code_after(R"({"verb": "sing"})") == "unknownVerb");
    CHECK(client.code_after(std::string(serve::most_engine_message_bytes + 1, ' ')) ==
          "messageTooLarge");
    CHECK(client.code_after(R"({"verb": "go", "run": 1, "limits": "depth x"})") == "invalidLimits");
    const auto at = [&](const char* start, const char* moves) {
        client.send({{"verb", "position"}, {"start", start}, {"moves", moves}});
    };
    at("", "e2e5");
    CHECK(client.code_after(R"({"verb": "go", "run": 2, "limits": "depth 1"})") ==
          "invalidPosition");
    at("", "f2f3 e7e5 g2g4 d8h4");
    CHECK(client.code_after(R"({"verb": "go", "run": 3, "limits": "depth 1"})") == "gameOver");
}
