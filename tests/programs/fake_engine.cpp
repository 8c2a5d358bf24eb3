// A UCI engine for tests that plays legal moves at once, or misbehaves in one way.
//
//   fake_engine [behaviour] [after=N] [seed=N] [ms=N]
//
// It behaves well for the first N moves of its life (after=, 0 unless told). The moves depend on
// the position and the seed alone. Behaviours:
//   plays          nothing wrong
//   crashes        dies of a signal        exits     ends with exit code 3
//   hangs          answers nothing more    deaf      thinks on after the clock, answers to stop
//   illegal        plays an illegal move   nullmove  says "bestmove (none)"
//   lies           shows an illegal line   greedy    says it searched a thousand times the nodes
//   floods         one line without end    chatters  lines without end, no move
//   mute           never says uciok        slow      takes ms= milliseconds for each move
//   draws          shows a score of 0      loses     shows a score of -900
//   stderr         complains before it dies
//   bounds         shows lost scores that are only bounds after its score
//   bare           shows a line without a score after its score
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/position.hpp"
#include "chess/uci_move.hpp"

namespace {

using namespace kibitz;

struct Options {
    std::string behaviour = "plays";
    int after = 0;
    std::uint64_t seed = 1;
    int milliseconds = 0;
};

Options read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word.starts_with("after=")) {
            options.after = std::atoi(argv[i] + 6);
        } else if (word.starts_with("seed=")) {
            options.seed = static_cast<std::uint64_t>(std::atoll(argv[i] + 5));
        } else if (word.starts_with("ms=")) {
            options.milliseconds = std::atoi(argv[i] + 3);
        } else {
            options.behaviour = word;
        }
    }
    return options;
}

void say(const std::string& line) {
    std::string text = line + "\n";
    [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
}

[[noreturn]] void sleep_for_ever() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

class Engine {
   public:
    explicit Engine(const Options& options) : options_(options) {}

    void run() {
        std::string line;
        while (std::getline(std::cin, line)) {
            if (line == "uci") {
                if (is("mute")) continue;
                say("id name Fake " + options_.behaviour +
                    "\nid author Kibitz tests\n"
                    "option name Hash type spin default 1 min 1 max 64\n"
                    "option name Ponder type check default false\n"
                    "option name UCI_Chess960 type check default false\nuciok");
            } else if (line == "isready") {
                say("readyok");
            } else if (line.starts_with("setoption name UCI_Chess960 value ")) {
                chess960_ = line.ends_with("true");
            } else if (line.starts_with("position ")) {
                set_position(line);
            } else if (line.starts_with("go ponder")) {
                pondering_ = true;
            } else if (line.starts_with("go")) {
                go();
            } else if (line == "ponderhit" || (line == "stop" && pondering_)) {
                pondering_ = false;
                go();
            } else if (line == "stop" && waiting_for_stop_) {
                waiting_for_stop_ = false;
                say("bestmove " + to_uci(choose(), chess960_));
            } else if (line == "quit") {
                return;
            }
        }
    }

   private:
    [[nodiscard]] bool is(std::string_view behaviour) const {
        return options_.behaviour == behaviour;
    }

    // Reads only what is new where the line goes on from the last one.
    void set_position(const std::string& line) {
        std::size_t at = 0;
        if (!known_.empty() && line.starts_with(known_) &&
            (line.size() == known_.size() || line[known_.size()] == ' ')) {
            at = known_.size();
        } else {
            constexpr std::string_view fen_word = "position fen ";
            const auto moves = line.find(" moves");
            position_ = line.starts_with(fen_word)
                            ? parse_fen(line.substr(fen_word.size(), moves - fen_word.size()),
                                        SetupRules::lenient)
                                  .value()
                            : Position::initial();
            at = moves == std::string::npos ? line.size() : moves;
        }
        while (at < line.size()) {
            const auto begin = line.find_first_not_of(' ', at);
            if (begin == std::string::npos) break;
            const auto end = std::min(line.find(' ', begin), line.size());
            const auto word = line.substr(begin, end - begin);
            if (word != "moves") position_.play(parse_uci(position_, word).value());
            at = end;
        }
        known_ = line;
    }

    [[nodiscard]] Move choose() const {
        const MoveList moves = legal_moves(position_);
        std::uint64_t mixed = (position_.key() ^ options_.seed) * 0x9E3779B97F4A7C15ull;
        mixed ^= mixed >> 32;
        return moves[static_cast<int>(mixed % static_cast<std::uint64_t>(moves.size()))];
    }

    void go() {
        if (moves_made_++ < options_.after) return answer();
        if (is("crashes")) {
            std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would catch it
            std::raise(SIGSEGV);
        }
        if (is("exits")) std::_Exit(3);
        if (is("stderr")) {
            std::fputs("out of cheese\n", stderr);
            std::_Exit(4);
        }
        if (is("hangs")) sleep_for_ever();
        if (is("floods"))
            for (;;) std::cout << "info string and so on and on ";
        if (is("chatters"))
            for (;;) say("what a position!");
        if (is("slow"))
            std::this_thread::sleep_for(std::chrono::milliseconds(options_.milliseconds));
        if (is("deaf")) {
            waiting_for_stop_ = true;
            return;
        }
        if (is("illegal")) return say("bestmove a1a1");
        if (is("nullmove")) return say("bestmove (none)");
        answer();
    }

    void answer() {
        const std::string move = to_uci(choose(), chess960_);
        const bool misbehaves = moves_made_ > options_.after;
        const char* score = is("loses") ? "-900" : is("draws") ? "0" : "12";
        const char* nodes = is("greedy") && misbehaves ? "100000000" : "100";
        const std::string line = move + (is("lies") && misbehaves ? " a1a1" : "");
        say(std::string("info depth 1 seldepth 2 score cp ") + score + " nodes " + nodes +
            " nps 1000 time 0 pv " + line + "\n" + afterthought(line) + "bestmove " + move +
            ponder_after(move));
    }

    [[nodiscard]] std::string afterthought(const std::string& line) const {
        if (is("bounds"))
            return "info depth 2 score cp -900 upperbound nodes 110 pv " + line +
                   "\ninfo depth 2 score upperbound cp -950 nodes 120\n";
        return is("bare") ? "info depth 2 nodes 110 pv " + line + "\n" : "";
    }

    // The reply it expects.
    [[nodiscard]] std::string ponder_after(const std::string& move) const {
        const Position next = position_.after(parse_uci(position_, move).value());
        const MoveList replies = legal_moves(next);
        return replies.empty() ? "" : " ponder " + to_uci(replies[0], chess960_);
    }

    Options options_;
    Position position_ = Position::initial();
    std::string known_;
    bool chess960_ = false;
    bool pondering_ = false;
    bool waiting_for_stop_ = false;
    int moves_made_ = 0;
};

}  // namespace

int main(int argc, char** argv) { Engine(read_options(argc, argv)).run(); }
