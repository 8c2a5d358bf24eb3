// Cuts PGN text, given in chunks, into tokens. A token within one chunk is handed on in place;
// one that is cut by the end of a chunk is collected first, up to a limit.
//
// Dots belong to the symbol before them, as in "1..." and "ch."; they end it but in "e.p.". A line
// ends with LF, CR LF or, as on old Macs, CR alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "chess/byte_order_mark.hpp"

namespace kibitz {

// What can be wrong with a PGN text.
enum class PgnReason : std::uint8_t {
    unexpected_character,    // } ] < > where none can stand
    bad_tag,                 // no [Name "value"] on one line
    unclosed_comment,        // no } before the end of the text, or before a line [Event "...
    too_long,                // a move, tag or comment longer than any real one
    bad_nag,                 // $ without a number from 0 to 255
    bad_move,                // not a move, or not a legal one
    null_move_in_main_line,  // see PgnOptions
    bad_fen,                 // the FEN tag is no position
    unknown_variant,         // the Variant tag is neither standard chess nor Chess960
    variation_without_move,  // ( before the first move of a line
    variation_too_deep,      // more than pgn_max_depth
    variation_not_opened,    // ) without (
    variation_not_closed,    // ( without )
    missing_result,          // the next game, or the end of the text, without a result
};
const char* to_string(PgnReason reason);

// A place in the text: lines and bytes of a line, counted from 1.
struct PgnPlace {
    std::uint64_t line = 1;
    std::uint64_t column = 1;

    bool operator==(const PgnPlace&) const = default;
};

namespace detail {

enum class PgnByteKind : std::uint8_t {
    // What a symbol may consist of:
    symbol,   // everything that has no meaning of its own
    percent,  // at the start of a line it escapes that
    mark,     // there a byte order mark may begin with it
    // What ends a symbol:
    dot,
    blank,
    newline,
    carriage_return,
    open,
    close,
    comment,
    line_comment,
    tag,
    nag,
    star,
    stray,
};

inline constexpr auto pgn_byte_kinds = [] {
    std::array<PgnByteKind, 256> kinds{};
    const auto set = [&kinds](std::string_view bytes, PgnByteKind kind) {
        for (const char c : bytes) kinds[static_cast<unsigned char>(c)] = kind;
    };
    // 0x1A ended text files under DOS, and still ends some collections.
    set(std::string_view(" \t\v\f\0\x1A", 6), PgnByteKind::blank);
    set("\n", PgnByteKind::newline);
    set("\r", PgnByteKind::carriage_return);
    set(".", PgnByteKind::dot);
    set(byte_order_mark.substr(0, 1), PgnByteKind::mark);
    set("(", PgnByteKind::open);
    set(")", PgnByteKind::close);
    set("{", PgnByteKind::comment);
    set(";", PgnByteKind::line_comment);
    set("[", PgnByteKind::tag);
    set("$", PgnByteKind::nag);
    set("*", PgnByteKind::star);
    set("%", PgnByteKind::percent);
    set("}]<>", PgnByteKind::stray);
    return kinds;
}();

class PgnLexer {
   public:
    // The sink has on_symbol (moves, numbers, results, signs), on_tag (without the brackets),
    // on_comment, on_nag (without the $), on_open, on_close, on_error(reason, text).
    template <class Sink>
    void feed(std::string_view chunk, Sink& sink) {
        const char* const end = chunk.data() + chunk.size();
        chunk_ = chunk.data();
        for (const char* at = chunk_; at != end;) {
            switch (inside_) {
                case Inside::byte_order_mark: at = read_byte_order_mark(at, end); break;
                case Inside::nothing: at = read_tokens(at, end, sink); break;
                case Inside::symbol: at = read_symbol(at, end, sink); break;
                case Inside::nag: at = read_nag(at, end, sink); break;
                case Inside::tag: at = read_tag(at, end, sink); break;
                case Inside::comment: at = read_comment(at, end, sink); break;
                case Inside::line_comment: at = read_line_comment(at, end, sink); break;
                case Inside::escaped_line: at = read_escaped_line(at, end); break;
            }
        }
        consumed_ += chunk.size();
        if (!chunk.empty()) last_byte_ = chunk.back();
    }

    // The end of the text: hands on or reports what is unfinished, and starts anew.
    template <class Sink>
    void finish(Sink& sink) {
        const Inside inside = inside_;
        inside_ = Inside::nothing;
        switch (inside) {
            case Inside::symbol: hand_on_symbol(collected_, sink); break;
            case Inside::nag: sink.on_nag(collected_); break;
            case Inside::line_comment: hand_on_comment(collected_, sink); break;
            case Inside::tag: sink.on_error(PgnReason::bad_tag, collected_); break;
            case Inside::comment: sink.on_error(PgnReason::unclosed_comment, collected_); break;
            case Inside::byte_order_mark:
                if (mark_matched_ > 0)
                    hand_on_symbol(byte_order_mark.substr(0, mark_matched_), sink);
                break;
            case Inside::nothing:
            case Inside::escaped_line: break;
        }
        token_ = {line_, consumed_ - line_start_ + 1};
    }
    // Forgets the text that was finished.
    void restart() { *this = PgnLexer(); }

