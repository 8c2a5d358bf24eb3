// Stream: a connection, plain or over TLS, as one type, whose operations take any handler as one
// type. So the templates for TCP and TLS, which are slow to compile, are compiled once, in
// stream.cpp, and not again for each operation of HTTP and WebSocket.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream_base.hpp>
#include <boost/beast/core/role.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace kibitz::net::detail {

namespace asio = boost::asio;
namespace beast = boost::beast;

using ErrorCode = boost::system::error_code;
using Executor = asio::io_context::executor_type;
using TcpSocket = asio::basic_stream_socket<asio::ip::tcp, Executor>;

// A handler of any type, called on the stream's executor.
template <class... Arguments>
class AnyHandler {
   public:
    using executor_type = Executor;

    template <class Handler>
    AnyHandler(Handler&& handler, Executor executor)
        : function_(std::forward<Handler>(handler)), executor_(std::move(executor)) {}

    [[nodiscard]] executor_type get_executor() const noexcept { return executor_; }
    void operator()(Arguments... arguments) { function_(arguments...); }

   private:
    std::move_only_function<void(Arguments...)> function_;
    Executor executor_;
};
using DoneHandler = AnyHandler<ErrorCode>;
using TransferHandler = AnyHandler<ErrorCode, std::size_t>;

// The first buffers of a sequence of any type. An operation that transfers some bytes may leave the
// rest for the next.
class SomeBuffers {
   public:
    using value_type = asio::const_buffer;
    using const_iterator = const asio::const_buffer*;

    template <class Buffers>
    explicit SomeBuffers(const Buffers& all) {
        const auto end = asio::buffer_sequence_end(all);
        for (auto at = asio::buffer_sequence_begin(all); at != end && size_ < buffers_.size(); ++at)
            if (const asio::const_buffer buffer(*at); buffer.size() > 0) buffers_[size_++] = buffer;
    }
    [[nodiscard]] const_iterator begin() const { return buffers_.data(); }
    [[nodiscard]] const_iterator end() const { return buffers_.data() + size_; }

   private:
    // A response has one for each field of its header.
    static constexpr std::size_t enough = 32;
    std::array<asio::const_buffer, enough> buffers_{};
    std::size_t size_ = 0;
};

class Stream {
   public:
    using executor_type = Executor;

    // Over TLS if there is a context for it.
    Stream(TcpSocket socket, asio::ssl::context* context);
    ~Stream();
    Stream(Stream&&) noexcept;
    Stream& operator=(Stream&&) noexcept;

    executor_type get_executor() noexcept;
    [[nodiscard]] bool is_encrypted() const;

    // Operations under way and those that begin later fail after that time.
    void expires_after(std::chrono::steady_clock::duration time);
    void expires_never();

    // A client calls it before the TLS handshake: the server's certificate is to be for that host.
    void expect_host(const std::string& host);
    // What was wrong with the certificate: X509_V_OK, if nothing or if there was none.
    [[nodiscard]] long verdict() const;
    // A client connects with this, before the handshake, to one of these. Handler: void(ErrorCode).
    template <class Handler>
    void async_connect(const asio::ip::tcp::resolver::results_type& endpoints, Handler&& handler) {
        connect(endpoints, DoneHandler(std::forward<Handler>(handler), get_executor()));
    }
    // This is called before anything is read or written. Handler: void(ErrorCode).
    template <class Handler>
    void async_handshake(asio::ssl::stream_base::handshake_type role, Handler&& handler) {
        handshake(role, DoneHandler(std::forward<Handler>(handler), get_executor()));
    }

    // Handler: void(ErrorCode, std::size_t), here and in async_write_some().
    template <class Buffers, class Handler>
    void async_read_some(const Buffers& buffers, Handler&& handler) {
        read_some(first_of(buffers),
                  TransferHandler(std::forward<Handler>(handler), get_executor()));
    }
    template <class Buffers, class Handler>
    void async_write_some(const Buffers& buffers, Handler&& handler) {
        write_some(SomeBuffers(buffers),
                   TransferHandler(std::forward<Handler>(handler), get_executor()));
    }

    // Says that nothing more will be sent. Handler: void(ErrorCode).
    template <class Handler>
    void async_finish(Handler&& handler) {
        finish(DoneHandler(std::forward<Handler>(handler), get_executor()));
    }

    // At once; operations under way fail.
    void close();

    // What the WebSocket library asks of a stream.
    friend void beast_close_socket(Stream& stream) { stream.close(); }
    friend void teardown(beast::role_type role, Stream& stream, ErrorCode& error) {
        stream.tear_down(role, error);
    }
    template <class Handler>
    friend void async_teardown(beast::role_type role, Stream& stream, Handler&& handler) {
        stream.tear_down(role, DoneHandler(std::forward<Handler>(handler), stream.get_executor()));
    }

   private:
    struct Impl;

    template <class Buffers>
    static asio::mutable_buffer first_of(const Buffers& buffers) {
        const auto end = asio::buffer_sequence_end(buffers);
        for (auto at = asio::buffer_sequence_begin(buffers); at != end; ++at)
            if (const asio::mutable_buffer buffer(*at); buffer.size() > 0) return buffer;
        return {};
    }

    void connect(const asio::ip::tcp::resolver::results_type& endpoints, DoneHandler handler);
    void handshake(asio::ssl::stream_base::handshake_type role, DoneHandler handler);
    void read_some(asio::mutable_buffer buffer, TransferHandler handler);
    void write_some(const SomeBuffers& buffers, TransferHandler handler);
    void finish(DoneHandler handler);
    void tear_down(beast::role_type role, ErrorCode& error);
    void tear_down(beast::role_type role, DoneHandler handler);

    std::unique_ptr<Impl> impl_;
};

}  // namespace kibitz::net::detail
