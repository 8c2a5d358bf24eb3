// Step 1: a board of 64 letters, and two people who move what they like.
#include <iostream>
#include <string>

// From a1 to h8: capital letters are White's, dots are empty squares.
std::string board =
    "RNBQKBNR"
    "PPPPPPPP"
    "........"
    "........"
    "........"
    "........"
    "pppppppp"
    "rnbqkbnr";

void draw() {
    for (int rank = 7; rank >= 0; --rank)
        for (int file = 0; file < 8; ++file)
            std::cout << board[8 * rank + file] << (file < 7 ? ' ' : '\n');
}

// "e2" is 12: the fifth square of the second row. -1: there is no such square.
int square(const std::string& name) {
    const int file = name[0] - 'a', rank = name[1] - '1';
    const bool is_there = file >= 0 && file < 8 && rank >= 0 && rank < 8;
    return is_there ? 8 * rank + file : -1;
}

int main() {
    draw();
    for (std::string move; std::cin >> move;) {
        const int from = move.size() == 4 ? square(move.substr(0, 2)) : -1;
        const int to = move.size() == 4 ? square(move.substr(2)) : -1;
        if (from < 0 || to < 0) {
            std::cout << "A move is two squares, such as e2e4.\n";
            continue;
        }
        const char piece = board[from];
        board[from] = '.';
        board[to] = piece;
        draw();
    }
}
