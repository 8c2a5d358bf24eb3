// Connect four: discs fall into the columns of a grid of seven by six; four in a row win. A move is
// {"column": 0 to 6}.
#include <array>

#include "games/detail/each.hpp"
#include "games/detail/setup_fields.hpp"

namespace kibitz::games {

namespace {

constexpr int columns = 7, rows = 6, to_connect = 4;
constexpr char empty = '.';
constexpr std::array<char, 2> discs{'R', 'Y'};

class Grid final : public State {
   public:
    Grid() {
        for (auto& column : grid_) column.fill(empty);
    }

    [[nodiscard]] Side side_to_move() const override { return side_; }

    [[nodiscard]] std::optional<Outcome> outcome() const override {
        if (four_at_last()) return Outcome{~side_, "four in a row"};
        if (played_ == columns * rows) return Outcome{std::nullopt, "full grid"};
        return std::nullopt;
    }

    [[nodiscard]] std::expected<Json, std::string> check(const Json& move) const override {
        if (!move.is_object() || !move.contains("column") || !move["column"].is_number_integer())
            return std::unexpected(R"(a move is {"column": 0 to 6})");
        const Json& column = move["column"];
        if (column < 0 || column >= columns) return std::unexpected("columns are 0 to 6");
        if (height_[column.get<std::size_t>()] == rows)
            return std::unexpected("that column is full");
        return Json{{"column", column}};
    }

    void play(const Json& move) override {
        last_ = move["column"];
        auto& height = height_[static_cast<std::size_t>(last_)];
        grid_[static_cast<std::size_t>(last_)][static_cast<std::size_t>(height)] =
            discs[index(side_)];
        ++height;
        ++played_;
        side_ = ~side_;
    }

    [[nodiscard]] std::vector<Json> legal_moves() const override {
        std::vector<Json> moves;
        if (outcome()) return moves;
        for (int column = 0; column < columns; ++column)
            if (height_[static_cast<std::size_t>(column)] < rows)
                moves.push_back({{"column", column}});
        return moves;
    }

    // Row by row from the top, as it looks.
    [[nodiscard]] Json view() const override {
        Json lines = Json::array();
        for (int row = rows - 1; row >= 0; --row) {
            std::string line;
            for (int column = 0; column < columns; ++column) line += at(column, row);
            lines.push_back(line);
        }
        return {{"board", std::move(lines)}};
    }

   private:
    // Rows from the bottom; empty outside of the grid.
    [[nodiscard]] char at(int column, int row) const {
        if (column < 0 || column >= columns || row < 0 || row >= rows) return empty;
        return grid_[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
    }

    // Discs like the one there in that direction, itself left out.
    [[nodiscard]] int run(int column, int row, int right, int up) const {
        const char disc = at(column, row);
        int length = 0;
        while (at(column + (length + 1) * right, row + (length + 1) * up) == disc) ++length;
        return length;
    }

    // A row of four has the last disc in it.
    [[nodiscard]] bool four_at_last() const {
        if (played_ == 0) return false;
        const int row = height_[static_cast<std::size_t>(last_)] - 1;
        constexpr std::array<std::array<int, 2>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
        for (const auto& [right, up] : directions)
            if (1 + run(last_, row, right, up) + run(last_, row, -right, -up) >= to_connect)
                return true;
        return false;
    }

    std::array<std::array<char, rows>, columns> grid_;
    std::array<int, columns> height_{};
    int last_ = 0;  // column
    int played_ = 0;
    Side side_ = Side::first;
};

class ConnectFour final : public Rules {
   public:
    [[nodiscard]] std::string_view name() const override { return "connectfour"; }
    [[nodiscard]] std::string_view title() const override { return "Connect four"; }
    [[nodiscard]] std::string_view side_name(Side side) const override {
        return side == Side::first ? "red" : "yellow";
    }
    [[nodiscard]] std::expected<std::unique_ptr<State>, std::string> start(
        const Json& setup) const override {
        if (auto known = check_fields(setup, {}); !known) return std::unexpected(known.error());
        return std::make_unique<Grid>();
    }
};

}  // namespace

const Rules& connect_four() {
    static const ConnectFour rules;
    return rules;
}

}  // namespace kibitz::games
