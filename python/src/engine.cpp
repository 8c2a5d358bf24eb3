// The engine in this process, with all of its threads and the code for this CPU.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>

#include "bindings.hpp"
#include "board.hpp"
#include "chess/movegen.hpp"
#include "chess/openings.hpp"
#include "engine/score_model.hpp"
#include "explain/accuracy.hpp"
#include "explain/analyser_search.hpp"
#include "explain/ask.hpp"
#include "explain/explain.hpp"
#include "explain/sentences.hpp"
#include "explain/story.hpp"
#include "platform/engine.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

using Clock = std::chrono::steady_clock;

// How often a waiting call looks whether Ctrl-C was pressed.
constexpr auto signal_check_interval = std::chrono::milliseconds(20);

// Tells the thread that waits for a search when it has ended.
class EndOfSearch : public EngineListener {
   public:
    void begin() { ended_ = false; }
    void on_best_move(const BestMove& /*best*/) override {
        {
            const std::scoped_lock lock(mutex_);
            ended_ = true;
        }
        changed_.notify_one();
    }
    // True if the search ended within this time.
    bool wait_for(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, time, [this] { return ended_; });
    }

   private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false;
};

// The centipawns that stand for a win that a tablebase knows.
constexpr int won_by_table = 20'000;
constexpr double ms_per_second = 1000;

struct SearchRequest {
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    std::optional<double> time;  // seconds
    std::optional<int> mate;
    int lines = 1;
    std::optional<std::vector<BoardMove>> root_moves;
};

Limits limits_of(const Board& board, const SearchRequest& request) {
    Limits limits;
    limits.nodes = request.nodes.value_or(0);
    limits.depth = request.depth.value_or(0);
    limits.mate = request.mate.value_or(0);
    if (request.time)
        limits.move_time = std::max<std::int64_t>(1, std::llround(*request.time * ms_per_second));
    if (request.root_moves)
        for (const BoardMove& move : *request.root_moves)
            limits.search_moves.push_back(board.require_legal(move));
    if (limits.nodes == 0 && limits.depth == 0 && limits.mate == 0 && limits.move_time == 0)
        throw py::value_error("say when to stop: nodes, depth, time (in seconds) or mate");
    return limits;
}

class PythonEngine {
   public:
    PythonEngine(int threads, std::int64_t hash_mb) {
        require(engine_.set_threads(threads));
        require(engine_.set_hash_mb(hash_mb));
        engine_.set_listener(&end_);
    }

    // What was found, best line first: a dictionary for each.
    py::list analyse(const Board& board, const SearchRequest& request) {
        engine_.options().multi_pv = std::max(1, request.lines);
        engine_.options().quiet = true;
        const Limits limits = limits_of(board, request);
        const auto began = Clock::now();
        search(board.line().start(), board.line().moves(), limits);
        const std::chrono::duration<double> elapsed = Clock::now() - began;

        py::list lines;
        for (const SearchResult::Line& line : engine_.result().lines) {
            py::dict info;
            info["pv"] = move_list(line.pv, board.chess960());
            info["_score"] = score_of(line.score, board.position());
            info["_wdl"] = chances_of(line.score, board.position());
            info["depth"] = line.depth;
            info["seldepth"] = line.selective_depth;
            info["nodes"] = engine_.nodes();
            info["time"] = elapsed.count();
            info["multipv"] = lines.size() + 1;
            lines.append(info);
        }
        return lines;
    }

    // What there is to say about a move, in sentences and as claims with their proofs.
    py::dict explain(const Board& board, const BoardMove& wanted, std::uint64_t nodes,
                     const std::string& language, int rating) {
        const explain::Reader reader = reader_of(language, rating);
        const Move played = board.require_legal(wanted);
        engine_.options().multi_pv = 1;
        engine_.options().quiet = true;
        // A claim is proved with a longer search than the one that raised it.
        explain::Question question = explain::ask_about(board.position(), played,
                                                        search_with(nodes), search_with(2 * nodes));
        explain::add_steady_searches(question);
        question.is_brief = nodes < explain::steady_nodes;
        const explain::Explanation explanation = explain::explain(question);

        py::list claims;
        for (const explain::Claim& claim : explanation.claims)
            claims.append(described(board, claim));
        py::dict answer;
        answer["sentences"] = explain::sentences(question, explanation, reader);
        answer["claims"] = claims;
        answer["cost"] = explanation.cost;
        answer["best"] = move_list(question.best.moves, board.chess960());
        return answer;
    }

