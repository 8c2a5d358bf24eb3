#include "chess/pasted_position.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "chess/detail/plain_text.hpp"
#include "chess/detail/text.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"

namespace kibitz {
namespace {

using detail::is_digit;
using detail::is_letter;

constexpr std::string_view start_word = "startpos";

std::optional<int> hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    const char lower = detail::to_lower(c);
    if (lower >= 'a' && lower <= 'f') return lower - 'a' + 10;
    return std::nullopt;
}

// %20 and the like; in such a text a plus is a blank.
std::string without_percent_signs(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto high =
            text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
        const auto low = high ? hex_digit(text[i + 2]) : std::nullopt;
        if (low) {
            plain += static_cast<char>(*high * 16 + *low);
            i += 2;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

bool is_link(std::string_view text) {
    return text.find("://") != std::string_view::npos || text.find("%20") != std::string_view::npos;
}

// The end of one rank of eight files that begins there.
std::optional<std::size_t> end_of_rank(std::string_view text, std::size_t at) {
    int files = 0;
    for (; at < text.size() && files < 8; ++at) {
        if (text[at] >= '1' && text[at] <= '8')
            files += text[at] - '0';
        else if (parse_piece(text[at]))
            ++files;
        else
            return std::nullopt;
    }
    if (files != 8) return std::nullopt;
    return at;
}

// Eight ranks with slashes between them.
std::optional<std::size_t> end_of_placement(std::string_view text, std::size_t at) {
    for (int rank = 0; rank < 8; ++rank) {
        if (rank > 0 && (at >= text.size() || (text[at] != '/' && text[at] != '\\')))
            return std::nullopt;
        const auto end = end_of_rank(text, rank > 0 ? at + 1 : at);
        if (!end) return std::nullopt;
        at = *end;
    }
    const bool goes_on = at < text.size() && (is_letter(text[at]) || is_digit(text[at]));
    return goes_on ? std::nullopt : std::optional(at);
}

// The words of what follows a placement, up to a sign that cannot belong to a position.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    text = text.substr(0, text.find_first_of("\"'`?&<>[]{}()|\n\r"));
    for (std::size_t at = 0; at < text.size();) {
        constexpr std::string_view blanks = " \t_,;";
        const std::size_t from = text.find_first_not_of(blanks, at);
        if (from == std::string_view::npos) break;
        const std::size_t to = std::min(text.find_first_of(blanks, from), text.size());
        words.push_back(text.substr(from, to - from));
        at = to;
    }
    return words;
}

bool is_castling(std::string_view word) {
    return word == "-" || std::ranges::all_of(word, [](char c) {
               const char lower = detail::to_lower(c);
               return lower == 'k' || lower == 'q' || (lower >= 'a' && lower <= 'h');
           });
}

bool is_number(std::string_view word) { return std::ranges::all_of(word, is_digit); }

// Reads the words behind a placement from left to right.
class FieldReader {
   public:
    explicit FieldReader(std::vector<std::string_view> words) : words_(std::move(words)) {}

    // Side, castling, en passant and clocks as a FEN has them.
    std::string take_fields() {
        std::string fields = ' ' + take_side();
        fields += ' ';
        fields += has_next() && is_castling(next()) ? take() : "-";
        fields += ' ';
        fields += has_next() && (next() == "-" || Square::parse(next())) ? take() : "-";
        take_clocks();
        return fields + ' ' + clocks_[0] + ' ' + clocks_[1];
    }
    // The words behind "moves".
    std::vector<std::string_view> take_moves() {
        const auto moves = std::ranges::find(words_, std::string_view("moves"));
        if (moves == words_.end()) return {};
        return {moves + 1, words_.end()};
    }

   private:
    [[nodiscard]] bool has_next() const { return at_ < words_.size(); }
    [[nodiscard]] std::string_view next() const { return words_[at_]; }
    std::string_view take() { return words_[at_++]; }

    std::string take_side() {
        if (!has_next()) return "w";
        std::string lower;
        for (const char c : next()) lower += detail::to_lower(c);
        if (lower == "w" || lower == "white") return ++at_, "w";
        if (lower == "b" || lower == "black") return ++at_, "b";
        return is_castling(next()) || is_number(next()) ? "w" : std::string(take());
    }

    // Two numbers, before the operations of an EPD line or among them.
    void take_clocks() {
        std::size_t count = 0;
        for (; has_next() && !is_letter(next().front()); ++at_)
            if (is_number(next()) && count < clocks_.size()) clocks_[count++] = next();
        for (std::size_t i = at_; i + 1 < words_.size(); ++i) {
            if (!is_number(words_[i + 1])) continue;
            if (words_[i] == "hmvc") clocks_[0] = words_[i + 1];
            if (words_[i] == "fmvn") clocks_[1] = words_[i + 1];
        }
    }

    std::vector<std::string_view> words_;
    std::size_t at_ = 0;
    std::array<std::string, 2> clocks_ = {"0", "1"};
};

std::expected<PastedPosition, FenError> play(const Position& start,
                                             const std::vector<std::string_view>& words) {
    PastedPosition pasted{start, {}};
    Position position = start;
    for (const std::string_view word : words) {
        auto move = parse_uci(position, word);
        if (!move) move = parse_san(position, word);
        if (!move)
            return std::unexpected(FenError{.field = FenField::fullmove_number,
                                            .reason = FenReason::too_many_fields,
                                            .text = std::string(word.substr(0, 40)),
                                            .offset = 0});
        position.play(*move);
        pasted.moves.push_back(*move);
    }
    return pasted;
}

}  // namespace

Position PastedPosition::position() const {
    Position after = start;
    for (const Move move : moves) after.play(move);
    return after;
}

std::expected<PastedPosition, FenError> parse_pasted_position(std::string_view text) {
    const bool has_percent = is_link(text);
    std::string plain = detail::plain_text(has_percent ? without_percent_signs(text) : text);
    if (has_percent) std::ranges::replace(plain, '+', ' ');
    const std::string_view trimmed = detail::trim(plain);
    auto exact = parse_fen(trimmed, SetupRules::lenient);
    if (exact) return PastedPosition{*std::move(exact), {}};

    for (std::size_t at = 0; at < plain.size(); ++at) {
        if (at > 0 && (is_letter(plain[at - 1]) || is_digit(plain[at - 1]))) continue;
        const std::string_view here = std::string_view(plain).substr(at);
        if (here.starts_with(start_word))
            return play(Position::initial(),
                        FieldReader(words_of(here.substr(start_word.size()))).take_moves());
        const auto end = end_of_placement(plain, at);
        if (!end) continue;
        FieldReader reader(words_of(std::string_view(plain).substr(*end)));
        std::string fen(plain, at, *end - at);
        std::ranges::replace(fen, '\\', '/');
        fen += reader.take_fields();
        const auto position = parse_fen(fen, SetupRules::lenient);
        if (!position) return std::unexpected(position.error());
        return play(*position, reader.take_moves());
    }
    return std::unexpected(std::move(exact.error()));
}

std::expected<Position, FenError> parse_position(std::string_view text) {
    const auto pasted = parse_pasted_position(text);
    if (!pasted) return std::unexpected(pasted.error());
    return pasted->position();
}

}  // namespace kibitz
