// Tables for people.
#include <algorithm>
#include <cstdio>

#include "chess/fen.hpp"
#include "chess/outcome.hpp"
#include "chess/san.hpp"
#include "cli/analyse/report.hpp"
#include "cli/terminal/board_view.hpp"
#include "cli/terminal/paint.hpp"
#include "cli/terminal/score_text.hpp"
#include "cli/terminal/time_text.hpp"
#include "platform/clock.hpp"

namespace kibitz::cli {
namespace {

constexpr int move_columns = 16;
constexpr int score_columns = 8;
constexpr int loss_columns = 7;
constexpr int least_line_columns = 24;
constexpr int longest_line = 12;  // moves
constexpr int id_columns = 20;
constexpr int wanted_columns = 18;
constexpr int phase_columns = 12;
constexpr std::string_view reason_margin = "      ";
constexpr std::string_view story_margin = "  ";

std::string left(std::string text, int columns) {
    text.resize(std::max(text.size(), static_cast<std::size_t>(columns)), ' ');
    return text;
}

std::string right(const std::string& text, int columns) {
    const auto wanted = static_cast<std::size_t>(columns);
    return text.size() >= wanted ? text : std::string(wanted - text.size(), ' ') + text;
}

// Whole words that fit into the columns, and no move number without its move at the end.
std::string fit(const std::string& text, int columns) {
    const auto most = static_cast<std::size_t>(columns);
    if (text.size() <= most) return text;
    std::size_t end = text.find_last_of(' ', most);
    if (end == std::string::npos) return text.substr(0, most);
    if (text[end - 1] == '.') end = text.find_last_of(' ', end - 1);
    return text.substr(0, end);
}

std::string decimal(double value, int digits) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

// 12345678 as "12.3 M".
std::string count_text(std::uint64_t count) {
    constexpr std::uint64_t thousand = 1000, million = thousand * thousand;
    constexpr std::uint64_t exact_below = 10 * thousand;
    const auto value = static_cast<double>(count);
    if (count < exact_below) return std::to_string(count);
    if (count < exact_below * thousand) return decimal(value / thousand, 0) + " k";
    return decimal(value / million, 1) + " M";
}

std::string outcome_text(const Outcome& outcome) {
    constexpr const char* over = "The game is over: ";
    const std::string why = to_string(outcome.termination);
    if (!outcome.winner) return over + why + ", a draw.";
    return over + why + ", " + (*outcome.winner == Color::white ? "White" : "Black") + " has won.";
}

std::string trimmed_end(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

class TableReport : public Report {
   public:
    TableReport(const Terminal& terminal, const explain::Reader& reader)
        : terminal_(terminal), paint_(terminal.has_colours), reader_(reader) {}

    std::string begin_game(std::uint64_t number, const Game& game) override {
        std::string title = "Game " + std::to_string(number) + ": " +
                            std::string(game.tag("White")) + " - " +
                            std::string(game.tag("Black")) + ", " + std::string(game.tag("Result"));
        for (const char* name : {"Event", "Date"})
            if (const auto value = game.tag(name); !value.empty() && !value.starts_with('?'))
                title += ", " + std::string(value);
        std::string text = paint_.bold(title) + "\n";
        if (const auto opening = opening_of(game))
            text += std::string(opening->eco) + " " + opening->name() + "\n";
        return text +
               paint_.faint(left("  move", move_columns + 2) + left("best line", line_columns()) +
                            right("score", score_columns) + right("loss", loss_columns)) +
               "\n";
    }

    std::string move(std::uint64_t /*game*/, const ReviewedMove& move) override {
        std::string text = numbered_move(move.before, move.played);
        if (move.judgement.mark != explain::MoveMark::none)
            text += std::string(" ") + explain::to_string(move.judgement.mark);
        std::string line;
        if (!move.search.lines.empty())
            line = fit(line_text(move.before, move.search.lines.front().moves, longest_line),
                       line_columns() - 1);
        constexpr double least_loss_shown = 0.05;
        const std::string loss = move.judgement.win_loss() >= least_loss_shown
                                     ? decimal(move.judgement.win_loss(), 1) + "%"
                                     : "";
        const bool is_faded = explain::is_after_the_decision(move.judgement);
        const std::string shown = left(text, move_columns);
        return trimmed_end("  " +
                           (is_faded ? paint_.faint(shown) : painted(move.judgement.mark, shown)) +
                           left(line, line_columns()) +
                           right(score_text(move.after_for_white), score_columns) +
                           right(loss, loss_columns)) +
               "\n" + reasons(move);
    }

    std::string null_move(std::uint64_t /*game*/, const Position& before) override {
        return "  " + left(numbered_move(before, Move::none()), move_columns) +
               "(a null move: passed over, not judged)\n";
    }

    std::string end_game(std::uint64_t /*number*/, const Game& game,
                         const GameReview& review) override {
        std::string text =
            "\n" + paint_.faint("           accuracy   average loss    ?!    ?   ??") + "\n";
        for (const Color color : {Color::white, Color::black}) {
            const explain::SideSummary& side = review.sides[static_cast<std::size_t>(index(color))];
            if (!side.accuracy) continue;
            text += std::string("  ") + (color == Color::white ? "White" : "Black") + "    " +
                    right(decimal(*side.accuracy, 1) + "%", 8) +
                    right(decimal(side.average_centipawn_loss, 0) + " cp", 15) +
                    right(std::to_string(side.marks[1]), 6) +
                    right(std::to_string(side.marks[2]), 5) +
                    right(std::to_string(side.marks[3]), 5) + "\n";
        }
        if (!review.is_complete) text += "  (stopped: only the moves above count)\n";
        std::string story;
        for (const explain::StorySentence& sentence : story_of(game, review, reader_))
            story += (story.empty() ? "" : " ") + sentence.text;
        if (!story.empty()) text += "\n" + wrapped(story, story_margin);
        return text + "\n";
    }

    std::string players(const std::vector<PlayerSummary>& players) override {
        std::string text;
        for (const PlayerSummary& player : players) {
            text += paint_.bold(player.name) + ", " + std::to_string(player.games) +
                    (player.games == 1 ? " game\n" : " games\n");
            for (int i = 0; i < game_phase_count; ++i) {
                const PlayerSummary::Phase& phase = player.phases[static_cast<std::size_t>(i)];
                if (phase.moves == 0) continue;
                text += "  " + left(to_string(static_cast<GamePhase>(i)), phase_columns) +
                        "accuracy " + decimal(phase.accuracy, 1) + "% of " +
                        std::to_string(phase.moves) + " moves\n";
            }
            text += things_to_practise(player) + "\n";
        }
        return text;
    }

    std::string begin_suite() override {
        return paint_.faint(right("#", 5) + "  " + left("id", id_columns) +
                            left("wanted", wanted_columns) + left("found", 9) +
                            right("score", score_columns) + right("depth", 7)) +
               "\n";
    }

    std::string suite_position(const SuiteResult& result) override {
        const Position& position = result.epd->position;
        const Move move = result.search.move;
        const Score score = for_white(result.search.score(), position.side_to_move());
        std::string verdict;
        if (result.solved) verdict = *result.solved ? paint_.good("  ok") : paint_.bad("  no");
        const std::string id(result.epd->text("id"));
        return trimmed_end(right(std::to_string(result.number), 5) + "  " +
                           left(fit(id, id_columns - 1), id_columns) +
                           left(fit(wanted_text(*result.epd), wanted_columns - 1), wanted_columns) +
                           left(move.is_none() ? "-" : to_san(position, move), 9) +
                           right(score_text(score), score_columns) +
                           right(std::to_string(result.search.depth), 7) + verdict) +
               "\n";
    }

    std::string end_suite(const SuiteSummary& summary) override {
        std::string text = "\n";
        if (summary.asked > 0) {
            const double percent =
                100.0 * static_cast<double>(summary.solved) / static_cast<double>(summary.asked);
            text += paint_.bold("Solved " + std::to_string(summary.solved) + " of " +
                                std::to_string(summary.asked)) +
                    " (" + decimal(percent, 1) + "%), ";
        } else {
            text += "No position asks for a move (bm, am or dm): nothing to solve. ";
        }
        return text + std::to_string(summary.positions) + " positions, " +
               count_text(summary.nodes) + " nodes, " + duration_text(summary.time_ms) + ", " +
               count_text(per_second(summary.nodes, summary.time_ms)) + " nodes/s\n";
    }

    std::string position(const Position& position, const SearchReport& search) override {
        std::string text;
        for (const std::string& line :
             board_lines(position, {.style = best_board_style(terminal_)}))
            text += "  " + trimmed_end(line) + "\n";
        text += "  " + to_fen(position) + "\n\n";
        if (const auto outcome = Line(position).outcome())
            return text + "  " + outcome_text(*outcome) + "\n";
        return text + lines_table(position, search, terminal_.width);
    }

   private:
    [[nodiscard]] int line_columns() const {
        constexpr int margins = 4;
        return std::max(least_line_columns,
                        terminal_.width - move_columns - score_columns - loss_columns - margins);
    }

    [[nodiscard]] std::string painted(explain::MoveMark mark, const std::string& text) const {
        switch (mark) {
            case explain::MoveMark::none: return text;
            case explain::MoveMark::inaccuracy: return paint_.warning(text);
            case explain::MoveMark::mistake: return paint_.bad(text);
            case explain::MoveMark::blunder: return paint_.worst(text);
        }
        return text;
    }

    static std::string wanted_text(const Epd& epd) {
        std::string text;
        for (const char* opcode : {"bm", "am", "dm"}) {
            const EpdOperation* operation = epd.find(opcode);
            if (!operation) continue;
            if (opcode[0] == 'a') text += text.empty() ? "not" : " not";
            if (opcode[0] == 'd') text += text.empty() ? "mate" : " mate";
            for (const EpdOperand& operand : operation->operands)
                text += (text.empty() ? "" : " ") + operand.text;
        }
        return text;
    }

    static std::string things_to_practise(const PlayerSummary& player) {
        constexpr std::size_t most_things = 3;
        const std::size_t count = std::min(player.mistakes.size(), most_things);
        if (count == 0) return "";
        std::string text = "  to practise:\n";
        for (std::size_t i = 0; i < count; ++i) {
            const RecurringMistake& mistake = player.mistakes[i];
            text += "  " + std::to_string(i + 1) + ". " + std::string(mistake.kind->practice) +
                    " (" + std::string(mistake.kind->name) + ": " + std::to_string(mistake.count) +
                    ")\n";
        }
        return text;
    }

    // Below the move; a game that is decided needs none.
    [[nodiscard]] std::string reasons(const ReviewedMove& move) const {
        if (explain::is_after_the_decision(move.judgement)) return "";
        std::string text;
        for (const std::string& reason : reasons_of(move, reader_))
            text += wrapped(reason, reason_margin);
        return text;
    }

    // In lines of the terminal's width.
    [[nodiscard]] std::string wrapped(std::string rest, std::string_view margin) const {
        const int columns = terminal_.width - static_cast<int>(margin.size());
        std::string text;
        while (!rest.empty()) {
            const std::string line = fit(rest, columns);
            text += std::string(margin) + line + "\n";
            rest.erase(0, line.size());
            rest.erase(0, rest.find_first_not_of(' '));
        }
        return text;
    }

    Terminal terminal_;
    Paint paint_;
    explain::Reader reader_;
};

}  // namespace

std::unique_ptr<Report> make_table_report(const Terminal& terminal, const explain::Reader& reader) {
    return std::make_unique<TableReport>(terminal, reader);
}

std::string lines_table(const Position& position, const SearchReport& search, int width) {
    const std::int64_t time = std::max<std::int64_t>(search.time_ms, 1);
    std::string text = "  depth " + std::to_string(search.depth) + ", " + count_text(search.nodes) +
                       " nodes, " + duration_text(search.time_ms) + ", " +
                       count_text(per_second(search.nodes, time)) + " nodes/s\n";
    int number = 0;
    for (const ReportedLine& line : search.lines) {
        const Score score = for_white(line.score, position.side_to_move());
        const std::string moves = line_text(position, line.moves, longest_line);
        text +=
            trimmed_end("  " + std::to_string(++number) + right(score_text(score), score_columns) +
                        "  " + fit(moves, width - score_columns - 6)) +
            "\n";
    }
    return text;
}

}  // namespace kibitz::cli
