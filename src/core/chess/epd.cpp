#include "chess/epd.hpp"

#include <algorithm>
#include <array>

#include "chess/byte_order_mark.hpp"
#include "chess/detail/text.hpp"
#include "chess/narrow_argument.hpp"
#include "chess/san.hpp"

namespace kibitz {
namespace {

using detail::is_blank;
using detail::is_digit;
using detail::is_letter;

constexpr std::size_t position_fields = 4;
constexpr std::size_t longest_opcode = 15;
constexpr std::string_view halfmove_opcode = "hmvc";
constexpr std::string_view fullmove_opcode = "fmvn";

std::optional<std::int64_t> parse_operand(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    return detail::parse_integer<std::int64_t>(text);
}

// `#4` or `#-1`: a mate in place of a best move.
std::optional<int> parse_mate(std::string_view text) {
    if (!text.starts_with('#')) return std::nullopt;
    const auto moves = parse_operand(text.substr(1));
    if (!moves || *moves < -max_moves || *moves > max_moves) return std::nullopt;
    return static_cast<int>(*moves);
}

// The opcodes whose operands are moves.
bool lists_moves(std::string_view opcode) {
    for (const std::string_view known : {"am", "bm", "pm", "pv", "sm"})
        if (opcode == known) return true;
    return false;
}

bool is_opcode(std::string_view text) {
    const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; };
    return !text.empty() && text.size() <= longest_opcode && is_letter(text.front()) &&
           std::ranges::all_of(text, fits);
}

// Reads a line from left to right.
class Reader {
   public:
    explicit Reader(std::string_view line) : line_(line) {}

    std::expected<Epd, EpdError> read(SetupRules rules) {
        if (const auto at = line_.find_first_of("\r\n"); at != line_.npos)
            return fail(EpdReason::several_lines, line_.substr(at), at);
        std::string fen = read_position_fields();
        std::vector<EpdOperation> operations;
        for (skip_blanks_and_semicolons(); !at_end(); skip_blanks_and_semicolons()) {
            const std::size_t start = at_;
            auto operation = read_operation();
            if (!operation) return std::unexpected(operation.error());
            const bool halfmove = operation->opcode == halfmove_opcode;
            if (!halfmove && operation->opcode != fullmove_opcode) {
                operations.push_back(*operation);
                continue;
            }
            const bool is_clock = operation->operands.size() == 1 &&
                                  detail::parse_number(operation->operands[0].text).has_value();
            if (!is_clock)
                return fail(EpdReason::bad_clock, line_.substr(start, at_ - start), start);
            (halfmove ? halfmove_clock_ : fullmove_number_) = operation->operands[0].text;
        }

        if (fields_ == position_fields) fen += ' ' + halfmove_clock_ + ' ' + fullmove_number_;
        const auto position = parse_fen(fen, rules);
        if (!position) return fail_with(position.error());
        return Epd{*position, std::move(operations)};
    }

   private:
    [[nodiscard]] bool at_end() const { return at_ == line_.size(); }
    [[nodiscard]] char here() const { return line_[at_]; }
    [[nodiscard]] bool at_operand_end() const {
        return at_end() || is_blank(here()) || here() == ';';
    }
    void skip_blanks() {
        while (!at_end() && is_blank(here())) ++at_;
    }
    void skip_blanks_and_semicolons() {
        while (!at_end() && (is_blank(here()) || here() == ';')) ++at_;
    }
    std::string_view read_word() {
        const std::size_t start = at_;
        while (!at_operand_end()) ++at_;
        return line_.substr(start, at_ - start);
    }

    // The fields with single blanks between. Missing ones are left to the FEN reader to judge.
    std::string read_position_fields() {
        std::string fen;
        for (; fields_ < position_fields; ++fields_) {
            skip_blanks();
            if (at_operand_end()) return fen;
            if (fields_ > 0) fen += ' ';
            dropped_blanks_[fields_] = at_ - fen.size();
            fen += read_word();
        }
        read_fen_clocks();
        return fen;
    }

    // A full FEN has two numbers before the operations.
    void read_fen_clocks() {
        const std::size_t start = at_;
        skip_blanks();
        const std::string_view halfmove = read_word();
        skip_blanks();
        const std::string_view fullmove = read_word();
        if (detail::parse_number(halfmove) && detail::parse_number(fullmove)) {
            halfmove_clock_ = halfmove;
            fullmove_number_ = fullmove;
        } else {
            at_ = start;
        }
    }

    std::expected<EpdOperation, EpdError> read_operation() {
        const std::size_t start = at_;
        EpdOperation operation{std::string(read_word()), {}};
        if (!is_opcode(operation.opcode))
            return fail(EpdReason::bad_opcode, operation.opcode, start);
        for (skip_blanks(); !at_end() && here() != ';'; skip_blanks()) {
            if (here() != '"') {
                std::string_view word = read_word();
                // Some write "bm Bb5, Bc4".
                if (lists_moves(operation.opcode))
                    while (word.ends_with(',')) word.remove_suffix(1);
                if (!word.empty()) operation.operands.push_back({std::string(word), false});
                continue;
            }
            auto text = read_string();
            if (!text) return std::unexpected(text.error());
            operation.operands.push_back({std::move(*text), true});
        }
        return operation;
    }

    std::expected<std::string, EpdError> read_string() {
        const std::size_t start = at_++;
        std::string text;
        for (; !at_end() && here() != '"'; ++at_) {
            const bool escape = here() == '\\' && at_ + 1 < line_.size() &&
                                (line_[at_ + 1] == '"' || line_[at_ + 1] == '\\');
            if (escape) ++at_;
            text += here();
        }
        if (at_end()) return fail(EpdReason::unterminated_string, line_.substr(start), start);
        ++at_;
        if (!at_operand_end()) return fail(EpdReason::text_after_string, line_.substr(at_), at_);
        return text;
    }

