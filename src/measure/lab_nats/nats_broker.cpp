#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <thread>
#include <utility>

#include "lab_nats/broker.hpp"
#include "lab_nats/lease.hpp"
#include "lab_nats/nats_journal.hpp"
#include "nats_client/connection.hpp"
#include "secrets/sodium_secrets.hpp"

namespace kibitz::lab_nats {

namespace {

using nats_client::Connection;
using nats_client::fill;
using nats_client::JetStream;
using nats_client::why_failed;

constexpr std::chrono::seconds renewal{1};
constexpr std::chrono::milliseconds look{50};
constexpr std::int64_t request_milliseconds = 2000;
constexpr std::size_t longest_name = 40, id_bytes = 8, host_bytes = 256;

bool is_laboratory_name(const std::string& name) {
    return !name.empty() && name.size() <= longest_name &&
           std::ranges::all_of(
               name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
}

std::string id_of_this_process() {
    std::array<char, host_bytes> host{};
    ::gethostname(host.data(), host.size() - 1);
    return std::string(host.data()) + "." + arena::to_hex(secrets::random_bytes(id_bytes));
}

class NatsBroker final : public Broker {
   public:
    NatsBroker(BrokerSettings settings, Connection connection, JetStream jet_stream, Lease lease,
               std::string id)
        : settings_(std::move(settings)),
          id_(std::move(id)),
          connection_(std::move(connection)),
          jet_stream_(std::move(jet_stream)),
          lease_(std::move(lease)) {}
    ~NatsBroker() override {
        writer_.must_end = true;
        keeper_ = {};
        lease_.release();
    }
    NatsBroker(const NatsBroker&) = delete;
    NatsBroker& operator=(const NatsBroker&) = delete;

    std::expected<bool, std::string> acquire(const std::atomic<bool>& stop,
                                             const Report& waiting) override {
        for (auto reported = Lease::Holder::us; !stop;) {
            const Lease::Holder holder = lease_.renew();
            if (holder == Lease::Holder::us) return true;
            if (std::exchange(reported, holder) != holder)
                waiting(holder == Lease::Holder::another
                            ? lease_.other() + " has this laboratory; waiting to take it over"
                            : "the broker does not answer; trying again");
            pause_until_renewal(stop);
        }
        return false;
    }

    lab_net::OpenedJournal open_journal() override {
        auto journal =
            NatsJournal::open(jet_stream_.get(),
                              {.stream = "kibitz-lab-" + settings_.laboratory + "-facts",
                               .subject = "kibitz.lab." + settings_.laboratory + ".facts",
                               .replicas = settings_.replicas,
                               .writer = id_,
                               .seal_fingerprint = settings_.seal_fingerprint},
                              writer_);
        if (!journal) return std::unexpected(journal.error());
        return *std::move(journal);
    }

    void keep(Report lost) override {
        keeper_ = std::jthread([this, lost = std::move(lost)] {
            while (!writer_.must_end) {
                if (lease_.renew() == Lease::Holder::another) {
                    writer_.must_end = true;
                    return lost(lease_.other() + " has taken this laboratory over");
                }
                if (writer_.has_failed) return lost("the facts cannot be stored any more");
                pause_until_renewal(writer_.must_end);
            }
        });
    }

   private:
    static void pause_until_renewal(const std::atomic<bool>& stop) {
        const auto end = std::chrono::steady_clock::now() + renewal;
        while (!stop && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(look);
    }

    const BrokerSettings settings_;
    const std::string id_;
    Connection connection_;
    JetStream jet_stream_;
    Lease lease_;
    WriterState writer_;
    std::jthread keeper_;
};

}  // namespace

std::expected<std::unique_ptr<Broker>, std::string> Broker::connect(BrokerSettings settings) {
    if (!is_laboratory_name(settings.laboratory))
        return std::unexpected(
            "the name of a laboratory has at most 40 letters, digits, '-' and '_'");
    const std::string place = settings.shown_servers();
    auto connection = nats_client::connect_to({settings.servers, settings.credentials_file},
                                              nats_client::Purpose::requests);
    if (!connection) return std::unexpected(connection.error());
    jsOptions options;
    jsOptions_Init(&options);
    options.Wait = request_milliseconds;
    JetStream jet_stream;
    const natsStatus status = fill(jet_stream, [&](jsCtx** made) {
        return natsConnection_JetStream(made, connection->get(), &options);
    });
    if (status != NATS_OK) return std::unexpected(place + ": " + why_failed(status));
    std::string id = id_of_this_process();
    auto lease = Lease::open(jet_stream.get(), settings.laboratory, settings.replicas, id);
    if (!lease)
        return std::unexpected(place + ": no lease to be had (" + lease.error() +
                               "); does nats-server run with -js?");
    return std::make_unique<NatsBroker>(std::move(settings), *std::move(connection),
                                        std::move(jet_stream), *std::move(lease), std::move(id));
}

}  // namespace kibitz::lab_nats