    // Where the token that was handed on last begins.
    [[nodiscard]] PgnPlace place() const { return token_; }
    // Whether a blank or the start of a line is before it.
    [[nodiscard]] bool is_after_blank() const {
        return token_.column == 1 || kind_of(before_token_) == Kind::blank;
    }

   private:
    enum class Inside : std::uint8_t {
        byte_order_mark,  // perhaps, at the start of the text
        nothing,
        symbol,
        nag,
        tag,
        comment,
        line_comment,
        escaped_line,
    };
    // Bytes of the longest token of each kind; a longer one is an error.
    static constexpr std::size_t max_symbol = 255;
    static constexpr std::size_t max_tag = 65'535;
    static constexpr std::size_t max_comment = 1'048'575;

    // A line that begins like this inside a comment means that its end is missing.
    static constexpr std::string_view next_game = "[Event \"";
    static constexpr std::size_t not_next_game = next_game.size() + 1;

    using Kind = PgnByteKind;
    static Kind kind_of(char c) { return pgn_byte_kinds[static_cast<unsigned char>(c)]; }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
    static bool is_of_symbol(char c) { return kind_of(c) <= Kind::mark; }
    static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

    [[nodiscard]] std::uint64_t offset_of(const char* at) const {
        return consumed_ + static_cast<std::uint64_t>(at - chunk_);
    }
    [[nodiscard]] char byte_before(const char* at) const {
        return at == chunk_ ? last_byte_ : at[-1];
    }
    // Behind the line end; CR LF is one.
    const char* read_line_end(const char* at) {
        if (*at == '\r' || byte_before(at) != '\r') ++line_;
        line_start_ = offset_of(++at);
        return at;
    }
    void mark_token(const char* at) {
        token_ = {line_, offset_of(at) - line_start_ + 1};
        before_token_ = byte_before(at);
    }
    void enter(Inside inside) {
        inside_ = inside;
        collected_.clear();
        symbol_end_ = {};
    }

    // Keeps the part of a token that this chunk has, at most so much that it shows if the token
    // is too long.
    const char* collect(const char* from, const char* end, std::size_t limit) {
        const auto size = static_cast<std::size_t>(end - from);
        const std::size_t room = limit + 1 - collected_.size();
        collected_.append(from, size < room ? size : room);
        return end;
    }
    // The whole token, ending at `to`.
    std::string_view complete(const char* from, const char* to, std::size_t limit) {
        inside_ = Inside::nothing;
        if (collected_.empty()) return {from, static_cast<std::size_t>(to - from)};
        collect(from, to, limit);
        return collected_;
    }

    template <class Sink>
    static void hand_on_symbol(std::string_view text, Sink& sink) {
        if (text.size() > max_symbol)
            sink.on_error(PgnReason::too_long, text);
        else
            sink.on_symbol(text);
    }
    template <class Sink>
    static void hand_on_comment(std::string_view text, Sink& sink) {
        if (text.size() > max_comment)
            sink.on_error(PgnReason::too_long, text);
        else
            sink.on_comment(text);
    }

    const char* read_byte_order_mark(const char* at, const char* end) {
        while (at != end && *at == byte_order_mark[mark_matched_]) {
            ++at;
            if (++mark_matched_ == byte_order_mark.size()) {
                line_start_ = offset_of(at);
                inside_ = Inside::nothing;
                return at;
            }
        }
        if (at == end) return at;
        inside_ = mark_matched_ > 0 ? Inside::symbol : Inside::nothing;
        collected_ = byte_order_mark.substr(0, mark_matched_);
        return at;
    }

    template <class Sink>
    const char* read_tokens(const char* at, const char* end, Sink& sink) {
        while (at != end) {
            switch (kind_of(*at)) {
                case Kind::blank: ++at; break;
                case Kind::newline:
                case Kind::carriage_return: at = read_line_end(at); break;
                case Kind::percent:
                case Kind::mark:
                    if (offset_of(at) == line_start_) {
                        mark_token(at);
                        enter(*at == '%' ? Inside::escaped_line : Inside::byte_order_mark);
                        mark_matched_ = 0;
                        return at;
                    }
                    [[fallthrough]];
                case Kind::symbol:
                case Kind::dot:
                    mark_token(at);
                    enter(Inside::symbol);
                    at = read_symbol(at, end, sink);
                    break;
                case Kind::star:
                    mark_token(at);
                    sink.on_symbol({at, 1});
                    ++at;
                    break;
                case Kind::open:
                    mark_token(at++);
                    sink.on_open();
                    break;
                case Kind::close:
                    mark_token(at++);
                    sink.on_close();
                    break;
                case Kind::stray:
                    mark_token(at);
                    sink.on_error(PgnReason::unexpected_character, {at, 1});
                    ++at;
                    break;
                case Kind::nag:
                    mark_token(at);
                    enter(Inside::nag);
                    return ++at;
                case Kind::tag:
                    mark_token(at);
                    enter(Inside::tag);
                    quoted_ = escaped_ = false;
                    return ++at;
                case Kind::comment:
                    mark_token(at);
                    enter(Inside::comment);
                    next_game_matched_ = not_next_game;
                    return ++at;
                case Kind::line_comment:
                    mark_token(at);
                    enter(Inside::line_comment);
                    return ++at;
            }
        }
        return at;
    }

