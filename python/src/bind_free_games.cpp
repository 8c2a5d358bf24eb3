// How kibitz.chess.pgn reads: a game's lines from a Python file, its tags, and its tree of moves,
// of which nodes become Python objects when they are touched.
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "free_board.hpp"
#include "free_game.hpp"
#include "free_san_error.hpp"
#include "pgn_text.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

// Texts of Python may have halves of surrogate pairs, as errors="surrogateescape" makes them.
constexpr const char* keep_surrogates = "surrogatepass";

// Shorter moves are read before another thread could have made use of Python's lock.
constexpr std::size_t worth_unlocking = 2048;  // bytes

py::str to_str(std::string_view text) {
    PyObject* object =
        PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), keep_surrogates);
    if (object == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::str>(object);
}

// A line of text; `encoded` keeps the bytes if Python does not.
std::string_view utf8_of(const py::object& line, py::object& encoded) {
    if (!PyUnicode_Check(line.ptr()))
        throw py::type_error("expected a file that was opened as text, but readline() gave " +
                             std::string(py::str(py::type::of(line).attr("__name__"))));
    py::ssize_t size = 0;
    if (const char* bytes = PyUnicode_AsUTF8AndSize(line.ptr(), &size))
        return {bytes, static_cast<std::size_t>(size)};
    PyErr_Clear();
    encoded = py::reinterpret_steal<py::object>(
        PyUnicode_AsEncodedString(line.ptr(), "utf-8", keep_surrogates));
    if (!encoded) throw py::error_already_set();
    return {PyBytes_AS_STRING(encoded.ptr()),
            static_cast<std::size_t>(PyBytes_GET_SIZE(encoded.ptr()))};
}

// The next game of a file, nothing at its end. Not a line behind the game is read.
std::optional<PgnText> read_pgn(const py::object& readline) {
    PgnText text;
    bool goes_on = true;
    while (goes_on) {
        const py::object line = readline();
        py::object encoded;
        goes_on = text.take(utf8_of(line, encoded));
    }
    if (text.is_end_of_file()) return std::nullopt;
    return text;
}

// Sorts the tags into those of the roster, whose names are given, and the others.
void fill_headers(const PgnText& text, const py::dict& roster_names, const py::dict& roster,
                  const py::dict& others) {
    for (const auto& [name, value] : text.tags()) {
        const py::str key = to_str(name);
        (roster_names.contains(key) ? roster : others)[key] = to_str(value);
    }
}

py::list tags_of(const PgnText& text) {
    py::list tags;
    for (const auto& [name, value] : text.tags())
        tags.append(py::make_tuple(to_str(name), to_str(value)));
    return tags;
}

// The tokens as a visitor's reader takes them: comments begin with a brace.
py::list tokens_of(const PgnText& text) {
    py::list found;
    PgnTokens tokens(text.moves());
    for (PgnToken token = tokens.next(); token.kind != PgnTokenKind::end; token = tokens.next()) {
        if (token.kind == PgnTokenKind::comment) {
            found.append(to_str("{" + std::string(token.text)));
        } else if (token.kind == PgnTokenKind::nag) {
            found.append(to_str("$" + std::string(token.text)));
        } else {
            found.append(to_str(token.text));
        }
    }
    return found;
}

FreeGame game_of(const PgnText& text, const FreeBoard* start) {
    static const FreePosition usual_start = [] {
        FreePosition position;
        position.set_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        return position;
    }();
    const FreePosition& position = start != nullptr ? start->position : usual_start;
    std::optional<py::gil_scoped_release> unlocked;
    if (text.moves().size() >= worth_unlocking) unlocked.emplace();
    return read_free_game(text.moves(), position);
}

py::list errors_of(const FreeGame& game) {
    py::list errors;
    for (const FreeGameError& error : game.errors())
        errors.append(san_error(error.reason, error.move, error.position));
    return errors;
}

py::list texts(const std::vector<std::string>* comments) {
    py::list list;
    if (comments != nullptr)
        for (const std::string& comment : *comments) list.append(to_str(comment));
    return list;
}

