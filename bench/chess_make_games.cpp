// Writes a PGN collection of made-up games for measuring readers: N MEGABYTES [--annotated]
//
//   bench_chess_make_games 100 > games.pgn
//
// The moves are legal and drawn at random, captures more often than others, so that games have
// the ordinary mixture of moves, disambiguations, checks and promotions. With --annotated every
// move has a clock and an evaluation, and every tenth a short variation, as in games from the web.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "chess/movegen.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"

using namespace kibitz;

namespace {

constexpr std::size_t line_width = 80;
constexpr int max_plies = 160;
constexpr int variation_every = 10;
constexpr int variation_plies = 3;

class GameWriter {
   public:
    explicit GameWriter(bool annotated) : annotated_(annotated) {}

    std::string next() {
        text_.clear();
        line_start_ = 0;
        ++number_;
        Position position = Position::initial();
        bool number_needed = true;
        for (int ply = 0; ply < max_plies; ++ply) {
            const Move move = draw(position);
            if (move.is_none()) break;
            write_move(position, move, number_needed);
            number_needed = false;
            if (annotated_) {
                write("{ [%eval 0." + std::to_string(10 + random_() % 90) + "] [%clk 0:0" +
                      std::to_string(random_() % 10) + ":17] }");
                if (ply % variation_every == 0) write_variation(position);
                number_needed = true;
            }
            position.play(move);
        }
        const std::string result = result_in(position);
        write(result);
        return "[Event \"Made-up games\"]\n[Site \"?\"]\n[Date \"2026.01.01\"]\n[Round \"" +
               std::to_string(number_) +
               "\"]\n[White \"Player, One\"]\n[Black \"Player, Two\"]\n[Result \"" + result +
               "\"]\n\n" + text_ + "\n\n";
    }

   private:
    static const char* result_in(const Position& position) {
        if (has_legal_move(position) || !position.in_check()) return "1/2-1/2";
        return position.side_to_move() == Color::black ? "1-0" : "0-1";
    }
    Move draw(const Position& position) {
        const MoveList captures = legal_captures(position);
        const MoveList moves =
            !captures.empty() && random_() % 3 == 0 ? captures : legal_moves(position);
        if (moves.empty()) return Move::none();
        return moves[static_cast<int>(random_() % static_cast<unsigned>(moves.size()))];
    }
    void write_variation(Position position) {
        write("(");
        for (int ply = 0; ply < variation_plies; ++ply) {
            const Move move = draw(position);
            if (move.is_none()) break;
            write_move(position, move, ply == 0);
            position.play(move);
        }
        write(")");
    }
    void write_move(const Position& position, Move move, bool number_needed) {
        const bool white = position.side_to_move() == Color::white;
        if (white || number_needed)
            write(std::to_string(position.fullmove_number()) + (white ? "." : "..."));
        write(to_san(position, move));
    }
    void write(const std::string& word) {
        const std::size_t column = text_.size() - line_start_;
        if (column + word.size() + 1 > line_width) {
            text_ += '\n';
            line_start_ = text_.size();
        } else if (column > 0) {
            text_ += ' ';
        }
        text_ += word;
    }

    bool annotated_;
    std::mt19937 random_{20'260'101};  // the same games at every run
    int number_ = 0;
    std::string text_;
    std::size_t line_start_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const double megabytes = argc > 1 ? std::atof(argv[1]) : 0;
    if (megabytes <= 0) {
        std::fprintf(stderr, "usage: %s MEGABYTES [--annotated] > games.pgn\n", argv[0]);
        return EXIT_FAILURE;
    }
    GameWriter games(argc > 2 && std::strcmp(argv[2], "--annotated") == 0);
    for (double written = 0; written < megabytes * 1e6;) {
        const std::string game = games.next();
        if (std::fwrite(game.data(), 1, game.size(), stdout) != game.size()) return EXIT_FAILURE;
        written += static_cast<double>(game.size());
    }
    return EXIT_SUCCESS;
}
