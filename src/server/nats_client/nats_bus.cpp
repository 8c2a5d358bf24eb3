#include <chrono>
#include <deque>
#include <semaphore>
#include <utility>

#include "nats_client/bus.hpp"
#include "nats_client/connection.hpp"

namespace kibitz::nats_client {

namespace {

void hand_on(natsConnection* /*connection*/, natsSubscription* /*subscription*/, natsMsg* message,
             void* take) {
    const Message owned(message);
    (*static_cast<Bus::Take*>(take))(
        {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))});
}

class NatsBus final : public Bus {
   public:
    explicit NatsBus(Connection connection) : connection_(std::move(connection)) {}
    ~NatsBus() override {
        natsConnection_Close(connection_.get());
        for (Subscribed& one : subscribed_)
            if (one.subscription) (void)one.is_over.try_acquire_for(longest_call);
    }
    NatsBus(const NatsBus&) = delete;
    NatsBus& operator=(const NatsBus&) = delete;

    void publish(const std::string& subject, std::string_view bytes) override {
        natsConnection_Publish(connection_.get(), subject.c_str(), bytes.data(),
                               static_cast<int>(bytes.size()));
    }

    std::expected<void, std::string> subscribe(const std::string& subject, Take take) override {
        Subscribed& one = subscribed_.emplace_back();
        one.take = std::move(take);
        natsStatus status = fill(one.subscription, [&](natsSubscription** made) {
            return natsConnection_Subscribe(made, connection_.get(), subject.c_str(), hand_on,
                                            &one.take);
        });
        if (status == NATS_OK)
            status = natsSubscription_SetOnCompleteCB(
                one.subscription.get(),
                [](void* is_over) { static_cast<std::binary_semaphore*>(is_over)->release(); },
                &one.is_over);
        // The broker has it before anybody is told of this subject. One that is reached later gets
        // the subscriptions first.
        if (status == NATS_OK && is_connected()) status = natsConnection_Flush(connection_.get());
        if (status != NATS_OK) return std::unexpected(subject + ": " + why_failed(status));
        return {};
    }

    [[nodiscard]] bool is_connected() const override {
        return natsConnection_Status(connection_.get()) == NATS_CONN_STATUS_CONNECTED;
    }

   private:
    static constexpr std::chrono::seconds longest_call{2};

    struct Subscribed {
        Take take;
        std::binary_semaphore is_over{0};  // no more calls
        Subscription subscription;
    };
    Connection connection_;
    std::deque<Subscribed> subscribed_;
};

}  // namespace

std::expected<std::unique_ptr<Bus>, std::string> Bus::connect(const Settings& settings) {
    auto connection = connect_to(settings, Purpose::many_messages);
    if (!connection) return std::unexpected(connection.error());
    return std::make_unique<NatsBus>(*std::move(connection));
}

}  // namespace kibitz::nats_client
