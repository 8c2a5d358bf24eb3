// The server for HTTP and WebSocket, over the loopback.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "net/certificate.hpp"
#include "net/server.hpp"
#include "support/net_client.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz;
using test::NetClient;
using test::TemporaryFolder;

namespace {

// Says everything back; "leave" closes, "flood" sends more than anyone may have waiting, "throw"
// does, "grow" allows larger messages.
class Echo final : public net::SocketHandler {
   public:
    explicit Echo(std::atomic<int>& open) : open_(open) {}
    void on_open(std::shared_ptr<net::Socket> socket) override {
        socket_ = std::move(socket);
        ++open_;
    }
    void on_message(std::string_view message, bool is_text) override {
        if (message == "leave") return socket_->close(net::CloseCode::policy, "as you wish");
        if (message == "grow") return socket_->allow_messages_of(64 * 1024);
        if (message == "throw") throw std::runtime_error("as you wish");
        if (message == "flood")
            for (int i = 0; i < 10'000; ++i) socket_->send(std::string(10'000, 'x'));
        socket_->send((is_text ? "" : "binary ") + std::string(message));
    }
    void on_close() override { --open_; }

   private:
    std::atomic<int>& open_;
    std::shared_ptr<net::Socket> socket_;
};

// Sends two lines at once, and what feed() says later.
class Feed final : public net::SocketHandler {
   public:
    explicit Feed(std::atomic<int>& open) : open_(open) {}
    void on_open(std::shared_ptr<net::Socket> socket) override {
        {
            const std::lock_guard lock(mutex_);
            socket_ = socket;
        }
        ++open_;
        socket->send("one\n");
        socket->send("two, which is longer\n");
    }
    void on_message(std::string_view, bool) override { FAIL("a stream has no messages"); }
    void on_cut_off() override { is_cut_off = true; }
    void on_close() override { --open_; }
    std::shared_ptr<net::Socket> socket() {
        const std::lock_guard lock(mutex_);
        return socket_;
    }

    std::atomic<bool> is_cut_off = false;

   private:
    std::atomic<int>& open_;
    std::mutex mutex_;
    std::shared_ptr<net::Socket> socket_;
};

class Running {
   public:
    explicit Running(net::Settings settings = {}) {
        net::Handlers handlers;
        handlers.http = [this](net::Request request, net::Reply reply) {
            if (request.path == "/throw") throw std::runtime_error("as you wish");
            if (request.path == "/later") {
                later_ = std::jthread([reply] { reply(net::text_response(202, "later")); });
                return;
            }
            if (request.path == "/feed")
                return reply({.headers = {{"Content-Type", "text/plain"}}, .stream = feed});
            reply({.headers = {{"X-Address", request.address}},
                   .body = request.method + " " + request.path + "?" + request.query + " " +
                           request.body});
        };
        handlers.socket = [this](const net::Request& request)
            -> std::expected<std::unique_ptr<net::SocketHandler>, net::Response> {
            if (request.path != "/echo")
                return std::unexpected(net::text_response(404, "no socket here"));
            return std::make_unique<Echo>(open);
        };
        settings.threads = 2;
        auto listening = net::Server::listen(std::move(settings), std::move(handlers));
        REQUIRE(listening);
        server = *std::move(listening);
        thread_ = std::jthread([this] { server->run(); });
    }
    ~Running() { server->stop(); }

    std::atomic<int> open = 0;
    const std::shared_ptr<Feed> feed = std::make_shared<Feed>(open);
    std::unique_ptr<net::Server> server;

   private:
    std::jthread thread_;
    std::jthread later_;
};

