// PlaySession: a game at a terminal without the terminal. It takes the lines a person types and
// what the engine thinks, and returns text. Time is handed in, files are reached through a
// GameStore, and thinking is asked of the caller: so all of it can be tested, and reused
// elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/engine/engine_runner.hpp"
#include "cli/play/commands.hpp"
#include "cli/play/game_record.hpp"
#include "cli/play/game_store.hpp"
#include "cli/play/screen.hpp"

namespace kibitz::cli {

// A monotonic time in milliseconds.
using Milliseconds = std::int64_t;

enum class SearchPurpose : std::uint8_t { move, hint, evaluation, draw_offer };

// Asks for a search of the position on the board.
struct SearchRequest {
    SearchPurpose purpose = SearchPurpose::move;
    Limits limits;
};

struct Reply {
    std::string text;                    // to be shown; ends with a line end if not empty
    std::optional<SearchRequest> think;  // to be answered by PlaySession::finish_search
    bool leave = false;                  // the session is over
};

// What becomes of a game that was kept from an earlier session.
enum class KeptGame : std::uint8_t { ask, resume, archive };

struct PlayOptions {
    GameSettings game;
    bool asks_for_settings = false;  // who plays, which level, which side
    bool asks_again = true;          // before a game is given up or put aside
    KeptGame kept_game = KeptGame::ask;
    Look look;
    std::string date;                                        // as PGN writes it
    std::function<int(int)> random = [](int) { return 0; };  // a number below the given one
};

class PlaySession {
   public:
    // The store must outlive the session.
    PlaySession(PlayOptions options, GameStore& store);

    Reply begin(Milliseconds now);
    // A line that the person typed.
    Reply enter(std::string_view line, Milliseconds now);
    // The answer to Reply::think.
    Reply finish_search(const SearchReport& search, Milliseconds now);
    // Time passed while nobody typed anything.
    Reply tick(Milliseconds now);
    // No more lines will come.
    Reply end_of_input();

    // What to show where the person types.
    [[nodiscard]] std::string prompt() const;
    // How long until a flag falls; nothing without a clock that runs.
    [[nodiscard]] std::optional<Milliseconds> time_to_flag(Milliseconds now) const;
    [[nodiscard]] const GameRecord& record() const { return record_; }

   private:
    enum class Question : std::uint8_t {
        none,
        resume_kept,
        opponent,
        level,
        side,
        resign,
        new_game,
        draw_offer,
        promotion,
    };

    void say(std::string_view text);  // a line, or several
    Reply take_reply();
    void ask(Question question, std::string_view text);

    // Whether it is a command that also works while a question is open.
    bool execute_at_question(const TypedCommand& command);
    [[nodiscard]] std::string question_help() const;
    void answer(Question question, std::string_view line);
    void answer_resume(std::string_view line);
    void answer_opponent(std::string_view line);
    void answer_level(std::string_view line);
    void answer_side(std::string_view line);
    void answer_promotion(std::string_view line);
    [[nodiscard]] std::optional<bool> yes_or_no(std::string_view line, Question question);

    void carry_out(const TypedCommand& command);
    void carry_out_in_game(const TypedCommand& command);
    void change_board_style(std::string_view name);
    void list_legal_moves(std::string_view square);
    void explain_last_move();
    void undo();
    void redo();
    void draw(const std::string& move);
    void claim_draw(DrawClaim claim);
    void agree_on_draw();
    void set_level(const std::string& name);
    void save(const std::string& path);
    void load(const std::string& arguments);

    void try_move(std::string_view text);
    void play(Move move);
    void start_game(GameRecord record);
    void start_or_ask();
    void begin_turn();
    void show_board();
    void finish();
    void keep_game();
    void resign();
    void start_another();
    void put_game_aside();
    void request(SearchPurpose purpose, Limits limits);
    void fall_flag_if_due();

    void handle_move(const SearchReport& search);
    void handle_hint(const SearchReport& search);
    void handle_evaluation(const SearchReport& search);
    void answer_draw_offer(const SearchReport& search);

    [[nodiscard]] Milliseconds spent() const { return now_ - turn_began_; }
    [[nodiscard]] bool clock_runs() const;
    [[nodiscard]] GameRecord::Clocks clocks_now() const;
    [[nodiscard]] std::string pgn() const;

    PlayOptions options_;
    GameStore& store_;
    GameRecord record_;
    Color bottom_ = Color::white;
    bool in_game_ = false;   // a game was begun
    bool finished_ = false;  // and its end was announced
    bool store_failed_ = false;
    Question question_ = Question::none;
    std::string question_text_;
    std::vector<std::string> promotions_;  // that the question is about

    Milliseconds now_ = 0;
    Milliseconds turn_began_ = 0;
    std::optional<SearchRequest> pending_;  // asked of the engine, not answered yet

    // The engine's last move: the position before it, and the search that chose it.
    struct Explanation {
        Position before;
        SearchReport search;
    };
    std::optional<Explanation> last_search_;
    // The number of moves after which the opponent's offer of a draw stands.
    std::optional<std::size_t> draw_offered_after_;

    std::string out_;
    bool leave_ = false;
};

}  // namespace kibitz::cli
