// Cuts PGN text, given in chunks, into tokens. A token within one chunk is handed on in place;
// one that is cut by the end of a chunk is collected first, up to a limit.
//
// Dots belong to the symbol before them, as in "1..." and "ch."; they end it but in "e.p.", "0.5"
// and "+1.25". A line ends with LF, CR LF or, as on old Macs, CR alone.
//
// A star is a result. Several in a row, and one before the text and one behind it, are emphasis, as
// in messages and on web pages.
//
// A bracket is a tag where tags can stand, and a remark on its line elsewhere. What begins like a
// tag and turns out to be none is read again as symbols.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "chess/byte_order_mark.hpp"
#include "chess/detail/text.hpp"

namespace kibitz {

// What can be wrong with a PGN text. After a repair all else is read; see PgnVisitor.
enum class PgnReason : std::uint8_t {
    unexpected_character,    // repaired: } ] < > where none can stand
    bad_tag,                 // repaired: a header line that is no [Name "value"]
    unclosed_comment,        // no } before the end of the text, or before a line [Event "...
    too_long,                // repaired: a move, tag or comment longer than any real one
    bad_nag,                 // repaired: $ without a number from 0 to 255
    bad_move,                // not a legal move
    bad_fen,                 // the FEN tag is no position
    unknown_variant,         // the Variant tag is neither standard chess nor Chess960
    variation_without_move,  // repaired: ( before the first move of a line
    variation_too_deep,      // more than pgn_max_depth
    variation_not_opened,    // repaired: ) without (
    variation_not_closed,    // ( without )
    missing_result,          // the next game, or the end of the text, without a result
    mended_tag,              // repaired: a header line with odd quotes or brackets
    mended_fen,              // repaired: a FEN tag with more in it than a position
    unknown_text,            // repaired: neither a move nor a sign
    foreign_letters,         // repaired: moves with the piece letters of another language
};
const char* to_string(PgnReason reason);

// A place in the text: lines and characters of a line, counted from 1.
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
    // The chunk is UTF-8 and holds whole characters. The sink has on_symbol (moves, numbers,
    // results, signs), on_emphasis(how many stars), on_tag(text without the brackets, is_closed,
    // is_first_on_line), on_comment, on_nag (without the $), on_open, on_close, on_stray (a
    // character), on_too_long(text), on_unclosed_comment(text). It tells expects_tags(), whether a
    // line here may be a tag, is_header(line) for one without its bracket, and is_tag(text) for
    // one that is not closed.
    template <class Sink>
    void feed(std::string_view chunk, bool is_ascii, Sink& sink) {
        has_wide_ = !is_ascii;
        chunk_ = counted_to_ = chunk.data();
        const char* const end = chunk.data() + chunk.size();
        read(chunk.data(), end, sink);
        if (has_wide_) count_wide(end);
        consumed_ += chunk.size();
        if (!chunk.empty()) last_byte_ = chunk.back();
    }

    // The end of the text: hands on or reports what is unfinished, and starts anew.
    template <class Sink>
    void finish(Sink& sink) {
        while (inside_ != Inside::nothing) {
            const Inside inside = inside_;
            inside_ = Inside::nothing;
            switch (inside) {
                case Inside::symbol: hand_on_symbol(collected_, sink); break;
                case Inside::star: hand_on_stars(false, sink); break;
                case Inside::nag: sink.on_nag(collected_); break;
                case Inside::line_comment: hand_on_comment(collected_, sink); break;
                case Inside::tag: finish_tag(sink); break;
                case Inside::tag_lines: finish_tag_lines(sink); break;
                case Inside::remark: give_up_tag(std::string(collected_), sink); break;
                case Inside::header: finish_header(sink); break;
                case Inside::comment: sink.on_unclosed_comment(collected_); break;
                case Inside::byte_order_mark:
                    if (mark_matched_ > 0)
                        hand_on_symbol(byte_order_mark.substr(0, mark_matched_), sink);
                    break;
                case Inside::nothing:
                case Inside::escaped_line: break;
            }
        }
        token_ = {line_, consumed_ - line_start_ + 1};
    }
    // Forgets the text that was finished.
    void restart() { *this = PgnLexer(); }

    // Where the token that was handed on last begins.
    [[nodiscard]] PgnPlace place() const { return token_; }
    // The line where it ends.
    [[nodiscard]] std::uint64_t line() const { return line_; }
    // Whether a blank or the start of a line is before it.
    [[nodiscard]] bool is_after_blank() const {
        return token_.column == 1 || kind_of(before_token_) == Kind::blank;
    }
    // Whether a number is right before it, with or without a dot.
    [[nodiscard]] bool is_after_number() const {
        return is_digit(before_token_) || before_token_ == '.';
    }