bool soon(const std::function<bool()>& holds) {
    for (int i = 0; i < 500; ++i) {
        if (holds()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("requests are answered one after the other on a connection") {
    Running running;
    NetClient client(running.server->port());
    CHECK(client.ask("GET", "/a%20b?c=d").body == "GET /a b?c=d ");
    client.write(
        "POST /x HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nhelloGET /y HTTP/1.1\r\nHost: "
        "here\r\n\r\n");
    CHECK(client.read_answer().body == "POST /x? hello");
    CHECK(client.read_answer().body == "GET /y? ");
    const auto head = client.ask("HEAD", "/z");
    CHECK(contains(head.head, "Content-Length: 9\r\n"));
    CHECK(client.ask("GET", "/later").body == "later\n");
    const auto failed = client.ask("GET", "/throw");
    CHECK(failed.status == 500);
    CHECK(contains(failed.body, R"("code":"internalError")"));
    CHECK(client.ask("GET", "/last", "Connection: close\r\n").status == 200);
    CHECK(client.is_closed());
}

TEST_CASE("what is no request is refused with a code and a text") {
    Running running;
    const auto answer = [&](const std::string& text) {
        NetClient client(running.server->port());
        client.write(text);
        return client.read_answer();
    };
    const auto status = [&](const std::string& text) { return answer(text).status; };
    // The status and the code; the body is JSON with a code and a text.
    const auto refusal = [&](const std::string& text) {
        const auto refused = answer(text);
        CHECK(contains(refused.head, "Content-Type: application/json"));
        const std::string& body = refused.body;
        const std::string_view begin = R"({"code":")", middle = R"(","error":")", end = "\"}\n";
        REQUIRE(body.starts_with(begin));
        REQUIRE(body.ends_with(end));
        const std::size_t code_end = body.find(middle);
        REQUIRE(code_end != std::string::npos);
        CHECK(code_end + middle.size() + end.size() < body.size());  // the text is not empty
        return std::to_string(refused.status) + " " +
               body.substr(begin.size(), code_end - begin.size());
    };
    CHECK(refusal("hello\r\n\r\n") == "400 notHttp");
    CHECK(refusal("GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n") == "400 badTarget");
    CHECK(refusal("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n") == "400 badTarget");
    CHECK(refusal("GET /%2 HTTP/1.1\r\nHost: x\r\n\r\n") == "400 badTarget");
    CHECK(refusal("GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n") == "400 badTarget");
    CHECK(refusal("GET / HTTP/9.9\r\n\r\n") == "400 notHttp");
    CHECK(refusal("GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\n\r\n") ==
          "431 headerTooLarge");
    CHECK(refusal("GET / HTTP/1.1\r\nX: " + std::string(20'000, 'a') + "\r\n\r\n") ==
          "431 headerTooLarge");
    const std::string large =
        "POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n" + std::string(100'000, 'a');
    CHECK(refusal(large) == "413 bodyTooLarge");
    CHECK(contains(answer(large).body, "16384 bytes"));
    // And it goes on.
    CHECK(status("GET / HTTP/1.1\r\nHost: x\r\n\r\n") == 200);
    // A proxy and the server might take different ones of two names for the site that is meant.
    CHECK(refusal("GET / HTTP/1.1\r\n\r\n") == "400 badHost");
    CHECK(refusal("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n") == "400 badHost");
    CHECK(status("GET / HTTP/1.0\r\n\r\n") == 200);
}

TEST_CASE("a body whose length is a matter of opinion is refused, and the connection ends") {
    Running running;
    const std::string head = "POST /x HTTP/1.1\r\nHost: here\r\n",
                      chunk = "5\r\nhello\r\n0\r\n\r\n";
    const std::string hidden = "GET /hidden HTTP/1.1\r\nHost: here\r\n\r\n";
    for (const char* const fields :
         {"Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding: identity\r\n",
          "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: xchunked\r\n",
          "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
          "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
          "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
          "Transfer-Encoding: \"chunked\"\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n",
          "Content-Length: +5\r\n"}) {
        for (const bool has_length : {false, true}) {
            CAPTURE(fields);
            CAPTURE(has_length);
            const bool has_one = std::string_view(fields).contains("Content-Length");
            NetClient client(running.server->port());
            client.write(head + fields +
                         (has_length && !has_one ? "Content-Length: 5\r\n\r\n" : "\r\n") + chunk +
                         hidden);
            CHECK(client.read_answer().status == 400);
            CHECK(client.is_closed());
        }
    }
    NetClient client(running.server->port());
    client.write(head + "Transfer-Encoding: Chunked\r\n\r\n" + chunk);
    CHECK(client.read_answer().body == "POST /x? hello");
    client.write("POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk);
    CHECK(client.read_answer().status == 400);
}

TEST_CASE("no answer says which library made it") {
    Running running;
    NetClient client(running.server->port());
    CHECK(!contains(client.ask("GET", "/").head, "Server:"));
    const auto upgraded = client.upgrade("/echo");
    CHECK(upgraded.status == 101);
    CHECK(!contains(upgraded.head, "Beast"));
}

TEST_CASE("a stranger's messages are small until the handler knows them") {
    net::Settings settings;
    settings.most_message_bytes = 100;
    Running running(settings);
    const std::string large(60'000, 'a');
    {
        NetClient client(running.server->port());
        REQUIRE(client.upgrade("/echo").status == 101);
        client.send_frame(NetClient::text, large);
        const auto frame = client.read_frame();
        REQUIRE(frame);
        CHECK(frame->opcode == NetClient::closing);
        CHECK(frame->code() == 1009);
    }
    NetClient client(running.server->port());
    REQUIRE(client.upgrade("/echo").status == 101);
    client.send_frame(NetClient::text, "grow");  // the next one may be on its way already
    client.send_frame(NetClient::text, large);
    CHECK(client.read_text() == large);
}

TEST_CASE("a client that expects 100 Continue receives it before it sends the body") {
    Running running;
    NetClient client(running.server->port());
    const std::string head = "POST /x HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n";
    client.write(head + "Expect: 100-continue\r\n\r\n");
    CHECK(client.read_answer().status == 100);
    client.write("hello");
    CHECK(client.read_answer().body == "POST /x? hello");
    // One that has sent the body already, and one that asks for nothing, need no permission.
    client.write(head + "\r\nhello");
    CHECK(client.read_answer().status == 200);
    client.write("GET /y HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\n\r\n");
    CHECK(client.read_answer().body == "GET /y? ");
}

TEST_CASE("a field that is folded over two lines is read as one") {
    // RFC 9112, 5.2: a server refuses such a message, or replaces the fold by blanks.
    Running running({.behind_proxy = true});
    NetClient client(running.server->port());
    client.write(
        "GET / HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 198.51.100.1,\r\n 203.0.113.7\r\n\r\n");
    const auto answer = client.read_answer();
    CHECK(answer.status == 200);
    CHECK(contains(answer.head, "X-Address: 203.0.113.7\r\n"));
}

TEST_CASE("a WebSocket is opened where there is one") {
    Running running;
    NetClient client(running.server->port());
    const auto refused = client.upgrade("/elsewhere");
    CHECK(refused.status == 404);
    CHECK(refused.body == "no socket here\n");
    CHECK(client.upgrade("/echo").status == 101);
    client.send_frame(NetClient::text, "hello");
    CHECK(client.read_text() == "hello");
    client.send_frame(NetClient::binary, "hello");
    CHECK(client.read_text() == "binary hello");
    const std::string large(60'000, 'a');
    client.send_frame(NetClient::text, large);
    CHECK(client.read_text() == large);
    client.send_frame(NetClient::ping, "there?");
    const auto pong = client.read_frame();
    REQUIRE(pong);
    CHECK(pong->opcode == NetClient::pong);
    CHECK(pong->payload == "there?");
    CHECK(running.open == 1);
    client.send_frame(NetClient::text, "leave");
    const auto closing = client.read_frame();
    REQUIRE(closing);
    CHECK(closing->code() == 1008);
    CHECK(contains(closing->payload, "as you wish"));
    client.send_frame(NetClient::closing, closing->payload);
    CHECK(client.is_closed());
    client.leave();
    CHECK(soon([&] { return running.open == 0; }));
}

TEST_CASE("bad frames and bad handlers cost their own connection") {
    Running running;
    const auto code_after = [&](NetClient::Opcode opcode, const std::string& payload) {
        NetClient client(running.server->port());
        REQUIRE(client.upgrade("/echo").status == 101);
        client.send_frame(opcode, payload);
        const auto frame = client.read_frame();
        return frame && frame->opcode == NetClient::closing ? frame->code() : 0;
    };
    CHECK(code_after(NetClient::text, std::string(70'000, 'a')) == 1009);
    CHECK(code_after(NetClient::text, "\xff\xfe") == 1007);
    CHECK(code_after(static_cast<NetClient::Opcode>(5), "what") == 1002);
    CHECK(code_after(NetClient::text, "throw") == 1011);
    CHECK(soon([&] { return running.open == 0; }));
}

TEST_CASE("a client that does not read is disconnected") {
    Running running;
    NetClient client(running.server->port());
    REQUIRE(client.upgrade("/echo").status == 101);
    client.send_frame(NetClient::text, "flood");
    CHECK(soon([&] { return running.open == 0; }));
}

TEST_CASE("a disconnected client receives the reason if it reads on") {
    Running running;
    NetClient client(running.server->port());
    REQUIRE(client.upgrade("/echo").status == 101);
    client.send_frame(NetClient::text, "flood");
    auto frame = client.read_frame();
    while (frame && frame->opcode != NetClient::closing) frame = client.read_frame();
    REQUIRE(frame);
    CHECK(frame->code() == 1008);
    CHECK(contains(frame->payload, "you do not read"));
    client.send_frame(NetClient::closing, frame->payload);
    CHECK(client.is_closed());
    CHECK(soon([&] { return running.open == 0; }));
}

TEST_CASE("an address has so many connections and no more") {
    net::Settings settings;
    settings.most_connections_per_address = 2;
    Running running(settings);
    {
        NetClient first(running.server->port()), second(running.server->port());
        CHECK(first.ask("GET", "/").status == 200);
        CHECK(second.ask("GET", "/").status == 200);
        NetClient third(running.server->port());
        const auto refused = third.read_answer();
        CHECK(refused.status == 503);
        CHECK(refused.body ==
              "{\"code\":\"tooManyConnections\",\"error\":\"There are too many "
              "connections. Please try again soon.\"}\n");
        CHECK(third.is_closed());
    }
    CHECK(soon([&] { return NetClient(running.server->port()).ask("GET", "/").status == 200; }));
}

TEST_CASE("a proxy's header is believed where a proxy is configured") {
    net::Settings settings;
    settings.behind_proxy = true;
    settings.most_connections_per_address = 0;
    Running behind(settings), open;
    const auto address = [](Running& running, const char* headers) {
        NetClient client(running.server->port());
        return client.ask("GET", "/", headers).head;
    };
    const auto behind_it = [&](const char* headers) { return address(behind, headers); };
    constexpr const char* list = "X-Forwarded-For: 1.1.1.1, 2.2.2.2\r\n";
    CHECK(contains(behind_it(list), "X-Address: 2.2.2.2\r\n"));
    CHECK(contains(address(open, list), "X-Address: 127.0.0.1\r\n"));
    // Some proxies add a header of their own after the client's.
    CHECK(contains(behind_it("X-Forwarded-For: 1.1.1.1\r\nx-forwarded-for: 3.3.3.3\r\n"),
                   "X-Address: 3.3.3.3\r\n"));
    CHECK(contains(behind_it("X-Forwarded-For: 2001:DB8:0::1\r\n"), "X-Address: 2001:db8::1\r\n"));
    for (const char* none : {"", "unknown", "1.1.1.1, ", "999.1.1.1", "1.1.1.1:80"})
        CHECK(contains(behind_it((std::string("X-Forwarded-For: ") + none + "\r\n").c_str()),
                       "X-Address: 127.0.0.1\r\n"));
}

TEST_CASE("behind a proxy WebSockets are counted by the address that it names") {
    net::Settings settings;
    settings.behind_proxy = true;
    settings.most_connections_per_address = 2;
    Running running(settings);
    const auto open = [&](NetClient& client, const std::string& address) {
        return client.upgrade("/echo", "X-Forwarded-For: " + address + "\r\n").status;
    };
    NetClient one(running.server->port()), two(running.server->port()),
        three(running.server->port()), other(running.server->port());
    CHECK(open(one, "2001:db8::1") == 101);
    CHECK(open(two, "2001:db8::2") == 101);
    CHECK(open(three, "2001:db8::ffff:1") == 503);
    CHECK(open(other, "2001:db8:0:1::1") == 101);
    one.leave();
    CHECK(soon([&] {
        NetClient again(running.server->port());
        return open(again, "2001:db8::3") == 101;
    }));
}

TEST_CASE("what counts as one client") {
    CHECK(net::network_of("192.0.2.7") == "192.0.2.7");
    CHECK(net::network_of("::ffff:192.0.2.7") == "192.0.2.7");
    CHECK(net::network_of("2001:db8:1:2:3::4") == "2001:db8:1:2::/64");
    CHECK(net::network_of("somewhere") == "somewhere");
}

TEST_CASE("all of it over TLS, with a certificate of its own") {
    const TemporaryFolder folder;
    const net::Certificate files{.chain_file = folder / "certificate.pem",
                                 .key_file = folder / "key.pem"};
    REQUIRE(net::make_certificate(files));
    CHECK((std::filesystem::status(files.key_file).permissions() &
           (std::filesystem::perms::group_all | std::filesystem::perms::others_all)) ==
          std::filesystem::perms::none);
    net::Settings settings;
    settings.listen = {{.is_encrypted = false}, {.is_encrypted = true}};
    settings.certificate = files;
    {
        Running running(settings);
        NetClient plain(running.server->port(0)), client(running.server->port(1), files.chain_file);
        CHECK(plain.ask("GET", "/x").body == "GET /x? ");
        CHECK(client.ask("GET", "/x").body == "GET /x? ");
        CHECK(client.upgrade("/echo").status == 101);
        const std::string large(60'000, 'a');
        client.send_frame(NetClient::text, large);
        CHECK(client.read_text() == large);
        client.send_frame(NetClient::text, "leave");
        const auto closing = client.read_frame();
        REQUIRE(closing);
        CHECK(closing->code() == 1008);
        client.send_frame(NetClient::closing, closing->payload);
        CHECK(client.is_closed());
        client.leave();
        CHECK(soon([&] { return running.open == 0; }));
        // Who speaks no TLS there is no harm.
        NetClient lost(running.server->port(1));
        lost.write("GET / HTTP/1.1\r\n\r\n");
        lost.read_answer();
        CHECK(NetClient(running.server->port(1), files.chain_file).ask("GET", "/").status == 200);
    }
    CHECK_FALSE(net::make_certificate({.chain_file = folder / "no such folder/certificate.pem",
                                       .key_file = folder / "no such folder/key.pem"}));
}

TEST_CASE("idle connections are closed") {
    net::Settings settings;
    settings.idle_timeout = std::chrono::seconds(1);
    settings.request_timeout = std::chrono::seconds(1);
    Running running(settings);
    NetClient idle(running.server->port()), slow(running.server->port());
    slow.write("GET / HT");
    CHECK(idle.is_closed());
    CHECK(slow.is_closed());
}

// What is lost without a word, as when a phone's network or battery is gone.
TEST_CASE("a browser that is silent is missed soon; a program may be thinking") {
    net::Settings settings;
    settings.browser_timeout = std::chrono::seconds(1);
    Running running(settings);
    NetClient silent(running.server->port()), answering(running.server->port()),
        program(running.server->port());
    REQUIRE(silent.upgrade("/echo", "Origin: http://127.0.0.1\r\n").status == 101);
    REQUIRE(answering.upgrade("/echo", "Origin: http://127.0.0.1\r\n").status == 101);
    REQUIRE(program.upgrade("/echo").status == 101);
    bool is_still_there = false;
    std::thread browser([&] {
        constexpr int pings = 3;  // more than the silent one is sent
        for (int answered = 0; answered < pings;) {
            const auto frame = answering.read_frame();
            if (!frame) return;
            if (frame->opcode != NetClient::ping) continue;
            answering.send_frame(NetClient::pong, frame->payload);
            ++answered;
        }
        answering.send_frame(NetClient::text, "still here");
        is_still_there = answering.read_text() == "still here";
    });
    while (silent.read_frame()) continue;  // pings, to which it does not reply
    CHECK(silent.is_closed());
    browser.join();
    CHECK(is_still_there);
    program.send_frame(NetClient::text, "done");
    CHECK(program.read_text() == "done");
}

TEST_CASE("a server that stops announces it") {
    auto running = std::make_unique<Running>();
    NetClient socket(running->server->port()), idle(running->server->port());
    REQUIRE(socket.upgrade("/echo").status == 101);
    REQUIRE(idle.ask("GET", "/").status == 200);
    running->server->stop();
    const auto closing = socket.read_frame();
    REQUIRE(closing);
    CHECK(closing->code() == 1012);
    socket.send_frame(NetClient::closing, closing->payload);
    CHECK(idle.is_closed());
    CHECK(socket.is_closed());
    socket.leave();
    running.reset();
}

TEST_CASE("an answer can go on, in chunks, until its handler or the client ends it") {
    Running running;
    NetClient client(running.server->port());
    const auto head = client.ask("GET", "/feed").head;
    CHECK(contains(head, "Transfer-Encoding: chunked\r\n"));
    CHECK(contains(head, "Connection: close\r\n"));
    CHECK(contains(head, "Content-Type: text/plain\r\n"));
    CHECK(client.read_chunk() == "one\n");
    CHECK(client.read_chunk() == "two, which is longer\n");
    running.feed->socket()->send("three\n");
    running.feed->socket()->send("");  // would be the end
    CHECK(client.read_chunk() == "three\n");
    running.feed->socket()->close(net::CloseCode::normal, "");
    running.feed->socket()->send("too late");
    CHECK(client.read_chunk() == "");
    CHECK(client.is_closed());
    CHECK(soon([&] { return running.open == 0; }));

    NetClient other(running.server->port());
    CHECK(other.ask("GET", "/feed").status == 200);
    CHECK(soon([&] { return running.open == 1; }));
    other.leave();
    CHECK(soon([&] { return running.open == 0; }));
    CHECK_FALSE(running.feed->is_cut_off.load());
}

TEST_CASE("a proxy that speaks HTTP 1.0 gets a stream without chunks, and HEAD gets the head") {
    Running running;
    NetClient proxy(running.server->port()), head(running.server->port());
    proxy.write("GET /feed HTTP/1.0\r\n\r\n");
    CHECK_FALSE(contains(proxy.read_answer(false).head, "chunked"));
    CHECK(proxy.read(4) == "one\n");
    CHECK(head.ask("HEAD", "/feed").status == 200);
    CHECK(head.ask("GET", "/next").body == "GET /next? ");
}

TEST_CASE("a stream that has nothing to say sends empty lines") {
    net::Settings settings;
    settings.empty_line_interval = std::chrono::milliseconds(20);
    Running running(settings);
    NetClient client(running.server->port());
    CHECK(client.ask("GET", "/feed").status == 200);
    client.read_chunk();
    client.read_chunk();
    CHECK(client.read_chunk() == "\n");
    CHECK(client.read_chunk() == "\n");
}

TEST_CASE("a client that does not read its stream is cut off") {
    net::Settings settings;
    settings.most_queued_bytes = 100'000;
    Running running(settings);
    NetClient client(running.server->port(), {}, /*has_narrow_window=*/true);
    CHECK(client.ask("GET", "/feed").status == 200);
    REQUIRE(soon([&] { return running.feed->socket() != nullptr; }));
    const auto socket = running.feed->socket();
    for (int i = 0; i < 10'000 && running.open == 1; ++i) socket->send(std::string(10'000, 'x'));
    CHECK(soon([&] { return running.open == 0; }));
    CHECK(running.feed->is_cut_off.load());
}

TEST_CASE("streams behind a proxy are counted by the client's address") {
    net::Settings settings;
    settings.behind_proxy = true;
    settings.most_connections_per_address = 2;
    Running running(settings);
    const std::string from = "X-Forwarded-For: 192.0.2.1\r\n";
    NetClient a(running.server->port()), b(running.server->port()), c(running.server->port()),
        other(running.server->port());
    CHECK(a.ask("GET", "/feed", from).status == 200);
    CHECK(b.ask("GET", "/feed", from).status == 200);
    CHECK(c.ask("GET", "/feed", from).status == 503);
    CHECK(other.ask("GET", "/feed", "X-Forwarded-For: 192.0.2.2\r\n").status == 200);
}

TEST_CASE("a server that stops ends its streams") {
    auto running = std::make_unique<Running>();
    NetClient client(running->server->port());
    CHECK(client.ask("GET", "/feed").status == 200);
    client.read_chunk();
    client.read_chunk();
    running->server->stop();
    CHECK(client.read_chunk() == "");
    CHECK(client.is_closed());
    running.reset();
}

TEST_CASE("an address that cannot be listened at is reported") {
    const auto error_of = [](const net::Settings& settings) {
        const auto server = net::Server::listen(settings, {});
        return server ? "" : server.error();
    };
    net::Settings settings;
    settings.listen = {{.address = "nowhere"}};
    CHECK(contains(error_of(settings), "\"nowhere\""));
    Running running;
    settings.listen = {{.port = running.server->port()}};
    CHECK(contains(error_of(settings), "in use"));
    settings.listen = {{.is_encrypted = true}};
    CHECK(contains(error_of(settings), "certificate"));
    settings.certificate = {.chain_file = "/nowhere.pem", .key_file = "/nowhere.key"};
    CHECK(contains(error_of(settings), "/nowhere.pem"));
}