    static std::unexpected<EpdError> fail(EpdReason reason, std::string_view text,
                                          std::size_t offset) {
        return std::unexpected(
            EpdError{.reason = reason,
                     .text = std::string(text.substr(0, detail::longest_kept_text)),
                     .offset = offset,
                     .fen = std::nullopt});
    }
    // The error's offset is made one in the line; the clocks may have been anywhere in it.
    [[nodiscard]] std::unexpected<EpdError> fail_with(FenError fen) const {
        const auto field = static_cast<std::size_t>(fen.field);
        if (field < position_fields) fen.offset += dropped_blanks_[field];
        return std::unexpected(EpdError{
            .reason = EpdReason::no_position, .text = fen.text, .offset = fen.offset, .fen = fen});
    }

    std::string_view line_;
    std::size_t at_ = 0;
    std::size_t fields_ = 0;                                     // of the position, found so far
    std::array<std::size_t, position_fields> dropped_blanks_{};  // before each of them
    std::string halfmove_clock_ = "0";
    std::string fullmove_number_ = "1";
};

const char* to_string(EpdReason reason) {
    switch (detail::without_other_bits(reason)) {
        case EpdReason::no_position: return "no position";
        case EpdReason::several_lines: return "a line break within the line";
        case EpdReason::bad_opcode: return "not an opcode";
        case EpdReason::unterminated_string: return "string without its closing quote";
        case EpdReason::text_after_string: return "text right after a closing quote";
        case EpdReason::bad_clock: return "not a clock and its number";
    }
    return "";
}

void append_operand(std::string& out, const EpdOperand& operand) {
    const bool plain =
        !operand.quoted && !operand.text.empty() && operand.text.front() != '"' &&
        std::ranges::none_of(operand.text, [](char c) { return is_blank(c) || c == ';'; });
    if (plain) {
        out += operand.text;
        return;
    }
    out += '"';
    for (const char c : operand.text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    out += '"';
}

void append_clock(std::string& out, std::string_view opcode, int value) {
    out += ' ';
    out += opcode;
    out += ' ';
    out += std::to_string(value);
    out += ';';
}

}  // namespace

const EpdOperation* Epd::find(std::string_view opcode) const {
    const auto found = std::ranges::find(operations, opcode, &EpdOperation::opcode);
    return found == operations.end() ? nullptr : &*found;
}

std::string_view Epd::text(std::string_view opcode) const {
    const EpdOperation* const operation = find(opcode);
    return operation && !operation->operands.empty() ? operation->operands.front().text
                                                     : std::string_view();
}

std::optional<std::int64_t> Epd::number(std::string_view opcode) const {
    return parse_operand(text(opcode));
}

std::expected<std::vector<Move>, MoveTextError> Epd::moves(std::string_view opcode) const {
    std::vector<Move> moves;
    const EpdOperation* const operation = find(opcode);
    if (!operation) return moves;
    for (const EpdOperand& operand : operation->operands) {
        if (parse_mate(operand.text)) continue;
        const auto move = parse_san(position, operand.text);
        if (!move) return std::unexpected(move.error());
        moves.push_back(*move);
    }
    return moves;
}

std::optional<int> Epd::mate() const {
    if (const auto moves = parse_mate(text("bm"))) return moves;
    return parse_mate("#" + std::string(text("dm")));
}

void Epd::set(EpdOperation operation) {
    const auto found = std::ranges::find(operations, operation.opcode, &EpdOperation::opcode);
    if (found == operations.end())
        operations.push_back(std::move(operation));
    else
        *found = std::move(operation);
}

void Epd::set_text(std::string_view opcode, std::string_view text) {
    set({std::string(opcode), {{std::string(text), true}}});
}

void Epd::set_number(std::string_view opcode, std::int64_t number) {
    set({std::string(opcode), {{std::to_string(number), false}}});
}

void Epd::set_moves(std::string_view opcode, std::span<const Move> moves) {
    EpdOperation operation{std::string(opcode), {}};
    for (const Move move : moves) operation.operands.push_back({to_san(position, move), false});
    set(std::move(operation));
}

std::string to_string(const EpdError& error) {
    if (error.fen) return "EPD: " + to_string(*error.fen);
    return "EPD, character " + std::to_string(error.offset + 1) + ": " + to_string(error.reason) +
           ": " + detail::quote(error.text);
}

std::expected<Epd, EpdError> parse_epd(std::string_view line, SetupRules rules) {
    line = without_byte_order_mark(line);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
    return Reader(line).read(rules);
}

std::string to_epd(const Epd& epd) {
    const Position& position = epd.position;
    std::string line;
    append_placement(line, position);
    line += position.side_to_move() == Color::white ? " w " : " b ";
    append_castling(line, position, FenStyle::automatic);
    line += ' ';
    line += position.en_passant().to_string();
    if (position.halfmove_clock() != 0)
        append_clock(line, halfmove_opcode, position.halfmove_clock());
    if (position.fullmove_number() != 1)
        append_clock(line, fullmove_opcode, position.fullmove_number());
    for (const EpdOperation& operation : epd.operations) {
        line += ' ';
        line += operation.opcode;
        for (const EpdOperand& operand : operation.operands) {
            line += ' ';
            append_operand(line, operand);
        }
        line += ';';
    }
    return line;
}

}  // namespace kibitz
