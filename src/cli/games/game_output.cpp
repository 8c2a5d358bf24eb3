#include "cli/games/game_output.hpp"

#include <utility>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/san.hpp"
#include "text/json_text.hpp"

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

}  // namespace kibitz::cli
