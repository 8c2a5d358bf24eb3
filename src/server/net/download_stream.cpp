#include "net/download_stream.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <thread>
#include <utility>

#include "net/detail/outgoing.hpp"
#include "net/detail/stream.hpp"
#include "net/http_status.hpp"

namespace kibitz::net {

namespace {

using namespace detail;
namespace http = beast::http;
using asio::ip::tcp;

class AsioDownloadStream final : public DownloadStream {
   public:
    AsioDownloadStream(Address address, OutgoingRequest request,
                       const DownloadStreamSettings& settings, DownloadStreamHandlers handlers)
        : address_(std::move(address)),
          sent_(std::move(request)),
          settings_(settings),
          handlers_(std::move(handlers)),
          tls_(asio::ssl::context::tls_client),
          resolver_(context_.get_executor()),
          stream_(TcpSocket(context_), address_.is_encrypted ? &tls_ : nullptr) {
        // What a stream brings in its whole life has no limit; its readers bound what they keep.
        parser_.body_limit(boost::none);
        asio::post(context_, [this] { begin(); });
        thread_ = std::thread([this] { run(); });
    }
    ~AsioDownloadStream() override {
        context_.stop();
        thread_.join();
    }
    AsioDownloadStream(const AsioDownloadStream&) = delete;
    AsioDownloadStream& operator=(const AsioDownloadStream&) = delete;

   private:
    void run() {
        try {
            context_.run();
        } catch (const std::exception& failure) {
            end(failure.what());
        }
    }

    void begin() {
        if (address_.is_encrypted) {
            if (const ErrorCode error = trust(tls_, settings_.ca_file))
                return end("the trusted certificates: " + error.message());
            stream_.expect_host(address_.host);
        }
        resolver_.async_resolve(address_.host, address_.port,
                                [this](ErrorCode error, const auto& places) {
                                    if (error) return end(error.message());
                                    connect(places);
                                });
    }

    void connect(const tcp::resolver::results_type& places) {
        stream_.expires_after(settings_.connect_timeout);
        stream_.async_connect(places, [this](ErrorCode error) {
            if (error) return end(error.message());
            stream_.async_handshake(asio::ssl::stream_base::client, [this](ErrorCode failure) {
                if (failure) return end(failure.message());
                ask();
            });
        });
    }

    void ask() {
        write_head(request_, address_, sent_);
        http::async_write(stream_, request_, [this](ErrorCode error, std::size_t) {
            if (error) return end(error.message());
            http::async_read_header(stream_, buffer_, parser_,
                                    [this](ErrorCode failure, std::size_t) {
                                        if (failure) return end(failure.message());
                                        receive_head();
                                    });
        });
    }

    void receive_head() {
        answer_ = read_head(parser_.get());
        if (answer_.status != status_ok) return end("status " + std::to_string(answer_.status));
        handlers_.opened();
        read();
    }

    void read() {
        parser_.get().body().data = piece_.data();
        parser_.get().body().size = piece_.size();
        stream_.expires_after(settings_.silence_timeout);
        http::async_read_some(stream_, buffer_, parser_, [this](ErrorCode error, std::size_t) {
            // It says so when the piece is full.
            if (error == http::error::need_buffer) error = {};
            const std::size_t size = piece_.size() - parser_.get().body().size;
            if (size > 0) handlers_.received({piece_.data(), size});
            if (error) return end(error.message());
            if (parser_.is_done()) return end("it is over");
            read();
        });
    }

    void end(const std::string& why) {
        stream_.close();
        if (!std::exchange(is_over_, true)) handlers_.closed(answer_, why);
    }

    const Address address_;
    const OutgoingRequest sent_;
    const DownloadStreamSettings settings_;
    const DownloadStreamHandlers handlers_;
    asio::io_context context_{1};
    asio::ssl::context tls_;
    asio::ip::basic_resolver<tcp, Executor> resolver_;
    Stream stream_;
    http::request<http::empty_body> request_;
    beast::flat_buffer buffer_;
    http::response_parser<http::buffer_body> parser_;
    std::array<char, 8192> piece_{};
    Response answer_;
    bool is_over_ = false;
    std::thread thread_;  // the last: it uses the others
};

}  // namespace

std::unique_ptr<DownloadStream> DownloadStream::open(const Address& address,
                                                     const OutgoingRequest& request,
                                                     const DownloadStreamSettings& settings,
                                                     DownloadStreamHandlers handlers) {
    return std::make_unique<AsioDownloadStream>(address, request, settings, std::move(handlers));
}

}  // namespace kibitz::net
