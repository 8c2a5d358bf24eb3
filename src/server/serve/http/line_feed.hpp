// LineFeed: an answer that goes on (net::Response::stream), line by line. Lines that come before
// the connection is ready wait for it. May be used by several threads.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "net/server.hpp"

namespace kibitz::serve {

class LineFeed final : public net::SocketHandler {
   public:
    // `owner` lives for as long as the stream.
    LineFeed(std::shared_ptr<void> owner, std::string first)
        : owner_(std::move(owner)), waiting_(std::move(first)) {}

    void send(const net::SharedText& line);
    void send(std::string line) { send(std::make_shared<const std::string>(std::move(line))); }
    void end();

    void on_open(std::shared_ptr<net::Socket> socket) override;
    void on_message(std::string_view /*message*/, bool /*is_text*/) override {}
    void on_close() override;

   private:
    std::mutex mutex_;
    std::shared_ptr<void> owner_;
    std::shared_ptr<net::Socket> socket_;
    std::string waiting_;
    bool is_over_ = false;
};

}  // namespace kibitz::serve
