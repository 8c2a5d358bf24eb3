#include "cli/server/listen_options.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

namespace kibitz::cli {

namespace {

constexpr int most_strict_days = 730;
constexpr std::chrono::days usual_strict_days{180};
constexpr std::uint16_t https_port = 443;

// Nothing may be allocated here.
[[noreturn]] void end_with_a_word() {
    constexpr std::string_view no_memory =
        "kibitz: no memory is left: more is allowed to it, or fewer connections\n";
    if (const auto thrown = std::current_exception()) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::bad_alloc&) {
            (void)!::write(STDERR_FILENO, no_memory.data(), no_memory.size());
        } catch (...) {  // the signal says enough
        }
    }
    std::abort();
}

}  // namespace

void ListenOptions::define(CLI::App& app, const std::string& without_certificate) {
    app.add_option("--port", at.port, "the port that browsers use")->capture_default_str();
    app.add_option("--bind", at.address, "the address of this machine to listen on")
        ->capture_default_str();
    app.add_option("--tls-port", tls_port, "an encrypted address as well (https, wss)");
    auto* const chain = app.add_option("--certificate", certificate.chain_file,
                                       "its certificate, PEM" + without_certificate);
    auto* const key = app.add_option("--certificate-key", certificate.key_file, "and its key, PEM");
    chain->needs(key);
    key->needs(chain);
    app.add_option("--hsts", strict_days,
                   "for how many days browsers are told to come to this host name only with TLS; "
                   "0 for not at all [180 with --tls-port 443 and --certificate, otherwise 0]")
        ->check(CLI::Range(0, most_strict_days));
    app.add_flag(
        "--behind-proxy", server.behind_proxy,
        "trust the header X-Forwarded-For; use it only if nobody but a proxy can reach this port");
    app.add_option("--network-limits", networks,
                   "how much one address may take: internet (256 connections, 100 new names an "
                   "hour), school (1,000 and 1,000), or hall (5,000 and 3,000)")
        ->check(CLI::IsMember(names_of_network_limits()))
        ->capture_default_str();
    app.add_option(
        "--metrics-port", metrics_port,
        "an address that serves /metrics and nothing else [the usual one, for this machine only]");
    app.add_option("--metrics-bind", metrics_bind, "the address of this machine for the metrics")
        ->capture_default_str();
    app.add_option("--allow-origin", allowed_origins,
                   "another site, such as https://example.org, whose pages may use this server; "
                   "* for all [only its own pages]");
    app.add_option("--log", log,
                   "a file for one line of JSON about each event, - for standard output "
                   "[warnings on standard error]");
}

std::optional<std::size_t> ListenOptions::complete() {
    server.threads = cores;
    server.most_connections_per_address = network_limits_called(networks).connections;
    server.listen = {at};
    if (tls_port) {
        server.listen.push_back({at.address, *tls_port, true});
        server.certificate = certificate;
    }
    if (!metrics_port) return std::nullopt;
    server.listen.push_back({metrics_bind, *metrics_port});
    return server.listen.size() - 1;
}

// Browsers keep the port when they go over to TLS, except that 80 becomes 443. So a plain address
// at another port is out of reach for them afterwards, and that has to be asked for.
std::chrono::days ListenOptions::strict_transport() const {
    if (strict_days) return std::chrono::days(*strict_days);
    const bool is_usual = tls_port == https_port && !certificate.chain_file.empty();
    return is_usual ? usual_strict_days : std::chrono::days(0);
}

void define_front_broker(CLI::App& app, serve::FrontBrokerSettings& settings,
                         const std::string& what_for) {
    auto* const nats = app.add_option("--nats", settings.broker.servers, what_for);
    app.add_option("--nats-name", settings.arena, "the arena's name at these brokers")
        ->capture_default_str()
        ->needs(nats);
    app.add_option("--nats-credentials", settings.broker.credentials_file,
                   "this machine's credentials for the brokers")
        ->check(CLI::ExistingFile)
        ->needs(nats);
}

std::string address_for_people(const net::ListenAt& at, std::uint16_t port) {
    std::string host = at.address;
    if (host == "0.0.0.0") host = "127.0.0.1";
    if (host == "::") host = "::1";
    if (host.find(':') != std::string::npos) host = "[" + host + "]";
    return (at.is_encrypted ? "https://" : "http://") + host + ":" + std::to_string(port) + "/";
}

void prepare_to_serve() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &files);
    }
    // What it writes is for its own user, and readable for nobody else from the first byte on.
    ::umask(S_IRWXG | S_IRWXO);
    std::set_terminate(end_with_a_word);
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGHUP, SIG_IGN);
}

}  // namespace kibitz::cli
