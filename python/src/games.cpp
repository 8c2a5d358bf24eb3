// Games from PGN: read at the speed of C++, a piece of the file at a time, without Python's lock.
#include <pybind11/stl.h>

#include <array>
#include <deque>
#include <fstream>
#include <memory>

#include "bindings.hpp"
#include "board.hpp"
#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

// A game that was read, shared by the nodes that Python holds.
using SharedGame = std::shared_ptr<const ReadGame>;

bool is_chess960(const ReadGame& game) { return game.game.start().needs_chess960_notation(); }

// A place in a game: the start, or the position after a move.
struct GameNode {
    SharedGame game;
    NodeId id;

    [[nodiscard]] const Game::Node& node() const { return game->game.node(id); }
    [[nodiscard]] GameNode at(NodeId other) const { return {game, other}; }
    [[nodiscard]] bool is_root() const { return id == NodeId::root; }
};

std::optional<BoardMove> move_of(const GameNode& node) {
    if (node.is_root() || node.node().move.is_none()) return std::nullopt;
    return to_board_move(node.node().move, is_chess960(*node.game));
}

std::vector<GameNode> variations_of(const GameNode& node) {
    std::vector<GameNode> children;
    for (NodeId child = node.node().first_child; child != NodeId::none;
         child = node.game->game.node(child).next_sibling)
        children.push_back(node.at(child));
    return children;
}

std::vector<GameNode> main_line_of(const GameNode& node) {
    std::vector<GameNode> nodes;
    for (const NodeId id : node.game->game.main_line(node.id)) nodes.push_back(node.at(id));
    return nodes;
}

Board board_at(const GameNode& node) {
    Board board(node.game->game.start(), is_chess960(*node.game));
    for (const NodeId id : node.game->game.path_to(node.id)) {
        const Move move = node.game->game.node(id).move;
        if (move.is_none()) throw py::value_error("a null move leads to this position");
        board.push(move);
    }
    return board;
}

std::string san_of(const GameNode& node) {
    if (node.is_root()) throw py::value_error("no move leads to the start of a game");
    if (node.node().move.is_none()) return "--";
    return to_san(node.game->game.position(node.node().parent), node.node().move);
}

py::object evaluation_of(const GameNode& node) {
    const auto& evaluation = node.node().comment.evaluation;
    if (!evaluation) return py::none();
    return py::make_tuple(evaluation->value, evaluation->is_mate);
}

std::optional<double> seconds_of(const std::optional<std::chrono::milliseconds>& time) {
    if (!time) return std::nullopt;
    return std::chrono::duration<double>(*time).count();
}

py::list moves_of(const SharedGame& game) {
    std::vector<Move> moves;
    for (const NodeId id : game->game.main_line()) {
        const Move move = game->game.node(id).move;
        if (move.is_none()) break;
        moves.push_back(move);
    }
    return move_list(moves, is_chess960(*game));
}

py::dict headers_of(const SharedGame& game) {
    py::dict headers;
    for (const GameTag& tag : game->game.tags()) headers[py::str(tag.name)] = tag.value;
    return headers;
}

std::optional<std::string> error_of(const SharedGame& game) {
    if (!game->error) return std::nullopt;
    return to_string(*game->error);
}

std::vector<SharedGame> games_in(std::string_view pgn) {
    std::vector<SharedGame> games;
    for (ReadGame& game : read_games(pgn))
        games.push_back(std::make_shared<const ReadGame>(std::move(game)));
    return games;
}

// The games of a text that comes piece by piece.
class GameStream {
   public:
    GameStream()
        : builder_([this](ReadGame game) {
              games_.push_back(std::make_shared<const ReadGame>(std::move(game)));
          }),
          reader_(builder_) {}

    void feed(std::string_view piece) { reader_.feed(piece); }
    void finish() { reader_.finish(); }
    // The next game that is complete.
    SharedGame take() {
        if (games_.empty()) return nullptr;
        SharedGame game = std::move(games_.front());
        games_.pop_front();
        return game;
    }
    [[nodiscard]] bool has_game() const { return !games_.empty(); }
    [[nodiscard]] bool is_behind_result() const { return reader_.is_behind_result(); }
    // Games, the one that is being read included.
    [[nodiscard]] std::uint64_t begun() const { return reader_.games(); }

   private:
    std::deque<SharedGame> games_;
    GameBuilder builder_;
    PgnReader reader_;
};

// The games of a file, one after the other.
class GameFile {
   public:
    explicit GameFile(const std::string& path) : file_(path, std::ios::binary) {
        if (!file_) {
            errno = ENOENT;
            PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
            throw py::error_already_set();
        }
    }

    SharedGame next() {
        {
            const py::gil_scoped_release release;
            while (!games_.has_game() && !at_end_) read_piece();
        }
        SharedGame game = games_.take();
        if (!game) throw py::stop_iteration();
        return game;
    }

   private:
    static constexpr std::size_t piece_size = 64 * 1024;

    void read_piece() {
        std::string piece(piece_size, '\0');
        file_.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        piece.resize(static_cast<std::size_t>(file_.gcount()));
        if (!piece.empty()) games_.feed(piece);
        if (file_) return;
        games_.finish();
        at_end_ = true;
    }

    std::ifstream file_;
    GameStream games_;
    bool at_end_ = false;
};

