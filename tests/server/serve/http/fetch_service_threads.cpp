// Fetching games for the page, from stand-ins for the two sites.
#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "net/server.hpp"
#include "serve/http/fetch_service.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

constexpr const char* pgn = "[White \"Ann\"]\n\n1. e4 *\n";

// Both sites in one. It counts who asks for what.
class Sites {
   public:
    Sites() {
        net::Handlers handlers;
        handlers.http = [this](const net::Request& request, const net::Reply& reply) {
            ++requests;
            {
                const std::lock_guard lock(mutex_);
                last_ = request.path + (request.query.empty() ? "" : "?" + request.query);
            }
            if (request.path.ends_with("/moved"))
                return reply({.status = net::status_found, .headers = {{"Location", "/pgn"}}});
            if (request.path.ends_with("/nobody"))
                return reply(net::text_response(net::status_not_found, "nobody"));
            if (request.path.ends_with("/endless"))
                return reply({.body = std::string(std::size_t{1} << 20, 'x')});
            if (request.path.ends_with("/silent")) return;  // never answers
            reply({.body = pgn});
        };
        auto listening = net::Server::listen({.threads = 1}, std::move(handlers));
        REQUIRE(listening);
        server_ = *std::move(listening);
        thread_ = std::jthread([this] { server_->run(); });
    }
    ~Sites() { server_->stop(); }
    Sites(const Sites&) = delete;
    Sites& operator=(const Sites&) = delete;

    [[nodiscard]] std::string address() const {
        return "http://127.0.0.1:" + std::to_string(server_->port());
    }

    // The address of the last request.
    std::string last() {
        const std::lock_guard lock(mutex_);
        return last_;
    }

    std::atomic<int> requests = 0;

   private:
    std::mutex mutex_;
    std::string last_;
    std::unique_ptr<net::Server> server_;
    std::jthread thread_;
};

serve::FetchSettings allowed(const Sites& sites) {
    serve::FetchSettings settings;
    settings.is_allowed = true;
    settings.lichess = settings.chess_com = sites.address();
    settings.limits.most_bytes = 100'000;
    settings.limits.timeout = std::chrono::milliseconds(300);
    settings.pause = std::chrono::milliseconds(0);
    return settings;
}

net::Response ask(serve::FetchService& service, const std::string& rest) {
    std::promise<net::Response> answered;
    service.answer({.method = "GET",
                    .path = std::string(serve::FetchService::path) + rest,
                    .query = {},
                    .headers = {},
                    .body = {},
                    .address = "192.0.2.1"},
                   [&](net::Response response) { answered.set_value(std::move(response)); });
    return answered.get_future().get();
}

}  // namespace

TEST_CASE("games are fetched from the addresses that the two sites have") {
    Sites sites;
    serve::FetchService service(allowed(sites));
    CHECK(ask(service, "").body == "{\"allowed\":true}\n");
    const auto fetches = [&](const std::string& rest, const std::string& from) {
        const net::Response response = ask(service, rest);
        CHECK(response.status == net::status_ok);
        CHECK(response.body == pgn);
        CHECK(sites.last() == from);
    };
    fetches("/lichess/player/Ann_1", "/api/games/user/Ann_1?max=300");
    fetches("/lichess/game/abcdEFGH", "/game/export/abcdEFGH");
    fetches("/chess.com/player/ann-2/2026/05", "/pub/player/ann-2/games/2026/05/pgn");
}

TEST_CASE("nothing else is fetched") {
    Sites sites;
    serve::FetchService service(allowed(sites));
    for (const char* const rest :
         {"/lichess", "/lichess/player", "/lichess/player/", "/lichess/player/a",
          "/lichess/player/Ann/extra", "/lichess/player/Ann?x", "/lichess/player/..",
          "/lichess/player/Ann%2f", "/lichess/player/Ann@host", "/lichess/game/short",
          "/lichess/game/abcd-FGH", "/chess.com/player/ann", "/chess.com/player/ann/2026/5",
          "/chess.com/player/ann/2026/xx", "/chess.com/game/12345678", "/example.org/player/ann",
          "/lichess/player/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
        CHECK_MESSAGE(ask(service, rest).status == net::status_bad_request, rest);
    CHECK(sites.requests == 0);
}

TEST_CASE("nothing is fetched that the operator has not allowed") {
    Sites sites;
    serve::FetchSettings settings = allowed(sites);
    settings.is_allowed = false;
    serve::FetchService service(settings);
    CHECK(ask(service, "").body == "{\"allowed\":false}\n");
    CHECK(ask(service, "/lichess/player/Ann").status == net::status_forbidden);
    CHECK(sites.requests == 0);
}

TEST_CASE("redirects, silence, too much and unknown players end in words") {
    Sites sites;
    serve::FetchService service(allowed(sites));
    const auto status = [&](const std::string& player) {
        return ask(service, "/chess.com/player/ann/2026/05").status == net::status_ok
                   ? ask(service, "/lichess/player/" + player).status
                   : 0;
    };
    CHECK(status("nobody") == net::status_not_found);
    CHECK(status("moved") == net::status_bad_gateway);
    CHECK(sites.last() == "/api/games/user/moved?max=300");  // not where it points to
    CHECK(status("endless") == net::status_bad_gateway);
    CHECK(status("silent") == net::status_bad_gateway);
    serve::FetchSettings absent = allowed(sites);
    absent.lichess = "http://127.0.0.1:1";
    serve::FetchService nobody(absent);
    CHECK(ask(nobody, "/lichess/player/Ann").status == net::status_bad_gateway);
}

TEST_CASE("a client waits between two downloads") {
    Sites sites;
    serve::FetchSettings settings = allowed(sites);
    settings.pause = std::chrono::hours(1);
    serve::FetchService service(settings);
    CHECK(ask(service, "/lichess/player/Ann").status == net::status_ok);
    CHECK(ask(service, "/lichess/player/Ann").status == net::status_too_many_requests);
    CHECK(sites.requests == 1);
}
