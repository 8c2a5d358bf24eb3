#include "net/detail/shared_state.hpp"

namespace kibitz::net::detail {

bool AddressCounts::add(const std::string& network) {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.try_emplace(network, 0).first;
    if (found->second >= most_) return false;
    ++found->second;
    return true;
}

void AddressCounts::remove(const std::string& network) {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(network);
    if (--found->second == 0) counts_.erase(found);
}

bool Registry::add(OpenConnection& connection) {
    const std::lock_guard lock(mutex_);
    if (connections_.size() >= static_cast<std::size_t>(most_)) return false;
    connections_.insert(&connection);
    return true;
}

void Registry::replace(OpenConnection& connection, OpenConnection& by) {
    const std::lock_guard lock(mutex_);
    connections_.erase(&connection);
    connections_.insert(&by);
}

void Registry::remove(OpenConnection& connection) {
    const std::lock_guard lock(mutex_);
    connections_.erase(&connection);
}

bool Registry::is_empty() const {
    const std::lock_guard lock(mutex_);
    return connections_.empty();
}

void Registry::shut_all_down() {
    const std::lock_guard lock(mutex_);
    for (OpenConnection* connection : connections_) connection->shut_down();
}

Admission::~Admission() {
    if (connection_ != nullptr) shared_.registry.remove(*connection_);
    if (network_) shared_.addresses.remove(*network_);
}

bool Admission::admit(OpenConnection& connection) {
    if (!shared_.registry.add(connection)) return false;
    connection_ = &connection;
    return true;
}

bool Admission::count_for(const std::string& address) {
    std::string network = network_of(address);
    if (!shared_.addresses.add(network)) return false;
    network_ = std::move(network);
    return true;
}

void Admission::pass_to(OpenConnection& connection) {
    shared_.registry.replace(*connection_, connection);
    connection_ = &connection;
}

}  // namespace kibitz::net::detail
