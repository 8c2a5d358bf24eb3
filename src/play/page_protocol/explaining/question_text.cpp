#include "page_protocol/explaining/question_text.hpp"

#include "chess/uci_move.hpp"
#include "page_protocol/explaining/explanation_json.hpp"
#include "page_protocol/line_text.hpp"
#include "text/words.hpp"

namespace kibitz::page_protocol {
namespace {

using namespace explain;

constexpr int most_centipawns_read = 20'000;

// The same for the side that made the move before: a mate is a ply further away.
Score one_ply_earlier(Score score) {
    if (!is_mate(score)) return -score;
    return score > score_draw ? -(score - 1) : -(score + 1);
}

void write_scored(JsonWriter& json, Score score, const Position& start,
                  std::span<const Move> line) {
    if (is_mate(score))
        json.member("mate", mate_moves(score));
    else
        json.member("centipawns", raw(score));
    json.key("pv").begin_array();
    for (const Move move : line) json.value(to_uci(move, start.needs_chess960_notation()));
    json.end_array();
}

std::string_view word_for(MoveMark mark) {
    constexpr std::string_view words[] = {"", "inaccuracy", "mistake", "blunder"};
    return words[static_cast<std::size_t>(mark)];
}

void write_side(JsonWriter& json, std::string_view name, const SideSummary& side) {
    const auto marked = [&](MoveMark mark) { return side.marks[static_cast<std::size_t>(mark)]; };
    json.key(name).begin_object().member("moves", side.moves).key("accuracy");
    if (side.accuracy)
        json.value(*side.accuracy);
    else
        json.null();
    json.member("averageLoss", side.average_centipawn_loss);
    json.member("inaccuracies", marked(MoveMark::inaccuracy));
    json.member("mistakes", marked(MoveMark::mistake));
    json.member("blunders", marked(MoveMark::blunder)).end_object();
}

}  // namespace

std::expected<Score, std::string> parse_score(std::string_view text) {
    const bool is_mate = text.starts_with('#');
    const auto number = text::parse_number<int>(is_mate ? text.substr(1) : text);
    const int most = is_mate ? max_ply / 2 : most_centipawns_read;
    if (!number || *number > most || *number < -most)
        return std::unexpected("a score is centipawns or a mate such as #3 or #-2, not \"" +
                               std::string(text) + "\"");
    if (!is_mate) return Score{*number};
    return *number > 0 ? mate_in(2 * *number - 1) : mated_in(-2 * *number);
}

std::expected<ScoredLine, std::string> parse_scored_line(const Position& position,
                                                         std::string_view text) {
    text::Words words(text);
    const auto score = parse_score(words.next());
    if (!score) return std::unexpected(score.error());
    ScoredLine line{.moves = {}, .score = *score};
    Position at = position;
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto move = parse_uci(at, word);
        if (!move) break;
        line.moves.push_back(*move);
        at.play(*move);
    }
    return line;
}

std::string explained_move_text(const Question& question, const Explanation& explanation,
                                const Reader& reader, std::uint64_t nodes) {
    const Position& before = question.before;
    Moves line{question.played};
    line.insert(line.end(), question.answer.moves.begin(), question.answer.moves.end());
    JsonWriter json;
    json.begin_object();
    json.member("move", to_uci(question.played, before.needs_chess960_notation()));
    json.member("depth", 0).member("nodes", nodes);
    write_scored(json, one_ply_earlier(question.answer.score), before, line);
    json.key("best").begin_object();
    write_scored(json, question.best.score, before, question.best.moves);
    json.end_object().key("explanation");
    write_explanation(json, question, explanation, reader);
    return json.end_object().take();
}

std::string judgements_text(std::span<const Judgement> moves,
                            const std::array<SideSummary, color_count>& sides) {
    JsonWriter json;
    json.begin_object().key("moves").begin_array();
    for (const Judgement& move : moves) {
        json.begin_object().member("before", move.win_before).member("after", move.win_after);
        json.member("loss", move.centipawn_loss).member("mark", word_for(move.mark)).end_object();
    }
    json.end_array();
    write_side(json, "white", sides[0]);
    write_side(json, "black", sides[1]);
    return json.end_object().take();
}

}  // namespace kibitz::page_protocol