    // The moves that a board remembers, each judged, what both sides did altogether, and the story.
    py::dict review(const Board& board, std::uint64_t nodes, const std::string& result,
                    const std::string& language, int rating) {
        const explain::Reader reader = reader_of(language, rating);
        const Line& line = board.line();
        engine_.options().multi_pv = 1;
        engine_.options().quiet = true;
        engine_.new_game();

        py::list moves;
        std::vector<double> win_percents;
        std::vector<std::optional<explain::Judgement>> judgements;
        std::vector<explain::StoryMove> told;
        Evaluated before = evaluate(line, 0, nodes);
        win_percents.push_back(explain::win_percent(before.for_white));
        for (int i = 0; i < static_cast<int>(line.moves().size()); ++i) {
            const Move played = line.moves()[static_cast<std::size_t>(i)];
            const Evaluated after = evaluate(line, i + 1, nodes);
            const explain::Judgement judgement =
                explain::judge(line.position_after(i).side_to_move(), before.for_white,
                               after.for_white, played == before.best);
            win_percents.push_back(explain::win_percent(after.for_white));
            judgements.emplace_back(judgement);
            told.push_back(
                {.before = line.position_after(i), .played = played, .judgement = judgement});
            moves.append(judged(board, played, before, judgement));
            before = after;
        }
        const auto sides = explain::summarise(win_percents, judgements);
        py::dict review;
        review["moves"] = moves;
        review["white"] = summary(sides[index(Color::white)]);
        review["black"] = summary(sides[index(Color::black)]);
        const auto opening = opening_of(line.start(), line.moves());
        review["story"] = story_of(
            {.opening = opening ? opening->name() : "", .result = explain::parse_result(result)},
            told, nodes, reader);
        return review;
    }

    void new_game() { engine_.new_game(); }
    [[nodiscard]] int threads() const { return engine_.threads(); }
    [[nodiscard]] std::int64_t hash_mb() const { return engine_.hash_mb(); }

   private:
    static explain::Reader reader_of(const std::string& language, int rating) {
        const auto known = explain::parse_language(language);
        if (!known) throw py::value_error("the languages are \"en\", \"de\" and \"es\"");
        if (rating < 0 || rating > explain::most_rating)
            throw py::value_error("a rating is between 0 (not known) and " +
                                  std::to_string(explain::most_rating));
        return {*known, rating};
    }

    std::vector<std::string> story_of(const explain::StoryGame& game,
                                      const std::vector<explain::StoryMove>& moves,
                                      std::uint64_t nodes, const explain::Reader& reader) {
        const auto ask = [&](std::size_t move) {
            return explain::ask_about(moves[move].before, moves[move].played, search_with(nodes),
                                      search_with(2 * nodes));
        };
        std::vector<std::string> texts;
        for (const explain::StorySentence& sentence : explain::story_of(game, moves, ask, reader))
            texts.push_back(sentence.text);
        return texts;
    }

    static void require(const std::expected<void, std::string>& done) {
        if (!done) throw py::value_error(done.error());
    }

    void wait() {
        while (!search_has_ended()) {
            if (PyErr_CheckSignals() == 0) continue;
            engine_.stop();
            engine_.wait();
            throw py::error_already_set();
        }
        engine_.wait();
    }

    bool search_has_ended() {
        const py::gil_scoped_release release;
        return end_.wait_for(signal_check_interval);
    }

    struct Evaluated {
        Score for_white = score_draw;  // as people are shown it
        Move best;                     // none where the game is over
    };

    Evaluated evaluate(const Line& line, int ply, std::uint64_t nodes) {
        const Position& position = line.position_after(ply);
        Score score = score_draw;
        Move best;
        if (has_legal_move(position)) {
            Limits limits;
            limits.nodes = nodes;
            search(line.start(), line.moves().first(static_cast<std::size_t>(ply)), limits);
            score = displayed(engine_.result().lines.front().score, position);
            best = engine_.best_move().move;
        } else if (position.in_check()) {
            score = mated_in(0);
        }
        const bool white = position.side_to_move() == Color::white;
        return {.for_white = white ? score : -score, .best = best};
    }

