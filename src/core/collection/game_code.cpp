#include "collection/detail/game_code.hpp"

#include <utility>

#include "chess/fen.hpp"
#include "chess/openings.hpp"
#include "collection/detail/bytes.hpp"
#include "collection/detail/opening_numbers.hpp"
#include "collection/game_tape.hpp"
#include "collection/move_code.hpp"

namespace kibitz::collection::detail {

namespace {

// Codes of what is no move; they stay as they are. docs/game-database.md lists them. In version 1,
// a byte is one of them or the number of a move; since then, no_move_code says that one follows. A
// move or a result in one byte that comes before any start begins the usual one.
enum Code : std::uint8_t {
    numbered_null_move = 220,
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
static_assert(numbered_moves <= numbered_null_move);

// Reads one game.
class GameDecoder {
   public:
    GameDecoder(std::string_view bytes, MoveCoding coding, PgnVisitor& visitor,
                const bool* has_enough)
        : bytes_(bytes), coding_(coding), visitor_(visitor), has_enough_(has_enough) {}

    bool decode() {
        while (!bytes_.at_end() && wants_more_ && (has_enough_ == nullptr || !*has_enough_)) {
            const std::uint8_t code = *bytes_.byte();
            if (!(coding_ == MoveCoding::numbers ? read_numbered(code) : read(code))) return false;
        }
        return true;
    }

   private:
    struct Line {
        Position before, now;
    };

    bool read_numbered(std::uint8_t code) {
        if (code == numbered_null_move) return play_null();
        if (code >= numbered_moves) return read_other(code);
        return !lines_.empty() && play(numbered_move(lines_.back().now, code));
    }

    bool read(std::uint8_t code) {
        if (code == no_move_code) {
            const auto other = bytes_.byte();
            return other && read_other(*other);
        }
        if (lines_.empty()) {
            begin(Position::initial());
            if (!wants_more_) return true;
        }
        if (code >= result_move_code && code < no_move_code) {
            visitor_.result(static_cast<PgnResult>(code - result_move_code));
            return true;
        }
        if (code == null_move_code) return play_null();
        return play(read_move(code, bytes_, lines_.back().now));
    }

    bool play_null() {
        return !lines_.empty() && !lines_.back().now.in_check() && play(Move::none());
    }

    // False if there is no move.
    bool play(std::optional<Move> move) {
        if (!move) return false;
        Line& line = lines_.back();
        line.before = line.now;
        collection::play(line.now, *move);
        visitor_.move(line.before, *move, line.now);
        return true;
    }

    bool read_other(std::uint8_t code) {
        switch (code) {
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
    MoveCoding coding_;
    PgnVisitor& visitor_;
    const bool* has_enough_;
    std::vector<Line> lines_;
    bool wants_more_ = true;
};

}  // namespace

void GameEncoder::begin_game() {
    depth_ = 0;
    has_begun_ = owes_start_ = false;
    opening_ = 0;
    history_.begin_game();
}

bool GameEncoder::begin_moves(const Position& start) {
    has_begun_ = true;
    owes_start_ = start == Position::initial();
    if (!owes_start_) {
        begin(other_start);
        append_text(out_, to_fen(start, FenStyle::shredder));
    }
    reach(start);
    history_.begin_moves(start);
    return true;
}

void GameEncoder::begin(std::uint8_t code) {
    if (std::exchange(owes_start_, false)) begin(usual_start);
    out_ += static_cast<char>(no_move_code);
    out_ += static_cast<char>(code);
}

void GameEncoder::end_game() {
    if (owes_start_) begin(usual_start);
    history_.end_game(boards_);
}

void GameEncoder::reach(const Position& position) {
    if (const OpeningMark* const mark = opening_mark(position)) opening_ = opening_number(*mark);
    if (!has_positions_) return;
    lines_.keys.push_back(position.key());
    lines_.replies.push_back(no_reply);
}

void GameEncoder::move(const Position& before, Move move, const Position& after) {
    owes_start_ = false;
    append_move(out_, before, move);
    if (depth_ > 0) return;
    if (has_positions_) lines_.replies.back() = move.bits();
    reach(after);
    history_.move(before, move, after);
}

void GameEncoder::comment(std::string_view text) {
    begin(comment_code);
    append_text(out_, text);
}

// It belongs to the game that follows, which has begun when its bytes are read.
void GameEncoder::comment_between_games(std::string_view text) { comment(text); }

void GameEncoder::nag(int number) {
    begin(nag_code);
    out_ += static_cast<char>(number);
}

void GameEncoder::begin_variation() {
    ++depth_;
    begin(variation_begins);
}

void GameEncoder::end_variation() {
    --depth_;
    begin(variation_ends);
}

void GameEncoder::result(PgnResult result) {
    if (has_begun_) {
        owes_start_ = false;
        out_ += static_cast<char>(result_move_code + static_cast<std::uint8_t>(result));
        return;
    }
    begin(result_code);
    out_ += static_cast<char>(result);
}

void GameEncoder::error(const PgnError& error) { fault(error_code, error); }

void GameEncoder::repair(const PgnError& repair) { fault(repair_code, repair); }

void GameEncoder::fault(std::uint8_t code, const PgnError& error) {
    begin(code);
    out_ += static_cast<char>(error.reason);
    append_varint(out_, error.game);
    append_varint(out_, error.place.line);
    append_varint(out_, error.place.column);
    append_text(out_, error.text);
    append_text(out_, error.detail);
}

void GameEncoder::unread(std::string_view text) {
    begin(unread_code);
    append_text(out_, text);
}

void GameEncoder::kept_text(std::string_view text) {
    begin(kept_code);
    append_text(out_, text);
}

bool decode_game(std::string_view bytes, MoveCoding coding, PgnVisitor& visitor,
                 const bool* has_enough) {
    return GameDecoder(bytes, coding, visitor, has_enough).decode();
}

}  // namespace kibitz::collection::detail