// Counts without keeping anything.
class Counter : public PgnVisitor {
   public:
    void error(const PgnError& error) override {
        ++errors;
        fate_.note(error);
    }
    void repair(const PgnError& repair) override {
        ++repairs;
        fate_.note(repair);
    }
    void result(PgnResult /*result*/) override { fate_.note_result(); }
    void end_game() override {
        ++fates[static_cast<std::size_t>(fate_.fate())];
        fate_.begin();
    }

    std::uint64_t errors = 0;
    std::uint64_t repairs = 0;
    std::array<std::uint64_t, pgn_fates> fates{};

   private:
    PgnFateKeeper fate_;
};

py::dict count_games(const std::string& path) {
    Counter counter;
    PgnReader reader(counter);
    {
        const py::gil_scoped_release release;
        std::ifstream file(path, std::ios::binary);
        if (file) {
            std::string piece(1024 * 1024, '\0');
            while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
                   file.gcount() > 0)
                reader.feed(
                    std::string_view(piece).substr(0, static_cast<std::size_t>(file.gcount())));
            reader.finish();
        }
    }
    py::dict counts;
    counts["games"] = reader.games();
    counts["moves"] = reader.moves();
    counts["errors"] = counter.errors;
    counts["repairs"] = counter.repairs;
    for (std::size_t i = 0; i < counter.fates.size(); ++i)
        counts[to_string(static_cast<PgnFate>(i))] = counter.fates[i];
    return counts;
}

}  // namespace

void bind_games(py::module_& module) {
    py::class_<GameNode>(module, "GameNode", "A place in a game: the start, or after a move.")
        .def_property_readonly("move", &move_of)
        .def_property_readonly("comment", [](const GameNode& n) { return n.node().comment.text; })
        .def_property_readonly("starting_comment",
                               [](const GameNode& n) { return n.node().comment_before; })
        .def_property_readonly("nags",
                               [](const GameNode& n) {
                                   return std::vector<int>(n.node().nags.begin(),
                                                           n.node().nags.end());
                               })
        .def_property_readonly("variations", &variations_of)
        .def_property_readonly("parent",
                               [](const GameNode& n) -> std::optional<GameNode> {
                                   if (n.is_root()) return std::nullopt;
                                   return n.at(n.node().parent);
                               })
        .def("next",
             [](const GameNode& n) -> std::optional<GameNode> {
                 if (n.node().first_child == NodeId::none) return std::nullopt;
                 return n.at(n.node().first_child);
             })
        .def("mainline", &main_line_of)
        .def("_board", &board_at)
        .def("san", &san_of)
        .def("_eval", &evaluation_of)
        .def("clock", [](const GameNode& n) { return seconds_of(n.node().comment.clock); })
        .def("emt", [](const GameNode& n) { return seconds_of(n.node().comment.elapsed); });

    py::class_<ReadGame, std::shared_ptr<ReadGame>>(module, "GameBase")
        .def_property_readonly("headers",
                               [](const std::shared_ptr<ReadGame>& g) { return headers_of(g); })
        .def_property_readonly(
            "result", [](const ReadGame& g) { return std::string(to_string(g.game.result())); })
        .def_property_readonly("error",
                               [](const std::shared_ptr<ReadGame>& g) { return error_of(g); })
        .def_property_readonly("repairs",
                               [](const ReadGame& g) {
                                   std::vector<std::string> repairs;
                                   for (const PgnError& repair : g.repairs)
                                       repairs.push_back(to_string(repair));
                                   return repairs;
                               })
        .def_property_readonly("fate",
                               [](const ReadGame& g) { return std::string(to_string(g.fate)); })
        .def("mainline_moves", [](const std::shared_ptr<ReadGame>& g) { return moves_of(g); })
        .def("root", [](const std::shared_ptr<ReadGame>& g) { return GameNode{g, NodeId::root}; })
        .def("_end",
             [](const std::shared_ptr<ReadGame>& g) {
                 const auto line = g->game.main_line();
                 return GameNode{g, line.empty() ? NodeId::root : line.back()};
             })
        .def("__str__", [](const ReadGame& g) { return to_pgn(g.game); });

    py::class_<GameFile>(module, "GameFile")
        .def(py::init<const std::string&>(), py::arg("path"))
        .def("__iter__", [](const py::object& self) { return self; })
        .def("__next__",
             [](GameFile& file) { return std::const_pointer_cast<ReadGame>(file.next()); });

    py::class_<GameStream>(module, "GameStream")
        .def(py::init<>())
        .def("feed", &GameStream::feed, py::arg("piece"))
        .def("finish", &GameStream::finish)
        .def("take",
             [](GameStream& games) { return std::const_pointer_cast<ReadGame>(games.take()); })
        .def_property_readonly("has_game", &GameStream::has_game)
        .def_property_readonly("is_behind_result", &GameStream::is_behind_result)
        .def_property_readonly("begun", &GameStream::begun);

    module.def("games_in", [](std::string_view pgn) {
        std::vector<std::shared_ptr<ReadGame>> games;
        for (const SharedGame& game : games_in(pgn))
            games.push_back(std::const_pointer_cast<ReadGame>(game));
        return games;
    });
    module.def("count_games", &count_games);
}

}  // namespace kibitz::python
