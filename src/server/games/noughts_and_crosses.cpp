// Noughts and crosses, with the moves of the battlebot arena: {"mark": "X", "space": [row,
// column]}.
#include <array>
#include <cmath>

#include "games/detail/each.hpp"
#include "games/detail/setup_fields.hpp"

namespace kibitz::games {

namespace {

constexpr int size = 3;
constexpr std::array<const char*, 2> marks{"X", "O"};
constexpr const char* no_mark = "";

// 0 to 2. A whole number with a decimal point is one: JavaScript's clients see no difference.
std::optional<int> coordinate(const Json& value) {
    if (!value.is_number()) return std::nullopt;
    const double number = value.get<double>();
    if (number < 0 || number >= size || number != std::floor(number)) return std::nullopt;
    return static_cast<int>(number);
}

class Board final : public State {
   public:
    [[nodiscard]] Side side_to_move() const override { return side_; }

    [[nodiscard]] std::optional<Outcome> outcome() const override {
        for (const auto& line : lines) {
            const char* mark = at(line[0]);
            if (mark != no_mark && mark == at(line[1]) && mark == at(line[2]))
                return Outcome{mark == marks[0] ? Side::first : Side::second, "line"};
        }
        if (played_ == size * size) return Outcome{std::nullopt, "full board"};
        return std::nullopt;
    }

    [[nodiscard]] std::expected<Json, std::string> check(const Json& move) const override {
        if (!move.is_object() || !move.contains("mark") || !move.contains("space"))
            return std::unexpected(R"(a move is {"mark": "X" or "O", "space": [row, column]})");
        if (move["mark"] != marks[index(side_)])
            return std::unexpected(std::string("it is the turn of ") + marks[index(side_)]);
        const Json& space = move["space"];
        if (!space.is_array() || space.size() != 2)
            return std::unexpected("a space is [row, column]");
        const auto row = coordinate(space[0]), column = coordinate(space[1]);
        if (!row || !column) return std::unexpected("rows and columns are 0, 1 and 2");
        if (at(*row * size + *column) != no_mark) return std::unexpected("that space is taken");
        return Json{{"mark", marks[index(side_)]}, {"space", {*row, *column}}};
    }

    void play(const Json& move) override {
        const int row = move["space"][0], column = move["space"][1];
        board_[static_cast<std::size_t>(row * size + column)] = marks[index(side_)];
        ++played_;
        side_ = ~side_;
    }

    [[nodiscard]] std::vector<Json> legal_moves() const override {
        std::vector<Json> moves;
        if (outcome()) return moves;
        for (int space = 0; space < size * size; ++space)
            if (at(space) == no_mark)
                moves.push_back(
                    {{"mark", marks[index(side_)]}, {"space", {space / size, space % size}}});
        return moves;
    }

    [[nodiscard]] Json view() const override {
        Json rows = Json::array();
        for (int row = 0; row < size; ++row)
            rows.push_back({at(row * size), at(row * size + 1), at(row * size + 2)});
        return {{"board", std::move(rows)}};
    }

   private:
    static constexpr std::array<std::array<int, size>, 8> lines{
        {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

    // Row by row.
    [[nodiscard]] const char* at(int space) const {
        return board_[static_cast<std::size_t>(space)];
    }

    std::array<const char*, static_cast<std::size_t>(size* size)> board_ = [] {
        decltype(board_) spaces{};
        spaces.fill(no_mark);
        return spaces;
    }();
    int played_ = 0;
    Side side_ = Side::first;
};

class NoughtsAndCrosses final : public Rules {
   public:
    [[nodiscard]] std::string_view name() const override { return "noughtsandcrosses"; }
    [[nodiscard]] std::string_view title() const override { return "Noughts and crosses"; }
    [[nodiscard]] std::string_view side_name(Side side) const override {
        return marks[index(side)];
    }
    [[nodiscard]] std::expected<std::unique_ptr<State>, std::string> start(
        const Json& setup) const override {
        if (auto known = check_fields(setup, {}); !known) return std::unexpected(known.error());
        return std::make_unique<Board>();
    }
};

}  // namespace

const Rules& noughts_and_crosses() {
    static const NoughtsAndCrosses rules;
    return rules;
}

}  // namespace kibitz::games
