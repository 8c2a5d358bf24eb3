#include "chess/detail/pgn_symbol.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "chess/detail/text.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"

namespace kibitz::detail {
namespace {

constexpr std::size_t longest_move = 12;

constexpr bool is_promotion_letter(char c) { return c == 'Q' || c == 'R' || c == 'B' || c == 'N'; }

// Signs that people write behind a move, with the number of the NAG; 0 says nothing that the board
// does not show. A sign that begins with another one stands before it.
struct Sign {
    std::string_view text;
    std::uint8_t nag;
};
constexpr std::array signs = {
    Sign{"+/=", 14},      Sign{"=/+", 15},      Sign{"+/-", 16},     Sign{"-/+", 17},
    Sign{"=/\u221E", 44}, Sign{"\u221E/=", 44}, Sign{"=\u221E", 44}, Sign{"\u221E=", 44},
    Sign{"+=", 14},       Sign{"=+", 15},       Sign{"+-", 18},      Sign{"-+", 19},
    Sign{"e.p", 0},       Sign{"ep", 0},        Sign{"mate", 0},     Sign{"dbl", 0},
    Sign{"dis", 0},       Sign{"ch", 0},        Sign{"++", 0},       Sign{"+", 0},
    Sign{"#", 0},         Sign{"=", 10},        Sign{"TN", 146},     Sign{"N", 146},
    Sign{"\u221E", 13},   Sign{"\u00B1", 16},   Sign{"\u2213", 17},  Sign{"\u2A72", 14},
    Sign{"\u2A71", 15},   Sign{"\u25A1", 7},    Sign{"\u25A2", 7},   Sign{"\u2299", 22},
    Sign{"\u2A00", 22},   Sign{"\u25CB", 26},   Sign{"\u25EF", 26},  Sign{"\u27F3", 32},
    Sign{"\u21BB", 32},   Sign{"\u2191", 36},   Sign{"\u2192", 40},  Sign{"\u2BF9", 44},
    Sign{"\u21C6", 132},  Sign{"\u21C4", 132},  Sign{"\u2295", 138}, Sign{"\u2A01", 138},
    Sign{"\u2206", 140},  Sign{"\u25B3", 140},  Sign{"\u0394", 140}, Sign{"\u2313", 142},
};

// The part of a symbol that can be a move: up to the last square and the piece of a promotion, or
// the letters of castling.
std::string_view move_part(std::string_view text) {
    std::size_t castling = 0;
    while (castling < text.size() &&
           std::string_view("O0o-").find(text[castling]) != std::string_view::npos)
        ++castling;
    while (castling > 0 && text[castling - 1] == '-') --castling;
    if (castling > 1) return text.substr(0, castling);

    for (std::size_t end = text.size(); end > 1; --end) {
        if (!is_rank(text[end - 1]) || !is_file(text[end - 2])) continue;
        const std::string_view behind = text.substr(end);
        const bool is_last_rank = text[end - 1] == '1' || text[end - 1] == '8';
        const bool is_marked = behind.size() > 1 && (behind[0] == '=' || behind[0] == '/');
        if (is_marked && is_promotion_letter(behind[1])) return text.substr(0, end + 2);
        if (is_last_rank && !behind.empty() && is_promotion_letter(behind[0]))
            return text.substr(0, end + 1);
        return text.substr(0, end);
    }
    return {};
}

// The same for what is glued to a move, where a check may stand before the sign: Qh5++-.
std::optional<std::vector<std::uint8_t>> parse_glued_signs(std::string_view text) {
    if (auto nags = parse_signs(text)) return nags;
    return text.starts_with('+') ? parse_signs(text.substr(1)) : std::nullopt;
}

std::expected<SignedMove, MoveTextError> parse_whole(const Position& position,
                                                     std::string_view text) {
    const std::string_view suffix = suffix_of(text);
    auto move = parse_san(position, text.substr(0, text.size() - suffix.size()));
    const bool is_null = !move && move.error().reason == MoveTextReason::null_move;
    if (!move && !is_null) return std::unexpected(std::move(move.error()));
    SignedMove read{is_null ? Move::none() : *move, {}, {}};
    if (const int nag = suffix_nag(suffix); nag != 0)
        read.nags.push_back(static_cast<std::uint8_t>(nag));
    else
        read.rest = suffix;
    return read;
}

}  // namespace

PgnEnd parse_pgn_end(std::string_view plain) {
    if (plain == "1-0") return PgnEnd::white_wins;
    if (plain == "0-1") return PgnEnd::black_wins;
    if (plain == "1/2-1/2") return PgnEnd::draw;
    constexpr std::size_t longest = 16;
    if (plain.size() > longest || plain.empty()) return PgnEnd::none;
    std::string text;
    const bool has_one = plain.find('1') != std::string_view::npos;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const char c = plain[i];
        if (c == ':' || c == '_')
            text += '-';
        else if (c == ',')
            text += '.';
        else if (has_one && (c == 'O' || c == 'o'))
            text += '0';
        else if ((c == 'F' || c == 'f') && i > 0 && is_digit(plain[i - 1]))
            continue;  // lost by default
        else
            text += c;
    }
    struct End {
        std::string_view text;
        PgnEnd end;
    };
    constexpr std::array ends = {
        End{"1-0", PgnEnd::white_wins},     End{"0-1", PgnEnd::black_wins},
        End{"1/2-1/2", PgnEnd::draw},       End{"1/2", PgnEnd::draw},
        End{"*", PgnEnd::unknown},          End{"0.5-0.5", PgnEnd::draw},
        End{".5-.5", PgnEnd::draw},         End{"1.0-0.0", PgnEnd::white_wins},
        End{"0.0-1.0", PgnEnd::black_wins},
    };
    for (const End& known : ends)
        if (text == known.text) return known.end;
    if (plain == "+:-" || plain == "+--") return PgnEnd::white_wins;
    if (plain == "-:+" || plain == "--+") return PgnEnd::black_wins;
    return PgnEnd::none;
}

