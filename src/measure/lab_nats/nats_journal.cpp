#include "lab_nats/nats_journal.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace kibitz::lab_nats {

namespace {

using nats_client::Acknowledgement;
using nats_client::fill;
using nats_client::MetaData;
using nats_client::StreamInfo;
using nats_client::Subscription;
using nats_client::why_failed;

using Clock = std::chrono::steady_clock;

constexpr const char* kind_header = "Kibitz";
constexpr const char* id_header = "Nats-Msg-Id";
constexpr std::string_view kind_fact = "fact", kind_part = "part", kind_opened = "opened";

// Half of what a broker accepts by default.
constexpr std::size_t longest_part = std::size_t{512} * 1024;
// How long a fact waits for a broker: three of them need some ten seconds to agree on a new leader.
constexpr std::chrono::seconds patience{60};
constexpr std::chrono::milliseconds pause{200};
constexpr std::int64_t answer_milliseconds = 5000;
// In which the broker knows a message again that is sent twice; longer than our patience.
constexpr std::chrono::nanoseconds memory_for_ids = std::chrono::minutes(2);

std::string_view data_of(natsMsg* message) {
    return {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

std::string_view header_of(natsMsg* message, const char* name) {
    const char* value = nullptr;
    if (natsMsgHeader_Get(message, name, &value) != NATS_OK || value == nullptr) return {};
    return value;
}

// Asks again while nobody leads the stream, as in the first seconds after a broker's end.
natsStatus find_stream(StreamInfo& info, jsCtx* broker, const std::string& stream,
                       const WriterState& state) {
    const auto deadline = Clock::now() + patience;
    for (;;) {
        const natsStatus status = fill(info, [&](jsStreamInfo** found) {
            return js_GetStreamInfo(found, broker, stream.c_str(), nullptr, nullptr);
        });
        if (status == NATS_OK || status == NATS_NOT_FOUND || state.must_end ||
            Clock::now() > deadline)
            return status;
        std::this_thread::sleep_for(pause);
    }
}

}  // namespace

std::expected<std::unique_ptr<NatsJournal>, std::string> NatsJournal::open(jsCtx* broker,
                                                                           Settings settings,
                                                                           WriterState& state) {
    StreamInfo info;
    natsStatus status = find_stream(info, broker, settings.stream, state);
    if (status == NATS_NOT_FOUND) {
        const char* subjects[] = {settings.subject.c_str()};
        jsStreamConfig config;
        jsStreamConfig_Init(&config);
        config.Name = settings.stream.c_str();
        config.Subjects = subjects;
        config.SubjectsLen = 1;
        config.Storage = js_FileStorage;
        config.Replicas = settings.replicas;
        config.Duplicates = memory_for_ids.count();
        config.DenyDelete = true;
        config.DenyPurge = true;
        config.AllowDirect = true;
        status = fill(info, [&](jsStreamInfo** made) {
            return js_AddStream(made, broker, &config, nullptr, nullptr);
        });
    }
    if (status != NATS_OK) return std::unexpected(settings.stream + ": " + why_failed(status));
    return std::unique_ptr<NatsJournal>(new NatsJournal(broker, std::move(settings), state));
}

std::expected<Message, std::string> NatsJournal::message_at(Place place) {
    Message message;
    const natsStatus status = fill(message, [&](natsMsg** found) {
        return js_GetMsg(found, broker_, settings_.stream.c_str(), place, nullptr, nullptr);
    });
    if (status != NATS_OK)
        return std::unexpected(settings_.stream + ", message " + std::to_string(place) + ": " +
                               why_failed(status));
    return message;
}

// An acknowledgement may be lost on the way, so every try has the same id: the broker stores it
// once, and we know our own message again.
std::expected<NatsJournal::Outcome, std::string> NatsJournal::publish(std::string_view data,
                                                                      const char* kind) {
    const std::string id = settings_.writer + "." + std::to_string(++published_);
    const auto deadline = Clock::now() + patience;
    for (;;) {
        Message message;
        natsStatus status = fill(message, [&](natsMsg** made) {
            return natsMsg_Create(made, settings_.subject.c_str(), nullptr, data.data(),
                                  static_cast<int>(data.size()));
        });
        if (status == NATS_OK) status = natsMsgHeader_Set(message.get(), kind_header, kind);
        if (status != NATS_OK) return std::unexpected(why_failed(status));
        jsPubOptions options;
        jsPubOptions_Init(&options);
        options.MaxWait = answer_milliseconds;
        options.MsgId = id.c_str();
        options.ExpectStream = settings_.stream.c_str();
        options.ExpectLastSeq = last_;
        options.ExpectNoMessage = last_ == 0;
        Acknowledgement stored;
        auto code = jsErrCode{};
        status = fill(stored, [&](jsPubAck** ack) {
            return js_PublishMsg(ack, broker_, message.get(), &options, &code);
        });
        const std::string why = status == NATS_OK ? "" : why_failed(status);
        if (status == NATS_OK && stored->Sequence == last_ + 1) {
            ++last_;
            return Outcome::stored;
        }
        if (code == JSStreamWrongLastSequenceErr || status == NATS_OK) {
            const auto next = message_at(last_ + 1);
            if (next && header_of(next->get(), id_header) == id) {
                ++last_;
                return Outcome::stored;
            }
            if (next) return Outcome::overtaken;
        }
        if (state_.must_end || Clock::now() > deadline)
            return std::unexpected("the broker does not store facts: " + why);
        std::this_thread::sleep_for(pause);
    }
}

std::expected<NatsJournal::Place, std::string> NatsJournal::append(std::string_view fact) {
    if (state_.has_failed) return std::unexpected("the facts cannot be stored any more");
    const Place place = last_ + 1;
    for (bool is_last = false; !is_last;) {
        const std::string_view part = fact.substr(0, longest_part);
        fact.remove_prefix(part.size());
        is_last = fact.empty();
        const auto outcome = publish(part, (is_last ? kind_fact : kind_part).data());
        if (outcome && *outcome == Outcome::stored) continue;
        state_.has_failed = true;
        return std::unexpected(outcome ? "another server has taken this laboratory over"
                                       : outcome.error());
    }
    return place;
}

std::expected<std::string, std::string> NatsJournal::read(Place place) {
    std::string fact;
    for (;; ++place) {
        const auto message = message_at(place);
        if (!message) return std::unexpected(message.error());
        const std::string_view kind = header_of(message->get(), kind_header);
        if (kind != kind_fact && kind != kind_part)
            return std::unexpected(settings_.stream + ", message " + std::to_string(place) +
                                   " is no fact");
        fact += data_of(message->get());
        if (kind == kind_fact) return fact;
    }
}

std::expected<void, std::string> NatsJournal::take_message(natsMsg* message, Place place,
                                                           Unfinished& unfinished,
                                                           const Take& take) {
    const std::string_view kind = header_of(message, kind_header), data = data_of(message);
    const auto wrong = [&](const std::string& why) {
        return std::unexpected(settings_.stream + ", message " + std::to_string(place) + ": " +
                               why);
    };
    if (kind == kind_opened) {
        unfinished = {};
        if (data != settings_.seal_fingerprint)
            return wrong(
                "another machine of this laboratory has another gate-key; copy the file gate-key "
                "from its folder into this one");
        return {};
    }
    if (kind != kind_fact && kind != kind_part) return wrong("this is no message of a laboratory");
    if (unfinished.place == 0) unfinished.place = place;
    unfinished.text += data;
    if (kind == kind_part) return {};
    const Unfinished whole = std::exchange(unfinished, {});
    if (auto taken = take(whole.place, whole.text); !taken) return wrong(taken.error());
    return {};
}

// Reads the messages behind `last_` up to `end`, or as many as the broker delivers before it falls
// silent.
std::expected<natsStatus, std::string> NatsJournal::read_to(Place end, Unfinished& unfinished,
                                                            const Take& take) {
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Ordered = true;
    options.Stream = settings_.stream.c_str();
    options.Config.DeliverPolicy = js_DeliverByStartSequence;
    options.Config.OptStartSeq = last_ + 1;
    Subscription messages;
    natsStatus status = fill(messages, [&](natsSubscription** made) {
        return js_SubscribeSync(made, broker_, settings_.subject.c_str(), nullptr, &options,
                                nullptr);
    });
    while (status == NATS_OK && last_ < end) {
        Message message;
        status = fill(message, [&](natsMsg** next) {
            return natsSubscription_NextMsg(next, messages.get(), answer_milliseconds);
        });
        MetaData about;
        if (status == NATS_OK)
            status = fill(about, [&](jsMsgMetaData** found) {
                return natsMsg_GetMetaData(found, message.get());
            });
        if (status != NATS_OK) break;
        const Place place = about->Sequence.Stream;
        // A broker that was just started may not have all of them yet.
        if (place != last_ + 1) break;
        if (auto taken = take_message(message.get(), place, unfinished, take); !taken)
            return std::unexpected(taken.error());
        last_ = place;
    }
    return status;
}

// All that the stream has behind `last_`. Brokers that are being started or have just lost their
// leader deliver too few or nothing: they are asked again as long as our patience lasts.
std::expected<void, std::string> NatsJournal::read_new(Unfinished& unfinished, const Take& take) {
    auto deadline = Clock::now() + patience;
    for (;;) {
        StreamInfo info;
        natsStatus status = find_stream(info, broker_, settings_.stream, state_);
        if (status != NATS_OK) return std::unexpected(settings_.stream + ": " + why_failed(status));
        const Place begin = last_, end = info->State.LastSeq;
        if (end <= begin) return {};
        const auto read = read_to(end, unfinished, take);
        if (!read) return std::unexpected(read.error());
        if (last_ >= end) return {};
        if (last_ > begin) deadline = Clock::now() + patience;
        if (state_.must_end || Clock::now() > deadline)
            return std::unexpected(settings_.stream + ": the brokers do not deliver messages " +
                                   std::to_string(last_ + 1) + " to " + std::to_string(end) + " (" +
                                   (*read == NATS_OK ? "they have lost them" : why_failed(*read)) +
                                   "); start all brokers, or restore their folders from a backup");
        std::this_thread::sleep_for(pause);
    }
}

std::expected<void, std::string> NatsJournal::replay(const Take& take) {
    Unfinished unfinished;
    for (;;) {
        if (auto done = read_new(unfinished, take); !done) return done;
        const auto opened = publish(settings_.seal_fingerprint, kind_opened.data());
        if (!opened) return std::unexpected(opened.error());
        // Otherwise the one that wrote before us was not done yet.
        if (*opened == Outcome::stored) return {};
    }
}

}  // namespace kibitz::lab_nats
