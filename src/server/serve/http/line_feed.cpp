#include "serve/http/line_feed.hpp"

namespace kibitz::serve {

void LineFeed::send(const net::SharedText& line) {
    const std::lock_guard lock(mutex_);
    if (is_over_) return;
    if (socket_)
        socket_->send(line);
    else
        waiting_ += *line;
}

void LineFeed::end() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_over_, true) || !socket_) return;
    socket_->close(net::CloseCode::normal, "");
}

void LineFeed::on_open(std::shared_ptr<net::Socket> socket) {
    const std::lock_guard lock(mutex_);
    socket_ = std::move(socket);
    socket_->send(std::exchange(waiting_, {}));
    if (is_over_) socket_->close(net::CloseCode::normal, "");
}

void LineFeed::on_close() {
    std::shared_ptr<void> owner;  // whose end may lead to anything, so the mutex is free then
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    socket_.reset();
    owner.swap(owner_);
}

}  // namespace kibitz::serve