    static py::dict judged(const Board& board, Move played, const Evaluated& before,
                           const explain::Judgement& judgement) {
        py::dict move;
        move["move"] = board.to_python(played);
        move["best"] = board.to_python(before.best);
        move["win_before"] = judgement.win_before;
        move["win_after"] = judgement.win_after;
        move["centipawn_loss"] = judgement.centipawn_loss;
        move["mark"] = std::string(to_string(judgement.mark));
        return move;
    }

    static py::dict summary(const explain::SideSummary& side) {
        py::dict text;
        text["accuracy"] = side.accuracy;
        text["average_centipawn_loss"] = side.average_centipawn_loss;
        text["inaccuracies"] = side.marks[static_cast<std::size_t>(explain::MoveMark::inaccuracy)];
        text["mistakes"] = side.marks[static_cast<std::size_t>(explain::MoveMark::mistake)];
        text["blunders"] = side.marks[static_cast<std::size_t>(explain::MoveMark::blunder)];
        return text;
    }

    void search(const Position& start, std::span<const Move> moves, const Limits& limits) {
        engine_.set_position(start, moves);
        end_.begin();
        engine_.go(limits);
        wait();
    }

    // In the centipawns that people are shown.
    static Score displayed(Score score, const Position& position) {
        return is_decisive(score) ? score : clamp_eval(displayed_centipawns(score, position));
    }

    explain::Search search_with(std::uint64_t nodes) {
        return [this, nodes](const Position& position,
                             std::span<const Move> excluded) -> explain::ScoredLine {
            Limits limits;
            limits.nodes = nodes;
            if (!has_legal_move(position)) return {};
            if (!excluded.empty()) {
                for (const Move move : explain::moves_without(position, excluded))
                    limits.search_moves.push_back(move);
                if (limits.search_moves.empty()) return {};
            }
            search(position, {}, limits);
            const SearchResult& result = engine_.result();
            if (result.lines.empty()) return {};
            const SearchResult::Line& best = result.lines.front();
            explain::Moves moves;
            explain::keep_longer(moves, best.pv);
            return {.moves = moves, .score = displayed(best.score, position)};
        };
    }

    static py::dict described(const Board& board, const explain::Claim& claim) {
        py::dict text;
        text["kind"] = std::string(to_string(claim.kind));
        text["lead"] = move_list(claim.lead, board.chess960());
        text["proof"] = move_list(claim.proof, board.chess960());
        text["is_threat"] = claim.is_threat;
        text["mate"] = claim.mate;
        text["wins"] = claim.winnings.centipawns;
        if (claim.motif)
            text["motif"] = std::string(to_string(claim.motif->kind));
        else
            text["motif"] = py::none();
        return text;
    }

    // (is a mate, moves to mate or centipawns), for the side to move.
    static py::tuple score_of(Score score, const Position& position) {
        if (is_mate(score)) return py::make_tuple(true, mate_moves(score));
        return py::make_tuple(false, is_decisive(score)
                                         ? (is_win(score) ? won_by_table : -won_by_table)
                                         : displayed_centipawns(score, position));
    }

    static py::tuple chances_of(Score score, const Position& position) {
        const WinDrawLoss chances = win_draw_loss(score, position);
        return py::make_tuple(chances.win, chances.draw, chances.loss);
    }

    EndOfSearch end_;
    Engine engine_;  // last: its threads use the listener until they have ended
};

}  // namespace

void bind_engine(py::module_& module) {
    py::class_<PythonEngine>(module, "EngineBase")
        .def(py::init<int, std::int64_t>(), py::arg("threads"), py::arg("hash_mb"))
        .def("_analyse",
             [](PythonEngine& engine, const Board& board, std::optional<std::uint64_t> nodes,
                std::optional<int> depth, std::optional<double> time, std::optional<int> mate,
                int lines, std::optional<std::vector<BoardMove>> root_moves) {
                 return engine.analyse(board, {.nodes = nodes,
                                               .depth = depth,
                                               .time = time,
                                               .mate = mate,
                                               .lines = lines,
                                               .root_moves = std::move(root_moves)});
             })
        .def("_explain", &PythonEngine::explain)
        .def("_review", &PythonEngine::review)
        .def("new_game", &PythonEngine::new_game)
        .def_property_readonly("threads", &PythonEngine::threads)
        .def_property_readonly("hash_mb", &PythonEngine::hash_mb);
}

}  // namespace kibitz::python
