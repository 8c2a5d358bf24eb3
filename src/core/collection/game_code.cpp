#include "collection/detail/game_code.hpp"

#include "chess/fen.hpp"
#include "collection/detail/bytes.hpp"
#include "collection/game_tape.hpp"
#include "collection/move_code.hpp"

namespace kibitz::collection::detail {

namespace {

// Codes of what is no move; they stay as they are. docs/game-database.md lists them.
enum Code : std::uint8_t {
    null_move = 220,
    comment_code = 221,
    nag_code = 223,
    variation_begins = 224,
    variation_ends = 225,
    result_code = 226,
    error_code = 227,
    repair_code = 228,
    unread_code = 229,
    kept_code = 230,
    usual_start = 231,
    other_start = 232,
};
static_assert(move_codes <= null_move);

// Reads one game.
class GameDecoder {
   public:
    GameDecoder(std::string_view bytes, PgnVisitor& visitor, const bool* has_enough)
        : bytes_(bytes), visitor_(visitor), has_enough_(has_enough) {}

    bool decode() {
        while (!bytes_.at_end() && wants_more_ && (has_enough_ == nullptr || !*has_enough_)) {
            const std::uint8_t code = *bytes_.byte();
            if (!(code < move_codes ? read_move(code) : read_other(code))) return false;
        }
        return true;
    }

   private:
    struct Line {
        Position before, now;
    };

    bool read_move(std::uint8_t code) {
        if (lines_.empty()) return false;
        const auto move = decode_move(lines_.back().now, code);
        if (!move) return false;
        play(*move);
        return true;
    }

    void play(Move move) {
        Line& line = lines_.back();
        line.before = line.now;
        collection::play(line.now, move);
        visitor_.move(line.before, move, line.now);
    }

    bool read_other(std::uint8_t code) {
        switch (code) {
            case null_move:
                if (lines_.empty() || lines_.back().now.in_check()) return false;
                play(Move::none());
                return true;
            case comment_code:
                return with_text([this](std::string_view text) { visitor_.comment(text); });
            case unread_code:
                return with_text([this](std::string_view text) { visitor_.unread(text); });
            case kept_code:
                return with_text([this](std::string_view text) { visitor_.kept_text(text); });
            case nag_code: {
                const auto number = bytes_.byte();
                if (number) visitor_.nag(*number);
                return number.has_value();
            }
            case variation_begins:
                if (lines_.empty() || lines_.size() > pgn_max_depth) return false;
                lines_.push_back({lines_.back().before, lines_.back().before});
                visitor_.begin_variation();
                return true;
            case variation_ends:
                if (lines_.size() < 2) return false;
                lines_.pop_back();
                visitor_.end_variation();
                return true;
            case result_code: {
                const auto result = bytes_.byte();
                if (!result || *result > static_cast<std::uint8_t>(PgnResult::draw)) return false;
                visitor_.result(static_cast<PgnResult>(*result));
                return true;
            }
            case error_code:
            case repair_code: return read_fault(code == error_code);
            case usual_start: return begin(Position::initial());
            case other_start: return read_start();
            default: return false;
        }
    }

    template <class Take>
    bool with_text(Take take) {
        const auto text = bytes_.text();
        if (text) take(*text);
        return text.has_value();
    }

    bool begin(const Position& start) {
        if (!lines_.empty()) return false;
        lines_.push_back({start, start});
        wants_more_ = visitor_.begin_moves(start);
        return true;
    }

    bool read_start() {
        const auto fen = bytes_.text();
        if (!fen) return false;
        const auto start = parse_fen(*fen, SetupRules::lenient);
        return start && begin(*start);
    }

    bool read_fault(bool is_error) {
        const auto reason = bytes_.byte();
        const auto game = bytes_.varint();
        const auto line = bytes_.varint();
        const auto column = bytes_.varint();
        const auto text = bytes_.text();
        const auto detail = bytes_.text();
        if (!detail || *reason > static_cast<std::uint8_t>(PgnReason::foreign_letters))
            return false;
        const PgnError fault{.reason = static_cast<PgnReason>(*reason),
                             .game = *game,
                             .place = {*line, *column},
                             .text = std::string(*text),
                             .detail = std::string(*detail)};
        is_error ? visitor_.error(fault) : visitor_.repair(fault);
        return true;
    }

    ByteReader bytes_;
    PgnVisitor& visitor_;
    const bool* has_enough_;
    std::vector<Line> lines_;
    bool wants_more_ = true;
};

}  // namespace

void GameEncoder::tag(std::string_view name, std::string_view value) {
    tags_.emplace_back(name, value);
}

bool GameEncoder::begin_moves(const Position& start) {
    const bool is_usual = start == Position::initial();
    out_ += static_cast<char>(is_usual ? usual_start : other_start);
    if (!is_usual) append_text(out_, to_fen(start, FenStyle::shredder));
    return true;
}

void GameEncoder::move(const Position& before, Move move, const Position& /*after*/) {
    out_ += static_cast<char>(move.is_none() ? std::uint8_t{null_move} : encode_move(before, move));
}

void GameEncoder::comment(std::string_view text) {
    out_ += static_cast<char>(comment_code);
    append_text(out_, text);
}

// It belongs to the game that follows, which has begun when its bytes are read.
void GameEncoder::comment_between_games(std::string_view text) { comment(text); }

void GameEncoder::nag(int number) {
    out_ += static_cast<char>(nag_code);
    out_ += static_cast<char>(number);
}

void GameEncoder::begin_variation() { out_ += static_cast<char>(variation_begins); }

void GameEncoder::end_variation() { out_ += static_cast<char>(variation_ends); }

void GameEncoder::result(PgnResult result) {
    out_ += static_cast<char>(result_code);
    out_ += static_cast<char>(result);
}

void GameEncoder::error(const PgnError& error) { fault(error_code, error); }

void GameEncoder::repair(const PgnError& repair) { fault(repair_code, repair); }

void GameEncoder::fault(std::uint8_t code, const PgnError& error) {
    out_ += static_cast<char>(code);
    out_ += static_cast<char>(error.reason);
    append_varint(out_, error.game);
    append_varint(out_, error.place.line);
    append_varint(out_, error.place.column);
    append_text(out_, error.text);
    append_text(out_, error.detail);
}

void GameEncoder::unread(std::string_view text) {
    out_ += static_cast<char>(unread_code);
    append_text(out_, text);
}

void GameEncoder::kept_text(std::string_view text) {
    out_ += static_cast<char>(kept_code);
    append_text(out_, text);
}

bool decode_game(std::string_view bytes, PgnVisitor& visitor, const bool* has_enough) {
    return GameDecoder(bytes, visitor, has_enough).decode();
}

}  // namespace kibitz::collection::detail
