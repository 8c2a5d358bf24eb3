#include "net/server.hpp"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <deque>
#include <thread>
#include <utility>

#include "net/detail/http_session.hpp"
#include "net/detail/tls_certificate.hpp"

namespace kibitz::net {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;

// Of accepting, when the system has no more files to give; and of looking whether all are gone.
constexpr std::chrono::milliseconds pause{50};

// Before a certificate expires its operator is warned, once a day.
constexpr std::chrono::days expiry_warning{14};
constexpr std::chrono::days between_expiry_warnings{1};

bool equal_in_any_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::string name_of(const ListenAt& at) {
    const bool is_v6 = at.address.find(':') != std::string::npos;
    return (is_v6 ? "[" + at.address + "]" : at.address) + ":" + std::to_string(at.port);
}

class AsioServer final : public Server {
   public:
    AsioServer(Settings settings, Handlers handlers)
        : shared_(std::move(settings), std::move(handlers)),
          signals_(contexts_.emplace_back(1)),
          stop_timer_(contexts_.front()),
          certificate_timer_(contexts_.front()) {
        while (contexts_.size() < static_cast<std::size_t>(std::max(1, shared_.settings.threads)))
            contexts_.emplace_back(1);
    }

    std::expected<void, std::string> open();
    [[nodiscard]] std::uint16_t port(std::size_t n) const override { return ports_[n]; }
    void run() override;
    void stop() override;

   private:
    std::expected<void, std::string> load_certificate();
    std::expected<void, std::string> open(const ListenAt& at);
    void accept(std::size_t n);
    void wait_for_signals();
    void on_signal(int number);
    void on_certificate_loaded();
    void reload_certificate();
    void watch_certificate();
    void warn_of_expiry();
    void drain(std::chrono::steady_clock::time_point deadline);
    void end_connections();
    void wait_for_connections(std::chrono::steady_clock::time_point deadline);
    void stop_contexts();

    detail::SharedState shared_;
    std::optional<detail::TlsCertificate> certificate_;
    // One for each thread; connections are dealt out in turn. The first has everything else.
    std::deque<asio::io_context> contexts_;
    std::size_t next_context_ = 0;
    std::deque<tcp::acceptor> acceptors_;
    std::vector<std::uint16_t> ports_;
    asio::signal_set signals_;
    asio::steady_timer stop_timer_, certificate_timer_;
    std::chrono::system_clock::time_point next_expiry_warning_;
    bool is_draining_ = false;
};

std::expected<void, std::string> AsioServer::open() {
    const auto is_encrypted = [](const ListenAt& at) { return at.is_encrypted; };
    if (std::ranges::any_of(shared_.settings.listen, is_encrypted))
        if (auto loaded = load_certificate(); !loaded) return loaded;
    for (const ListenAt& at : shared_.settings.listen)
        if (auto opened = open(at); !opened) return opened;
    // From now on: run() handles a signal that comes before it.
    if (shared_.settings.handle_signals)
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) signals_.add(signal);
    return {};
}

std::expected<void, std::string> AsioServer::load_certificate() {
    if (!shared_.settings.certificate)
        return std::unexpected("an encrypted address needs a certificate");
    certificate_.emplace(*shared_.settings.certificate);
    if (auto loaded = certificate_->load(); !loaded) return loaded;
    on_certificate_loaded();
    return {};
}

void AsioServer::on_certificate_loaded() {
    if (shared_.handlers.certificate_loaded)
        shared_.handlers.certificate_loaded(certificate_->expires());
    next_expiry_warning_ = {};
    warn_of_expiry();
}

void AsioServer::warn_of_expiry() {
    const auto now = std::chrono::system_clock::now();
    const auto left = certificate_->expires() - now;
    if (left > expiry_warning || now < next_expiry_warning_) return;
    next_expiry_warning_ = now + between_expiry_warnings;
    const auto days = std::chrono::floor<std::chrono::days>(left).count();
    shared_.log({LogRecord::Level::warning,
                 left.count() > 0 ? "certificateExpires" : "certificateExpired",
                 {{"certificate", shared_.settings.certificate->chain_file},
                  {"daysLeft", std::to_string(days)}}});
}

void AsioServer::reload_certificate() {
    if (!certificate_) return;
    const std::string& file = shared_.settings.certificate->chain_file;
    if (const auto loaded = certificate_->load(); !loaded)
        return shared_.log(
            {LogRecord::Level::error, "certificateNotReloaded", {{"why", loaded.error()}}});
    shared_.log({LogRecord::Level::info, "certificateReloaded", {{"certificate", file}}});
    on_certificate_loaded();
}

void AsioServer::watch_certificate() {
    certificate_timer_.expires_after(shared_.settings.certificate_check);
    certificate_timer_.async_wait([this](ErrorCode error) {
        if (error) return;
        if (certificate_->files_have_changed()) reload_certificate();
        warn_of_expiry();
        watch_certificate();
    });
}

