// Files of positions that are looked things up in: EPD, Polyglot books, Syzygy tables.
#include <pybind11/stl.h>

#include <fstream>
#include <iterator>
#include <random>

#include "bindings.hpp"
#include "board.hpp"
#include "chess/epd.hpp"
#include "chess/polyglot.hpp"
#include "chess/polyglot_numbers.hpp"
#include "platform/syzygy.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

// The board, and the operations as a list of operands each.
py::tuple parse_epd_line(std::string_view line) {
    const auto epd = parse_epd(line);
    if (!epd) throw py::value_error(to_string(epd.error()));
    py::dict operations;
    for (const EpdOperation& operation : epd->operations) {
        py::list operands;
        for (const EpdOperand& operand : operation.operands) operands.append(operand.text);
        operations[py::str(operation.opcode)] = operands;
    }
    return py::make_tuple(Board(epd->position, false), operations);
}

// A book whose bytes are kept here.
class Book {
   public:
    explicit Book(const std::string& path) : bytes_(read(path)) {
        const auto book = PolyglotBook::open(bytes_);
        if (!book) throw py::value_error(path + ": " + to_string(book.error()));
        book_ = *book;
    }
    Book(const Book&) = delete;
    Book& operator=(const Book&) = delete;

    [[nodiscard]] std::size_t size() const { return book_->size(); }

    // (move, weight) in the book's order.
    [[nodiscard]] py::list moves(const Board& board) const {
        py::list moves;
        for (const BookMove& move : book_->moves(board.position()))
            moves.append(py::make_tuple(board.to_python(move.move), move.weight));
        return moves;
    }

    py::object choose(const Board& board) {
        const Move move = book_->choose(board.position(), random_());
        return move.is_none() ? py::object(py::none()) : board.to_python(move);
    }

   private:
    static std::vector<std::byte> read(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        if (!file) {
            errno = ENOENT;
            PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
            throw py::error_already_set();
        }
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const auto bytes = std::as_bytes(std::span(text));
        return {bytes.begin(), bytes.end()};
    }

    std::vector<std::byte> bytes_;
    std::optional<PolyglotBook> book_;
    std::mt19937_64 random_{std::random_device{}()};
};

class Tables {
   public:
    explicit Tables(const std::string& folders) {
        auto opened = open_syzygy(folders);
        if (!opened) throw py::value_error(opened.error());
        tables_ = std::move(opened->tablebase);
        notes_ = std::move(opened->notes);
    }

    [[nodiscard]] int max_pieces() const { return tables()->max_pieces(); }
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

    // 2 a win, 1 one that the fifty-move rule turns into a draw, 0 a draw, and so on.
    [[nodiscard]] std::optional<int> win_draw_loss(const Board& board) const {
        if (!can_be_asked(board.position())) return std::nullopt;
        const auto result = tables()->probe_wdl(board.position());
        return result ? std::optional(static_cast<int>(*result)) : std::nullopt;
    }
    [[nodiscard]] std::optional<int> distance(const Board& board) const {
        if (!can_be_asked(board.position())) return std::nullopt;
        return tables()->probe_dtz(board.position());
    }

    void close() { tables_.reset(); }

   private:
    [[nodiscard]] SyzygyTables* tables() const {
        if (!tables_) throw py::value_error("the tables have been closed");
        return tables_.get();
    }
    [[nodiscard]] bool can_be_asked(const Position& position) const {
        for (const Color color : {Color::white, Color::black})
            for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside})
                if (!position.castling_rook(color, side).is_none()) return false;
        return position.occupied().count() <= tables()->max_pieces();
    }

    std::unique_ptr<SyzygyTables> tables_;
    std::vector<std::string> notes_;
};

}  // namespace

void bind_files(py::module_& module) {
    module.def("parse_epd", &parse_epd_line, py::arg("line"));
    module.def("polyglot_numbers", [] {
        const auto numbers = polyglot_numbers();
        return std::vector(numbers.begin(), numbers.end());
    });
    py::class_<Book>(module, "Book")
        .def(py::init<const std::string&>(), py::arg("path"))
        .def("__len__", &Book::size)
        .def("moves", &Book::moves, py::arg("board"))
        .def("choose", &Book::choose, py::arg("board"));
    py::class_<Tables>(module, "Tables")
        .def(py::init<const std::string&>(), py::arg("folders"))
        .def_property_readonly("max_pieces", &Tables::max_pieces)
        .def_property_readonly("notes", &Tables::notes)
        .def("win_draw_loss", &Tables::win_draw_loss)
        .def("distance", &Tables::distance)
        .def("close", &Tables::close);
}

}  // namespace kibitz::python
