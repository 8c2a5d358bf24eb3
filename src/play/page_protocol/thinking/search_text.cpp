#include "page_protocol/thinking/search_text.hpp"

#include <algorithm>
#include <cstddef>

#include "chess/movegen.hpp"
#include "engine/score_model.hpp"
#include "page_protocol/json_writer.hpp"
#include "page_protocol/line_text.hpp"
#include "text/words.hpp"

namespace kibitz::page_protocol {

namespace {

void write_score(JsonWriter& json, Score score, const Position& position) {
    if (is_mate(score))
        json.member("mate", mate_moves(score));
    else
        json.member("centipawns", displayed_centipawns(score, position));
    const WinDrawLoss chances = win_draw_loss(score, position);
    json.key("chances").begin_array();
    json.value(chances.win).value(chances.draw).value(chances.loss).end_array();
}

void write_pv(JsonWriter& json, std::string_view name, const Line& line, std::span<const Move> pv) {
    json.key(name).begin_array();
    for (const Move move : pv) json.value(move_name(line, move));
    json.end_array();
}

}  // namespace

std::expected<Question, std::string> parse_question(std::string_view text) {
    Question question;
    Limits& limits = question.limits;
    constexpr std::int64_t most = std::int64_t{1} << 50;
    text::Words words(text);
    for (auto name = words.next(); !name.empty(); name = words.next()) {
        if (name == "infinite") {
            limits.infinite = true;
            continue;
        }
        const std::string_view word = words.next();
        const auto parsed = text::parse_number<std::int64_t>(word);
        if (!parsed || *parsed < 0 || *parsed > most)
            return std::unexpected("\"" + std::string(name) + "\" takes a whole number, not \"" +
                                   std::string(word) + "\"");
        const std::int64_t number = *parsed;
        const auto small = static_cast<int>(std::min<std::int64_t>(number, 1'000'000));
        const auto clock = [&](Color color) -> ClockTime& {
            limits.has_clock = true;
            return limits.clock[static_cast<std::size_t>(index(color))];
        };
        if (name == "depth")
            limits.depth = std::min(small, max_depth);
        else if (name == "nodes")
            limits.nodes = static_cast<std::uint64_t>(number);
        else if (name == "movetime")
            limits.move_time = number;
        else if (name == "mate")
            limits.mate = small;
        else if (name == "movestogo")
            limits.moves_to_go = small;
        else if (name == "wtime")
            clock(Color::white).remaining = number;
        else if (name == "btime")
            clock(Color::black).remaining = number;
        else if (name == "winc")
            clock(Color::white).increment = number;
        else if (name == "binc")
            clock(Color::black).increment = number;
        else if (name == "multipv")
            question.multi_pv = std::clamp(small, 1, max_moves);
        else
            return std::unexpected("a search has no limit \"" + std::string(name) + "\"");
    }
    return question;
}

std::string info_text(const SearchInfo& info, const Line& line) {
    JsonWriter json;
    json.begin_object();
    json.member("depth", info.depth).member("selectiveDepth", info.selective_depth);
    json.member("line", info.line);
    write_score(json, info.score, line.position());
    json.member("nodes", info.nodes).member("milliseconds", info.time_ms);
    json.member("tablePermille", info.table_permille);
    write_pv(json, "pv", line, info.pv);
    return json.end_object().take();
}

std::string answer_text(const SearchResult& result, const Line& line, std::uint64_t nodes) {
    const Position& position = line.position();
    JsonWriter json;
    json.begin_object().member("depth", result.depth).member("nodes", nodes);
    if (!result.lines.empty() && !result.lines.front().pv.empty()) {
        const SearchResult::Line& best = result.lines.front();
        json.member("move", move_name(line, best.pv.front()));
        write_score(json, best.score, position);
        write_pv(json, "pv", line, best.pv);
    } else {
        // Stopped before anything was searched.
        json.member("move", move_name(line, legal_moves(position)[0]));
    }
    return json.end_object().take();
}

}  // namespace kibitz::page_protocol