std::expected<void, std::string> AsioServer::open(const ListenAt& at) {
    ErrorCode error;
    const auto address = asio::ip::make_address(at.address, error);
    if (error)
        return std::unexpected("\"" + at.address + "\" is no address such as 127.0.0.1 or ::1");
    const tcp::endpoint endpoint(address, at.port);
    tcp::acceptor acceptor(contexts_.front());
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return std::unexpected(name_of(at) + ": " + error.message());
    ports_.push_back(acceptor.local_endpoint().port());
    acceptors_.push_back(std::move(acceptor));
    return {};
}

void AsioServer::run() {
    for (std::size_t n = 0; n < acceptors_.size(); ++n) accept(n);
    if (shared_.settings.handle_signals) wait_for_signals();
    if (certificate_) watch_certificate();
    const auto serve = [](asio::io_context& context) {
        const auto work = asio::make_work_guard(context);
        context.run();
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < contexts_.size(); ++i)
        others.emplace_back([&serve, &context = contexts_[i]] { serve(context); });
    serve(contexts_.front());
}

void AsioServer::accept(std::size_t n) {
    asio::io_context& context = contexts_[next_context_++ % contexts_.size()];
    acceptors_[n].async_accept(context.get_executor(), [this, n](ErrorCode error,
                                                                 detail::AcceptedSocket socket) {
        if (shared_.is_stopping) return;
        if (error) {
            shared_.log({LogRecord::Level::warning, "acceptFailed", {{"why", error.message()}}});
            auto timer = std::make_shared<asio::steady_timer>(contexts_.front(), pause);
            timer->async_wait([this, n, timer](ErrorCode) {
                if (!shared_.is_stopping) accept(n);
            });
            return;
        }
        auto tls = shared_.settings.listen[n].is_encrypted ? certificate_->context() : nullptr;
        // On the thread whose connection it is.
        const auto executor = socket.get_executor();
        asio::post(executor, [this, n, tls, accepted = std::move(socket)]() mutable {
            detail::serve_connection(std::move(accepted), tls.get(), n, shared_);
        });
        accept(n);
    });
}

void AsioServer::wait_for_signals() {
    signals_.async_wait([this](ErrorCode error, int number) {
        if (!error) on_signal(number);
    });
}

void AsioServer::on_signal(int number) {
    if (number == SIGHUP) {
        reload_certificate();
        if (shared_.handlers.reload) shared_.handlers.reload();
    } else if (shared_.is_stopping) {
        return stop_contexts();
    } else {
        stop();
    }
    wait_for_signals();
}

void AsioServer::stop() {
    asio::post(contexts_.front(), [this] {
        if (std::exchange(is_draining_, true)) return end_connections();
        drain(std::chrono::steady_clock::now() + shared_.settings.drain_timeout);
    });
}

void AsioServer::drain(std::chrono::steady_clock::time_point deadline) {
    const auto& is_busy = shared_.handlers.is_busy;
    if (!is_busy || std::chrono::steady_clock::now() >= deadline || !is_busy())
        return end_connections();
    stop_timer_.expires_after(pause);
    stop_timer_.async_wait([this, deadline](ErrorCode error) {
        if (!error) drain(deadline);
    });
}

void AsioServer::end_connections() {
    if (shared_.is_stopping.exchange(true)) return;
    ErrorCode ignored;
    for (tcp::acceptor& acceptor : acceptors_) acceptor.close(ignored);
    if (shared_.handlers.stopping) shared_.handlers.stopping();
    shared_.registry.shut_all_down();
    wait_for_connections(std::chrono::steady_clock::now() + shared_.settings.stop_timeout);
}

void AsioServer::wait_for_connections(std::chrono::steady_clock::time_point deadline) {
    if (shared_.registry.is_empty() || std::chrono::steady_clock::now() >= deadline)
        return stop_contexts();
    stop_timer_.expires_after(pause);
    stop_timer_.async_wait([this, deadline](ErrorCode error) {
        if (!error) wait_for_connections(deadline);
    });
}

void AsioServer::stop_contexts() {
    for (asio::io_context& context : contexts_) context.stop();
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
    const auto found = std::ranges::find_if(
        headers, [name](const Header& header) { return equal_in_any_case(header.name, name); });
    return found == headers.end() ? std::string_view{} : found->value;
}

std::string_view Request::last_header(std::string_view name) const {
    std::string_view last;
    for (const Header& header : headers)
        if (equal_in_any_case(header.name, name)) last = header.value;
    return last;
}

Response text_response(int status, std::string words) {
    return {.status = status,
            .headers = {{"Content-Type", "text/plain; charset=utf-8"},
                        {"X-Content-Type-Options", "nosniff"}},
            .body = std::move(words) + "\n"};
}

Response json_response(std::string json, int status) {
    return {.status = status,
            .headers = {{"Content-Type", "application/json; charset=utf-8"},
                        {"Cache-Control", "no-store"},
                        {"X-Content-Type-Options", "nosniff"}},
            .body = std::move(json)};
}

std::expected<std::unique_ptr<Server>, std::string> Server::listen(Settings settings,
                                                                   Handlers handlers) {
    try {
        auto server = std::make_unique<AsioServer>(std::move(settings), std::move(handlers));
        if (auto opened = server->open(); !opened) return std::unexpected(opened.error());
        return server;
    } catch (const std::exception& failure) {
        return std::unexpected(std::string("the server cannot start: ") + failure.what());
    }
}

}  // namespace kibitz::net
