// Thinking: one engine, asked by text.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "engine/bench_positions.hpp"
#include "engine/score_model.hpp"
#include "wasm/interface.hpp"
#include "wasm/line_text.hpp"
#include "wasm/thinking/browser_engine.hpp"
#include "wasm/thinking/page.hpp"
#include "wasm/words.hpp"

namespace kibitz::wasm {
namespace {

std::unique_ptr<BrowserEngine>& engine() {
    static std::unique_ptr<BrowserEngine> only;
    return only;
}

std::int64_t page_clock() { return static_cast<std::int64_t>(page_now()); }

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

// Tells the page of each line. Scores are the view of the side to move.
class PageListener final : public SearchListener {
   public:
    explicit PageListener(const Line& line) : line_(line) {}

    void on_info(const SearchInfo& info) override {
        if (info.bound != Bound::exact) return;
        JsonWriter json;
        json.begin_object();
        json.member("depth", info.depth).member("selectiveDepth", info.selective_depth);
        json.member("line", info.line);
        write_score(json, info.score, line_.position());
        json.member("nodes", info.nodes).member("milliseconds", info.time_ms);
        json.member("tablePermille", info.table_permille);
        write_pv(json, "pv", line_, info.pv);
        page_info(json.end_object().take().c_str());
    }
    void on_current_move(Depth, Move, int) override {}

   private:
    const Line& line_;
};

struct Question {
    Limits limits;
    int multi_pv = 1;
};

// As UCI's go: depth 12 movetime 500 nodes 100000 mate 3 wtime 60000 btime 60000 winc 0 binc 0
// movestogo 10 infinite; and multipv 3.
std::expected<Question, std::string> parse_question(std::string_view text) {
    Question question;
    Limits& limits = question.limits;
    constexpr std::int64_t most = std::int64_t{1} << 50;
    for (auto name = take_word(text); !name.empty(); name = take_word(text)) {
        if (name == "infinite") {
            limits.infinite = true;
            continue;
        }
        const std::string_view word = take_word(text);
        const auto parsed = parse_number<std::int64_t>(word);
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

std::string describe(const SearchResult& result, const Line& line, std::uint64_t nodes) {
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

// Later than every run that can be stopped.
constexpr std::int32_t unstoppable_run = std::numeric_limits<std::int32_t>::max();

const char* not_started() { return answer_error("the engine was not started"); }

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// Begins anew with so many threads, the caller's included, and a table of so many megabytes. The
// answer has the addresses of the two numbers that stop a search: {"stoppedRun", "stop"}.
KIBITZ_EXPORT(kibitz_engine_start) const char* kibitz_engine_start(int threads, int hash_mb) {
    engine().reset();
    auto made = BrowserEngine::make(threads, hash_mb, page_clock);
    if (!made) return answer_error(made.error());
    engine() = std::move(*made);
    const auto address = [](auto& number) {
        return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&number));
    };
    return answer(JsonWriter()
                      .begin_object()
                      .member("stoppedRun", address(engine()->stopped_run()))
                      .member("stop", address(engine()->stop_flag()))
                      .end_object()
                      .take());
}

// Evaluates with the network in these bytes of a file. The answer tells how it was trained:
// {"training"}.
KIBITZ_EXPORT(kibitz_engine_network)
const char* kibitz_engine_network(const std::byte* file, int size) {
    if (engine() == nullptr) return not_started();
    auto network = nnue::Network::load({file, static_cast<std::size_t>(std::max(size, 0))});
    if (!network)
        return answer_error(std::string("the network: ") + nnue::to_string(network.error()));
    std::string training = (*network)->training();
    engine()->set_network(std::move(*network));
    return answer(JsonWriter().begin_object().member("training", training).end_object().take());
}

// The life of a helper's thread: never returns.
KIBITZ_EXPORT(kibitz_engine_help) void kibitz_engine_help(int id) { engine()->help(id); }

KIBITZ_EXPORT(kibitz_engine_new_game) const char* kibitz_engine_new_game() {
    if (engine() == nullptr) return not_started();
    engine()->new_game();
    return answer("{}");
}

// What to think about.
KIBITZ_EXPORT(kibitz_engine_position)
const char* kibitz_engine_position(const char* start, const char* moves) {
    if (engine() == nullptr) return not_started();
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());
    engine()->set_line(*line);
    return answer("{}");
}

// Thinks until a limit is reached or the run with this number is stopped; the page is told of every
// line found. {"move", "depth", "nodes", "centipawns" or "mate", "chances", "pv"}.
KIBITZ_EXPORT(kibitz_engine_go) const char* kibitz_engine_go(int run, const char* limits) {
    if (engine() == nullptr) return not_started();
    const auto question = parse_question(limits);
    if (!question) return answer_error(question.error());
    const Line& line = engine()->line();
    if (!has_legal_move(line.position())) return answer_error("there is no legal move");
    PageListener listener(line);
    const SearchResult& result =
        engine()->think(run, question->limits, question->multi_pv, &listener);
    return answer(describe(result, line, engine()->nodes()));
}

// The benchmark of `kibitz bench`: {"nodes", "milliseconds"}.
KIBITZ_EXPORT(kibitz_engine_bench) const char* kibitz_engine_bench(int depth) {
    if (engine() == nullptr) return not_started();
    std::uint64_t nodes = 0;
    const std::int64_t start = page_clock();
    for (const char* fen : bench_positions()) {
        engine()->new_game();
        engine()->set_line(Line(*parse_fen(fen, SetupRules::lenient)));
        Limits limits;
        limits.depth = depth;
        engine()->think(unstoppable_run, limits, 1, nullptr);
        nodes += engine()->nodes();
    }
    return answer(JsonWriter()
                      .begin_object()
                      .member("nodes", nodes)
                      .member("milliseconds", page_clock() - start)
                      .end_object()
                      .take());
}