   private:
    enum class Inside : std::uint8_t {
        byte_order_mark,  // perhaps, at the start of the text
        nothing,
        symbol,
        star,
        nag,
        tag,
        tag_lines,  // of a tag whose value goes on in the next line, perhaps
        remark,     // in square brackets among the moves
        header,     // a line that may be a tag without its bracket
        comment,
        line_comment,
        escaped_line,
    };
    // Bytes of the longest token of each kind; a longer one is an error.
    static constexpr std::size_t max_symbol = 255;
    static constexpr std::size_t max_tag = 65'535;
    static constexpr std::size_t max_comment = 1'048'575;
    static constexpr std::size_t max_remark = 4'095;  // in square brackets among moves
    static constexpr int max_tag_lines = 4;           // behind its first one

    // A line that begins like this inside a comment means that its end is missing.
    static constexpr std::string_view next_game = "[Event \"";
    static constexpr std::size_t not_next_game = next_game.size() + 1;

    using Kind = PgnByteKind;
    static Kind kind_of(char c) { return pgn_byte_kinds[static_cast<unsigned char>(c)]; }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
    static bool is_letter(char c) { return is_small_letter(c) || (c >= 'A' && c <= 'Z'); }
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
        counted_to_ = at;
        return at;
    }
    void mark_token(const char* at) {
        if (has_wide_) count_wide(at);
        token_ = {line_, offset_of(at) - line_start_ + 1};
        before_token_ = byte_before(at);
    }
    // Columns are characters: the bytes of a line that begin none move its start.
    void count_wide(const char* to) {
        for (; counted_to_ < to; ++counted_to_)
            line_start_ += is_continuation(*counted_to_) ? 1 : 0;
    }
    void enter(Inside inside) {
        inside_ = inside;
        collected_.clear();
        symbol_end_ = {};
    }

    template <class Sink>
    void read(const char* at, const char* end, Sink& sink) {
        while (at != end) {
            switch (inside_) {
                case Inside::byte_order_mark: at = read_byte_order_mark(at, end); break;
                case Inside::nothing: at = read_tokens(at, end, sink); break;
                case Inside::symbol: at = read_symbol(at, end, sink); break;
                case Inside::star: at = read_stars(at, end, sink); break;
                case Inside::nag: at = read_nag(at, end, sink); break;
                case Inside::tag: at = read_tag(at, end, sink); break;
                case Inside::tag_lines: at = read_tag_lines(at, end, sink); break;
                case Inside::remark: at = read_remark(at, end, sink); break;
                case Inside::header: at = read_header(at, end, sink); break;
                case Inside::comment: at = read_comment(at, end, sink); break;
                case Inside::line_comment: at = read_line_comment(at, end, sink); break;
                case Inside::escaped_line: at = read_escaped_line(at, end); break;
            }
        }
    }

    // Where a text begins that may have to be read again.
    struct Held {
        std::uint64_t offset = 0;
        std::uint64_t line = 1;
        std::uint64_t line_start = 0;
    };
    [[nodiscard]] Held here(const char* at) const { return {offset_of(at), line_, line_start_}; }
    // Reads a text, which this or earlier chunks had, once more and as symbols.
    template <class Sink>
    void read_again(const std::string& text, const Held& from, char before, Sink& sink) {
        const auto chunk = chunk_;
        const auto counted_to = counted_to_;
        const auto consumed = consumed_;
        const auto last_byte = last_byte_;
        const auto has_wide = has_wide_;
        inside_ = Inside::nothing;
        chunk_ = counted_to_ = text.data();
        consumed_ = from.offset;
        last_byte_ = before;
        line_ = plain_line_ = from.line;
        line_start_ = from.line_start;
        has_wide_ = true;
        read(text.data(), text.data() + text.size(), sink);
        count_wide(text.data() + text.size());
        has_wide_ = has_wide;
        chunk_ = chunk;
        counted_to_ = counted_to;
        consumed_ = consumed;
        last_byte_ = last_byte;
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
            sink.on_too_long(text);
        else
            sink.on_symbol(text);
    }
    template <class Sink>
    static void hand_on_comment(std::string_view text, Sink& sink) {
        if (text.size() > max_comment)
            sink.on_too_long(text);
        else
            sink.on_comment(text);
    }

    const char* read_byte_order_mark(const char* at, const char* end) {
        while (at != end && *at == byte_order_mark[mark_matched_]) {
            ++at;
            if (++mark_matched_ == byte_order_mark.size()) {
                line_start_ = offset_of(at);
                counted_to_ = at;
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
        if (begins_header(at, end, sink)) return at;
        while (at != end) {
            // Nearly all that comes: a processor foresees it better than which of many cases comes.
            if (*at == ' ') {
                ++at;
                continue;
            }
            if (kind_of(*at) == Kind::symbol) {
                at = read_new_symbol(at, end, sink);
                continue;
            }
            switch (kind_of(*at)) {
                case Kind::blank: ++at; break;
                case Kind::newline:
                case Kind::carriage_return:
                    at = read_line_end(at);
                    if (begins_header(at, end, sink)) return at;
                    break;
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
                case Kind::dot: at = read_new_symbol(at, end, sink); break;
                case Kind::star:
                    mark_token(at);
                    enter(Inside::star);
                    stars_ = 0;
                    return at;
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
                    sink.on_stray(*at);
                    ++at;
                    break;
                case Kind::nag:
                    mark_token(at);
                    enter(Inside::nag);
                    return ++at;
                case Kind::tag:
                    is_first_on_line_ = token_.line != line_;
                    mark_token(at);
                    if (is_first_on_line_ || sink.expects_tags()) {
                        enter(Inside::tag);
                    } else if (line_ != plain_line_) {
                        enter(Inside::remark);
                    } else {
                        sink.on_stray(*at);
                        ++at;
                        break;
                    }
                    quoted_ = escaped_ = false;
                    quotes_ = 0;
                    held_ = here(++at);
                    return at;
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

    // Whether a line begins here that may be a tag without its bracket. It is then within that.
    template <class Sink>
    bool begins_header(const char* at, const char* end, Sink& sink) {
        const bool begins = at != end && is_letter(*at) && offset_of(at) == line_start_ &&
                            line_ != plain_line_ && sink.expects_tags();
        if (!begins) return false;
        mark_token(at);
        held_ = here(at);
        enter(Inside::header);
        return true;
    }

    // A symbol that this chunk begins, and nearly always ends.
    template <class Sink>
    const char* read_new_symbol(const char* from, const char* end, Sink& sink) {
        mark_token(from);
        collected_.clear();
        symbol_end_ = {};
        const char* at = from;
        while (at != end && is_of_symbol(*at)) ++at;
        if (at != end && *at == '.') at = end_of_symbol(from, at, end);
        if (at != end && *at != ';') {
            hand_on_symbol({from, static_cast<std::size_t>(at - from)}, sink);
            return at;
        }
        inside_ = Inside::symbol;
        return read_symbol(from, end, sink);
    }
    // Of a symbol of which this chunk has all from `from` on; what is at `at` belongs to it.
    const char* end_of_symbol(const char* from, const char* at, const char* end) const {
        do {
            while (at != end && is_of_symbol(*at)) ++at;
            if (at == end || *at != '.') break;
            while (at != end && *at == '.') ++at;
        } while (at != end && goes_on(from, at));
        return at;
    }

    template <class Sink>
    const char* read_symbol(const char* from, const char* end, Sink& sink) {
        const char* at = from;
        if (goes_on(from, at)) at = end_of_symbol(from, at, end);
        if (at == end) {
            symbol_end_ = {byte_back(from, at, 1), byte_back(from, at, 2)};
            return collect(from, end, max_symbol);
        }
        const std::string_view text = complete(from, at, max_symbol);
        if (const std::size_t entity = *at == ';' ? text.rfind('&') : text.npos;
            entity != text.npos) {
            hand_on_entity(text, entity, sink);
            return at + 1;
        }
        hand_on_symbol(text, sink);
        return at;
    }
    // What stands for a character on web pages, such as &nbsp; behind a move. That one is a blank.
    template <class Sink>
    static void hand_on_entity(std::string_view text, std::size_t begin, Sink& sink) {
        const std::string entity = std::string(text.substr(begin)) + ';';
        if (begin > 0) hand_on_symbol(text.substr(0, begin), sink);
        if (entity != "&nbsp;") hand_on_symbol(entity, sink);
    }

    template <class Sink>
    const char* read_stars(const char* at, const char* end, Sink& sink) {
        for (; at != end && *at == '*'; ++at) ++stars_;
        if (at == end) return at;
        inside_ = Inside::nothing;
        hand_on_stars(is_letter(*at) || is_digit(*at), sink);
        return at;
    }
    template <class Sink>
    void hand_on_stars(bool is_before_text, Sink& sink) {
        const bool opens = is_before_text && is_after_blank();
        const bool closes = is_emphasised_ && !is_after_blank();
        if (stars_ == 1) is_emphasised_ = opens;
        if (stars_ > 1 || opens || closes)
            sink.on_emphasis(stars_);
        else
            sink.on_symbol("*");
    }

    // Whether a byte belongs to the symbol of which this chunk has all from `from` to there.
    bool goes_on(const char* from, const char* at) const {
        if (*at == '.') return true;
        if (!is_of_symbol(*at)) return false;
        if (byte_back(from, at, 1) != '.') return true;
        const char before_dot = byte_back(from, at, 2);
        const char first = collected_.empty() ? *from : collected_.front();
        const bool is_decimal = (first == '+' || first == '-' || first == '0') && is_digit(*at);
        return (is_small_letter(before_dot) && is_small_letter(*at)) ||
               (is_digit(before_dot) && is_decimal) || (before_dot == '0' && *at == '5');
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

    // A tag ends with its bracket, with the line, or where the next one begins.
    template <class Sink>
    const char* read_tag(const char* from, const char* end, Sink& sink) {
        const char* at = from;
        for (; at != end && !is_line_end(*at); ++at) {
            if (escaped_) {
                escaped_ = false;
            } else if (*at == '"') {
                quoted_ = !quoted_;
                ++quotes_;
            } else if (quoted_ && *at == '\\') {
                escaped_ = true;
            } else if (!quoted_ && (*at == ']' || (*at == '[' && quotes_ > 1))) {
                break;
            }
        }
        if (at == end) return collect(from, end, max_tag);
        const bool closed = *at == ']';
        const std::string_view text = complete(from, at, max_tag);
        if (text.size() > max_tag)
            sink.on_too_long(text);
        else if (closed)
            sink.on_tag(text, true, is_first_on_line_);
        else
            return end_open_tag(std::string(text), at, sink);
        return closed ? at + 1 : at;
    }

    // Among the moves: up to the next closing bracket on the line.
    template <class Sink>
    const char* read_remark(const char* from, const char* end, Sink& sink) {
        const char* const at = take_line(from, end, max_remark);
        const std::size_t close = collected_.find(']', collected_.size() - taken(from, at));
        if (close == std::string::npos) {
            if (at == end && collected_.size() <= max_remark) return at;
            give_up_tag(std::string(collected_), sink);
            counted_to_ = at;  // reading again has counted so far
            return at;
        }
        const std::size_t behind = collected_.size() - close;
        inside_ = Inside::nothing;
        collected_.resize(close);
        sink.on_tag(collected_, true, false);
        return at - behind + 1;
    }
    static std::size_t taken(const char* from, const char* to) {
        return static_cast<std::size_t>(to - from);
    }
    // Collects to the end of the line or of the chunk, or one byte more than the limit.
    const char* take_line(const char* from, const char* end, std::size_t limit) {
        const char* at = from;
        const std::size_t room = limit + 1 - collected_.size();
        while (at != end && !is_line_end(*at) && taken(from, at) < room) ++at;
        collected_.append(from, at);
        return at;
    }

    // The line or the next tag has come before the closing bracket.
    template <class Sink>
    const char* end_open_tag(std::string text, const char* at, Sink& sink) {
        if (!sink.expects_tags() && !sink.is_tag(text)) {
            give_up_tag(text, sink);
            counted_to_ = at;  // reading again has counted so far
            return at;
        }
        if (!quoted_ || !is_line_end(*at) || ends_with_bracket(text)) {
            sink.on_tag(text, false, is_first_on_line_);
            return at;
        }
        enter(Inside::tag_lines);
        collected_ = std::move(text);
        first_line_size_ = collected_.size();
        line_begin_ = 0;
        tag_lines_ = 0;
        held_ = here(at);
        return at;
    }
    // It was only a bracket.
    template <class Sink>
    void give_up_tag(const std::string& text, Sink& sink) {
        const Held held = held_;
        sink.on_stray('[');
        read_again(text, held, '[', sink);
    }
    template <class Sink>
    void finish_tag(Sink& sink) {
        const std::string text = std::move(collected_);
        if (!sink.expects_tags() && !sink.is_tag(text))
            give_up_tag(text, sink);
        else
            sink.on_tag(text, false, is_first_on_line_);
    }

    // A value that its line did not end is looked for in the lines that follow, up to an empty one
    // or the next tag.
    template <class Sink>
    const char* read_tag_lines(const char* at, const char* end, Sink& sink) {
        while (at != end) {
            if (!is_line_end(*at)) {
                at = take_line(at, end, max_tag);
                if (collected_.size() <= max_tag) continue;
                give_up_tag_lines(sink);
                counted_to_ = at;
                return at;
            }
            if (line_begin_ > 0 && !(*at == '\n' && byte_before(at) == '\r')) {
                if (ends_tag()) {
                    inside_ = Inside::nothing;
                    sink.on_tag(std::string(collected_), false, is_first_on_line_);
                    return at;
                }
                if (!continues_tag()) {
                    give_up_tag_lines(sink);
                    counted_to_ = at;
                    return at;
                }
            }
            collected_ += *at;
            at = read_line_end(at);
            line_begin_ = collected_.size();
        }
        return at;
    }
    [[nodiscard]] std::string_view last_tag_line() const {
        std::string_view line = std::string_view(collected_).substr(line_begin_);
        while (!line.empty() && kind_of(line.front()) == Kind::blank) line.remove_prefix(1);
        return line;
    }
    static bool ends_with_bracket(std::string_view line) {
        while (!line.empty() && kind_of(line.back()) == Kind::blank) line.remove_suffix(1);
        return line.ends_with(']');
    }
    [[nodiscard]] bool ends_tag() const {
        const std::string_view line = last_tag_line();
        return ends_with_bracket(line) && !line.starts_with('[') &&
               line.find('"') != std::string_view::npos;
    }
    [[nodiscard]] bool continues_tag() {
        const std::string_view line = last_tag_line();
        return !line.empty() && !line.starts_with('[') && ++tag_lines_ < max_tag_lines;
    }
    template <class Sink>
    void give_up_tag_lines(Sink& sink) {
        const std::string text = std::move(collected_);
        const Held held = held_;
        const std::size_t size = first_line_size_;
        inside_ = Inside::nothing;
        sink.on_tag(std::string_view(text).substr(0, size), false, is_first_on_line_);
        read_again(text.substr(size), held, '\0', sink);
    }
    template <class Sink>
    void finish_tag_lines(Sink& sink) {
        if (ends_tag())
            sink.on_tag(std::string(collected_), false, is_first_on_line_);
        else
            give_up_tag_lines(sink);
    }

    template <class Sink>
    const char* read_header(const char* from, const char* end, Sink& sink) {
        const char* const at = take_line(from, end, max_tag);
        if (at != end || collected_.size() > max_tag) {
            finish_header(sink);
            counted_to_ = at;  // reading again has counted so far
        }
        return at;
    }
    template <class Sink>
    void finish_header(Sink& sink) {
        const std::string text = std::move(collected_);
        const Held held = held_;
        inside_ = Inside::nothing;
        if (sink.is_header(text))
            sink.on_tag(text, false, true);
        else
            read_again(text, held, '\n', sink);
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
        sink.on_unclosed_comment(text);
        token_ = {line_, 1};
        is_first_on_line_ = true;
        quotes_ = 1;
        held_ = here(at);
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
    std::size_t stars_ = 0;       // of a run of them
    bool is_emphasised_ = false;  // behind a star before text
    bool quoted_ = false;         // within a tag
    bool escaped_ = false;        // within a tag: after a backslash
    int quotes_ = 0;              // within a tag
    bool is_first_on_line_ = true;
    Held held_;
    std::size_t first_line_size_ = 0;  // of a tag of several lines
    std::size_t line_begin_ = 0;       // where the last of them begins, 0 before the second
    int tag_lines_ = 0;
    std::uint64_t plain_line_ = 0;  // is read as symbols
    std::size_t next_game_matched_ = not_next_game;
    std::string collected_;             // of a token that an earlier chunk began
    std::array<char, 2> symbol_end_{};  // the last byte of that if it is a symbol, the one before

    const char* chunk_ = nullptr;
    std::uint64_t consumed_ = 0;  // bytes before this chunk
    char last_byte_ = '\0';       // of those
    std::uint64_t line_ = 1;
    std::uint64_t line_start_ =
        0;                   // what a column counts from: the offset of the line's first byte,
                             // and more by one for each byte so far that begins no character
    bool has_wide_ = false;  // this chunk is not ASCII alone
    const char* counted_to_ = nullptr;
    PgnPlace token_{.line = 0, .column = 0};
    char before_token_ = '\0';
};

}  // namespace detail
}  // namespace kibitz
