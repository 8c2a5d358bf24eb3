// A client of the arena without a network: what it says is there at once.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "serve/arena/arena_service.hpp"

namespace kibitz::test {

class DirectClient {
   public:
    using Json = nlohmann::json;

    explicit DirectClient(serve::ArenaService& arena)
        : handler_(arena.open_socket(arena::Protocol::kibitz)) {
        handler_->on_open(inbox_);
    }
    ~DirectClient() { handler_->on_close(); }
    DirectClient(const DirectClient&) = delete;
    DirectClient& operator=(const DirectClient&) = delete;

    void send(const Json& message) { handler_->on_message(message.dump(), true); }
    // The answer; events before it are passed over.
    Json ask(Json message) {
        message["id"] = ++last_id_;
        send(message);
        for (;;)
            if (Json answer = inbox_->take(); answer.value("id", 0) == last_id_) return answer;
    }
    // The next event that is none of these.
    Json event_after(const std::string& type) {
        for (;;)
            if (const Json message = inbox_->take();
                message["type"] == "event" && message["event"]["type"] != type)
                return message["event"];
    }

   private:
    class Inbox final : public net::Socket {
       public:
        void send(net::SharedText text) override {
            {
                const std::lock_guard lock(mutex_);
                messages_.push_back(std::move(text));
            }
            came_.notify_one();
        }
        void close(net::CloseCode, std::string) override {}
        [[nodiscard]] std::size_t queued_bytes() const override { return 0; }
        Json take() {
            std::unique_lock lock(mutex_);
            came_.wait(lock, [this] { return !messages_.empty(); });
            const net::SharedText text = messages_.front();
            messages_.pop_front();
            return Json::parse(*text);
        }

       private:
        std::mutex mutex_;
        std::condition_variable came_;
        std::deque<net::SharedText> messages_;
    };

    int last_id_ = 0;
    std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
    std::unique_ptr<net::SocketHandler> handler_;
};

}  // namespace kibitz::test
