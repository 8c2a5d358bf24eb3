#include "cli/serve.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>

#include "arena/net/server.hpp"
#include "serve/engine_service.hpp"
#include "serve/page.hpp"
#include "serve/site.hpp"

namespace kibitz::cli {

namespace {

constexpr std::uint16_t usual_port = 8080;
constexpr int most_cores = 16;  // that are worth using for connections
constexpr int most_engine_clients = 10'000;
constexpr int most_engine_hash_mb = 65'536;
constexpr int most_engine_seconds = 86'400;

constexpr const char* examples = R"(Examples:
  kibitz serve                          on this machine: http://127.0.0.1:8080/
  kibitz serve --port 9000              another port; 0 takes one that is free
  kibitz serve --bind 0.0.0.0           for everyone who can reach this machine
  kibitz serve --behind-proxy           clients' addresses are what a proxy says they are

Ctrl-C ends it. docs/operating.md tells more.)";

// As one types it into a browser on this machine.
std::string address_for_people(const std::string& bound, std::uint16_t port) {
    std::string host = bound == "0.0.0.0" ? "127.0.0.1" : bound == "::" ? "::1" : bound;
    if (host.find(':') != std::string::npos) host = "[" + host + "]";
    return "http://" + host + ":" + std::to_string(port) + "/";
}

struct ServeArguments {
    net::Settings server{.handle_signals = true};
    serve::EngineServiceSettings engine{};
    int engine_seconds = 60;
};

int serve(const ServeArguments& arguments) {
    const net::Settings& settings = arguments.server;
    serve::EngineService engine(arguments.engine);
    auto server = net::Server::listen(settings, serve::site_handlers(engine));
    if (!server) {
        std::fprintf(stderr,
                     "kibitz serve: %s\nChoose another port with --port (0 takes one that is free) "
                     "or another address with --bind.\n",
                     server.error().c_str());
        return 1;
    }
    if (serve::embedded_page().empty())
        std::puts("This program was built without the page; its address says what that needs.");
    std::printf("Kibitz is at %s   (Ctrl-C ends it)\n",
                address_for_people(settings.listen.front().address, (*server)->port()).c_str());
    std::fflush(stdout);
    (*server)->run();
    return 0;
}

}  // namespace

int run_serve_command(int argc, char** argv) {
    CLI::App app("Serves the page, where one plays, looks at positions and goes back over games.",
                 "kibitz serve");
    app.footer(examples);
    ServeArguments arguments;
    const int cores =
        std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_cores);
    net::ListenAt at{.port = usual_port};
    app.add_option("--port", at.port, "where browsers find it")->capture_default_str();
    app.add_option("--bind", at.address, "the address of this machine to be found at")
        ->capture_default_str();
    app.add_flag("--behind-proxy", arguments.server.behind_proxy,
                 "believe the header X-Forwarded-For: only where nobody else reaches this port");

    serve::EngineServiceSettings& engine = arguments.engine;
    const auto count = [&](const char* name, int& number, int least, int most, const char* help) {
        app.add_option(name, number, help)->check(CLI::Range(least, most))->capture_default_str();
    };
    engine.searches_at_once = std::max(1, cores - 1);
    count("--engine-searches", engine.searches_at_once, 1, Engine::max_threads,
          "searches that run at once; others wait");
    count("--engine-clients", engine.most_clients, 0, most_engine_clients,
          "clients of the engine at once; 0 for none");
    count("--engine-threads", engine.allowance.threads, 1, Engine::max_threads,
          "threads that a client may have");
    count("--engine-hash", engine.allowance.hash_mb, 1, most_engine_hash_mb,
          "megabytes of table that a client may have");
    count("--engine-seconds", arguments.engine_seconds, 1, most_engine_seconds,
          "how long a search may take");
    CLI11_PARSE(app, argc, argv);
    arguments.server.listen = {at};
    arguments.server.threads = cores;
    engine.allowance.time = std::chrono::seconds(arguments.engine_seconds);
    return serve(arguments);
}

}  // namespace kibitz::cli
