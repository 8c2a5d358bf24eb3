#include "experiments/visitor_limit.hpp"

#include <chrono>

namespace kibitz::experiments {

namespace {

// Whoever has one half of an IPv6 address often has 65,536 of them, with the same first three
// parts.
std::string site_of(const std::string& network) {
    std::size_t end = 0;
    constexpr int parts = 3;
    for (int part = 0; part < parts; ++part) {
        end = network.find(':', end);
        if (end == std::string::npos) return network;
        ++end;
    }
    return network.substr(0, end);
}

}  // namespace

bool VisitorLimit::admit(const std::string& network, int most_per_hour, Time now) {
    const Time hour = std::chrono::floor<std::chrono::hours>(now);
    if (hour != hour_) {
        hour_ = hour;
        counts_.clear();
    }
    const std::string site = site_of(network);
    const auto found = counts_.find(site);
    if (found == counts_.end()) {
        if (counts_.size() >= most_networks) return false;
        counts_.emplace(site, 1);
        return true;
    }
    return ++found->second <= most_per_hour;
}

}  // namespace kibitz::experiments
