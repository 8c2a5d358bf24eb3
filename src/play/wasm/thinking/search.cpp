// Thinking: one engine, asked by text.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "engine/bench_positions.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/search_text.hpp"
#include "wasm/interface.hpp"
#include "wasm/thinking/only_engine.hpp"
#include "wasm/thinking/page.hpp"

namespace kibitz::wasm {

std::unique_ptr<BrowserEngine>& engine() {
    static std::unique_ptr<BrowserEngine> only;
    return only;
}

const char* not_started() { return answer_error("the engine was not started"); }

namespace {

std::int64_t page_clock() { return static_cast<std::int64_t>(page_now()); }

// Sends each line to the page.
class PageListener final : public SearchListener {
   public:
    explicit PageListener(const Line& line) : line_(line) {}

    void on_info(const SearchInfo& info) override {
        if (info.bound != Bound::upper) page_info(info_text(info, line_).c_str());
    }
    void on_current_move(Depth, Move, int) override {}

   private:
    const Line& line_;
};

// Later than every run that can be stopped.
constexpr std::int32_t unstoppable_run = std::numeric_limits<std::int32_t>::max();

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

// Evaluates with the network in these bytes of a file. The reply describes how it was trained:
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

// Thinks until a limit is reached or the run with this number is stopped; the page receives every
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
    return answer(answer_text(result, line, engine()->nodes()));
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
