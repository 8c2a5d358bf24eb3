#include "lab_nats/lease.hpp"

#include <chrono>
#include <utility>

namespace kibitz::lab_nats {

namespace {

using nats_client::Entry;
using nats_client::fill;
using nats_client::why_failed;

constexpr const char* key = "decider";
// How long nobody decides after the death of the process that did.
constexpr std::chrono::nanoseconds time_to_live = std::chrono::seconds(5);

}  // namespace

std::expected<Lease, std::string> Lease::open(jsCtx* broker, const std::string& laboratory,
                                              int replicas, std::string id) {
    const std::string bucket = "kibitz-lab-" + laboratory;
    KeyValue keys;
    natsStatus status =
        fill(keys, [&](kvStore** made) { return js_KeyValue(made, broker, bucket.c_str()); });
    if (status != NATS_OK) {
        kvConfig config;
        kvConfig_Init(&config);
        config.Bucket = bucket.c_str();
        config.History = 1;
        config.TTL = time_to_live.count();
        config.Replicas = replicas;
        status =
            fill(keys, [&](kvStore** made) { return js_CreateKeyValue(made, broker, &config); });
    }
    if (status != NATS_OK) return std::unexpected(why_failed(status));
    return Lease(std::move(keys), std::move(id));
}

Lease::Holder Lease::renew() {
    if (revision_ != 0 &&
        kvStore_UpdateString(&revision_, keys_.get(), key, id_.c_str(), revision_) == NATS_OK)
        return Holder::us;
    Entry entry;
    const natsStatus status =
        fill(entry, [&](kvEntry** found) { return kvStore_Get(found, keys_.get(), key); });
    if (status == NATS_OK) {
        other_ = kvEntry_ValueString(entry.get());
        if (other_ != id_) return Holder::another;
        // Our last renewal was stored, but its acknowledgement was lost.
        revision_ = kvEntry_Revision(entry.get());
        return Holder::us;
    }
    if (status == NATS_NOT_FOUND &&
        kvStore_CreateString(&revision_, keys_.get(), key, id_.c_str()) == NATS_OK)
        return Holder::us;
    return Holder::unknown;
}

void Lease::release() {
    if (std::exchange(revision_, 0) != 0) kvStore_Delete(keys_.get(), key);
}

}  // namespace kibitz::lab_nats
