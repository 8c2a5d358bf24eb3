#include "cli/games/game_output.hpp"

#include <array>
#include <utility>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/san.hpp"
#include "text/json_text.hpp"
#include "text/letter_case.hpp"

namespace kibitz::cli {

namespace games_command {
namespace {

using collection::FoundGame;
using collection::GameHead;

std::string san_moves(const FoundGame& game) {
    std::string text;
    Position position = game.tape.start();
    for (const Move move : game.tape.moves()) {
        if (!text.empty()) text += ' ';
        text += move.is_none() ? "--" : to_san(position, move);
        collection::play(position, move);
    }
    return text;
}

class JsonLine {
   public:
    void text(std::string_view name, std::string_view value) {
        begin(name);
        text::append_json(line_, value);
    }
    void number(std::string_view name, std::uint64_t value) {
        begin(name);
        line_ += std::to_string(value);
    }
    void object(std::string_view name, const JsonLine& value) {
        begin(name);
        line_ += value.line_ + '}';
    }
    [[nodiscard]] std::string take() { return std::move(line_) + "}\n"; }

   private:
    void begin(std::string_view name) {
        if (line_.size() > 1) line_ += ',';
        text::append_json(line_, name);
        line_ += ':';
    }

    std::string line_ = "{";
};

std::string json_line(const FoundGame& game, std::string_view file, std::uint64_t number) {
    JsonLine line;
    line.text("file", file);
    line.number("game", number);
    JsonLine tags;
    for (const GameTag& tag : game.head.tags()) tags.text(tag.name, tag.value);
    line.object("tags", tags);
    line.text("result", to_string(result_of(game)));
    const collection::OpeningNames opening = opening_names(game);
    line.text("eco", opening.eco);
    line.text("opening", opening.name);
    line.number("plies", game.tape.moves().size());
    if (game.tape.start() != Position::initial()) line.text("fen", to_fen(game.tape.start()));
    line.text("moves", san_moves(game));
    return line.take();
}

// In the order of dates; what is not known comes before what it could be.
std::int64_t date_number(collection::GameDate date) {
    constexpr std::int64_t of_year = 10'000, of_month = 100;
    return date.year * of_year + date.month * of_month + date.day;
}

// RFC 4180: in quotation marks where that is needed.
std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string field = "\"";
    for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
    return field + '"';
}

std::string csv_line(const FoundGame& game, std::string_view file, std::uint64_t number) {
    const GameHead& head = game.head;
    const auto rating = [&head](Color side) {
        const int elo = head.rating(side);
        return elo == 0 ? std::string() : std::to_string(elo);
    };
    const collection::OpeningNames opening = opening_names(game);
    const std::string date = head.date().is_known() ? to_string(head.date()) : std::string();
    std::string line = csv_field(file) + ',' + std::to_string(number);
    for (const std::string_view field :
         {head.player(Color::white), head.player(Color::black),
          std::string_view(to_string(result_of(game))), std::string_view(date), head.tag("Event"),
          head.tag("Site"), head.tag("Round"), std::string_view(opening.eco),
          std::string_view(opening.name), head.tag("TimeControl")})
        line += ',' + csv_field(field);
    line += ',' + rating(Color::white) + ',' + rating(Color::black) + ',' +
            std::to_string(game.tape.moves().size()) + '\n';
    return line;
}

}  // namespace
}  // namespace games_command

std::string game_text(GameForm form, const collection::FoundGame& game, std::string_view file,
                      std::uint64_t number) {
    using namespace games_command;
    switch (form) {
        case GameForm::pgn: return to_pgn(game.tape.build().game) + '\n';
        case GameForm::json: return json_line(game, file, number);
        case GameForm::csv: return csv_line(game, file, number);
    }
    return {};
}

std::string_view game_heading(GameForm form) {
    return form == GameForm::csv ? "file,game,white,black,result,date,event,site,round,eco,opening,"
                                   "time_control,white_elo,black_elo,plies\n"
                                 : "";
}

std::optional<GameOrder> parse_game_order(std::string_view word) {
    constexpr std::array<std::string_view, 8> words = {"date", "white",  "black", "event",
                                                       "eco",  "result", "elo",   "length"};
    for (std::size_t i = 0; i < words.size(); ++i)
        if (word == words[i]) return static_cast<GameOrder>(i);
    return std::nullopt;
}

SortKey sort_key(GameOrder order, const collection::FoundGame& game) {
    const collection::GameHead& head = game.head;
    switch (order) {
        case GameOrder::date:
            return {.number = games_command::date_number(head.date()), .text = {}};
        case GameOrder::white: return {.number = 0, .text = text::lower(head.player(Color::white))};
        case GameOrder::black: return {.number = 0, .text = text::lower(head.player(Color::black))};
        case GameOrder::event: return {.number = 0, .text = text::lower(head.tag("Event"))};
        case GameOrder::eco: return {.number = 0, .text = opening_names(game).eco};
        case GameOrder::result: return {.number = 0, .text = to_string(result_of(game))};
        case GameOrder::elo: {
            const int white = head.rating(Color::white), black = head.rating(Color::black);
            return {.number = white == 0 || black == 0 ? 0 : (white + black) / 2, .text = {}};
        }
        case GameOrder::length:
            return {.number = static_cast<std::int64_t>(game.tape.moves().size()), .text = {}};
    }
    return {};
}

}  // namespace kibitz::cli
