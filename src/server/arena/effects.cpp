#include "arena/effects.hpp"

namespace kibitz::arena {

bool LogEntry::operator==(const LogEntry& other) const {
    return stream == other.stream && number == other.number && fact == other.fact;
}

std::string text_of(const LogEntry& entry) {
    return entry.text.empty() ? entry.fact.dump() : entry.text;
}

std::shared_ptr<const std::string> shared_text(const nlohmann::json& message) {
    return std::make_shared<const std::string>(message.dump());
}

void send(Effects& effects, ConnectionId connection, const nlohmann::json& message) {
    effects.emplace_back(Send{connection, shared_text(message)});
}

}  // namespace kibitz::arena