    template <class Sink>
    const char* read_symbol(const char* from, const char* end, Sink& sink) {
        const char* at = from;
        while (at != end && goes_on(from, at)) {
            while (at != end && is_of_symbol(*at)) ++at;
            while (at != end && *at == '.') ++at;
        }
        if (at == end) {
            symbol_end_ = {byte_back(from, at, 1), byte_back(from, at, 2)};
            return collect(from, end, max_symbol);
        }
        hand_on_symbol(complete(from, at, max_symbol), sink);
        return at;
    }

    // Whether a byte belongs to the symbol of which this chunk has all from `from` to there.
    bool goes_on(const char* from, const char* at) const {
        if (*at == '.') return true;
        if (!is_of_symbol(*at)) return false;
        return byte_back(from, at, 1) != '.' ||
               (is_small_letter(byte_back(from, at, 2)) && is_small_letter(*at));
    }
    // The last byte (1) of the symbol before `at` or the one before that (2), 0 if there is none.
    char byte_back(const char* from, const char* at, std::size_t n) const {
        const auto here = static_cast<std::size_t>(at - from);
        return here >= n ? *(at - n) : symbol_end_[n - here - 1];
    }

    template <class Sink>
    const char* read_nag(const char* from, const char* end, Sink& sink) {
        const char* at = from;
        while (at != end && is_digit(*at)) ++at;
        if (at == end) return collect(from, end, max_symbol);
        sink.on_nag(complete(from, at, max_symbol));
        return at;
    }

    template <class Sink>
    const char* read_tag(const char* from, const char* end, Sink& sink) {
        const char* at = from;
        for (; at != end && !is_line_end(*at); ++at) {
            if (escaped_)
                escaped_ = false;
            else if (*at == '"')
                quoted_ = !quoted_;
            else if (quoted_ && *at == '\\')
                escaped_ = true;
            else if (!quoted_ && *at == ']')
                break;
        }
        if (at == end) return collect(from, end, max_tag);
        const bool closed = *at == ']';
        const std::string_view text = complete(from, at, max_tag);
        if (text.size() > max_tag)
            sink.on_error(PgnReason::too_long, text);
        else if (!closed)
            sink.on_error(PgnReason::bad_tag, text);
        else
            sink.on_tag(text);
        return closed ? at + 1 : at;
    }

    template <class Sink>
    const char* read_comment(const char* from, const char* end, Sink& sink) {
        const char* at = from;
        while (at != end) {
            if (next_game_matched_ < next_game.size() && *at == next_game[next_game_matched_]) {
                ++at;
                if (++next_game_matched_ == next_game.size())
                    return break_off_comment(from, at, sink);
                continue;
            }
            next_game_matched_ = not_next_game;
            while (at != end && *at != '}' && !is_line_end(*at)) ++at;
            if (at == end) break;
            if (*at == '}') {
                hand_on_comment(complete(from, at, max_comment), sink);
                return at + 1;
            }
            at = read_line_end(at);
            next_game_matched_ = 0;
        }
        return collect(from, end, max_comment);
    }

    // The comment has run into the first tag of the next game.
    template <class Sink>
    const char* break_off_comment(const char* from, const char* at, Sink& sink) {
        std::string_view text = complete(from, at, max_comment);
        if (text.size() <= max_comment) text.remove_suffix(next_game.size());
        sink.on_error(PgnReason::unclosed_comment, text);
        token_ = {line_, 1};
        enter(Inside::tag);
        collected_ = next_game.substr(1);
        quoted_ = true;
        escaped_ = false;
        return at;
    }

    template <class Sink>
    const char* read_line_comment(const char* from, const char* end, Sink& sink) {
        const char* at = from;
        while (at != end && !is_line_end(*at)) ++at;
        if (at == end) return collect(from, end, max_comment);
        hand_on_comment(complete(from, at, max_comment), sink);
        return at;
    }

    const char* read_escaped_line(const char* at, const char* end) {
        while (at != end && !is_line_end(*at)) ++at;
        if (at != end) inside_ = Inside::nothing;
        return at;
    }

    Inside inside_ = Inside::byte_order_mark;
    std::size_t mark_matched_ = 0;
    bool quoted_ = false;   // within a tag
    bool escaped_ = false;  // within a tag: after a backslash
    std::size_t next_game_matched_ = not_next_game;
    std::string collected_;             // of a token that an earlier chunk began
    std::array<char, 2> symbol_end_{};  // the last byte of that if it is a symbol, the one before

    const char* chunk_ = nullptr;
    std::uint64_t consumed_ = 0;  // bytes before this chunk
    char last_byte_ = '\0';       // of those
    std::uint64_t line_ = 1;
    std::uint64_t line_start_ = 0;  // offset of the line's first byte
    PgnPlace token_;
    char before_token_ = '\0';
};

}  // namespace detail
}  // namespace kibitz
