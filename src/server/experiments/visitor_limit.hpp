// VisitorLimit: how many new visitors of experiments one network may bring in an hour.
#pragma once

#include <map>
#include <string>

#include "experiments/records.hpp"

namespace kibitz::experiments {

class VisitorLimit {
   public:
    // Whether one more from this network (net::network_of()) counts.
    bool admit(const std::string& network, int most_per_hour, Time now);

   private:
    static constexpr std::size_t most_networks = 100'000;

    // All hours begin together, so that what is remembered ends with them.
    Time hour_{};
    std::map<std::string, int, std::less<>> counts_;  // by network
};

}  // namespace kibitz::experiments
