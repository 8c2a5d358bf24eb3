#include "net/download.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "net/detail/outgoing.hpp"
#include "net/detail/stream.hpp"
#include "net/http_status.hpp"

namespace kibitz::net {

namespace {

using namespace detail;
namespace http = beast::http;
using asio::ip::tcp;

class Exchange {
   public:
    Exchange(const Address& address, const OutgoingRequest& request,
             const DownloadSettings& settings)
        : address_(address),
          sent_(request),
          settings_(settings),
          tls_(asio::ssl::context::tls_client),
          resolver_(context_.get_executor()),
          stream_(TcpSocket(context_), address.is_encrypted ? &tls_ : nullptr) {}

    std::expected<Response, DownloadError> run() {
        if (address_.is_encrypted) {
            if (std::string error = load_trust(); !error.empty())
                return std::unexpected(DownloadError{.why = std::move(error)});
            stream_.expect_host(address_.host);
        }
        parser_.body_limit(settings_.most_bytes);
        parser_.skip(sent_.method == "HEAD");
        resolve();
        wait();
        if (!outcome_) {
            stream_.close();
            return std::unexpected(DownloadError{.why = address_.host + " takes too long"});
        }
        return *std::move(outcome_);
    }

   private:
    void wait() {
        if (!settings_.is_given_up) {
            context_.run_for(settings_.timeout);
            return;
        }
        constexpr std::chrono::milliseconds between_looks{100};
        const auto deadline = std::chrono::steady_clock::now() + settings_.timeout;
        while (!context_.stopped() && std::chrono::steady_clock::now() < deadline &&
               !settings_.is_given_up())
            context_.run_for(between_looks);
    }

    std::string load_trust() {
        const ErrorCode error = trust(tls_, settings_.ca_file);
        return error ? "the trusted certificates: " + error.message() : "";
    }

    void resolve() {
        resolver_.async_resolve(address_.host, address_.port,
                                [this](ErrorCode error, const auto& places) {
                                    if (error) return fail(error);
                                    stream_.async_connect(places, [this](ErrorCode failure) {
                                        if (failure) return fail(failure);
                                        encrypt();
                                    });
                                });
    }

    void encrypt() {
        stream_.async_handshake(asio::ssl::stream_base::client, [this](ErrorCode error) {
            if (error) return fail(error);
            ask();
        });
    }

    void ask() {
        write_head(request_, address_, sent_);
        request_.body() = sent_.body;
        request_.keep_alive(false);
        request_.prepare_payload();
        http::async_write(stream_, request_, [this](ErrorCode error, std::size_t) {
            if (error) return fail(error);
            read_response();
        });
    }

    void read_response() {
        http::async_read(stream_, buffer_, parser_, [this](ErrorCode error, std::size_t) {
            if (error == http::error::body_limit)
                return end({.why = address_.host + " sends more than is taken"});
            if (error) return fail(error);
            auto& answer = parser_.get();
            Response response = read_head(answer);
            response.body = std::move(answer.body());
            outcome_ = std::move(response);
            stream_.close();
        });
    }

    void fail(const ErrorCode& error) {
        end({.why = "nothing comes from " + address_.host + " (" + error.message() + ")"});
    }
    void end(DownloadError error) {
        outcome_ = std::unexpected(std::move(error));
        stream_.close();
    }

    const Address& address_;
    const OutgoingRequest& sent_;
    const DownloadSettings& settings_;
    asio::io_context context_{1};
    asio::ssl::context tls_;
    asio::ip::basic_resolver<tcp, Executor> resolver_;
    Stream stream_;
    http::request<http::string_body> request_;
    beast::flat_buffer buffer_;
    http::response_parser<http::string_body> parser_;
    std::optional<std::expected<Response, DownloadError>> outcome_;
};

}  // namespace

std::expected<Response, DownloadError> exchange(const Address& address,
                                                const OutgoingRequest& request,
                                                const DownloadSettings& settings) {
    try {
        return Exchange(address, request, settings).run();
    } catch (const std::exception& failure) {
        return std::unexpected(DownloadError{.why = failure.what()});
    }
}

std::expected<std::string, DownloadError> download(const Address& address,
                                                   const DownloadSettings& settings) {
    const OutgoingRequest request{
        .headers = {{"User-Agent", "Kibitz"}, {"Accept", settings.accept}}};
    auto answer = exchange(address, request, settings);
    if (!answer) return std::unexpected(answer.error());
    if (answer->status != status_ok)
        return std::unexpected(DownloadError{
            .status = answer->status,
            .why = address.host + " answers with status " + std::to_string(answer->status)});
    return std::move(answer->body);
}

}  // namespace kibitz::net
