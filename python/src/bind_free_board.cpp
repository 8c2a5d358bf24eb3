// What kibitz.chess builds its boards on: positions, moves and judgements of FreeBoard as methods.
#include <pybind11/stl.h>

#include <limits>

#include "bindings.hpp"
#include "free_board.hpp"
#include "free_san_error.hpp"
#include "move_errors.hpp"
#include "squares.hpp"

namespace py = pybind11;

namespace kibitz::python {

// A set of squares from Python: an integer, negative ones as ~BB_E4 makes them, or a SquareSet.
struct SquareMask {
    Bitboard squares;
};

}  // namespace kibitz::python

namespace pybind11::detail {

template <>
struct type_caster<kibitz::python::SquareMask> {
    PYBIND11_TYPE_CASTER(kibitz::python::SquareMask, const_name("int"));

    bool load(handle source, bool /*convert*/) {
        if (PyIndex_Check(source.ptr()) == 0) return false;
        const unsigned long long bits = PyLong_AsUnsignedLongLongMask(source.ptr());
        if (PyErr_Occurred() != nullptr) {
            PyErr_Clear();
            return false;
        }
        value.squares = kibitz::Bitboard(bits);
        return true;
    }
    static handle cast(const kibitz::python::SquareMask& mask, return_value_policy /*policy*/,
                       handle /*parent*/) {
        return PyLong_FromUnsignedLongLong(mask.squares.bits());
    }
};

}  // namespace pybind11::detail

