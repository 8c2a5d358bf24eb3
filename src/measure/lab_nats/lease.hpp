// Lease: a key at the broker that says which process decides for a laboratory. It expires by
// itself, so a process that is gone needs nobody to clear up after it.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "nats_client/handles.hpp"

namespace kibitz::lab_nats {

using nats_client::KeyValue;

class Lease {
   public:
    enum class Holder : std::uint8_t {
        us,
        another,
        unknown
    };  // unknown: the broker does not answer

    // `id` is what others read of the holder. The error is the broker's.
    static std::expected<Lease, std::string> open(jsCtx* broker, const std::string& laboratory,
                                                  int replicas, std::string id);

    // Takes the lease if nobody has it, and renews it if it is ours. A lease that expired while the
    // broker could not be reached is taken again, unless another process was faster.
    Holder renew();
    void release();
    // The id of the holder when it was another one.
    [[nodiscard]] const std::string& other() const { return other_; }

   private:
    Lease(KeyValue keys, std::string id) : keys_(std::move(keys)), id_(std::move(id)) {}

    KeyValue keys_;
    std::string id_;
    std::uint64_t revision_ = 0;  // of the key, if it is ours; otherwise 0
    std::string other_;
};

}  // namespace kibitz::lab_nats
