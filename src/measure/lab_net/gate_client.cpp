#include "lab_net/gate_client.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "json/bounded.hpp"
#include "lab_net/protocol.hpp"
#include "net/client.hpp"

namespace kibitz::lab_net {

namespace {

using nlohmann::json;

constexpr std::chrono::seconds answer_time{20};

}  // namespace

class GateClient::Connection {
   public:
    static std::expected<std::unique_ptr<Connection>, std::string> open(
        const std::string& address, const std::string& fingerprint);

    // Nothing if the connection ends, or no answer comes.
    std::optional<json> ask(json request);
    [[nodiscard]] std::string why_closed() {
        const std::lock_guard lock(mutex_);
        return why_closed_.value_or("the gate does not answer");
    }

   private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::string> why_closed_;
    std::optional<json> answer_;
    std::int64_t requests_ = 0;
    std::unique_ptr<net::Client> client_;  // the last: it uses the others
};

std::expected<std::unique_ptr<GateClient::Connection>, std::string> GateClient::Connection::open(
    const std::string& text, const std::string& fingerprint) {
    const auto address = net::parse_address(text, gate_path);
    if (!address) return std::unexpected(address.error());
    auto connection = std::make_unique<Connection>();
    Connection& it = *connection;
    auto client = net::Client::connect(
        *address, {.fingerprint = fingerprint, .most_message_bytes = most_message_bytes},
        {.message =
             [&it](std::string_view text) {
                 auto answer = bounded_json::read(text, {.bytes = most_message_bytes});
                 const std::lock_guard lock(it.mutex_);
                 // An answer to a request that was given up is of no use any more.
                 if (answer && bounded_json::integer_field(*answer, "request") == it.requests_)
                     it.answer_ = *std::move(answer);
                 it.changed_.notify_all();
             },
         .closed =
             [&it](std::string why) {
                 const std::lock_guard lock(it.mutex_);
                 it.why_closed_ = std::move(why);
                 it.changed_.notify_all();
             }});
    if (!client) return std::unexpected(client.error());
    connection->client_ = *std::move(client);
    return connection;
}

std::optional<json> GateClient::Connection::ask(json request) {
    std::unique_lock lock(mutex_);
    request["request"] = ++requests_;
    answer_.reset();
    client_->send(request.dump(-1, ' ', false, json::error_handler_t::replace));
    changed_.wait_for(lock, answer_time, [this] { return answer_ || why_closed_; });
    return std::exchange(answer_, std::nullopt);
}

GateClient::GateClient(JoinToken token)
    : token_(std::move(token)), addresses_(addresses_of(token_)) {}
GateClient::~GateClient() = default;

GateClient::Answer GateClient::connect() {
    std::string why = "the token has no address";
    for (std::size_t tried = 0; tried < addresses_.size() && !connection_; ++tried) {
        const std::size_t next = (at_ + tried) % addresses_.size();
        auto opened = Connection::open(addresses_[next], token_.fingerprint);
        if (!opened) {
            why = opened.error();
            continue;
        }
        connection_ = *std::move(opened);
        at_ = next;
    }
    if (!connection_) return std::unexpected(Error{.text = why});
    return ask({{"type", "hello"},
                {"version", protocol_version},
                {"name", token_.name},
                {"secret", token_.secret}});
}

GateClient::Answer GateClient::ask(json request) {
    if (!connection_) {
        auto welcome = connect();
        if (!welcome) {
            connection_.reset();
            return welcome;
        }
        welcome_ = *std::move(welcome);
    }
    auto answer = connection_->ask(std::move(request));
    if (!answer) {
        const std::string why = connection_->why_closed();
        connection_.reset();
        return std::unexpected(Error{.text = why});
    }
    if (const auto error = answer->find("error"); error != answer->end() && error->is_string())
        return std::unexpected(Error{.text = error->get<std::string>(),
                                     .code = answer->value("code", refusal_code::request)});
    return *std::move(answer);
}

}  // namespace kibitz::lab_net
