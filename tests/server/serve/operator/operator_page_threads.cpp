// The operator's page over HTTP: who gets in, and what they may do there.
#include "serve/operator/operator_page.hpp"

#include <string>

#include "serve/arena_client.hpp"
#include "serve/operator/operator_socket.hpp"
#include "serve/running_arena.hpp"

using namespace kibitz;
using namespace kibitz::test;

namespace {

// A browser at the operator's address.
class Browser {
   public:
    explicit Browser(std::uint16_t port) : port_(port) {}

    NetClient::Answer post(const std::string& path, const Json& body,
                           const std::string& headers = {}) const {
        NetClient client(port_);
        const std::string text = body.dump();
        client.write("POST " + path + " HTTP/1.1\r\nHost: here\r\n" + headers +
                     "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
        return client.read_answer();
    }
    NetClient::Answer enter(const std::string& code) const {
        return post("/admin/session", {{"code", code}});
    }
    NetClient::Answer command(const std::string& token, const Json& command) const {
        return post("/admin/command", command, "Authorization: Bearer " + token + "\r\n");
    }

   private:
    std::uint16_t port_;
};

// What follows the # of an address.
std::string code_in(const std::string& address) { return address.substr(address.find('#') + 1); }

}  // namespace

TEST_CASE("a browser with an address that the operator was given does what they could do") {
    const TemporaryFolder folder;
    RunningArena running(folder.path(), {}, {.page_listener = 2});
    const Browser browser(running.operator_port());
    serve::OperatorCommands commands(running.arena());
    auto host = serve::OperatorSocket::open(folder.path(), commands, &running.operator_page());
    REQUIRE(host);
    const auto ask = [&](const Json& command) {
        return serve::command_server(folder.path(), command);
    };
    CHECK(ask({{"command", "page"}}).error().text == "the server is still starting");
    running.operator_page().set_address("http://127.0.0.1:9465/");
    const std::string address = ask({{"command", "page"}})->at("address");
    CHECK(address.starts_with("http://127.0.0.1:9465/admin#"));

    const auto entered = browser.enter(code_in(address));
    REQUIRE(entered.status == 200);
    CHECK(entered.head.find("Cache-Control: no-store") != std::string::npos);
    const std::string token = json_of(entered)["token"];
    CHECK(browser.enter(code_in(address)).status == 401);  // once

    register_bot(running.port(), "Ann");
    CHECK(json_of(browser.command(token, {{"command", "status"}}))["ok"]["accounts"] == 1);
    CHECK(json_of(browser.command(token, {{"command", "ban"}, {"name", "Ann"}}))["ok"] == "done");
    const Json actions = json_of(browser.command(token, {{"command", "actions"}}))["ok"];
    CHECK(actions.back()["command"]["command"] == "ban");
    const Json figures = json_of(browser.command(token, {{"command", "figures"}}))["ok"];
    CHECK(figures["registrations"] == 1);
    CHECK(figures["memory"] > 1'000'000);
    CHECK(figures["files"] > 3);
    CHECK(figures["answers"]["counts"].size() == figures["answers"]["limits"].size() + 1);
    const auto unknown = browser.command(token, {{"command", "fly"}});
    CHECK(unknown.status == 200);
    CHECK(json_of(unknown)["code"] == "unknownCommand");
    const auto copied =
        browser.command(token, {{"command", "backup"}, {"file", folder / "copy.db"}});
    CHECK(json_of(copied)["ok"]["entries"] > 0);

    browser.post("/admin/leave", {}, "Authorization: Bearer " + token + "\r\n");
    const auto left = browser.command(token, {{"command", "status"}});
    CHECK(left.status == 401);
    CHECK(json_of(left)["code"] == "unknownToken");

    const std::string other =
        json_of(browser.enter(code_in(ask({{"command", "page"}})->at("address"))))["token"];
    CHECK(browser.command(other, {{"command", "status"}}).status == 200);
    CHECK(ask({{"command", "page"}, {"close", true}}) == Json("done"));
    CHECK(browser.command(other, {{"command", "status"}}).status == 401);
}

TEST_CASE("nobody else gets in") {
    const TemporaryFolder folder;
    RunningArena running(folder.path(), {}, {.allowed_origins = {"*"}, .page_listener = 2});
    running.operator_page().set_address("http://127.0.0.1:9465/");
    const Browser browser(running.operator_port()), player(running.port());
    const std::string code = code_in(running.operator_page().new_address().value());
    // Not from the page of another site, whatever the arena allows.
    CHECK(browser.post("/admin/session", {{"code", code}}, "Origin: https://evil.example\r\n")
              .status == 403);
    // Not at the address for players.
    CHECK(player.enter(code).status != 200);
    CHECK(NetClient(running.port()).ask("GET", "/admin.html").status == 404);
    CHECK(NetClient(running.port()).ask("GET", "/admin").status != 200);
    CHECK(browser.command("", {{"command", "status"}}).status == 401);
    CHECK(browser.command(code, {{"command", "status"}}).status == 401);  // no token yet
    CHECK(browser.post("/admin/session", "no object").status == 401);
    CHECK(browser.enter(code).status == 200);

    // Nothing else is at the page's address.
    for (const char* path : {"/metrics", "/arena/games", "/index.html", "/api/engine", "/healthz"})
        CHECK(NetClient(running.operator_port()).ask("GET", path).status == 404);
    CHECK_FALSE(ArenaSocket(running.operator_port(), "/arena").is_open);

    for (int i = 0; i < serve::OperatorAccess::most_failures; ++i) browser.enter("guess");
    const auto stopped = browser.enter("guess");
    CHECK(stopped.status == 429);
    CHECK(json_of(stopped)["code"] == "tooManyFailures");
}

TEST_CASE("without the operator's page there is none") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    serve::OperatorCommands commands(running.arena());
    const auto host = serve::OperatorSocket::open(folder.path(), commands);
    REQUIRE(host);
    const auto refused = serve::command_server(folder.path(), {{"command", "page"}});
    REQUIRE(!refused);
    CHECK(refused.error().code == "noPage");
}
