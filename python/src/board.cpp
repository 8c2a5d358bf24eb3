#include "board.hpp"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "chess/diagram.hpp"
#include "chess/diagram_svg.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/openings.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "move_errors.hpp"
#include "squares.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

PieceType promotion_of(const std::optional<int>& number) {
    if (!number) return PieceType::none;
    if (*number < to_python(PieceType::knight) || *number > to_python(PieceType::queen))
        throw py::value_error("a pawn becomes a KNIGHT, BISHOP, ROOK or QUEEN");
    return static_cast<PieceType>(*number - 1);
}

std::optional<int> to_python_promotion(const BoardMove& move) {
    if (move.promotion == PieceType::none) return std::nullopt;
    return to_python(move.promotion);
}

[[noreturn]] void raise(const MoveTextError& error) {
    switch (error.reason) {
        case MoveTextReason::ambiguous:
            raise_move_error(MoveErrorKind::ambiguous, to_string(error));
        case MoveTextReason::not_a_move:
        case MoveTextReason::null_move: raise_move_error(MoveErrorKind::invalid, to_string(error));
        default: raise_move_error(MoveErrorKind::illegal, to_string(error));
    }
}

Move require(std::expected<Move, MoveTextError> move) {
    if (!move) raise(move.error());
    return *move;
}

py::object outcome_of(const Board& board) {
    const auto outcome = board.line().outcome();
    if (!outcome) return py::none();
    const py::object winner =
        outcome->winner ? py::cast(to_python(*outcome->winner)) : py::object(py::none());
    return py::make_tuple(to_string(outcome->termination), winner);
}

std::vector<int> squares_of(Bitboard squares) {
    std::vector<int> numbers;
    for (const Square square : squares) numbers.push_back(square.index());
    return numbers;
}

std::string line_to_san(const Board& board, const std::vector<BoardMove>& moves) {
    Board copy = board;
    std::string text;
    for (const BoardMove& wanted : moves) {
        const Position& position = copy.position();
        const bool white = position.side_to_move() == Color::white;
        if (!text.empty()) text += ' ';
        if (white || text.empty())
            text += std::to_string(position.fullmove_number()) + (white ? ". " : "... ");
        const Move move = copy.require_legal(wanted);
        text += to_san(position, move);
        copy.push(move);
    }
    return text;
}

std::string svg_of(const Board& board, int size, bool white_below, bool coordinates,
                   const std::optional<BoardMove>& last_move, bool dark,
                   const std::vector<std::pair<int, int>>& arrows) {
    BoardPicture picture{.bottom = color_of(white_below), .size = size};
    if (!coordinates) picture.coordinates = BoardCoordinates::none;
    if (dark) picture.colors = BoardColors::dark();
    if (last_move)
        picture.last_move = Move(last_move->from, last_move->to);
    else if (!board.line().moves().empty())
        picture.last_move = board.line().moves().back();
    for (const auto& [from, to] : arrows)
        picture.arrows.push_back({.from = square_of(from), .to = square_of(to)});
    return to_svg(board.position(), picture);
}

}  // namespace

Board Board::from_fen(std::string_view fen, bool chess960) {
    const auto position = parse_fen(fen);
    if (!position) throw py::value_error(to_string(position.error()));
    return Board(*position, chess960);
}

Move Board::require_legal(const BoardMove& move) const {
    if (const auto legal = legal_move(position(), move)) return *legal;
    raise_move_error(MoveErrorKind::illegal,
                     to_uci(move) + " is not legal in " + to_fen(position()));
}

py::object Board::pop() {
    if (line_.moves().empty()) throw py::index_error("there is no move to take back");
    py::object last = to_python(line_.moves().back());
    line_.undo();
    return last;
}