namespace kibitz::python {

namespace {

using Class = py::class_<FreeBoard>;

const SquareMask every_square{all_squares};

PieceType piece_type_of(int number) {
    if (number < 1 || number > piece_type_count)
        throw py::value_error("piece types are 1 (PAWN) to 6 (KING)");
    return static_cast<PieceType>(number - 1);
}

void require(const std::optional<std::string>& error) {
    if (error) throw py::value_error(*error);
}

EnPassantField en_passant_field(std::string_view name) {
    if (name == "fen") return EnPassantField::always;
    if (name == "xfen") return EnPassantField::if_attacked;
    return EnPassantField::if_legal;
}

std::string fen_of(const FreePosition& position) {
    return position.fen(false, EnPassantField::if_legal, false);
}

std::string algebraic(const FreePosition& position, const FreeMove& move, bool is_long) {
    if (auto text = position.algebraic(move, is_long)) return *text;
    const std::string text = "san() and lan() expect move to be legal or null, but got " +
                             to_uci(move) + " in " + fen_of(position);
    PyErr_SetString(PyExc_AssertionError, text.c_str());
    throw py::error_already_set();
}

FreeMove parse_san(const FreePosition& position, std::string_view text) {
    const auto move = position.parse_san(text);
    if (move) return position.outward(*move);
    const py::object error = san_error(move.error(), text, position);
    PyErr_SetObject(py::type::handle_of(error).ptr(), error.ptr());
    throw py::error_already_set();
}

std::string variation_san(const FreeBoard& board, const py::iterable& variation) {
    FreePosition position = board.position;
    std::string text;
    for (const py::handle& item : variation) {
        const auto& move = item.cast<const FreeMove&>();
        if (!position.is_legal(move))
            raise_move_error(MoveErrorKind::illegal,
                             "illegal move " + to_uci(move) + " in position " + fen_of(position));
        const bool white = position.turn == Color::white;
        if (white || text.empty()) {
            if (!text.empty()) text += ' ';
            text += std::to_string(position.fullmove_number) + (white ? ". " : "...");
        } else {
            text += ' ';
        }
        text += algebraic(position, move, false);
        position.play(move);
    }
    return text;
}

std::vector<FreeMove> outward(const FreePosition& position, std::vector<FreeMove> moves) {
    for (FreeMove& move : moves) move = position.outward(move);
    return moves;
}

using Generator = std::vector<FreeMove> (FreePosition::*)(const MoveMask&) const;

void add_generator(Class& board, const char* name, Generator generator) {
    board.def(
        name,
        [generator](const FreeBoard& b, const SquareMask& from, const SquareMask& to) {
            const MoveMask mask{.from = from.squares, .to = to.squares};
            return py::iter(move_list(outward(b.position, (b.position.*generator)(mask))));
        },
        py::arg("from_mask") = every_square, py::arg("to_mask") = every_square);
}

void add_squares_of_type(Class& board, const char* name, PieceType type) {
    board.def_property(
        name, [type](const FreeBoard& b) { return SquareMask{b.position.of(type)}; },
        [type](FreeBoard& b, const SquareMask& mask) {
            b.position.types[static_cast<std::size_t>(index(type))] = mask.squares;
        });
}

void add_pieces(Class& board) {
    constexpr std::array<const char*, piece_type_count> names = {"pawns", "knights", "bishops",
                                                                 "rooks", "queens",  "kings"};
    for (int type = 0; type < piece_type_count; ++type)
        add_squares_of_type(board, names[static_cast<std::size_t>(type)],
                            static_cast<PieceType>(type));
    board
        .def_property_readonly("occupied",
                               [](const FreeBoard& b) { return SquareMask{b.position.occupied()}; })
        .def_property(
            "occupied_co",
            [](const FreeBoard& b) {
                return std::vector{SquareMask{b.position.of(Color::black)},
                                   SquareMask{b.position.of(Color::white)}};
            },
            [](FreeBoard& b, const std::pair<SquareMask, SquareMask>& black_and_white) {
                b.position.colors = {black_and_white.second.squares, black_and_white.first.squares};
            })
        .def_property(
            "promoted", [](const FreeBoard& b) { return SquareMask{b.position.promoted}; },
            [](FreeBoard& b, const SquareMask& mask) { b.position.promoted = mask.squares; })
        .def("piece_count", [](const FreeBoard& b) { return b.position.occupied().count(); })
        .def(
            "pieces_mask",
            [](const FreeBoard& b, int type, bool white) {
                return SquareMask{b.position.of(color_of(white), piece_type_of(type))};
            },
            py::arg("piece_type"), py::arg("color"))
        .def(
            "piece_type_at",
            [](const FreeBoard& b, int square) {
                return piece_type_object(b.position.type_at(square_of(square)));
            },
            py::arg("square"))
        .def(
            "color_at",
            [](const FreeBoard& b, int square) -> std::optional<bool> {
                const Piece piece = b.position.piece_at(square_of(square));
                if (piece == Piece::none) return std::nullopt;
                return to_python(kibitz::color_of(piece));
            },
            py::arg("square"))
        .def(
            "piece_map",
            [](const FreeBoard& b, const SquareMask& mask) {
                // python-chess begins with h8.
                py::dict pieces;
                Bitboard left = b.position.occupied() & mask.squares;
                while (left.any()) {
                    const Square square = left.last();
                    left ^= Bitboard(square);
                    pieces[py::int_(square.index())] =
                        own_piece_object(b.position.piece_at(square));
                }
                return pieces;
            },
            py::kw_only(), py::arg("mask") = every_square)
        .def("_remove",
             [](FreeBoard& b, int square) {
                 b.clear_stack();
                 b.position.remove(square_of(square));
             })
        .def("_put",
             [](FreeBoard& b, int square, int type, bool white, bool promoted) {
                 b.clear_stack();
                 b.position.put(square_of(square), piece_type_of(type), color_of(white), promoted);
             })
        .def("_clear_pieces",
             [](FreeBoard& b) {
                 b.clear_stack();
                 b.position.clear_pieces();
             })
        .def("_same_pieces", [](const FreeBoard& b, const FreeBoard& other) {
            return b.position.same_pieces(other.position);
        });
}

void add_attacks(Class& board) {
    board
        .def(
            "king",
            [](const FreeBoard& b, bool white) {
                return to_python(b.position.king(color_of(white)));
            },
            py::arg("color"))
        .def(
            "attacks_mask",
            [](const FreeBoard& b, int square) {
                return SquareMask{b.position.attacks(square_of(square))};
            },
            py::arg("square"))
        .def(
            "attackers_mask",
            [](const FreeBoard& b, bool white, int square,
               const std::optional<SquareMask>& occupied) {
                const Bitboard blockers = occupied ? occupied->squares : b.position.occupied();
                return SquareMask{
                    b.position.attackers(color_of(white), square_of(square), blockers)};
            },
            py::arg("color"), py::arg("square"), py::arg("occupied") = py::none())
        .def(
            "pin_mask",
            [](const FreeBoard& b, bool white, int square) {
                return SquareMask{b.position.pin(color_of(white), square_of(square))};
            },
            py::arg("color"), py::arg("square"))
        .def(
            "is_pinned",
            [](const FreeBoard& b, bool white, int square) {
                return b.position.pin(color_of(white), square_of(square)) != all_squares;
            },
            py::arg("color"), py::arg("square"))
        .def("checkers_mask", [](const FreeBoard& b) { return SquareMask{b.position.checkers()}; })
        .def("is_check", [](const FreeBoard& b) { return b.position.checkers().any(); })
        .def("was_into_check", [](const FreeBoard& b) { return b.position.was_into_check(); });
}

void add_state(Class& board) {
    board
        .def_property(
            "turn", [](const FreeBoard& b) { return to_python(b.position.turn); },
            [](FreeBoard& b, bool white) { b.position.turn = color_of(white); })
        .def_property(
            "castling_rights",
            [](const FreeBoard& b) { return SquareMask{b.position.castling_rooks}; },
            [](FreeBoard& b, const SquareMask& mask) { b.position.castling_rooks = mask.squares; })
        .def_property(
            "ep_square", [](const FreeBoard& b) { return to_python(b.position.en_passant); },
            [](FreeBoard& b, const std::optional<int>& square) {
                b.position.en_passant = square ? square_of(*square) : Square::none();
            })
        .def_property(
            "halfmove_clock", [](const FreeBoard& b) { return b.position.halfmove_clock; },
            [](FreeBoard& b, std::int64_t clock) { b.position.halfmove_clock = clock; })
        .def_property(
            "fullmove_number", [](const FreeBoard& b) { return b.position.fullmove_number; },
            [](FreeBoard& b, std::int64_t number) { b.position.fullmove_number = number; })
        .def_property(
            "chess960", [](const FreeBoard& b) { return b.position.chess960; },
            [](FreeBoard& b, bool is_so) { b.position.chess960 = is_so; })
        .def("ply",
             [](const FreeBoard& b) {
                 return 2 * (b.position.fullmove_number - 1) + index(b.position.turn);
             })
        .def("clean_castling_rights",
             [](const FreeBoard& b) { return SquareMask{b.position.clean_castling_rooks()}; });
}

void add_text(Class& board) {
    board
        .def(
            "board_fen",
            [](const FreeBoard& b, const std::optional<bool>& promoted) {
                return b.position.board_fen(promoted.value_or(false));
            },
            py::kw_only(), py::arg("promoted") = py::none())
        .def("_set_board_fen",
             [](FreeBoard& b, std::string_view text) {
                 require(b.position.set_board_fen(text));
                 b.clear_stack();
             })
        .def("_set_castling_fen",
             [](FreeBoard& b, std::string_view text) {
                 require(b.position.set_castling_fen(text));
                 b.clear_stack();
             })
        .def("_set_fen",
             [](FreeBoard& b, std::string_view text) {
                 require(b.position.set_fen(text));
                 b.clear_stack();
             })
        .def(
            "fen",
            [](const FreeBoard& b, bool shredder, std::string_view en_passant,
               const std::optional<bool>& promoted) {
                return b.position.fen(shredder, en_passant_field(en_passant),
                                      promoted.value_or(false));
            },
            py::kw_only(), py::arg("shredder") = false, py::arg("en_passant") = "legal",
            py::arg("promoted") = py::none())
        .def("_short_fen",
             [](const FreeBoard& b, bool shredder, std::string_view en_passant,
                const std::optional<bool>& promoted) {
                 return b.position.short_fen(shredder, en_passant_field(en_passant),
                                             promoted.value_or(false));
             })
        .def("castling_xfen", [](const FreeBoard& b) { return b.position.castling_fen(false); })
        .def("castling_shredder_fen",
             [](const FreeBoard& b) { return b.position.castling_fen(true); })
        .def(
            "san",
            [](const FreeBoard& b, const FreeMove& move) {
                return algebraic(b.position, move, false);
            },
            py::arg("move"))
        .def(
            "lan",
            [](const FreeBoard& b, const FreeMove& move) {
                return algebraic(b.position, move, true);
            },
            py::arg("move"))
        .def(
            "san_and_push",
            [](FreeBoard& b, const FreeMove& move) {
                std::string text = algebraic(b.position, move, false);
                b.push(move);
                return text;
            },
            py::arg("move"))
        .def("variation_san", &variation_san, py::arg("variation"))
        .def(
            "parse_san",
            [](const FreeBoard& b, std::string_view text) {
                return move_object(parse_san(b.position, text));
            },
            py::arg("san"))
        .def(
            "push_san",
            [](FreeBoard& b, std::string_view text) {
                const FreeMove move = parse_san(b.position, text);
                b.push(move);
                return move_object(move);
            },
            py::arg("san"))
        .def("_normalised", [](const FreeBoard& b, const FreeMove& move, bool chess960) {
            return move_object(b.position.outward(b.position.inward(move), chess960));
        });
}

void add_moves(Class& board) {
    add_generator(board, "generate_legal_moves", &FreePosition::legal_moves);
    add_generator(board, "generate_legal_captures", &FreePosition::legal_captures);
    add_generator(board, "generate_legal_ep", &FreePosition::legal_en_passant);
    add_generator(board, "generate_pseudo_legal_moves", &FreePosition::pseudo_legal_moves);
    add_generator(board, "generate_pseudo_legal_captures", &FreePosition::pseudo_legal_captures);
    add_generator(board, "generate_pseudo_legal_ep", &FreePosition::pseudo_legal_en_passant);
    add_generator(board, "generate_castling_moves", &FreePosition::castling_moves);
    const auto add_question = [&](const char* name,
                                  bool (FreePosition::*question)(const FreeMove&) const) {
        board.def(
            name,
            [question](const FreeBoard& b, const FreeMove& move) {
                return (b.position.*question)(move);
            },
            py::arg("move"));
    };
    add_question("is_legal", &FreePosition::is_legal);
    add_question("is_pseudo_legal", &FreePosition::is_pseudo_legal);
    add_question("is_into_check", &FreePosition::is_into_check);
    add_question("is_en_passant", &FreePosition::is_en_passant);
    add_question("is_capture", &FreePosition::is_capture);
    add_question("is_zeroing", &FreePosition::is_zeroing);
    add_question("is_castling", &FreePosition::is_castling);
    add_question("is_irreversible", &FreePosition::is_irreversible);
    board.def("_legal_count", [](const FreeBoard& b) { return b.position.legal_moves().size(); })
        .def("_has_legal_moves", [](const FreeBoard& b) { return b.position.has_legal_moves(); })
        .def(
            "push", [](FreeBoard& b, const FreeMove& move) { b.push(move); }, py::arg("move"))
        .def("pop", [](FreeBoard& b) { return move_object(b.pop()); })
        .def("peek", [](const FreeBoard& b) { return move_object(b.peek()); })
        .def_property_readonly("move_stack",
                               [](const FreeBoard& b) { return move_list(b.moves()); })
        .def("clear_stack", &FreeBoard::clear_stack)
        .def(
            "_assign",
            [](FreeBoard& b, const FreeBoard& other, const std::optional<std::size_t>& most_moves) {
                b.assign(other, most_moves.value_or(std::numeric_limits<std::size_t>::max()));
            },
            py::arg("other"), py::arg("most_moves") = py::none())
        .def("_assign_root", [](FreeBoard& b, const FreeBoard& other) {
            const bool chess960 = other.position.chess960;
            b.position = other.root();
            b.position.chess960 = chess960;
            b.clear_stack();
        });
}

void add_judgements(Class& board) {
    board
        .def(
            "has_insufficient_material",
            [](const FreeBoard& b, bool white) {
                return b.position.has_insufficient_material(color_of(white));
            },
            py::arg("color"))
        .def("_repeats", [](const FreeBoard& b,
                            const FreeBoard& other) { return b.position.repeats(other.position); })
        .def("_status", [](const FreeBoard& b) { return b.position.status(); })
        .def(
            "is_repetition",
            [](const FreeBoard& b, int count) { return b.occurrences(count) >= count; },
            py::arg("count") = 3)
        .def("can_claim_threefold_repetition", &FreeBoard::can_claim_threefold)
        .def("can_claim_fifty_moves", &FreeBoard::can_claim_fifty_moves);
}

}  // namespace

void bind_free_board(py::module_& module) {
    Class board(module, "FreeBoard", "The pieces and the moves of a board of kibitz.chess.");
    board.def(py::init<>());
    add_pieces(board);
    add_attacks(board);
    add_state(board);
    add_text(board);
    add_moves(board);
    add_judgements(board);
}

}  // namespace kibitz::python
