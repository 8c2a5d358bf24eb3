// Chess and Chess960. A move is {"uci": "e2e4"}; castling may be written as the king's two squares
// or as the king taking its own rook.
#include "games/chess.hpp"

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "games/detail/each.hpp"
#include "games/detail/setup_fields.hpp"
#include "text/plain_text.hpp"

namespace kibitz::games {

namespace {

constexpr std::uint64_t chess960_starts = 960;

Side side_of(Color color) { return color == Color::white ? Side::first : Side::second; }
Color color_of(Side side) { return side == Side::first ? Color::white : Color::black; }

class ChessGame final : public State {
   public:
    ChessGame(const kibitz::Position& start, bool is_chess960)
        : line_(start), before_last_(start), is_chess960_(is_chess960) {}

    [[nodiscard]] Side side_to_move() const override {
        return side_of(line_.position().side_to_move());
    }

    [[nodiscard]] std::optional<games::Outcome> outcome() const override {
        const auto end = line_.outcome();
        if (!end) return std::nullopt;
        games::Outcome outcome{std::nullopt, to_string(end->termination)};
        if (end->winner) outcome.winner = side_of(*end->winner);
        return outcome;
    }

    [[nodiscard]] std::expected<Json, std::string> check(const Json& move) const override {
        if (!move.is_object() || !move.contains("uci") || !move["uci"].is_string())
            return std::unexpected(R"(a move is {"uci": "e2e4"})");
        const auto parsed = parse_uci(line_.position(), move["uci"].get_ref<const std::string&>());
        if (!parsed) return std::unexpected(to_string(parsed.error()));
        return to_json(*parsed);
    }

    void play(const Json& move) override {
        const Move checked =
            *parse_uci(line_.position(), move["uci"].get_ref<const std::string&>());
        before_last_ = line_.position();
        line_.play(checked);
    }

    [[nodiscard]] std::vector<Json> legal_moves() const override {
        std::vector<Json> moves;
        if (line_.outcome()) return moves;
        for (const Move move : kibitz::legal_moves(line_.position()))
            moves.push_back(to_json(move));
        return moves;
    }

    [[nodiscard]] Json view() const override {
        Json view{{"fen", to_fen(line_.position())}, {"check", line_.position().in_check()}};
        if (!line_.moves().empty())
            view["last"] = {{"uci", to_uci(line_.moves().back(), is_chess960_)},
                            {"san", to_san(before_last_, line_.moves().back())}};
        return view;
    }

    [[nodiscard]] std::optional<std::string> draw_claim() const override {
        const auto claim = line_.claim();
        if (!claim) return std::nullopt;
        return to_string(*claim);
    }

    [[nodiscard]] bool can_win(Side side) const override {
        return kibitz::can_win(line_.position(), color_of(side));
    }

   private:
    [[nodiscard]] Json to_json(Move move) const { return {{"uci", to_uci(move, is_chess960_)}}; }

    Line line_;
    Position before_last_;  // where the last move was played
    bool is_chess960_;
};

std::expected<Position, std::string> position_of(const Json& fen, bool is_chess960) {
    if (!fen.is_string()) return std::unexpected("setup: \"fen\" is not a text");
    const auto position = parse_fen(fen.get_ref<const std::string&>());
    if (!position) return std::unexpected(to_string(position.error()));
    if (!is_chess960 && position->needs_chess960_notation())
        return std::unexpected("this castling needs the game chess960");
    return *position;
}

class ChessRules final : public Rules {
   public:
    explicit ChessRules(bool is_chess960) : is_chess960_(is_chess960) {}

    [[nodiscard]] std::string_view name() const override {
        return is_chess960_ ? chess960_name : chess_name;
    }
    [[nodiscard]] std::string_view title() const override {
        return is_chess960_ ? "Chess960" : "Chess";
    }
    [[nodiscard]] std::string_view side_name(Side side) const override {
        return side == Side::first ? "white" : "black";
    }
    [[nodiscard]] bool has_draw_offers() const override { return true; }

    [[nodiscard]] Json draw_setup(std::uint64_t random) const override {
        if (!is_chess960_) return Json::object();
        return {{"number", random % chess960_starts}};
    }

    [[nodiscard]] std::optional<std::string> notation(const Record& record) const override {
        const auto start = chess_start(record.setup, is_chess960_);
        if (!start) return std::nullopt;
        kibitz::Game game(*start);
        kibitz::Position position = *start;
        NodeId last = NodeId::root;
        for (std::size_t i = 0; i < record.moves.size(); ++i) {
            const auto move = parse_uci(position, record.moves[i].value("uci", ""));
            if (!move) return std::nullopt;
            last = game.add(last, *move);
            if (i < record.clocks.size()) {
                Annotations comment;
                comment.clock = record.clocks[i];
                game.set_comment(last, std::move(comment));
            }
            position.play(*move);
        }
        // Names of old logs may have a line break, which would end the tag.
        const auto set_tag = [&](std::string_view name, std::string_view value) {
            game.set_tag(name, text::made_plain(value));
        };
        set_tag("White", record.players[0]);
        set_tag("Black", record.players[1]);
        if (!record.event.empty()) set_tag("Event", record.event);
        if (!record.date.empty()) set_tag("Date", record.date);
        for (const auto& [name, value] : record.tags) set_tag(name, value);
        if (is_chess960_) game.set_tag("Variant", "Chess960");
        if (record.is_over)
            game.set_result(!record.winner                 ? PgnResult::draw
                            : record.winner == Side::first ? PgnResult::white_wins
                                                           : PgnResult::black_wins);
        return to_pgn(game);
    }

    [[nodiscard]] std::expected<std::unique_ptr<State>, std::string> start(
        const Json& setup) const override {
        const auto known =
            is_chess960_ ? check_fields(setup, {"fen", "number"}) : check_fields(setup, {"fen"});
        if (!known) return std::unexpected(known.error());
        const auto position = chess_start(setup, is_chess960_);
        if (!position) return std::unexpected(position.error());
        auto game = std::make_unique<ChessGame>(*position, is_chess960_);
        if (const auto end = game->outcome())
            return std::unexpected("the game is over in this position: " + end->reason);
        return game;
    }

   private:
    bool is_chess960_;
};

}  // namespace

std::expected<Position, std::string> chess_start(const Json& setup, bool is_chess960) {
    if (!setup.is_object()) return std::unexpected("setup: not an object");
    if (setup.contains("fen")) return position_of(setup["fen"], is_chess960);
    if (!is_chess960) return Position::initial();
    const Json number = setup.value("number", Json());
    if (!number.is_number_integer() || number < 0 || number >= chess960_starts)
        return std::unexpected("the number of a Chess960 start is 0 to 959");
    return Position::chess960(number.get<int>());
}

const Rules& chess() {
    static const ChessRules rules(false);
    return rules;
}

const Rules& chess960() {
    static const ChessRules rules(true);
    return rules;
}

}  // namespace kibitz::games
