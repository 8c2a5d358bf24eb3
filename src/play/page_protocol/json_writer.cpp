#include "page_protocol/json_writer.hpp"

#include <cmath>

#include "text/json_text.hpp"

namespace kibitz::page_protocol {

JsonWriter& JsonWriter::key(std::string_view name) {
    separate();
    quote(name);
    out_ += ':';
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    quote(text);
    needs_comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text) {
    separate();
    out_ += text;
    needs_comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    // The library for WebAssembly would bring all of stdio along for this.
    constexpr long hundred = 100, ten = 10;
    const long hundredths = std::lround(std::abs(number) * hundred);
    const long fraction = hundredths % hundred;
    return raw((number < 0 && hundredths > 0 ? "-" : "") + std::to_string(hundredths / hundred) +
               (fraction < ten ? ".0" : ".") + std::to_string(fraction));
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    out_ += bracket;
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    out_ += bracket;
    needs_comma_ = true;
    return *this;
}

void JsonWriter::separate() {
    if (needs_comma_) out_ += ',';
    needs_comma_ = false;
}

void JsonWriter::quote(std::string_view text) { text::append_json(out_, text); }

}  // namespace kibitz::page_protocol
