// The characters of a text file as UTF-8, whatever program wrote it.
//
// The first bytes tell UTF-16 of either byte order, with its mark or without. Every other text is
// UTF-8 where its bytes are that, and CP1252 (ISO 8859-1 with typographic signs) where they are
// not: files that were put together from several hold both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kibitz {

class TextDecoder {
   public:
    // The characters that are complete with the next bytes of the text, which may be cut anywhere.
    // A view of these bytes or of the decoder's own: it is valid until the next call.
    std::string_view decode(std::string_view bytes);
    // The rest, at the end of the text. The decoder is then ready for another.
    std::string_view finish();

    // Whether what was handed out last is ASCII alone.
    [[nodiscard]] bool is_ascii() const { return is_ascii_; }

   private:
    enum class Encoding : std::uint8_t { undecided, bytes, utf16_little, utf16_big };

    std::string_view decode_more(std::string_view bytes, bool is_last);
    void decide(std::string_view start);
    std::string_view decode_bytes(std::string_view bytes, bool is_last);
    std::string_view decode_utf16(std::string_view bytes, bool is_last);

    Encoding encoding_ = Encoding::undecided;
    bool is_ascii_ = true;
    std::string pending_;  // bytes of a character, or of a text's start, that are not complete
    std::string bytes_;    // those and the bytes after them
    std::string text_;
};

// A whole text.
std::string to_utf8(std::string_view bytes);

}  // namespace kibitz
