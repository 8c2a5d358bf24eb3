#include "cli/serve.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>

#include "arena/net/server.hpp"
#include "serve/page.hpp"
#include "serve/site.hpp"

namespace kibitz::cli {

namespace {

constexpr std::uint16_t usual_port = 8080;
constexpr int most_threads = 16;

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

int serve(const net::Settings& settings) {
    auto server = net::Server::listen(settings, serve::site_handlers());
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
    net::ListenAt at{.port = usual_port};
    net::Settings settings{.handle_signals = true};
    app.add_option("--port", at.port, "where browsers find it")->capture_default_str();
    app.add_option("--bind", at.address, "the address of this machine to be found at")
        ->capture_default_str();
    app.add_flag("--behind-proxy", settings.behind_proxy,
                 "believe the header X-Forwarded-For: only where nobody else reaches this port");
    CLI11_PARSE(app, argc, argv);
    settings.listen = {at};
    settings.threads =
        std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
    return serve(settings);
}

}  // namespace kibitz::cli
