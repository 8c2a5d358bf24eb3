#include "fronts/frame.hpp"

namespace kibitz::fronts {

std::string to_bytes(const Message& message) {
    Serialiser s;
    Message copy = message;
    s(copy);
    return s.bytes();
}

std::optional<Message> message_of(std::string_view bytes) {
    Serialiser s(bytes);
    Message message;
    s(message);
    if (s.has_failed() || !s.is_at_end()) return std::nullopt;
    return message;
}

}  // namespace kibitz::fronts
