#include "serve/engine/engine_service.hpp"

#include <utility>

#include "page_protocol/json_writer.hpp"
#include "serve/http/refusal.hpp"

namespace kibitz::serve {

class EngineService::Client final : public net::SocketHandler {
   public:
    Client(EngineService& service, std::string address)
        : service_(service), address_(std::move(address)) {}
    ~Client() override {
        if (session_) session_->leave();
        service_.remove(address_);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void on_open(std::shared_ptr<net::Socket> socket) override {
        session_ = std::make_shared<EngineSession>(
            service_.settings_.allowance, service_.searches_,
            [socket = std::move(socket)](std::string event) { socket->send(std::move(event)); });
    }
    void on_message(std::string_view message, bool is_text) override {
        session_->receive(message, is_text);
    }
    void on_close() override { session_->leave(); }

   private:
    EngineService& service_;
    const std::string address_;
    std::shared_ptr<EngineSession> session_;
};

EngineService::EngineService(const EngineServiceSettings& settings)
    : settings_(settings), searches_(settings.searches_at_once, settings.most_waiting) {}

std::expected<std::unique_ptr<net::SocketHandler>, net::Response> EngineService::open(
    const net::Request& request) {
    const std::lock_guard lock(mutex_);
    const auto found = clients_.find(request.address);
    const int of_this = found == clients_.end() ? 0 : found->second;
    if (client_count_ >= settings_.most_clients || of_this >= settings_.most_clients_per_address)
        return std::unexpected(
            refuse(RefusalCode::engine_busy,
                   "The engine has as many clients as it can bear. Please try again soon."));
    ++clients_[request.address];
    ++client_count_;
    return std::make_unique<Client>(*this, request.address);
}

void EngineService::remove(const std::string& address) {
    const std::lock_guard lock(mutex_);
    --client_count_;
    if (const auto found = clients_.find(address); --found->second == 0) clients_.erase(found);
}

net::Response EngineService::describe() const {
    page_protocol::JsonWriter json;
    json.begin_object()
        .member("clients", settings_.most_clients)
        .member("threads", settings_.allowance.threads)
        .member("hashMb", settings_.allowance.hash_mb)
        .member("milliseconds", settings_.allowance.time.count());
    return net::json_response(json.end_object().take() + "\n");
}

}  // namespace kibitz::serve
