// Broker: the NATS servers where several machines keep one laboratory together, so that it outlives
// each of them.
//
// The facts are a stream of JetStream, on as many of the servers as it has replicas. One process at
// a time decides, the one that holds the lease: a key that expires when it is not renewed. The
// lease only says who should decide. What makes two that decide harmless is the stream: each fact
// names the one it follows, and the broker refuses a fact that does not follow its last.
//
//     auto broker = Broker::connect(settings);
//     if ((*broker)->acquire(stop, report)) {    // waits while another process decides
//         (*broker)->keep([&](const std::string& why) { ... });    // ends what was begun
//         auto journal = (*broker)->open_journal();
//     }
#pragma once

#include <atomic>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "lab_net/fact_journal.hpp"
#include "nats_client/settings.hpp"

namespace kibitz::lab_nats {

struct BrokerSettings {
    std::string servers;             // such as nats://10.0.0.5:4222, with commas between them
    std::string laboratory = "lab";  // its name: letters, digits, '-' and '_'
    std::string credentials_file{};  // as nsc makes them; empty: the broker asks for none
    int replicas = 1;                // of the servers, those that keep each fact
    // It is the fingerprint of the secret that seals leases. All processes of a laboratory need the
    // same one.
    std::string seal_fingerprint;

    // People may read this: it has no passwords.
    [[nodiscard]] std::string shown_servers() const {
        return nats_client::without_passwords(servers);
    }
};

class Broker {
   public:
    using Report = std::function<void(const std::string&)>;

    // The error says which address, and why.
    static std::expected<std::unique_ptr<Broker>, std::string> connect(BrokerSettings settings);

    Broker() = default;
    Broker(const Broker&) = delete;
    Broker& operator=(const Broker&) = delete;
    virtual ~Broker() = default;

    // Waits until this process is the one that decides; `waiting` is called with what it waits for.
    // False: `stop` became true first.
    virtual std::expected<bool, std::string> acquire(const std::atomic<bool>& stop,
                                                     const Report& waiting) = 0;
    // Renews the lease from now on, in a thread of its own. `lost` is called once, from that
    // thread, when another process decides or the facts cannot be stored any more: then this
    // process has to end, and what it has in memory is void.
    virtual void keep(Report lost) = 0;
    // The facts, for the process that decides. This broker must outlive the journal.
    virtual lab_net::OpenedJournal open_journal() = 0;
};

}  // namespace kibitz::lab_nats
