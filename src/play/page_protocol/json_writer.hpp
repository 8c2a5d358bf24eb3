// JsonWriter: JSON text, written from front to back.
//
//     JsonWriter json;
//     json.begin_object().member("fen", fen).key("moves").begin_array() ...
//     .end_array().end_object(); return json.take();
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace kibitz::page_protocol {

class JsonWriter {
   public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    template <std::integral Number>
    JsonWriter& value(Number number) {
        if constexpr (std::same_as<Number, bool>)
            return raw(number ? "true" : "false");
        else
            return raw(std::to_string(number));
    }
    // The number is written with two decimals.
    JsonWriter& value(double number);
    JsonWriter& null() { return raw("null"); }

    template <class Value>
    JsonWriter& member(std::string_view name, const Value& content) {
        return key(name).value(content);
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

   private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& raw(std::string_view text);
    void separate();
    void quote(std::string_view text);

    std::string out_;
    bool needs_comma_ = false;
};

}  // namespace kibitz::page_protocol