bool looks_like_move(std::string_view plain) {
    if (plain.size() > longest_move) return false;
    // Kxh9 is meant as a move, too.
    for (std::size_t i = 1; i < plain.size(); ++i)
        if ((is_rank(plain[i]) || plain[i] == '9') && is_file(plain[i - 1])) return true;
    std::size_t letters = 0;
    for (const char c : plain) {
        if (c == 'O' || c == 'o' || c == '0')
            ++letters;
        else if (c != '-' && c != '+' && c != '#' && c != '!' && c != '?')
            return false;
    }
    return letters == 2 || letters == 3;
}

std::size_t number_before_colon(std::string_view plain) {
    std::size_t digits = 0;
    while (digits < plain.size() && is_digit(plain[digits])) ++digits;
    if (digits == 0 || digits == plain.size() || plain[digits] != ':') return 0;
    const std::string_view rest = plain.substr(digits + 1);
    return rest.empty() || is_letter(rest.front()) ? digits : 0;
}

std::vector<std::string> readings_of_capitals(std::string_view plain) {
    if (plain.size() > longest_move) return {};
    if (std::ranges::any_of(plain, [](char c) { return c >= 'a' && c <= 'z'; })) return {};
    std::string small(plain);
    for (char& c : small) c = to_lower(c);
    if (!looks_like_move(small) || small.find('o') != std::string::npos) return {};
    // The piece of a promotion stays large.
    if (is_piece_letter(plain.back())) small.back() = plain.back();
    if (!is_piece_letter(plain.front())) return {small};
    std::string with_piece = small;
    with_piece.front() = plain.front();
    return {with_piece, small};
}

bool has_pawn_letter(std::string_view plain) { return plain.size() > 2 && plain[0] == 'P'; }

int suffix_nag(std::string_view suffix) {
    constexpr std::array<std::string_view, 6> suffixes = {"!", "?", "!!", "??", "!?", "?!"};
    const auto found = std::ranges::find(suffixes, suffix);
    return found == suffixes.end() ? 0 : static_cast<int>(found - suffixes.begin()) + 1;
}

std::string_view suffix_of(std::string_view symbol) {
    std::size_t start = symbol.size();
    while (start > 0 && (symbol[start - 1] == '!' || symbol[start - 1] == '?')) --start;
    return symbol.substr(start);
}

std::optional<std::vector<std::uint8_t>> parse_signs(std::string_view plain) {
    std::vector<std::uint8_t> nags;
    while (!plain.empty()) {
        const auto marks = std::min(plain.find_first_not_of("!?"), plain.size());
        if (marks > 0) {
            const int nag = suffix_nag(plain.substr(0, marks));
            if (nag == 0) return std::nullopt;
            nags.push_back(static_cast<std::uint8_t>(nag));
            plain.remove_prefix(marks);
            continue;
        }
        const auto sign =
            std::ranges::find_if(signs, [&](const Sign& s) { return plain.starts_with(s.text); });
        if (sign == signs.end()) return std::nullopt;
        if (sign->nag != 0) nags.push_back(sign->nag);
        plain.remove_prefix(sign->text.size());
    }
    return nags;
}

std::expected<SignedMove, MoveTextError> parse_signed_move(const Position& position,
                                                           std::string_view plain) {
    const std::string_view part = move_part(plain);
    const std::string_view behind = plain.substr(part.size());
    if (!part.empty() && !behind.empty()) {
        if (auto nags = parse_glued_signs(behind))
            if (const auto move = parse_san(position, part)) return SignedMove{*move, *nags, {}};
    }
    auto whole = parse_whole(position, plain);
    if (whole || part.empty() || behind.empty()) return whole;
    // An unknown sign costs itself.
    if (const auto move = parse_san(position, part))
        return SignedMove{*move, {}, std::string(behind)};
    return whole;
}

Move parse_numeric_move(const Position& position, std::string_view text) {
    constexpr std::string_view promotions = "qrbn";
    if (text.size() < 4 || text.size() > 5 || !std::ranges::all_of(text, is_rank)) return {};
    std::string uci;
    for (std::size_t i = 0; i < 4; ++i)
        uci += i % 2 == 0 ? static_cast<char>('a' + (text[i] - '1')) : text[i];
    if (text.size() == 5) {
        const auto piece = static_cast<std::size_t>(text[4] - '1');
        if (piece >= promotions.size()) return {};
        uci += promotions[piece];
    }
    const auto move = parse_uci(position, uci);
    return move ? *move : Move::none();
}

}  // namespace kibitz::detail
