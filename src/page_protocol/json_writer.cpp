#include "page_protocol/json_writer.hpp"

#include <cmath>

namespace kibitz::page_protocol {

namespace {

// Bytes of a well-formed UTF-8 sequence at the start of the text; 0 if there is none.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    return length;
}

}  // namespace

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

// PGN files come in any 8-bit encoding: a byte that is not UTF-8 is read as Latin-1.
void JsonWriter::quote(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    out_ += '"';
    while (!text.empty()) {
        const char c = text.front();
        const auto byte = static_cast<unsigned char>(c);
        std::size_t length = sequence_length(text);
        if (length == 0) {
            out_ += static_cast<char>(0xC0 | byte >> 6);
            out_ += static_cast<char>(0x80 | (byte & 0x3F));
            length = 1;
        } else if (c == '"' || c == '\\') {
            out_ += '\\';
            out_ += c;
        } else if (byte < 0x20) {
            out_ += "\\u00";
            out_ += hex[byte >> 4];
            out_ += hex[byte & 15];
        } else {
            out_ += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    out_ += '"';
}

}  // namespace kibitz::page_protocol
