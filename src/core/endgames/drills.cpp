#include "endgames/drills.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "endgames/play.hpp"

namespace kibitz::endgames {
namespace {

constexpr auto white = Color::white, black = Color::black;

constexpr std::array all_drills{
    Drill{.id = "two-rooks",
          .white = "RR",
          .black = "",
          .learner = white,
          .goal = Goal::mate,
          .least_plies = 9},
    Drill{.id = "queen",
          .white = "Q",
          .black = "",
          .learner = white,
          .goal = Goal::mate,
          .least_plies = 13},
    Drill{.id = "rook",
          .white = "R",
          .black = "",
          .learner = white,
          .goal = Goal::mate,
          .least_plies = 21},
    Drill{.id = "square",
          .white = "P",
          .black = "",
          .learner = black,
          .goal = Goal::hold,
          .most_keeping = 2,
          .lowest = Rank::r2,
          .highest = Rank::r5,
          .far = 3},
    Drill{.id = "rook-pawn",
          .white = "P",
          .black = "",
          .learner = black,
          .goal = Goal::hold,
          .most_keeping = 2,
          .files = "ah",
          .lowest = Rank::r3,
          .highest = Rank::r6},
    Drill{.id = "opposition",
          .white = "P",
          .black = "",
          .learner = black,
          .goal = Goal::hold,
          .most_keeping = 1,
          .files = "bcdefg",
          .lowest = Rank::r3,
          .highest = Rank::r6},
    Drill{.id = "key-squares",
          .white = "P",
          .black = "",
          .learner = white,
          .goal = Goal::promotion,
          .least_plies = 25,
          .most_keeping = 2,
          .files = "bcdefg",
          .lowest = Rank::r2,
          .highest = Rank::r5},
    Drill{.id = "queen-against-pawn",
          .white = "Q",
          .black = "P",
          .learner = white,
          .goal = Goal::capture,
          .least_plies = 23,
          .most_keeping = 6,
          .files = "bdeg",
          .lowest = Rank::r7,
          .highest = Rank::r7},
    Drill{.id = "pawn-against-queen",
          .white = "Q",
          .black = "P",
          .learner = black,
          .goal = Goal::hold,
          .most_keeping = 2,
          .files = "acfh",
          .lowest = Rank::r7,
          .highest = Rank::r7},
    Drill{.id = "two-bishops",
          .white = "BB",
          .black = "",
          .learner = white,
          .goal = Goal::mate,
          .least_plies = 25},
    Drill{.id = "rook-against-pawn",
          .white = "R",
          .black = "P",
          .learner = white,
          .goal = Goal::capture,
          .least_plies = 25,
          .most_keeping = 2,
          .lowest = Rank::r4,
          .highest = Rank::r6},
    Drill{.id = "bishop-against-rook",
          .white = "R",
          .black = "B",
          .learner = black,
          .goal = Goal::hold,
          .most_keeping = 2},
    Drill{.id = "knight-against-rook",
          .white = "R",
          .black = "N",
          .learner = black,
          .goal = Goal::hold,
          .most_keeping = 2},
    Drill{.id = "queen-against-rook",
          .white = "Q",
          .black = "R",
          .learner = white,
          .goal = Goal::capture,
          .least_plies = 41},
    Drill{.id = "bishop-and-knight",
          .white = "BN",
          .black = "",
          .learner = white,
          .goal = Goal::mate,
          .least_plies = 41},
};

// Puts the men of one side where they may stand at random.
class Setter {
   public:
    Setter(const Drill& drill, SplitMix& random) : drill_(drill), random_(random) {}

    std::optional<Position> set() {
        setup_.side_to_move = drill_.learner;
        put_side(white, drill_.white);
        put_side(black, drill_.black);
        if (!fits_) return std::nullopt;
        const auto position = Position::make(setup_);
        return position ? std::optional(*position) : std::nullopt;
    }

   private:
    void put_side(Color side, std::string_view letters) {
        put(make_piece(side, PieceType::king));
        for (const char letter : letters)
            put(make_piece(side, type_of(parse_piece(letter).value_or(Piece::none))));
    }

    void put(Piece piece) {
        const Square square(static_cast<int>(random_.uniform() * square_count));
        Piece& place = setup_.board[static_cast<std::size_t>(square.index())];
        if (place != Piece::none) fits_ = false;
        place = piece;
        if (type_of(piece) != PieceType::pawn) return;
        const Rank rank = relative(square.rank(), color_of(piece));
        if (rank < drill_.lowest || rank > drill_.highest) fits_ = false;
        if (!drill_.files.empty() && !drill_.files.contains(to_char(square.file()))) fits_ = false;
    }

    const Drill& drill_;
    SplitMix& random_;
    PositionSetup setup_;
    bool fits_ = true;
};

int steps_between(Square one, Square other) {
    return std::max(std::abs(index(one.file()) - index(other.file())),
                    std::abs(index(one.rank()) - index(other.rank())));
}

bool is_far_enough(const Drill& drill, const Position& position) {
    const Bitboard pawn = position.pieces(PieceType::pawn);
    if (drill.far == 0 || pawn.empty()) return true;
    return steps_between(position.king(white), pawn.first()) >= drill.far &&
           steps_between(position.king(black), pawn.first()) >= drill.far;
}

bool is_wanted(const Drill& drill, const Position& position, const Tables& tables) {
    const Result wanted = drill.goal == Goal::hold ? Result::draw : Result::win;
    const auto verdict = tables.verdict(position);
    if (!verdict || verdict->result != wanted || verdict->plies < drill.least_plies) return false;
    if (!is_far_enough(drill, position)) return false;
    const auto moves = rated_moves(position, tables);
    const auto keeping = std::ranges::count_if(
        moves, [wanted](const RatedMove& one) { return one.verdict.result == wanted; });
    // A forced move is no task.
    return moves.size() > 1 && keeping > 0 &&
           (drill.most_keeping == 0 || keeping <= drill.most_keeping);
}

}  // namespace

const char* to_string(Goal goal) {
    switch (goal) {
        case Goal::mate: return "mate";
        case Goal::promotion: return "promotion";
        case Goal::capture: return "capture";
        case Goal::hold: return "hold";
    }
    return "";
}

std::span<const Drill> drills() { return all_drills; }

const Drill* find_drill(std::string_view id) {
    const auto found = std::ranges::find(all_drills, id, &Drill::id);
    return found == all_drills.end() ? nullptr : &*found;
}

Material material_of(const Drill& drill) {
    Placement placement;
    placement.add(Piece::white_king, squares::a1);
    placement.add(Piece::black_king, squares::h8);
    const auto add = [&](Color side, std::string_view letters) {
        for (const char letter : letters) {
            const PieceType type = type_of(parse_piece(letter).value_or(Piece::none));
            placement.add(make_piece(side, type), Square(File::b, relative(drill.lowest, side)));
        }
    };
    add(white, drill.white);
    add(black, drill.black);
    order(placement);
    return material_of(placement);
}

std::optional<Position> start_of(const Drill& drill, const Tables& tables, SplitMix& random) {
    constexpr int most_attempts = 1'000'000;
    if (!tables.missing(material_of(drill)).empty()) return std::nullopt;
    for (int i = 0; i < most_attempts; ++i) {
        const auto position = Setter(drill, random).set();
        if (position && is_wanted(drill, *position, tables)) return position;
    }
    return std::nullopt;
}

}  // namespace kibitz::endgames