void bind_board(py::module_& module) {
    py::class_<BoardMove>(module, "Move", "A move as UCI writes it: from, to and promotion.")
        .def(py::init([](int from, int to, const std::optional<int>& promotion) {
                 return BoardMove{square_of(from), square_of(to), promotion_of(promotion)};
             }),
             py::arg("from_square"), py::arg("to_square"), py::arg("promotion") = py::none())
        .def_static("from_uci", &board_move_from_uci, py::arg("uci"))
        .def_property_readonly("from_square", [](const BoardMove& m) { return m.from.index(); })
        .def_property_readonly("to_square", [](const BoardMove& m) { return m.to.index(); })
        .def_property_readonly("promotion", &to_python_promotion)
        .def("uci", [](const BoardMove& m) { return to_uci(m); })
        .def("__str__", [](const BoardMove& m) { return to_uci(m); })
        .def("__repr__", [](const BoardMove& m) { return "Move.from_uci('" + to_uci(m) + "')"; })
        .def(py::self == py::self)
        .def("__hash__", &number_of)
        .def(py::pickle([](const BoardMove& m) { return py::make_tuple(to_uci(m)); },
                        [](const py::tuple& state) {
                            return board_move_from_uci(state[0].cast<std::string>());
                        }));

    py::class_<Board>(module, "BoardBase")
        .def(py::init(&Board::from_fen), py::arg("fen"), py::arg("chess960") = false)
        .def(py::init([](const Board& other) { return Board(other); }), py::arg("other"))
        .def("_assign", [](Board& b, const Board& other) { b = other; })
        .def_static(
            "_chess960",
            [](int number) {
                if (number < 0 || number >= 960)
                    throw py::value_error("positions of Chess960 have numbers from 0 to 959");
                return Board(Position::chess960(number), true);
            })
        .def_property_readonly("chess960", &Board::chess960)
        .def_property_readonly(
            "turn", [](const Board& b) { return to_python(b.position().side_to_move()); })
        .def_property_readonly("fullmove_number",
                               [](const Board& b) { return b.position().fullmove_number(); })
        .def_property_readonly("halfmove_clock",
                               [](const Board& b) { return b.position().halfmove_clock(); })
        .def_property_readonly("ep_square",
                               [](const Board& b) -> std::optional<int> {
                                   const Square square = b.position().en_passant();
                                   if (square.is_none()) return std::nullopt;
                                   return square.index();
                               })
        .def_property_readonly(
            "move_stack", [](const Board& b) { return move_list(b.line().moves(), b.chess960()); })
        .def("ply", [](const Board& b) { return b.position().game_ply(); })
        .def("fen", [](const Board& b) { return to_fen(b.position()); })
        .def("root_fen", [](const Board& b) { return to_fen(b.line().start()); })
        .def("zobrist_hash", [](const Board& b) { return b.position().key(); })
        .def("_legal_moves", &Board::legal_moves)
        .def("_legal_count", [](const Board& b) { return count_legal_moves(b.position()); })
        .def("is_legal",
             [](const Board& b, const BoardMove& move) {
                 return legal_move(b.position(), move).has_value();
             })
        .def("push", [](Board& b, const BoardMove& move) { b.push(b.require_legal(move)); })
        .def("push_san",
             [](Board& b, std::string_view text) {
                 const Move move = require(parse_san(b.position(), text));
                 py::object made = b.to_python(move);
                 b.push(move);
                 return made;
             })
        .def("push_uci",
             [](Board& b, std::string_view text) {
                 const Move move = require(parse_uci(b.position(), text));
                 py::object made = b.to_python(move);
                 b.push(move);
                 return made;
             })
        .def("pop", &Board::pop)
        .def("parse_san",
             [](const Board& b, std::string_view text) {
                 return b.to_python(require(parse_san(b.position(), text)));
             })
        .def("parse_uci",
             [](const Board& b, std::string_view text) {
                 return b.to_python(require(parse_uci(b.position(), text)));
             })
        .def("san",
             [](const Board& b, const BoardMove& move) {
                 return to_san(b.position(), b.require_legal(move));
             })
        .def("variation_san", &line_to_san, py::arg("variation"))
        .def("is_check", [](const Board& b) { return b.position().in_check(); })
        .def("gives_check",
             [](const Board& b, const BoardMove& move) {
                 return b.position().gives_check(b.require_legal(move));
             })
        .def("is_capture",
             [](const Board& b, const BoardMove& move) {
                 return b.position().is_capture(b.require_legal(move));
             })
        .def("is_castling",
             [](const Board& b, const BoardMove& move) {
                 return b.require_legal(move).is_castling();
             })
        .def("is_en_passant",
             [](const Board& b, const BoardMove& move) {
                 return b.require_legal(move).is_en_passant();
             })
        .def("_outcome", &outcome_of)
        .def("_claim",
             [](const Board& b) -> std::optional<std::string> {
                 const auto claim = b.line().claim();
                 if (!claim) return std::nullopt;
                 return to_string(*claim);
             })
        .def("can_claim_draw",
             [](const Board& b) {
                 if (b.line().claim()) return true;
                 for (const Move move : kibitz::legal_moves(b.position()))
                     if (b.line().claim_with(move)) return true;
                 return false;
             })
        .def(
            "is_repetition",
            [](const Board& b, int count) { return b.line().occurrences() >= count; },
            py::arg("count") = 3)
        .def("is_insufficient_material",
             [](const Board& b) {
                 return b.position().pieces(PieceType::pawn).empty() &&
                        kibitz::is_dead_position(b.position());
             })
        .def("is_dead_position",
             [](const Board& b) { return kibitz::is_dead_position(b.position()); })
        .def(
            "piece_type_at",
            [](const Board& b, int square) {
                return piece_type_object(kibitz::type_of(b.position().piece_on(square_of(square))));
            },
            py::arg("square"), "The type of the piece on a square.")
        .def(
            "color_at",
            [](const Board& b, int square) -> std::optional<bool> {
                const Piece piece = b.position().piece_on(square_of(square));
                if (piece == Piece::none) return std::nullopt;
                return to_python(kibitz::color_of(piece));
            },
            py::arg("square"), "The color of the piece on a square.")
        .def(
            "piece_map",
            [](const Board& b) {
                return piece_dict(b.position().occupied(),
                                  [&](Square square) { return b.position().piece_on(square); });
            },
            "All pieces by their squares.")
        .def("_pieces",
             [](const Board& b, int type, bool white) {
                 if (type < 1 || type > piece_type_count)
                     throw py::value_error("piece types are 1 (PAWN) to 6 (KING)");
                 return squares_of(
                     b.position().pieces(color_of(white), static_cast<PieceType>(type - 1)));
             })
        .def("king",
             [](const Board& b, bool white) { return b.position().king(color_of(white)).index(); })
        .def("_castling",
             [](const Board& b, bool white, bool kingside) {
                 return !b.position()
                             .castling_rook(color_of(white), kingside ? CastlingSide::kingside
                                                                      : CastlingSide::queenside)
                             .is_none();
             })
        .def("attackers",
             [](const Board& b, bool white, int square) {
                 const Bitboard all = b.position().attackers_to(square_of(square));
                 return squares_of(all & b.position().pieces(color_of(white)));
             })
        .def("checkers", [](const Board& b) { return squares_of(b.position().checkers()); })
        .def("perft",
             [](const Board& b, int depth) {
                 const py::gil_scoped_release release;
                 return perft(b.position(), depth);
             })
        .def("opening",
             [](const Board& b) -> py::object {
                 const auto found = opening_of(b.line().start(), b.line().moves());
                 if (!found) return py::none();
                 return py::make_tuple(std::string(found->eco), found->name());
             })
        .def("__str__",
             [](const Board& b) {
                 std::string text = to_diagram(b.position());
                 while (text.ends_with('\n')) text.pop_back();
                 return text;
             })
        .def("unicode",
             [](const Board& b) {
                 return to_diagram(b.position(), {.pieces = DiagramPieces::figurines});
             })
        .def("_svg", &svg_of)
        .def(
            "__eq__",
            [](const Board& b, const Board& other) {
                return b.position() == other.position() && b.chess960() == other.chess960();
            },
            py::is_operator());
}

}  // namespace kibitz::python
