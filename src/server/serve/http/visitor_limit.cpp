#include "serve/http/visitor_limit.hpp"

#include <chrono>

#include "net/server.hpp"

namespace kibitz::serve {

namespace {

// Whoever has one half of an IPv6 address often has 65,536 of them, with the same first three
// parts.
std::string site_of(const std::string& address) {
    std::string network = net::network_of(address);
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

bool VisitorLimit::admit(const std::string& address, int most_per_hour, experiments::Time now) {
    // A proxy on this machine that does not say whom it asks for.
    if (net::is_loopback(address)) return true;
    const experiments::Time hour = std::chrono::floor<std::chrono::hours>(now);
    if (hour != hour_) {
        hour_ = hour;
        counts_.clear();
    }
    const std::string site = site_of(address);
    const auto found = counts_.find(site);
    if (found == counts_.end()) {
        if (counts_.size() >= most_networks) return false;
        counts_.emplace(site, 1);
        return true;
    }
    return ++found->second <= most_per_hour;
}

}  // namespace kibitz::serve
