#include "match/pgn_writer.hpp"

#include <cstdio>
#include <string_view>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "match/time_scale.hpp"

namespace kibitz::match {

namespace {

constexpr std::size_t line_width = 80;  // PGN's export format

void append_tag(std::string& out, std::string_view name, std::string_view value) {
    out += '[';
    out += name;
    out += " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    out += "\"]\n";
}

// Movetext in lines that are not too long.
class MoveText {
   public:
    void add(std::string_view token) {
        if (!line_.empty() && line_.size() + 1 + token.size() > line_width) end_line();
        if (!line_.empty()) line_ += ' ';
        line_ += token;
    }
    // Blanks in a comment may become ends of lines.
    void add_comment(std::string_view comment) {
        std::string text = "{";
        for (const char c : comment) text += c == '}' ? ')' : c;
        text += '}';
        for (std::string_view rest = text; !rest.empty();) {
            const auto blank = rest.find(' ');
            add(rest.substr(0, blank));
            rest.remove_prefix(blank == std::string_view::npos ? rest.size() : blank + 1);
        }
    }
    std::string take() {
        end_line();
        return std::move(text_);
    }

   private:
    void end_line() {
        text_ += line_;
        text_ += '\n';
        line_.clear();
    }
    std::string text_, line_;
};

// As other runners write it: score/depth time, nodes.
std::string comment_of(const PlayedMove& move) {
    char time[32];
    std::snprintf(time, sizeof time, "%.3fs", std::chrono::duration<double>(move.time).count());
    std::string text = move.score ? to_string(*move.score) : std::string("?");
    text += "/" + std::to_string(move.depth) + " " + time;
    if (move.nodes > 0) text += " n=" + std::to_string(move.nodes);
    return text;
}

}  // namespace

std::string to_pgn(const MatchSettings& settings, const GameTask& task, const PlayedGame& game,
                   const std::string& date) {
    const auto& white = settings.players[static_cast<std::size_t>(task.white)];
    const auto& black = settings.players[static_cast<std::size_t>(task.black)];
    std::string out;
    append_tag(out, "Event", settings.event);
    append_tag(out, "Site", settings.site);
    append_tag(out, "Date", date);
    append_tag(out, "Round",
               std::to_string(task.round + 1) + "." + std::to_string(task.number + 1));
    append_tag(out, "White", white.name());
    append_tag(out, "Black", black.name());
    append_tag(out, "Result", result_text(game.end));
    const Position& start = game.opening.start;
    const bool chess960 = settings.chess960 || start.needs_chess960_notation();
    if (chess960) append_tag(out, "Variant", "Chess960");
    if (!(start == Position::initial())) {
        append_tag(out, "SetUp", "1");
        append_tag(out, "FEN", to_fen(start));
    }
    if (white.limits.clock && white.limits.clock == black.limits.clock)
        append_tag(out, "TimeControl", to_string(scaled(*white.limits.clock, game.time_permille)));
    append_tag(out, "PlyCount", std::to_string(game.opening.moves.size() + game.moves.size()));
    append_tag(out, "Termination", pgn_termination(game.end));
    out += '\n';

    MoveText text;
    Position position = start;
    bool number_needed = true;
    const auto add = [&](Move move) {
        const bool white_moves = position.side_to_move() == Color::white;
        if (white_moves || number_needed)
            text.add(std::to_string(position.fullmove_number()) + (white_moves ? "." : "..."));
        text.add(to_san(position, move));
        position.play(move);
    };
    for (const Move move : game.opening.moves) {
        add(move);
        number_needed = false;
    }
    for (const PlayedMove& move : game.moves) {
        add(move.move);
        text.add_comment(comment_of(move));
        number_needed = true;
    }
    text.add_comment(to_string(game.end));
    text.add(result_text(game.end));
    return out + text.take() + '\n';
}

std::string to_epd(const PlayedGame& game) {
    Position position = game.opening.start;
    for (const Move move : game.opening.moves) position.play(move);
    for (const PlayedMove& move : game.moves) position.play(move.move);
    std::string fen = to_fen(position);
    const auto fullmoves = fen.rfind(' ');
    const auto halfmoves = fen.rfind(' ', fullmoves - 1);
    return fen.substr(0, halfmoves) + " hmvc" + fen.substr(halfmoves, fullmoves - halfmoves) +
           "; fmvn" + fen.substr(fullmoves) + "; c9 \"" + result_text(game.end) + "\";\n";
}

}  // namespace kibitz::match
