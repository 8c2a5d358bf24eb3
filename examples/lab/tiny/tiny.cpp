// Tiny: a chess engine in three files, to try a laboratory with (docs/lab.md). It searches with
// alpha-beta and speaks as much UCI as a match needs.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "board.hpp"
#include "evaluation.hpp"

namespace {

using namespace tiny;
using Clock = std::chrono::steady_clock;

constexpr int mate = 30000, longest_line = 64;
constexpr const char* start_position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct Limits {
    std::uint64_t nodes = UINT64_MAX;
    int depth = longest_line;
    Clock::time_point end = Clock::time_point::max();
};

// The board and what it was like before, for repetitions.
struct Game {
    Board board;
    std::vector<Board> earlier{};

    void play(const Move& move) {
        earlier.push_back(board);
        board = board.after(move);
    }
    [[nodiscard]] bool has_been(const Board& other) const {
        return std::find(earlier.begin(), earlier.end(), other) != earlier.end();
    }
};

class Search {
   public:
    explicit Search(const Limits& limits) : limits_(limits) {}

    Move best_move(const Game& game) {
        const Board& board = game.board;
        const std::vector<Move> moves = board.legal_moves();
        if (moves.empty()) return {};
        Move best = moves.front();
        for (int depth = 1; depth <= limits_.depth && !is_over_; ++depth) {
            int alpha = -mate;
            Move found = best;
            for (const Move& move : ordered(board, moves, best)) {
                const Board next = board.after(move);
                const int score =
                    game.has_been(next) ? 0 : -search(next, depth - 1, 1, -mate, -alpha);
                if (is_over_) break;
                if (score > alpha) {
                    alpha = score;
                    found = move;
                }
            }
            if (is_over_ && depth > 1) break;
            best = found;
            std::cout << "info depth " << depth << " score cp " << alpha << " nodes " << nodes_
                      << " pv " << to_text(best) << "\n";
        }
        return best;
    }

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

   private:
    // The best of the last depth first, then captures, the most valuable before the others.
    static std::vector<Move> ordered(const Board& board, std::vector<Move> moves,
                                     const Move& first) {
        const auto rank = [&](const Move& move) {
            if (move == first) return mate;
            const auto kind =
                static_cast<char>(std::tolower(static_cast<unsigned char>(board.at(move.to))));
            return value_of(kind);
        };
        std::stable_sort(moves.begin(), moves.end(),
                         [&](const Move& a, const Move& b) { return rank(a) > rank(b); });
        return moves;
    }

    bool must_stop() {
        constexpr std::uint64_t nodes_between_looks = 256;
        ++nodes_;
        if (nodes_ >= limits_.nodes ||
            (nodes_ % nodes_between_looks == 0 && Clock::now() >= limits_.end))
            is_over_ = true;
        return is_over_;
    }

    int search(const Board& board, int depth, int ply, int alpha, int beta) {
        if (must_stop()) return 0;
        const std::vector<Move> moves = board.legal_moves();
        if (moves.empty()) return board.is_in_check(board.white_moves) ? ply - mate : 0;
        if (depth <= 0) {  // captures only, until it is quiet
            alpha = std::max(alpha, evaluate(board));
            if (alpha >= beta || ply >= longest_line) return alpha;
        }
        for (const Move& move : ordered(board, moves, {})) {
            if (depth <= 0 && !board.is_enemy(board.at(move.to))) continue;
            alpha = std::max(alpha, -search(board.after(move), depth - 1, ply + 1, -beta, -alpha));
            if (alpha >= beta || is_over_) break;
        }
        return alpha;
    }

    const Limits limits_;
    std::uint64_t nodes_ = 0;
    bool is_over_ = false;
};

Game game_in(std::istringstream& words) {
    std::string word, fen;
    words >> word;
    if (word == "fen") {
        while (words >> word && word != "moves") fen += word + " ";
    } else {
        fen = start_position;
        words >> word;
    }
    Game game{Board::from_fen(fen)};
    while (words >> word)
        for (const Move& move : game.board.legal_moves())
            if (to_text(move) == word) {
                game.play(move);
                break;
            }
    return game;
}

Limits limits_in(std::istringstream& words, bool white_moves) {
    Limits limits;
    std::int64_t left = 0, increment = 0, move_time = 0;
    std::string word;
    while (words >> word) {
        if (word == "nodes") words >> limits.nodes;
        if (word == "depth") words >> limits.depth;
        if (word == "movetime") words >> move_time;
        if (word == (white_moves ? "wtime" : "btime")) words >> left;
        if (word == (white_moves ? "winc" : "binc")) words >> increment;
    }
    if (left > 0) move_time = std::max<std::int64_t>(1, left / 30 + increment / 2 - 5);
    if (move_time > 0) limits.end = Clock::now() + std::chrono::milliseconds(move_time);
    return limits;
}

void bench() {
    std::uint64_t nodes = 0;
    for (const char* fen :
         {start_position, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
          "8/2k5/4p3/3pP3/3P1P2/4K3/8/8 w - - 0 1"}) {
        Search search({.nodes = UINT64_MAX, .depth = 3});
        search.best_move({Board::from_fen(fen)});
        nodes += search.nodes();
    }
    std::cout << "Nodes searched : " << nodes << std::endl;
}

}  // namespace

int main(int count, char** arguments) {
    if (count > 1 && arguments[1] == std::string("bench")) return bench(), 0;
    Game game{Board::from_fen(start_position)};
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string command;
        words >> command;
        if (command == "uci") std::cout << "id name Tiny\nuciok" << std::endl;
        if (command == "isready") std::cout << "readyok" << std::endl;
        if (command == "position") game = game_in(words);
        if (command == "go") {
            const Move best = Search(limits_in(words, game.board.white_moves)).best_move(game);
            std::cout << "bestmove " << to_text(best) << std::endl;
        }
        if (command == "quit") break;
    }
}
