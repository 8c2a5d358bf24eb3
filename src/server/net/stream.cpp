#include "net/detail/stream.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <optional>

namespace kibitz::net::detail {

struct Stream::Impl {
    using Tcp = beast::basic_stream<asio::ip::tcp, Executor>;
    using Tls = asio::ssl::stream<Tcp&>;

    Impl(TcpSocket socket, asio::ssl::context* context) : tcp(std::move(socket)) {
        if (context != nullptr) tls.emplace(tcp, *context);
    }

    Tcp tcp;  // with the time that operations may take
    std::optional<Tls> tls;
};

Stream::Stream(TcpSocket socket, asio::ssl::context* context)
    : impl_(std::make_unique<Impl>(std::move(socket), context)) {}
Stream::~Stream() = default;
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;

Executor Stream::get_executor() noexcept { return impl_->tcp.get_executor(); }
bool Stream::is_encrypted() const { return impl_->tls.has_value(); }

void Stream::expires_after(std::chrono::steady_clock::duration time) {
    impl_->tcp.expires_after(time);
}
void Stream::expires_never() { impl_->tcp.expires_never(); }

void Stream::expect_host(const std::string& host) {
    SSL_set_tlsext_host_name(impl_->tls->native_handle(), host.c_str());
    impl_->tls->set_verify_callback(asio::ssl::host_name_verification(host));
}
long Stream::verdict() const { return SSL_get_verify_result(impl_->tls->native_handle()); }

void Stream::connect(const asio::ip::tcp::resolver::results_type& endpoints, DoneHandler handler) {
    impl_->tcp.async_connect(
        endpoints, [this, handler = std::move(handler)](ErrorCode error,
                                                        const asio::ip::tcp::endpoint&) mutable {
            ErrorCode ignored;
            if (!error) impl_->tcp.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
            handler(error);
        });
}

void Stream::handshake(asio::ssl::stream_base::handshake_type role, DoneHandler handler) {
    if (impl_->tls) return impl_->tls->async_handshake(role, std::move(handler));
    asio::post(get_executor(), [handler = std::move(handler)]() mutable { handler(ErrorCode{}); });
}

void Stream::read_some(asio::mutable_buffer buffer, TransferHandler handler) {
    if (impl_->tls)
        impl_->tls->async_read_some(buffer, std::move(handler));
    else
        impl_->tcp.async_read_some(buffer, std::move(handler));
}

void Stream::write_some(const SomeBuffers& buffers, TransferHandler handler) {
    if (impl_->tls)
        impl_->tls->async_write_some(buffers, std::move(handler));
    else
        impl_->tcp.async_write_some(buffers, std::move(handler));
}

void Stream::finish(DoneHandler handler) {
    if (impl_->tls) return impl_->tls->async_shutdown(std::move(handler));
    ErrorCode error;
    impl_->tcp.socket().shutdown(TcpSocket::shutdown_send, error);
    asio::post(get_executor(), [handler = std::move(handler), error]() mutable { handler(error); });
}

void Stream::close() { impl_->tcp.close(); }

void Stream::tear_down(beast::role_type role, ErrorCode& error) {
    beast::websocket::teardown(role, impl_->tcp.socket(), error);
}

void Stream::tear_down(beast::role_type role, DoneHandler handler) {
    using beast::websocket::async_teardown;
    if (impl_->tls)
        impl_->tls->async_shutdown(std::move(handler));
    else
        async_teardown(role, impl_->tcp.socket(), std::move(handler));
}

}  // namespace kibitz::net::detail