py::set nags_of(const FreeGame& game, FreeGame::NodeIndex index) {
    py::set nags;
    if (const auto* notes = game.notes(index))
        for (const std::int64_t nag : notes->nags) nags.add(py::int_(nag));
    return nags;
}

py::list line_behind(const FreeGame& game, FreeGame::NodeIndex index) {
    py::list moves;
    for (auto next = game.node(index).first_child; next != FreeGame::none;
         next = game.node(next).first_child)
        moves.append(move_object(game.node(next).move));
    return moves;
}

// The attributes of nodes. They live as long as the process: Python may end before they would be
// destroyed.
struct NodeNames {
    py::str parent{"_parent"}, move{"_move"}, tree{"_tree"}, place{"_place"};
    py::str variations{"variations"};
};
const NodeNames& node_names() {
    static const NodeNames& names = *new NodeNames;
    return names;
}

// The nodes behind one as objects of a class, made without its __init__: what they have not got
// yet, they ask the game for.
py::list children_of(const py::object& self, FreeGame::NodeIndex index, const py::object& parent,
                     const py::type& kind) {
    const auto& game = self.cast<const FreeGame&>();
    auto* const type = reinterpret_cast<PyTypeObject*>(kind.ptr());
    const py::tuple no_arguments;
    py::list nodes;
    for (auto child = game.node(index).first_child; child != FreeGame::none;
         child = game.node(child).next_sibling) {
        const auto node =
            py::reinterpret_steal<py::object>(type->tp_new(type, no_arguments.ptr(), nullptr));
        if (!node) throw py::error_already_set();
        py::setattr(node, node_names().parent, parent);
        py::setattr(node, node_names().move, move_object(game.node(child).move));
        py::setattr(node, node_names().tree, self);
        py::setattr(node, node_names().place, py::int_(child));
        nodes.append(node);
    }
    return nodes;
}

// Gives a node and all behind it in its main line the nodes that follow.
void unfold_line(const py::object& self, FreeGame::NodeIndex index, const py::object& node,
                 const py::type& kind) {
    const auto& game = self.cast<const FreeGame&>();
    py::object last = node;
    for (auto at = index; at != FreeGame::none; at = game.node(at).first_child) {
        const py::list children = children_of(self, at, last, kind);
        py::setattr(last, node_names().variations, children);
        if (!children.empty()) last = children[0];
    }
}

}  // namespace

void bind_free_games(py::module_& module) {
    py::class_<PgnText>(module, "PgnText", "The text of a game, of which kibitz.chess makes one.")
        .def("fill_headers", &fill_headers, py::arg("roster_names"), py::arg("roster"),
             py::arg("others"))
        .def("tags", &tags_of)
        .def("tokens", &tokens_of)
        .def("game", &game_of, py::arg("start") = py::none());
    module.def("read_pgn", &read_pgn, py::arg("readline"));

    py::class_<FreeGame>(module, "FreeGame", "The tree of moves of a game that was read.")
        .def_property_readonly("result", [](const FreeGame& g) { return g.result(); })
        .def("errors", &errors_of)
        .def("children", &children_of, py::arg("place"), py::arg("parent"), py::arg("kind"))
        .def("unfold_line", &unfold_line, py::arg("place"), py::arg("node"), py::arg("kind"))
        .def("line_behind", &line_behind, py::arg("place"))
        .def(
            "comments",
            [](const FreeGame& g, FreeGame::NodeIndex place) {
                const auto* notes = g.notes(place);
                return texts(notes == nullptr ? nullptr : &notes->behind);
            },
            py::arg("place"))
        .def(
            "starting_comments",
            [](const FreeGame& g, FreeGame::NodeIndex place) {
                const auto* notes = g.notes(place);
                return texts(notes == nullptr ? nullptr : &notes->before);
            },
            py::arg("place"))
        .def("nags", &nags_of, py::arg("place"));
}

}  // namespace kibitz::python
