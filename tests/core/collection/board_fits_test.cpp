// What a segment knows of boards, against games that are looked at position by position.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "collection/invented_games.hpp"
#include "collection/segment.hpp"
#include "collection/segment_maker.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::collection;

namespace {

// Captures, promotions and endings come from these soon.
constexpr std::array starts = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/PPP2k2/2n1b3/8/8/3B4/2K2ppp/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/3Pp3/8/2R5/2K2r2/8 w - e6 0 1",
    "r1bqk2r/ppp2ppp/2n5/3p4/3P4/2N5/PPP2PPP/R1BQK2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
};

Game game_from(const char* fen, test::Random& random) {
    const Position start = parse_fen(fen, SetupRules::lenient).value();
    Game game(start);
    Position position = start;
    NodeId last = NodeId::root;
    for (std::uint64_t ply = 0, plies = random.below(90); ply < plies; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.size() == 0) break;
        Move chosen =
            moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
        if (random.below(3) == 0)
            for (const Move move : moves)
                if (position.is_capture(move) || move.is_promotion()) chosen = move;
        const NodeId before = last;
        last = game.add(last, chosen);
        if (random.below(10) == 0) game.add(before, test::invented_move(position, random));
        position.play(chosen);
    }
    return game;
}

// The odd ones: a null move, a variant without a start, no moves, a long quiet stretch.
std::string odd_games() {
    std::string pgn =
        "1. e4 -- 2. d4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"none\"]\n\n*\n\n1.";
    for (int i = 0; i < 80; ++i) pgn += " Nf3 Nf6 Ng1 Ng8";
    return pgn + " *\n\n";
}

// Rank by rank of the FEN, so that nothing is asked of the code under test.
struct Board {
    explicit Board(const Position& position) {
        int rank = 7, file = 0;
        for (const char c : to_fen(position)) {
            if (c == ' ') break;
            if (c == '/') {
                --rank;
                file = 0;
            } else if (c >= '1' && c <= '8') {
                file += c - '0';
            } else {
                squares[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file++)] = c;
            }
        }
    }
    [[nodiscard]] int count(char piece) const {
        int number = 0;
        for (const auto& rank : squares)
            number += static_cast<int>(std::ranges::count(rank, piece));
        return number;
    }
    [[nodiscard]] bool has(char piece, int file, int rank) const {
        return file >= 0 && file < 8 &&
               squares[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)] == piece;
    }
    std::array<std::array<char, 8>, 8> squares{};
};

// Of each game the boards of its main line; none where it has no start.
std::vector<std::vector<Board>> boards_of(const std::string& pgn) {
    std::vector<std::vector<Board>> games;
    for (const ReadGame& read : read_games(pgn)) {
        auto& boards = games.emplace_back();
        if (read.game.tag("Variant") == "Atomic") continue;
        boards.emplace_back(read.game.start());
        for (const NodeId node : read.game.main_line())
            boards.emplace_back(read.game.position(node));
    }
    return games;
}

// A condition as it is written, and as it is looked up on a board.
struct Side {
    std::array<int, 5> least{}, most{};
};
constexpr std::string_view letters = "PNBRQ";

struct Wanted {
    std::array<Side, 2> sides;
    std::string material;  // empty for none
    std::vector<std::string> pawns;
    BishopPattern bishops = BishopPattern::any;
    int stands = 1;

    [[nodiscard]] bool has_material(const Board& board, bool is_turned) const {
        for (std::size_t side = 0; side < 2; ++side)
            for (std::size_t kind = 0; kind < letters.size(); ++kind) {
                const bool is_white = (side == 0) != is_turned;
                const char piece = is_white ? letters[kind] : "pnbrq"[kind];
                const int count = board.count(piece);
                if (count < sides[side].least[kind] || count > sides[side].most[kind]) return false;
            }
        return true;
    }
    static bool has_pawn(const Board& board, const std::string& word, bool is_white) {
        const char own = is_white ? 'P' : 'p', other = is_white ? 'p' : 'P';
        const auto column = [&](char piece, int file) {
            int count = 0;
            for (int rank = 0; rank < 8; ++rank) count += board.has(piece, file, rank);
            return count;
        };
        for (int file = 0; file < 8; ++file)
            for (int rank = 0; rank < 8; ++rank) {
                const bool is_on_file =
                    word.find('-') == std::string::npos || word.back() == 'a' + file;
                if (!board.has(own, file, rank) || !is_on_file) continue;
                bool is_passed = true;
                for (int beside = file - 1; beside <= file + 1; ++beside)
                    for (int ahead = 0; ahead < 8; ++ahead)
                        if (is_white ? ahead > rank : ahead < rank)
                            is_passed &= !board.has(other, beside, ahead);
                if (word.contains("passed") && is_passed) return true;
                if (word.contains("doubled") && column(own, file) > 1) return true;
                if (word.contains("isolated") && column(own, file - 1) + column(own, file + 1) == 0)
                    return true;
            }
        return false;
    }
    [[nodiscard]] bool has_pawns(const Board& board) const {
        return std::ranges::all_of(pawns, [&](const std::string& word) {
            return (!word.starts_with("black:") && has_pawn(board, word, true)) ||
                   (!word.starts_with("white:") && has_pawn(board, word, false));
        });
    }
    [[nodiscard]] bool has_bishops(const Board& board) const {
        if (bishops == BishopPattern::any) return true;
        int white = 0, black = 0;
        for (int file = 0; file < 8; ++file)
            for (int rank = 0; rank < 8; ++rank) {
                if (board.has('B', file, rank)) white = (file + rank) % 2;
                if (board.has('b', file, rank)) black = (file + rank) % 2;
            }
        return board.count('B') == 1 && board.count('b') == 1 &&
               (white != black) == (bishops == BishopPattern::opposite);
    }
    [[nodiscard]] bool holds(const Board& board) const {
        const bool is_material = material.empty() || has_material(board, false) ||
                                 (!material.starts_with("white:") && has_material(board, true));
        return is_material && has_pawns(board) && has_bishops(board);
    }
    [[nodiscard]] bool is_in(const std::vector<Board>& game) const {
        int run = 0;
        for (const Board& board : game) {
            run = holds(board) ? run + 1 : 0;
            if (run == stands) return true;
        }
        return false;
    }
    [[nodiscard]] Query query() const {
        Query query;
        if (!material.empty()) query.material = MaterialPattern::parse(material).value();
        for (const std::string& word : pawns)
            query.pawns.push_back(PawnPattern::parse(word).value());
        query.bishops = bishops;
        query.stands_for = stands;
        return query;
    }
};

