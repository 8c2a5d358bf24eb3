// Bus: short messages between processes by subject, at most once each, over brokers of NATS.
// Nothing is kept, and what is lost is not noticed here.
//
//     auto bus = Bus::connect(settings);
//     (*bus)->subscribe("some.subject", [](std::string_view bytes) { ... });
//     (*bus)->publish("some.subject", bytes);
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "nats_client/settings.hpp"

namespace kibitz::nats_client {

class Bus {
   public:
    // Called on a thread of the subscription, one message after the other.
    using Take = std::function<void(std::string_view bytes)>;

    // A broker that cannot be reached, now or later, is tried again until it can. The error says
    // what is wrong with the address or the credentials.
    static std::expected<std::unique_ptr<Bus>, std::string> connect(const Settings& settings);

    Bus() = default;
    Bus(const Bus&) = delete;
    Bus& operator=(const Bus&) = delete;
    // Waits for calls of `Take` under way; there are none afterwards.
    virtual ~Bus() = default;

    // Any thread may; it does not wait for the broker. Whether it was lost is not known here.
    virtual void publish(const std::string& subject, std::string_view bytes) = 0;
    // This is so at the moment; may be called from any thread.
    [[nodiscard]] virtual bool is_connected() const = 0;
    virtual std::expected<void, std::string> subscribe(const std::string& subject, Take take) = 0;
};

}  // namespace kibitz::nats_client
