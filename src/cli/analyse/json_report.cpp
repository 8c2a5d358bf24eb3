// Lines of JSON for programs: one object a line, each with its "type".
#include <nlohmann/json.hpp>

#include "chess/fen.hpp"
#include "chess/outcome.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "cli/analyse/report.hpp"
#include "cli/terminal/score_text.hpp"
#include "page_protocol/explaining/explanation_json.hpp"

namespace kibitz::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Texts of old PGN files may be in any encoding: what is not UTF-8 is replaced, never thrown at.
std::string one_line(const OrderedJson& object) {
    return object.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

// {"cp": 35} or {"mate": -3}, as White sees it.
OrderedJson score_json(Score white_score) {
    if (is_mate(white_score)) return {{"mate", moves_to_mate(white_score)}};
    return {{"cp", raw(white_score)}};
}

std::string uci_text(const Position& position, Move move) {
    return to_uci(move, position.needs_chess960_notation());
}

OrderedJson move_json(const Position& position, Move move) {
    if (move.is_none()) return nullptr;
    return {{"san", to_san(position, move)}, {"uci", uci_text(position, move)}};
}

OrderedJson line_json(const Position& position, const ReportedLine& line) {
    OrderedJson sans = OrderedJson::array(), ucis = OrderedJson::array();
    Position now = position;
    for (const Move move : line.moves) {
        sans.push_back(to_san(now, move));
        ucis.push_back(uci_text(position, move));
        now.play(move);
    }
    return {{"score", score_json(for_white(line.score, position.side_to_move()))},
            {"san", sans},
            {"uci", ucis}};
}

void add_search(OrderedJson& object, const Position& position, const SearchReport& search) {
    object["best"] = move_json(position, search.move);
    object["depth"] = search.depth;
    object["nodes"] = search.nodes;
    object["time_ms"] = search.time_ms;
    OrderedJson lines = OrderedJson::array();
    for (const ReportedLine& line : search.lines) lines.push_back(line_json(position, line));
    object["lines"] = std::move(lines);
}

// {"termination": "stalemate", "winner": null}; null if the game would go on.
OrderedJson outcome_json(const Position& position) {
    const auto outcome = Line(position).outcome();
    if (!outcome) return nullptr;
    OrderedJson winner = nullptr;
    if (outcome->winner) winner = *outcome->winner == Color::white ? "white" : "black";
    return {{"termination", to_string(outcome->termination)}, {"winner", winner}};
}

OrderedJson opening_json(const Game& game) {
    const auto opening = opening_of(game);
    if (!opening) return nullptr;
    return {{"eco", opening->eco}, {"name", opening->name()}};
}

OrderedJson side_json(const explain::SideSummary& side) {
    return {{"moves", side.moves},
            {"accuracy", side.accuracy ? OrderedJson(*side.accuracy) : OrderedJson(nullptr)},
            {"average_centipawn_loss", side.average_centipawn_loss},
            {"inaccuracies", side.marks[1]},
            {"mistakes", side.marks[2]},
            {"blunders", side.marks[3]}};
}

OrderedJson operands_json(const Epd& epd, std::string_view opcode) {
    OrderedJson operands = OrderedJson::array();
    if (const EpdOperation* operation = epd.find(opcode))
        for (const EpdOperand& operand : operation->operands) operands.push_back(operand.text);
    return operands;
}

class JsonReport : public Report {
   public:
    explicit JsonReport(const explain::Reader& reader) : reader_(reader) {}

    std::string begin_game(std::uint64_t /*number*/, const Game& /*game*/) override { return ""; }

    std::string move(std::uint64_t game, const ReviewedMove& move) override {
        OrderedJson object{{"type", "move"},
                           {"game", game},
                           {"ply", move.before.game_ply() + 1},
                           {"fen", to_fen(move.before)},
                           {"played", move_json(move.before, move.played)}};
        add_search(object, move.before, move.search);
        object["score_after"] = score_json(move.after_for_white);
        object["win_before"] = move.judgement.win_before;
        object["win_after"] = move.judgement.win_after;
        object["accuracy"] =
            explain::move_accuracy(move.judgement.win_before, move.judgement.win_after);
        object["mark"] = explain::to_string(move.judgement.mark);
        object["faded"] = explain::is_after_the_decision(move.judgement);
        if (move.explained) object["explanation"] = explanation_json(*move.explained);
        return one_line(object);
    }

    std::string null_move(std::uint64_t game, const Position& before) override {
        return one_line({{"type", "null_move"},
                         {"game", game},
                         {"ply", before.game_ply() + 1},
                         {"fen", to_fen(before)}});
    }

    std::string end_game(std::uint64_t number, const Game& game,
                         const GameReview& review) override {
        OrderedJson tags = OrderedJson::object();
        for (const GameTag& tag : game.tags()) tags[tag.name] = tag.value;
        OrderedJson story = OrderedJson::array();
        for (const explain::StorySentence& sentence : story_of(game, review, reader_))
            story.push_back({{"part", to_string(sentence.part)},
                             {"ply", sentence.move ? OrderedJson(ply_of(review, *sentence.move))
                                                   : OrderedJson(nullptr)},
                             {"text", sentence.text}});
        return one_line({{"type", "game"},
                         {"game", number},
                         {"tags", tags},
                         {"opening", opening_json(game)},
                         {"complete", review.is_complete},
                         {"story", std::move(story)},
                         {"white", side_json(review.sides[0])},
                         {"black", side_json(review.sides[1])}});
    }

    std::string players(const std::vector<PlayerSummary>& players) override {
        std::string text;
        for (const PlayerSummary& player : players) {
            OrderedJson phases = OrderedJson::object();
            for (int i = 0; i < game_phase_count; ++i) {
                const PlayerSummary::Phase& phase = player.phases[static_cast<std::size_t>(i)];
                if (phase.moves > 0)
                    phases[to_string(static_cast<GamePhase>(i))] = {{"moves", phase.moves},
                                                                    {"accuracy", phase.accuracy}};
            }
            OrderedJson mistakes = OrderedJson::array();
            for (const RecurringMistake& mistake : player.mistakes)
                mistakes.push_back({{"kind", mistake.kind->name},
                                    {"count", mistake.count},
                                    {"cost", mistake.cost},
                                    {"practise", mistake.kind->practice}});
            text += one_line({{"type", "player"},
                              {"name", player.name},
                              {"games", player.games},
                              {"phases", phases},
                              {"mistakes", mistakes}});
        }
        return text;
    }

    std::string begin_suite() override { return ""; }

    std::string suite_position(const SuiteResult& result) override {
        OrderedJson object{
            {"type", "position"},
            {"number", result.number},
            {"id", result.epd->text("id")},
            {"fen", to_fen(result.epd->position)},
            {"outcome", outcome_json(result.epd->position)},
            {"bm", operands_json(*result.epd, "bm")},
            {"am", operands_json(*result.epd, "am")},
            {"solved", result.solved ? OrderedJson(*result.solved) : OrderedJson(nullptr)}};
        add_search(object, result.epd->position, result.search);
        return one_line(object);
    }

    std::string end_suite(const SuiteSummary& summary) override {
        return one_line({{"type", "summary"},
                         {"positions", summary.positions},
                         {"asked", summary.asked},
                         {"solved", summary.solved},
                         {"nodes", summary.nodes},
                         {"time_ms", summary.time_ms}});
    }

    std::string position(const Position& position, const SearchReport& search) override {
        OrderedJson object{
            {"type", "position"}, {"fen", to_fen(position)}, {"outcome", outcome_json(position)}};
        add_search(object, position, search);
        return one_line(object);
    }

   private:
    static int ply_of(const GameReview& review, std::size_t move) {
        return review.moves[move].before.game_ply() + 1;
    }

    [[nodiscard]] OrderedJson explanation_json(const ExplainedMove& explained) const {
        page_protocol::JsonWriter json;
        page_protocol::write_explanation(json, explained.question, explained.explanation, reader_);
        return OrderedJson::parse(json.take());
    }

    explain::Reader reader_;
};

}  // namespace

std::unique_ptr<Report> make_json_report(const explain::Reader& reader) {
    return std::make_unique<JsonReport>(reader);
}

}  // namespace kibitz::cli