// The material of some position, exactly or in part.
void set_material(Wanted& wanted, const Board& board, test::Random& random) {
    const bool has_kings = random.below(2) == 0;
    std::array<std::string, 2> words;
    for (std::size_t side = 0; side < 2; ++side) {
        if (has_kings) words[side] = "K";
        for (std::size_t kind = letters.size(); kind-- > 0;) {
            int& least = wanted.sides[side].least[kind];
            int& most = wanted.sides[side].most[kind];
            least = most = board.count(side == 0 ? letters[kind] : "pnbrq"[kind]);
            const bool is_free = kind == 0 && !has_kings && (least == 0 || random.below(3) > 0);
            if (is_free) {
                least = 0;
                most = 99;
                continue;
            }
            words[side] += std::string(static_cast<std::size_t>(least), letters[kind]);
            if (least > 0 && random.below(4) == 0) {
                words[side] += '+';
                most = 99;
            }
        }
    }
    const std::string text = words[0] + 'v' + words[1];
    if (text.size() > 1) wanted.material = (random.below(4) == 0 ? "white:" : "") + text;
}

Wanted wanted_board(const std::vector<std::vector<Board>>& games, test::Random& random) {
    Wanted wanted;
    const auto& game = games[random.below(games.size())];
    if (!game.empty() && random.below(4) > 0)
        set_material(wanted, game[random.below(game.size())], random);
    if (random.below(3) == 0)
        for (std::uint64_t i = 0, count = 1 + random.below(2); i < count; ++i) {
            std::string word = std::array{"", "white:", "black:"}[random.below(3)];
            word += std::array{"isolated", "doubled", "passed"}[random.below(3)];
            if (random.below(2) == 0) word += std::string("-") + "abcdefgh"[random.below(8)];
            wanted.pawns.push_back(word);
        }
    if (random.below(5) == 0)
        wanted.bishops = random.below(2) == 0 ? BishopPattern::same : BishopPattern::opposite;
    if (random.below(3) == 0) wanted.stands = 1 + static_cast<int>(random.below(20));
    return wanted;
}

}  // namespace

TEST_CASE("a segment knows of which games the board is as asked for") {
    test::Random random(40);
    std::string pgn = odd_games();
    for (int i = 0; i < 120; ++i)
        pgn += to_pgn(game_from(starts[random.below(starts.size())], random)) + '\n';
    SegmentMaker maker;
    const Query all;
    Finder finder(all, [&](const FoundGame& game) { maker.add(game); });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    const std::string bytes = maker.make();
    const Segment segment = Segment::open(std::as_bytes(std::span(bytes))).value();
    const auto games = boards_of(pgn);
    REQUIRE(segment.size() == games.size());
    std::array<int, 3> counts{};
    for (int number = 0; number < 400; ++number) {
        const Wanted wanted = wanted_board(games, random);
        const Query query = wanted.query();
        if (!query.asks_for_board()) continue;
        const auto fits = segment.board_fits(query);
        REQUIRE(fits.has_value());
        for (std::size_t game = 0; game < games.size(); ++game) {
            const BoardFit fit = (*fits)[game];
            const bool is_wanted = wanted.is_in(games[game]);
            CAPTURE(wanted.material);
            CAPTURE(game);
            CHECK((fit != BoardFit::none || !is_wanted));
            CHECK((fit != BoardFit::certain || is_wanted));
            ++counts[static_cast<std::size_t>(fit)];
        }
        // Material alone, and any other condition alone for one half-move, is never in doubt.
        const bool is_alone = (query.material ? 1U : 0U) + query.pawns.size() +
                                  (query.bishops == BishopPattern::any ? 0U : 1U) ==
                              1;
        if (is_alone && (query.material || query.stands_for == 1))
            CHECK(std::ranges::find(*fits, BoardFit::possible) == fits->end());
    }
    for (const int count : counts) CHECK(count > 500);
}
