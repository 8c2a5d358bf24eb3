#include "cli/server/front_command.hpp"

#include <cstdio>
#include <memory>
#include <string>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/server/listen_options.hpp"
#include "kibitz_version.hpp"
#include "net/certificate.hpp"
#include "serve/fronts/front_service.hpp"
#include "serve/fronts/front_site.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::cli {

namespace front_command {
namespace {

constexpr const char* examples = R"(Examples:
  nats-server -a 10.0.0.5                        the broker, on a network of the servers alone
  kibitz serve --nats nats://10.0.0.5:4222       the server that decides about games
  kibitz front --nats nats://10.0.0.5:4222 --bind 0.0.0.0 --port 80    as many of these as needed

Ctrl-C ends it. docs/clusters.md explains more.)";

struct FrontArguments {
    ListenOptions listen{};
    serve::FrontBrokerSettings broker{};
};

int refuse(const std::string& why) { return fail("front", why, exit_failure); }

// Where this machine's own name reaches it; nothing where only the address itself does.
std::string address_for_others(const net::ListenAt& at, std::uint16_t port) {
    if (at.address != "0.0.0.0" && at.address != "::") return {};
    for (const std::string& name : net::names_of_this_machine(at.address))
        if (name != "localhost" && !net::is_loopback(name))
            return "and for others at " + address_for_people({name, port, at.is_encrypted}, port) +
                   "\n";
    return {};
}

void print_welcome(const net::Settings& settings, const serve::FrontSiteSettings& site,
                   const net::Server& server) {
    for (std::size_t n = 0; n < settings.listen.size(); ++n) {
        const std::string address = address_for_people(settings.listen[n], server.port(n));
        if (n == site.metrics_listener)
            std::printf("Metrics are at %smetrics\n", address.c_str());
        else
            std::printf("This front of the arena is at %s\n%s", address.c_str(),
                        address_for_others(settings.listen[n], server.port(n)).c_str());
    }
    std::puts("Ctrl-C ends it.");
    std::fflush(stdout);
}

int run_front(FrontArguments& arguments) {
    ListenOptions& listen = arguments.listen;
    if (listen.tls_port && listen.certificate.chain_file.empty())
        return refuse("--tls-port needs --certificate and --certificate-key");
    prepare_to_serve();
    if (!listen.log.empty())
        if (const auto opened = serve::open_server_log(listen.log); !opened)
            return refuse(opened.error());
    const auto service = serve::FrontService::open(arguments.broker);
    if (!service) return refuse(service.error());
    serve::FrontSiteSettings site;
    site.metrics_listener = listen.complete();
    site.allowed_origins = listen.allowed_origins;
    site.strict_transport = listen.strict_transport();
    const auto server = net::Server::listen(listen.server, serve::front_handlers(**service, site));
    if (!server)
        return refuse(server.error() +
                      "\n--port and --bind choose another address (port 0 is any that is free), "
                      "--certificate another certificate.");
    print_welcome(listen.server, site, **server);
    serve::log_event(serve::LogLevel::info, "serverStarted", {{"version", version}});
    (*server)->run();
    serve::log_event(serve::LogLevel::info, "serverStopped");
    return exit_ok;
}

}  // namespace
}  // namespace front_command

void add_front_command(Program& program) {
    using namespace front_command;
    const auto arguments = std::make_shared<FrontArguments>();
    CLI::App& app = program.add(
        "front", "connections for an arena that another server decides",
        "Has the connections of an arena's clients, and passes what they do on to the server that "
        "decides about their games (kibitz serve --nats). When that server is replaced by another "
        "one, the connections stay open and the games go on.");
    program.when_chosen(app, [arguments] { return run_front(*arguments); });
    app.footer(examples);
    arguments->listen.define(app, "");
    define_front_broker(app, arguments->broker,
                        "brokers of NATS that the server uses, too: nats://a:4222,nats://b:4222");
    app.get_option("--nats")->required();
}

}  // namespace kibitz::cli
