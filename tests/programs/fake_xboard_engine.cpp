// An XBoard engine (CECP) for tests that plays legal moves at once, or misbehaves in one way.
//
//   fake_xboard_engine [behaviour] [after=N] [log=FILE] [features=TEXT]
//
// It behaves well for the first N moves of its life (after=, 0 unless told). Its features are those
// of features=, with _ for blanks, in a line; without it, what it needs. It writes all it reads to
// the log. Behaviours:
//   plays      nothing wrong                 old        of version 1: no features, no ping
//   crashes    dies of a signal              exits      ends with exit code 3
//   hangs      answers nothing more          deaf       thinks on until "?"
//   illegal    plays an illegal move         refuses    says that the opponent's move is illegal
//   resigns    resigns                       loses      resigns by saying its opponent's result
//   offers     offers a draw with each move  agrees     agrees to draws when it is offered one
//   claims     says that it has won          announces  says so, and moves all the same
//   san        wants and writes SAN          never      says done=0 and no more
//   once       can play one game only, and ends with exit code 5 at the second
//   misplaced  refuses positions             floods     one line without end
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"

namespace {

using namespace kibitz;

void say(const std::string& line) {
    const std::string text = line + "\n";
    [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
}

class Engine {
   public:
    Engine(int argc, char** argv) {
        for (int i = 1; i < argc; ++i) {
            const std::string word = argv[i];
            if (word.starts_with("after="))
                after_ = std::atoi(argv[i] + 6);
            else if (word.starts_with("log="))
                log_.open(word.substr(4), std::ios::app);
            else if (word.starts_with("features="))
                features_ = word.substr(9);
            else
                behaviour_ = word;
        }
        for (char& c : features_)
            if (c == '_') c = ' ';
    }

    void run() {
        std::string line;
        while (std::getline(std::cin, line)) {
            if (log_.is_open()) log_ << line << std::endl;
            if (line == "quit") return;
            obey(line);
        }
    }

   private:
    [[nodiscard]] bool is(std::string_view behaviour) const { return behaviour_ == behaviour; }
    [[nodiscard]] bool misbehaves() const { return moves_made_ >= after_; }

    void obey(const std::string& line) {
        constexpr std::string_view move_word = "usermove ", board_word = "setboard ";
        if (line.starts_with("protover ")) {
            introduce();
        } else if (line == "new") {
            if (is("once") && ++games_ > 1) std::_Exit(5);
            position_ = Position::initial();
            side_ = Color::black;
            forced_ = agrees_ = false;
        } else if (line == "edit") {
            edit();
        } else if (line == "force") {
            forced_ = true;
        } else if (line == "go") {
            forced_ = false;
            side_ = position_.side_to_move();
            go();
        } else if (line == "?" && waiting_) {
            waiting_ = false;
            answer();
        } else if (line == "draw" && is("agrees")) {
            agrees_ = true;
        } else if (line.starts_with("ping ") && !is("old")) {
            say("pong " + line.substr(5));
        } else if (line.starts_with(board_word)) {
            if (is("misplaced")) return say("tellusererror Illegal position");
            position_ = parse_fen(line.substr(board_word.size())).value();
        } else if (line.starts_with(move_word)) {
            user_move(line.substr(move_word.size()));
        } else if (line.size() >= 4 && line[1] >= '1' && line[1] <= '8' && is("old")) {
            user_move(line);
        } else if (is("old")) {
            say("Error (unknown command): " + line);
        }
    }

    void introduce() {
        if (is("old")) return;
        if (is("never")) return say("feature done=0");
        if (is("floods"))
            for (;;) std::cout << "feature myname=";
        say("feature done=0");
        std::string features = features_;
        if (features.empty())
            features =
                "ping=1 setboard=1 usermove=1 colors=0 memory=1 option=\"Contempt -spin 0 "
                "-9 9\" option=\"Learn -check 0\"" +
                std::string(is("san") ? " san=1" : "") + std::string(is("once") ? " reuse=0" : "");
        say("feature myname=\"Fake " + behaviour_ + "\" " + features + "\nfeature done=1");
    }

    // Reads pieces up to "."; castling rights are what they seem to be.
    void edit() {
        std::string board(64, '1');
        bool white = true;
        for (std::string line; std::getline(std::cin, line) && line != ".";) {
            if (log_.is_open()) log_ << line << std::endl;
            if (line == "c") white = !white;
            if (line.size() != 3) continue;
            const auto at = static_cast<std::size_t>(('8' - line[2]) * 8 + (line[1] - 'a'));
            board[at] = static_cast<char>(white ? line[0] : line[0] + 'a' - 'A');
        }
        if (log_.is_open()) log_ << "." << std::endl;
        for (std::size_t rank = 7; rank > 0; --rank) board.insert(rank * 8, "/");
        const bool white_to_move = position_.side_to_move() == Color::white;
        position_ =
            parse_fen(board + (white_to_move ? " w" : " b") + " KQkq - 0 1", SetupRules::lenient)
                .value();
    }

    void user_move(const std::string& text) {
        if (is("refuses") && misbehaves() && !forced_) return say("Illegal move: " + text);
        const auto move = parse_san(position_, text);
        if (!move || (is("san") ? to_san(position_, *move) : to_uci(*move)) != text)
            return say("Illegal move (or not as asked for): " + text);
        position_.play(*move);
        if (!forced_) go();
    }

    void go() {
        const bool good = !misbehaves();
        ++moves_made_;
        if (good) return answer();
        const bool white = side_ == Color::white;
        if (is("crashes")) {
            std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would catch it
            std::raise(SIGSEGV);
        }
        if (is("exits")) std::_Exit(3);
        if (is("hangs"))
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        if (is("deaf")) {
            waiting_ = true;
            return;
        }
        if (is("illegal")) return say("move a1a1");
        if (is("resigns")) return say("resign");
        if (is("loses")) return say(white ? "0-1 {White resigns}" : "1-0 {Black resigns}");
        if (is("claims")) return say(white ? "1-0 {White is better}" : "0-1 {Black is better}");
        if (is("offers")) say("offer draw");
        if (is("announces")) say(white ? "1-0 {White is better}" : "0-1 {Black is better}");
        if (agrees_) return say("offer draw");
        answer();
    }

    void answer() {
        const MoveList moves = legal_moves(position_);
        std::uint64_t mixed = position_.key() * 0x9E3779B97F4A7C15ull;
        mixed ^= mixed >> 32;
        const Move move = moves[static_cast<int>(mixed % static_cast<std::uint64_t>(moves.size()))];
        const std::string text = is("san") ? to_san(position_, move) : to_uci(move);
        say("# a comment: move a1a1\n  3.   12   0   345 " + text + "\nmove " + text);
        position_.play(move);
    }

    std::string behaviour_ = "plays", features_;
    int after_ = 0;
    std::ofstream log_;
    Position position_ = Position::initial();
    Color side_ = Color::black;
    bool forced_ = false, waiting_ = false, agrees_ = false;
    int moves_made_ = 0, games_ = 0;
};

}  // namespace

int main(int argc, char** argv) { Engine(argc, argv).run(); }
