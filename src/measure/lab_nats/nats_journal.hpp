// NatsJournal: the facts of a laboratory as a stream of JetStream.
//
// A message of the stream has a header `Kibitz` that says what it is:
//   fact      a fact, or its last part
//   part      a part of a fact that is longer than a message should be; the next message goes on
//   opened    a process begins to write: what was not finished before is void. Its data is the
//             fingerprint of the secret that seals leases.
// Places are numbers of the stream. Each message is published with the number that it has to
// follow, so nothing is stored behind the back of the process that writes.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "lab_net/fact_journal.hpp"
#include "nats_client/handles.hpp"

namespace kibitz::lab_nats {

using nats_client::Message;

// Shared by a journal and those who watch it.
struct WriterState {
    std::atomic<bool> must_end = false;  // do not wait any longer for a broker that is silent
    // Whether the last fact was stored is not known, or another process writes: this one has to
    // end, and the next one reads what there is.
    std::atomic<bool> has_failed = false;
};

class NatsJournal final : public lab_net::FactJournal {
   public:
    struct Settings {
        std::string stream;
        std::string subject;
        int replicas = 1;
        std::string writer;  // an id that no other process has
        std::string seal_fingerprint;
    };

    // The connection and the state outlive the journal.
    static std::expected<std::unique_ptr<NatsJournal>, std::string> open(jsCtx* broker,
                                                                         Settings settings,
                                                                         WriterState& state);

    // An error is final.
    std::expected<Place, std::string> append(std::string_view fact) override;
    std::expected<std::string, std::string> read(Place place) override;
    std::expected<void, std::string> replay(
        const std::function<std::expected<void, std::string>(Place, std::string_view)>& take)
        override;

   private:
    using Take = std::function<std::expected<void, std::string>(Place, std::string_view)>;
    enum class Outcome : std::uint8_t { stored, overtaken };  // overtaken: by another writer
    struct Unfinished {
        Place place = 0;
        std::string text;
    };

    NatsJournal(jsCtx* broker, Settings settings, WriterState& state)
        : broker_(broker), settings_(std::move(settings)), state_(state) {}

    std::expected<Outcome, std::string> publish(std::string_view data, const char* kind);
    std::expected<Message, std::string> message_at(Place place);
    std::expected<natsStatus, std::string> read_to(Place end, Unfinished& unfinished,
                                                   const Take& take);
    std::expected<void, std::string> read_new(Unfinished& unfinished, const Take& take);
    std::expected<void, std::string> take_message(natsMsg* message, Place place,
                                                  Unfinished& unfinished, const Take& take);

    jsCtx* broker_;
    const Settings settings_;
    WriterState& state_;
    Place last_ = 0;  // of the stream, as far as it was read or written
    std::uint64_t published_ = 0;
};

}  // namespace kibitz::lab_nats
