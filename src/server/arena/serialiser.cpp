#include "arena/serialiser.hpp"

#include <nlohmann/json.hpp>

namespace kibitz::arena {

void Serialiser::transfer_known(std::string& text) {
    const std::size_t size = transfer_size(text.size());
    if (is_reading_)
        text = take(size);
    else
        bytes_ += text;
}

void Serialiser::transfer_known(nlohmann::json& json) {
    // As text: the library's binary formats throw at bytes that nobody wrote.
    std::string text;
    if (!is_reading_) text = json.dump();
    transfer(text);
    if (!is_reading_) return;
    json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded()) fail();
}

std::size_t Serialiser::transfer_size(std::size_t size) {
    auto number = static_cast<std::uint32_t>(size);
    transfer(number);
    if (is_reading_ && number > unread_.size()) {
        fail();
        return 0;
    }
    return number;
}

std::string_view Serialiser::take(std::size_t size) {
    if (has_failed_ || size > unread_.size()) {
        fail();
        return {};
    }
    const std::string_view taken = unread_.substr(0, size);
    unread_.remove_prefix(size);
    return taken;
}

}  // namespace kibitz::arena
