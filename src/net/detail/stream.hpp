// Stream: a connection, plain or over TLS, as one type, so that the templates for HTTP and
// WebSocket, which are slow to compile, are compiled once.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <memory>
#include <string>
#include <utility>

namespace kibitz::net::detail {

namespace asio = boost::asio;
namespace beast = boost::beast;

using ErrorCode = boost::system::error_code;
using Executor = asio::io_context::executor_type;
using TcpSocket = asio::basic_stream_socket<asio::ip::tcp, Executor>;

class Stream {
    using Tcp = beast::basic_stream<asio::ip::tcp, Executor>;
    using Tls = asio::ssl::stream<Tcp&>;

   public:
    using executor_type = Executor;

    // Over TLS if there is a context for it.
    Stream(TcpSocket socket, asio::ssl::context* context)
        : tcp_(std::make_unique<Tcp>(std::move(socket))),
          tls_(context != nullptr ? std::make_unique<Tls>(*tcp_, *context) : nullptr) {}

    executor_type get_executor() noexcept { return tcp_->get_executor(); }
    [[nodiscard]] bool is_encrypted() const { return tls_ != nullptr; }
    // With the time that operations may take.
    Tcp& tcp() { return *tcp_; }

    // Of a client over TLS, before the handshake: the server's certificate is to be for that host.
    void expect_host(const std::string& host) {
        SSL_set_tlsext_host_name(tls_->native_handle(), host.c_str());
        tls_->set_verify_callback(asio::ssl::host_name_verification(host));
    }
    // What was wrong with the certificate: X509_V_OK, if nothing or if there was none.
    [[nodiscard]] long verdict() const { return SSL_get_verify_result(tls_->native_handle()); }

    // To be called first. Handler: void(ErrorCode).
    template <class Handler>
    void async_handshake(asio::ssl::stream_base::handshake_type role, Handler&& handler) {
        if (tls_)
            tls_->async_handshake(role, std::forward<Handler>(handler));
        else
            asio::post(get_executor(), [handler = std::forward<Handler>(handler)]() mutable {
                handler(ErrorCode{});
            });
    }

    template <class Buffers, class Handler>
    void async_read_some(const Buffers& buffers, Handler&& handler) {
        if (tls_)
            tls_->async_read_some(buffers, std::forward<Handler>(handler));
        else
            tcp_->async_read_some(buffers, std::forward<Handler>(handler));
    }

    template <class Buffers, class Handler>
    void async_write_some(const Buffers& buffers, Handler&& handler) {
        if (tls_)
            tls_->async_write_some(buffers, std::forward<Handler>(handler));
        else
            tcp_->async_write_some(buffers, std::forward<Handler>(handler));
    }

    // Says that nothing more will be sent. Handler: void(ErrorCode).
    template <class Handler>
    void async_finish(Handler&& handler) {
        if (tls_) return tls_->async_shutdown(std::forward<Handler>(handler));
        ErrorCode error;
        tcp_->socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
        asio::post(get_executor(),
                   [handler = std::forward<Handler>(handler), error]() mutable { handler(error); });
    }

    // At once; operations under way fail.
    void close() { tcp_->close(); }

    // What the WebSocket library asks of a stream.
    friend void beast_close_socket(Stream& stream) { stream.close(); }
    friend void teardown(beast::role_type role, Stream& stream, ErrorCode& error) {
        beast::websocket::teardown(role, stream.tcp_->socket(), error);
    }
    template <class Handler>
    friend void async_teardown(beast::role_type role, Stream& stream, Handler&& handler) {
        using beast::websocket::async_teardown;
        if (stream.tls_)
            stream.tls_->async_shutdown(std::forward<Handler>(handler));
        else
            async_teardown(role, stream.tcp_->socket(), std::forward<Handler>(handler));
    }

   private:
    std::unique_ptr<Tcp> tcp_;
    std::unique_ptr<Tls> tls_;
};

}  // namespace kibitz::net::detail
