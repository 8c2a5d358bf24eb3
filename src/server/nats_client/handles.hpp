// What the C library of NATS hands out, destroyed with its owner, and its errors as texts.
#pragma once

#include <nats/nats.h>

#include <memory>
#include <string>

namespace kibitz::nats_client {

template <auto destroy>
struct Destroy {
    void operator()(auto* object) const { destroy(object); }
};

using Options = std::unique_ptr<natsOptions, Destroy<natsOptions_Destroy>>;
using Connection = std::unique_ptr<natsConnection, Destroy<natsConnection_Destroy>>;
using JetStream = std::unique_ptr<jsCtx, Destroy<jsCtx_Destroy>>;
using Message = std::unique_ptr<natsMsg, Destroy<natsMsg_Destroy>>;
using MetaData = std::unique_ptr<jsMsgMetaData, Destroy<jsMsgMetaData_Destroy>>;
using StreamInfo = std::unique_ptr<jsStreamInfo, Destroy<jsStreamInfo_Destroy>>;
using Acknowledgement = std::unique_ptr<jsPubAck, Destroy<jsPubAck_Destroy>>;
using Subscription = std::unique_ptr<natsSubscription, Destroy<natsSubscription_Destroy>>;
using KeyValue = std::unique_ptr<kvStore, Destroy<kvStore_Destroy>>;
using Entry = std::unique_ptr<kvEntry, Destroy<kvEntry_Destroy>>;

// Calls `make` with a place for the new object, as the library's functions want it.
template <class Owner, class Make>
natsStatus fill(Owner& owner, Make make) {
    typename Owner::pointer made = nullptr;
    const natsStatus status = make(&made);
    owner.reset(made);
    return status;
}

// Right after a call of the library has failed, in the same thread.
inline std::string why_failed(natsStatus status) {
    natsStatus last = NATS_OK;
    const char* const detail = nats_GetLastError(&last);
    std::string text = natsStatus_GetText(status);
    if (last == status && detail != nullptr && *detail != '\0') text += std::string(": ") + detail;
    return text;
}

}  // namespace kibitz::nats_client
