// Positions and moves of PGN files as NumPy arrays, for machine learning.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "array_of.hpp"
#include "bindings.hpp"
#include "board.hpp"
#include "chess/pgn.hpp"
#include "result_number.hpp"
#include "text/numbers.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

// The columns of a batch: one row for each position of a main line from which a move was made.
struct Rows {
    std::vector<std::uint8_t>
        boards;  // [n][64]: 0 empty, 1 to 6 White's pawn to king, 7 to 12 Black's
    std::vector<std::uint8_t> white_to_move;
    std::vector<std::uint8_t> castling;   // 1 K, 2 Q, 4 k, 8 q
    std::vector<std::int8_t> en_passant;  // square, or -1
    std::vector<std::uint16_t> moves;     // from | to << 6 | promotion << 12
    std::vector<std::uint32_t> games;     // counted from 0 in the file
    std::vector<std::int16_t> white_elo;  // 0 if unknown
    std::vector<std::int16_t> black_elo;
    std::vector<std::int8_t> results;  // 1 White wins, 0 a draw, -1 Black wins, 2 unknown

    [[nodiscard]] std::size_t size() const { return moves.size(); }
};

std::uint8_t castling_bits(const Position& position) {
    std::uint8_t bits = 0, bit = 1;
    for (const Color color : {Color::white, Color::black})
        for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside}) {
            if (!position.castling_rook(color, side).is_none()) bits |= bit;
            bit = static_cast<std::uint8_t>(bit << 1);
        }
    return bits;
}

std::uint16_t move_number(const BoardMove& move) {
    const int promotion = move.promotion == PieceType::none ? 0 : index(move.promotion) + 1;
    return static_cast<std::uint16_t>(move.from.index() | move.to.index() << 6 | promotion << 12);
}

std::uint8_t piece_number(Piece piece) {
    const int type = index(type_of(piece)) + 1;
    return static_cast<std::uint8_t>(color_of(piece) == Color::white ? type
                                                                     : type + piece_type_count);
}

std::int16_t rating(std::string_view value) {
    const auto number = text::parse_number<std::int16_t>(value);
    return number && *number > 0 ? *number : std::int16_t{0};
}

class RowCollector final : public PgnVisitor {
   public:
    Rows rows;

    void begin_game() override {
        white_elo_ = black_elo_ = 0;
        depth_ = 0;
    }
    void tag(std::string_view name, std::string_view value) override {
        if (name == "WhiteElo") white_elo_ = rating(value);
        if (name == "BlackElo") black_elo_ = rating(value);
    }
    bool begin_moves(const Position& start) override {
        chess960_ = start.needs_chess960_notation();
        return true;
    }
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }
    void move(const Position& before, Move move, const Position& /*after*/) override {
        if (depth_ > 0 || move.is_none()) return;
        const std::size_t at = rows.boards.size();
        rows.boards.resize(at + square_count);
        for (const Square square : before.occupied())
            rows.boards[at + static_cast<std::size_t>(square.index())] =
                piece_number(before.piece_on(square));
        rows.white_to_move.push_back(before.side_to_move() == Color::white ? 1 : 0);
        rows.castling.push_back(castling_bits(before));
        const Square target = before.en_passant();
        rows.en_passant.push_back(target.is_none() ? std::int8_t{-1}
                                                   : static_cast<std::int8_t>(target.index()));
        rows.moves.push_back(move_number(to_board_move(move, chess960_)));
        rows.games.push_back(game_);
        rows.white_elo.push_back(white_elo_);
        rows.black_elo.push_back(black_elo_);
    }
    void result(PgnResult result) override { result_ = number_of(result); }
    void end_game() override {
        rows.results.resize(rows.size(), result_);
        result_ = unknown_result;
        ++game_;
    }

   private:
    std::int16_t white_elo_ = 0, black_elo_ = 0;
    std::int8_t result_ = unknown_result;
    std::uint32_t game_ = 0;
    int depth_ = 0;
    bool chess960_ = false;
};

// Batches of whole games, each with at least so many positions but for the last.
class PositionBatches {
   public:
    PositionBatches(const std::string& path, std::size_t batch)
        : file_(path, std::ios::binary), batch_(batch), reader_(collector_) {
        if (file_) return;
        errno = ENOENT;
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
        throw py::error_already_set();
    }

    py::dict next() {
        {
            const py::gil_scoped_release release;
            while (!at_end_ && collector_.rows.results.size() < batch_) read_piece();
        }
        Rows rows = finished_rows();
        if (rows.size() == 0) throw py::stop_iteration();
        const auto count = static_cast<py::ssize_t>(rows.size());
        py::dict arrays;
        arrays["boards"] = take(rows.boards, {count, square_count});
        arrays["white_to_move"] = take(rows.white_to_move, {count});
        arrays["castling"] = take(rows.castling, {count});
        arrays["en_passant"] = take(rows.en_passant, {count});
        arrays["moves"] = take(rows.moves, {count});
        arrays["games"] = take(rows.games, {count});
        arrays["white_elo"] = take(rows.white_elo, {count});
        arrays["black_elo"] = take(rows.black_elo, {count});
        arrays["results"] = take(rows.results, {count});
        return arrays;
    }

   private:
    static constexpr std::size_t piece_size = 256 * 1024;

    void read_piece() {
        std::string piece(piece_size, '\0');
        file_.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        piece.resize(static_cast<std::size_t>(file_.gcount()));
        if (!piece.empty()) reader_.feed(piece);
        if (file_) return;
        reader_.finish();
        at_end_ = true;
    }

    // A game that the reader is in the middle of stays for the next batch: its result is not known.
    Rows finished_rows() {
        Rows& all = collector_.rows;
        const std::size_t finished = all.results.size();
        Rows rest;
        const auto split = [finished](auto& from, auto& to, std::size_t width = 1) {
            const auto middle = from.begin() + static_cast<std::ptrdiff_t>(finished * width);
            to.assign(middle, from.end());
            from.erase(middle, from.end());
        };
        split(all.boards, rest.boards, square_count);
        split(all.white_to_move, rest.white_to_move);
        split(all.castling, rest.castling);
        split(all.en_passant, rest.en_passant);
        split(all.moves, rest.moves);
        split(all.games, rest.games);
        split(all.white_elo, rest.white_elo);
        split(all.black_elo, rest.black_elo);
        return std::exchange(all, std::move(rest));
    }

    std::ifstream file_;
    std::size_t batch_;
    RowCollector collector_;
    PgnReader reader_;
    bool at_end_ = false;
};

// The same columns for positions of a program's own.
py::array_t<std::uint8_t> board_array(const Board& board) {
    py::array_t<std::uint8_t> squares(square_count);
    auto view = squares.mutable_unchecked<1>();
    for (py::ssize_t i = 0; i < square_count; ++i) view(i) = 0;
    for (const Square square : board.position().occupied())
        view(square.index()) = piece_number(board.position().piece_on(square));
    return squares;
}

}  // namespace

void bind_arrays(py::module_& module) {
    py::class_<PositionBatches>(module, "PositionBatches")
        .def(py::init<const std::string&, std::size_t>(), py::arg("path"), py::arg("batch"))
        .def("__iter__", [](const py::object& self) { return self; })
        .def("__next__", &PositionBatches::next);
    module.def("board_array", &board_array);
    module.def("move_number", [](const BoardMove& move) { return move_number(move); });
}

}  // namespace kibitz::python
