#include "cli/play/play_session.hpp"

#include <algorithm>
#include <cctype>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/san.hpp"
#include "cli/play/move_advice.hpp"
#include "cli/terminal/score_text.hpp"
#include "text/letter_case.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"
#include "text/trim.hpp"

namespace kibitz::cli {
namespace {

// How long the engine thinks about a question: the same answer on every machine that is not
// slower than this allows.
constexpr std::uint64_t advice_nodes = 400'000;
constexpr Milliseconds advice_time = 3'000;
constexpr int moves_of_a_line = 8;
constexpr int list_width = 72;

// Nobody agrees to a draw in the opening. A position that was set up may be an endgame.
bool is_too_early_for_draw(const Line& line) {
    constexpr std::size_t opening_plies = 40;
    return line.start() == Position::initial() && line.moves().size() < opening_plies;
}

Limits advice_limits() {
    Limits limits;
    limits.nodes = advice_nodes;
    limits.move_time = advice_time;
    return limits;
}

// Where the text of a line begins or, in a row of a table, that of its second column.
std::size_t hanging_indent(std::string_view line) {
    const std::size_t text = line.find_first_not_of(' ');
    const std::size_t gap = line.find("  ", text);
    return line.find_first_not_of(' ', gap == std::string_view::npos ? 0 : gap);
}

// Breaks lines between words. Lines with colours are left alone: they are short or a board.
std::string wrapped(std::string_view text, int width) {
    const auto most = static_cast<std::size_t>(width);
    std::string result;
    while (!text.empty()) {
        std::string_view line = text::take_part(text, '\n');
        const bool is_plain = line.find('\x1b') == std::string_view::npos;
        const std::size_t hanging = hanging_indent(line);
        std::string indent;
        while (is_plain && indent.size() + line.size() > most) {
            const std::size_t blank = line.find_last_of(' ', most - indent.size());
            const std::size_t first_word = line.find_first_not_of(' ');
            if (blank == std::string_view::npos || blank < first_word) break;
            result += indent;
            result += line.substr(0, blank);
            result += '\n';
            line.remove_prefix(blank + 1);
            indent.assign(std::min(hanging, most / 2), ' ');
        }
        result += indent;
        result += line;
        result += '\n';
    }
    return result;
}

// "There is no level 99."
std::string sentence(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text + ".";
}

std::string count_of_moves(const Line& line) {
    const std::size_t moves = (line.moves().size() + 1) / 2;
    return std::to_string(moves) + (moves == 1 ? " move" : " moves");
}

std::string announcement(const GameEnd& end) {
    switch (end.result) {
        case PgnResult::white_wins: return "White wins: " + end.reason + ".";
        case PgnResult::black_wins: return "Black wins: " + end.reason + ".";
        default: return "The game is a draw: " + end.reason + ".";
    }
}

PgnResult loss_of(Color color) {
    return color == Color::white ? PgnResult::black_wins : PgnResult::white_wins;
}

}  // namespace

PlaySession::PlaySession(PlayOptions options, GameStore& store)
    : options_(std::move(options)), store_(store), record_(options_.game) {}

// --- What comes in ---

Reply PlaySession::begin(Milliseconds now) {
    now_ = now;
    say(options_.look.paint.bold("Kibitz") +
        ": chess. Type a move (e4, Nf3, e2e4), `help` or `quit`.");
    const auto kept = store_.kept();
    const auto games = kept ? read_games(*kept) : std::vector<ReadGame>{};
    if (games.empty()) {
        start_or_ask();
        return take_reply();
    }
    const GameRecord old = to_record(games.back().game, options_.game);
    const bool worth_it = !old.line().moves().empty() && !old.end() &&
                          games.back().game.result() == PgnResult::unknown;
    if (worth_it && options_.kept_game != KeptGame::archive) record_ = old;
    if (worth_it && options_.kept_game == KeptGame::resume) {
        start_game(old);
    } else if (worth_it && options_.kept_game == KeptGame::ask) {
        ask(Question::resume_kept, "Your last game is not over (" + count_of_moves(old.line()) +
                                       "). Go on with it? [yes]");
    } else {
        const auto place =
            old.line().moves().empty() ? std::unexpected(std::string()) : store_.archive(*kept);
        if (place) say("Your last game was put into " + *place + ".");
        start_or_ask();
    }
    return take_reply();
}

Reply PlaySession::enter(std::string_view line, Milliseconds now) {
    now_ = now;
    fall_flag_if_due();
    if (finished_ && !out_.empty()) return take_reply();  // too late
    const std::string_view text = text::trimmed(line);
    const auto command = parse_command(text);
    if (question_ != Question::none && command && execute_at_question(*command)) {
        // The question stays open, or the session is over.
    } else if (question_ != Question::none) {
        const Question question = question_;
        question_ = Question::none;
        answer(question, text);
    } else if (text.empty()) {
        show_board();
    } else if (command) {
        carry_out(*command);
    } else {
        try_move(text);
    }
    return take_reply();
}

Reply PlaySession::finish_search(const SearchReport& search, Milliseconds now) {
    now_ = now;
    if (!pending_) return take_reply();
    const SearchPurpose purpose = pending_->purpose;
    pending_.reset();
    fall_flag_if_due();
    if (finished_) return take_reply();
    switch (purpose) {
        case SearchPurpose::move: handle_move(search); break;
        case SearchPurpose::hint: handle_hint(search); break;
        case SearchPurpose::evaluation: handle_evaluation(search); break;
        case SearchPurpose::draw_offer: answer_draw_offer(search); break;
    }
    return take_reply();
}

Reply PlaySession::tick(Milliseconds now) {
    now_ = now;
    fall_flag_if_due();
    return take_reply();
}

Reply PlaySession::end_of_input() {
    if (in_game_ && !finished_ && !record_.line().moves().empty() && !store_failed_)
        say("The game is kept; `kibitz play` continues it.");
    leave_ = true;
    return take_reply();
}

std::string PlaySession::prompt() const {
    if (question_ != Question::none || finished_ || !in_game_) return "> ";
    const Position& position = record_.position();
    return std::to_string(position.fullmove_number()) +
           (position.side_to_move() == Color::white ? ". White > " : "... Black > ");
}

std::optional<Milliseconds> PlaySession::time_to_flag(Milliseconds now) const {
    if (!clock_runs()) return std::nullopt;
    const Milliseconds left = record_.clock(record_.position().side_to_move());
    return std::max<Milliseconds>(0, left - (now - turn_began_));
}

// --- Talking ---

void PlaySession::say(std::string_view text) { out_ += wrapped(text, options_.look.width); }

Reply PlaySession::take_reply() {
    Reply reply{std::move(out_), std::nullopt, leave_};
    out_.clear();
    if (pending_ && !leave_) reply.think = pending_;
    return reply;
}

void PlaySession::ask(Question question, std::string_view text) {
    question_ = question;
    question_text_ = text;
    say(text);
}

std::optional<bool> PlaySession::yes_or_no(std::string_view line, Question question) {
    const std::string word = text::lower(line);
    if (word == "y" || word == "yes") return true;
    if (word == "n" || word == "no") return false;
    ask(question, "Please answer yes or no.");
    return std::nullopt;
}

// --- Questions ---

bool PlaySession::execute_at_question(const TypedCommand& command) {
    if (question_ == Question::promotion) return false;  // there q is the queen
    switch (command.command) {
        case Command::quit: carry_out(command); return true;
        case Command::help:
            say(command.argument.empty()
                    ? question_help()
                    : help_text(text::lower(command.argument), options_.look.width));
            break;
        case Command::why: explain_last_move(); break;
        default: return false;
    }
    say(question_text_);
    return true;
}

std::string PlaySession::question_help() const {
    switch (question_) {
        case Question::resume_kept:
            return "`yes` continues the game where you left it. `no` moves it to your finished "
                   "games and starts another.";
        case Question::opponent:
            return "Type 1 to play against the computer, whose strength you choose next, or 2 if "
                   "two people play at this terminal. `help pieces` and `help entering` explain "
                   "the "
                   "game; `quit` leaves.";
        case Question::level:
            return "Levels play like people of that rating: beginners have about 500, club players "
                   "1500, masters 2300. Characters have a style of their own; `help attacker` "
                   "describes one.";
        case Question::side:
            return "White moves first. Type w to play White, b to play Black, or r to let chance "
                   "decide.";
        default: return "Type yes or no.";
    }
}

void PlaySession::answer(Question question, std::string_view line) {
    switch (question) {
        case Question::none: break;
        case Question::resume_kept: answer_resume(line); break;
        case Question::opponent: answer_opponent(line); break;
        case Question::level: answer_level(line); break;
        case Question::side: answer_side(line); break;
        case Question::promotion: answer_promotion(line); break;
        case Question::resign:
            if (const auto yes = yes_or_no(line, question); yes && *yes) {
                resign();
            } else if (yes) {
                say("Good: the game continues.");
            }
            break;
        case Question::new_game:
            if (const auto yes = yes_or_no(line, question); yes && *yes) {
                start_another();
            } else if (yes) {
                say("The game continues.");
            }
            break;
        case Question::draw_offer:
            if (const auto yes = yes_or_no(line, question); yes && *yes) {
                agree_on_draw();
            } else if (yes) {
                say("Declined: the game continues.");
            }
            break;
    }
}

// Against the engine it is the person who resigns, at whoever's turn.
void PlaySession::resign() {
    const Color mover = record_.position().side_to_move();
    record_.set_end({loss_of(mover), name_of(mover) + " resigned", false});
    finish();
}

void PlaySession::start_another() {
    put_game_aside();
    start_or_ask();
}

void PlaySession::answer_resume(std::string_view line) {
    const auto yes = line.empty() ? true : yes_or_no(line, Question::resume_kept);
    if (!yes) return;
    if (*yes) return start_game(record_);
    put_game_aside();
    start_or_ask();
}

void PlaySession::start_or_ask() {
    if (!options_.asks_for_settings) return start_game(GameRecord(options_.game));
    ask(Question::opponent, "Who plays?  1 you against Kibitz  2 two people  [1]");
}

void PlaySession::answer_opponent(std::string_view line) {
    if (line == "2" || text::lower(line).starts_with("two")) {
        options_.game.seats = {Seat::person, Seat::person};
        return start_game(GameRecord(options_.game));
    }
    if (!line.empty() && line != "1")
        return ask(Question::opponent,
                   "Please type 1 to play against Kibitz, or 2 for two people.");
    say(opponent_list(options_.look.width));
    ask(Question::level, "Whom? A level's number or a name; `help 5` describes one. [" +
                             opponent_name(options_.game.opponent) + "]");
}

void PlaySession::answer_level(std::string_view line) {
    if (!line.empty()) {
        auto opponent = opponent_called(line);
        if (!opponent) return ask(Question::level, sentence(opponent.error()));
        options_.game.opponent = *std::move(opponent);
    }
    ask(Question::side, "Your side?  w White  b Black  r either, by lot  [w]");
}

void PlaySession::answer_side(std::string_view line) {
    const std::string word = text::lower(line);
    const auto begins = [&](std::string_view name) { return name.starts_with(word); };
    const bool random = !word.empty() && begins("random");
    const bool white = begins("white");  // also if nothing was typed
    if (!random && !white && !begins("black")) return ask(Question::side, "Please type w, b or r.");
    const bool plays_white = random ? options_.random(2) == 0 : white;
    options_.game.seats = plays_white ? std::array{Seat::person, Seat::engine}
                                      : std::array{Seat::engine, Seat::person};
    start_game(GameRecord(options_.game));
}

void PlaySession::answer_promotion(std::string_view line) {
    const std::string word = text::lower(line);
    for (const std::string& move : promotions_) {
        const std::size_t sign = move.find('=');
        const auto piece = parse_piece(move[sign + 1]);
        const std::string name = name_of(type_of(*piece));
        if (word == name || (word.size() == 1 && word[0] == text::lower(move[sign + 1])))
            return try_move(move);
    }
    if (const auto command = parse_command(line)) return carry_out(*command);
    try_move(line);
}

// --- Commands ---

void PlaySession::carry_out(const TypedCommand& command) {
    switch (command.command) {
        case Command::help:
            return say(help_text(text::lower(command.argument), options_.look.width));
        case Command::quit:
            if (in_game_ && !finished_ && !record_.line().moves().empty() && !store_failed_)
                say("Goodbye. The game is kept; `kibitz play` continues it.");
            else
                say("Goodbye.");
            leave_ = true;
            return;
        case Command::load: return load(command.argument);
        case Command::new_game:
            if (!in_game_ || finished_ || record_.line().moves().empty()) return start_or_ask();
            if (!options_.asks_again) return start_another();
            return ask(Question::new_game,
                       "This game is not over. Put it aside and start another? (yes/no)");
        case Command::level: return set_level(command.argument);
        case Command::board: return change_board_style(text::lower(command.argument));
        case Command::flip: bottom_ = ~bottom_; return show_board();
        case Command::fen: return say(to_fen(record_.position()));
        case Command::save: return save(command.argument);
        case Command::why: return explain_last_move();
        case Command::undo: return undo();
        case Command::redo: return redo();
        case Command::moves: {
            const std::string list = move_list(record_.line(), 0, list_width);
            if (!opening_text(record_.line()).empty()) say(opening_text(record_.line()));
            return say(list.empty() ? "No move has been played yet." : list);
        }
        default: break;
    }
    if (finished_)
        return say("The game is over. `undo` takes the last move back, `new` starts another.");
    carry_out_in_game(command);
}

void PlaySession::carry_out_in_game(const TypedCommand& command) {
    switch (command.command) {
        case Command::legal: return list_legal_moves(text::lower(command.argument));
        case Command::hint: return request(SearchPurpose::hint, advice_limits());
        case Command::eval: return request(SearchPurpose::evaluation, advice_limits());
        case Command::draw: return draw(command.argument);
        case Command::resign:
            if (!options_.asks_again) return resign();
            return ask(Question::resign, name_of(record_.position().side_to_move()) +
                                             " resigns and loses the game? (yes/no)");
        case Command::swap:
            if (!record_.settings().has_engine())
                return say("Two people play: there is nobody to change sides with.");
            record_.swap_seats();
            bottom_ = ~bottom_;
            keep_game();
            return begin_turn();
        default: return;
    }
}

void PlaySession::change_board_style(std::string_view name) {
    Look& look = options_.look;
    if (name == "ascii")
        look.style = BoardStyle::ascii;
    else if (name == "unicode")
        look.style = BoardStyle::unicode;
    else if (name == "colour" || name == "color") {
        if (!look.paint.is_on())
            return say(
                "Colours are off here: no terminal, NO_COLOR is set, or TERM is one without "
                "colours.");
        look.style = BoardStyle::colour;
    } else if (!name.empty())
        return say("The board's styles are colour, unicode and ascii.");
    show_board();
}

void PlaySession::list_legal_moves(std::string_view square_name) {
    const Position& position = record_.position();
    if (square_name.empty()) return say(list_of_moves(position, legal_moves(position)));
    const auto square = Square::parse(square_name);
    if (!square) return say("Squares are named a1 to h8: `legal e2`.");
    MoveList moves;
    for (const Move move : legal_moves(position))
        if (move.from() == *square) moves.push_back(move);
    if (moves.empty()) return say("Nothing can move from " + square->to_string() + " now.");
    say(list_of_moves(position, moves));
}

void PlaySession::explain_last_move() {
    if (!last_search_)
        return say("The engine has not played a move yet. `eval` judges the position.");
    const auto& [before, search] = *last_search_;
    if (!search.words.empty()) return say(search.words);
    if (search.lines.empty()) return say("It was the only move, or I had no time to think.");
    const Score score = for_white(search.score(), before.side_to_move());
    say("I looked " + std::to_string(search.depth) + " half-moves ahead and expect " +
        line_text(before, search.lines.front().moves, moves_of_a_line) + ".");
    const bool is_white = record_.settings().seat(Color::white) == Seat::person;
    say("By my count " + score_in_words(score) + " (" + score_text(is_white ? score : -score) +
        " for you).");
}

void PlaySession::undo() {
    // An agreed end goes before the move, a mate or a flag only with it.
    const bool only_the_end = record_.reopen();
    if (!only_the_end && !record_.can_undo()) return say("There is no move to take back.");
    if (finished_) say("The game continues.");
    finished_ = false;
    if (!only_the_end) {
        record_.undo();
        // Against the engine: back to the person's turn, if there is one.
        if (record_.seat_to_move() == Seat::engine && record_.can_undo()) record_.undo();
    }
    last_search_.reset();
    keep_game();
    begin_turn();
}

void PlaySession::redo() {
    if (!record_.can_redo()) return say("No move was taken back.");
    record_.redo();
    if (record_.seat_to_move() == Seat::engine && record_.can_redo()) record_.redo();
    keep_game();
    begin_turn();
}

void PlaySession::draw(const std::string& text) {
    if (!text.empty()) {
        const auto move = read_typed_move(record_.position(), text);
        if (!move) return say(advise(record_.position(), move.error()));
        const auto claim = record_.line().claim_with(*move);
        if (!claim) return say("That move does not make a draw that can be claimed (`help draw`).");
        return claim_draw(*claim);
    }
    if (const auto claim = record_.line().claim()) return claim_draw(*claim);
    if (record_.settings().has_engine()) {
        if (draw_offered_after_ == record_.line().moves().size()) return agree_on_draw();
        if (is_too_early_for_draw(record_.line()))
            return say("No, thank you: it is too early for that. The game continues.");
        return request(SearchPurpose::draw_offer, advice_limits());
    }
    const Color mover = record_.position().side_to_move();
    ask(Question::draw_offer,
        name_of(mover) + " offers a draw. " + name_of(~mover) + ", do you accept? (yes/no)");
}

void PlaySession::claim_draw(DrawClaim claim) {
    record_.set_end({PgnResult::draw, std::string(to_string(claim)) + ", claimed", false});
    finish();
}

void PlaySession::set_level(const std::string& name) {
    if (name.empty())
        return say(opponent_list(options_.look.width) + "Now: " +
                   opponent_name(record_.settings().opponent) + ". `level 5` changes it.");
    const auto opponent = opponent_called(name);
    if (!opponent) return say(sentence(opponent.error()));
    record_.set_opponent(*opponent);
    options_.game.opponent = *opponent;
    say(opponent_in_words(*opponent));
    if (in_game_ && !finished_) keep_game();
}

void PlaySession::save(const std::string& path) {
    if (path.empty()) return say("Where to? For example: save my-game.pgn");
    const auto written = store_.append(path, pgn());
    say(written ? "Saved at the end of " + path + "." : written.error());
}

void PlaySession::load(const std::string& arguments) {
    if (arguments.empty()) return say("Which file? For example: load my-game.pgn");
    std::string path = arguments;
    std::optional<int> wanted;
    if (const std::size_t blank = arguments.find_last_of(' '); blank != std::string::npos) {
        wanted = text::parse_number<int>(std::string_view(arguments).substr(blank + 1));
        if (wanted) path = text::trimmed(arguments.substr(0, blank));
    }
    const auto text = store_.read(path);
    if (!text) return say(text.error());
    const std::vector<ReadGame> games = read_games(*text);
    if (games.empty()) return say("There is no game in " + path + ": is it a PGN file?");
    const int count = static_cast<int>(games.size());
    const int number = wanted.value_or(count);
    if (number < 1 || number > count)
        return say(path + " has " + std::to_string(count) + (count == 1 ? " game" : " games") +
                   "; there is no game " + std::to_string(number) + ".");
    const ReadGame& read = games[static_cast<std::size_t>(number - 1)];
    if (read.error && read.game.main_line().empty())
        return say(path + " cannot be read: is it a PGN file? (" + to_string(*read.error) + ")");
    if (in_game_ && !finished_ && !record_.line().moves().empty()) put_game_aside();
    if (read.error)
        say((read.is_cut_short ? "Read up to an error: " : "Read but for an error: ") +
            to_string(*read.error));
    const GameRecord loaded = to_record(read.game, record_.settings());
    say("Game " + std::to_string(number) + " of " + std::to_string(count) + ", " +
        count_of_moves(loaded.line()) + ".");
    start_game(loaded);
}

// --- Moves ---

void PlaySession::try_move(std::string_view text) {
    if (finished_)
        return say("The game is over. `undo` takes the last move back, `new` starts another.");
    const Position& position = record_.position();
    const auto move = read_typed_move(position, text);
    if (move) return play(*move);
    const MoveTextError& error = move.error();
    if (error.reason == MoveTextReason::not_a_move) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (const std::string near = nearest_command(word); !near.empty())
            return say("I do not know \"" + std::string(word) + "\". Did you mean `" + near + "`?");
    }
    const bool about_promotion = error.reason == MoveTextReason::ambiguous &&
                                 std::ranges::all_of(error.candidates, [](const std::string& san) {
                                     return san.find('=') != std::string::npos;
                                 });
    if (!about_promotion) return say(advise(position, error));
    promotions_ = error.candidates;
    ask(Question::promotion, "What does the pawn become? q queen, r rook, b bishop, n knight.");
}

void PlaySession::play(Move move) {
    record_.play(move, spent());
    turn_began_ = now_;
    keep_game();
    begin_turn();
}

void PlaySession::start_game(GameRecord record) {
    record_ = std::move(record);
    in_game_ = true;
    finished_ = false;
    last_search_.reset();
    const bool only_black_is_a_person = record_.settings().seat(Color::white) == Seat::engine;
    bottom_ = only_black_is_a_person ? Color::black : Color::white;
    if (record_.settings().has_engine()) say(opponent_in_words(record_.settings().opponent));
    keep_game();
    begin_turn();
}

void PlaySession::begin_turn() {
    turn_began_ = now_;
    if (record_.end()) return finish();
    if (record_.seat_to_move() == Seat::person) return show_board();
    Limits limits;  // but for a clock, the opponent's own
    if (const auto& clock = record_.settings().clock) {
        limits.has_clock = true;
        for (const Color color : {Color::white, Color::black})
            limits.clock[static_cast<std::size_t>(index(color))] = {record_.clock(color),
                                                                    clock->increment_ms};
    }
    request(SearchPurpose::move, limits);
}

void PlaySession::show_board() {
    say("\n" + draw_screen(record_, options_.look, bottom_, clocks_now()));
    if (finished_ || !in_game_ || !record_.position().in_check()) return;
    say(options_.look.paint.bad(name_of(record_.position().side_to_move()) + " is in check."));
}

void PlaySession::finish() {
    show_board();
    finished_ = true;
    pending_.reset();
    say("\n" + options_.look.paint.bold(announcement(*record_.end())));
    if (const auto place = store_.archive(pgn())) {
        store_.forget_kept();
        say("The game is in " + *place +
            ". `new` starts another, `undo` takes the end back, `quit` leaves.");
    } else {
        say("The game could not be saved: " + place.error() + ". `save FILE` puts it elsewhere.");
    }
}

void PlaySession::keep_game() {
    const auto kept = store_.keep(pgn());
    // Once is enough.
    if (!kept && !store_failed_) say("Note: " + kept.error() + ".");
    store_failed_ = !kept;
}

void PlaySession::put_game_aside() {
    const auto place = store_.archive(pgn());
    say(place ? "The unfinished game is in " + *place + "."
              : "The unfinished game could not be saved: " + place.error() + ".");
}

void PlaySession::request(SearchPurpose purpose, Limits limits) {
    pending_ = SearchRequest{purpose, limits};
}

void PlaySession::fall_flag_if_due() {
    if (!clock_runs() || time_to_flag(now_) != 0) return;
    const Color late = record_.position().side_to_move();
    question_ = Question::none;
    // Article 6.9: no win for a side that could not checkmate by any series of moves.
    if (can_win(record_.position(), ~late))
        record_.set_end({loss_of(late), name_of(late) + "'s time is up", true});
    else
        record_.set_end({PgnResult::draw,
                         name_of(late) + "'s time is up, but the other side cannot win", true});
    finish();
}

// --- What the engine says ---

void PlaySession::handle_move(const SearchReport& search) {
    const Position before = record_.position();
    if (search.resigns) {
        const Color mover = before.side_to_move();
        record_.set_end({loss_of(mover), name_of(mover) + " resigned", false});
        return finish();
    }
    last_search_ = Explanation{before, search};
    say(opponent_name(record_.settings().opponent) + " plays " +
        options_.look.paint.bold(numbered_move(before, search.move)) + " (" +
        move_in_words(before, search.move) + ").");
    play(search.move);
    if (!search.offers_draw || record_.end()) return;
    draw_offered_after_ = record_.line().moves().size();
    say(opponent_name(record_.settings().opponent) + " offers a draw: `draw` accepts it.");
}

void PlaySession::handle_hint(const SearchReport& search) {
    const Position& position = record_.position();
    say("I would play " + to_san(position, search.move) + ": " +
        move_in_words(position, search.move) + ".");
}

void PlaySession::handle_evaluation(const SearchReport& search) {
    const Position& position = record_.position();
    if (search.lines.empty()) return say("There is nothing to judge.");
    const Score score = for_white(search.score(), position.side_to_move());
    std::string words = score_in_words(score);
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    say(words + " (" + score_text(score) + " for White, " + std::to_string(search.depth) +
        " half-moves deep).");
    say("Best play: " + line_text(position, search.lines.front().moves, moves_of_a_line));
}

// The score is the person's: the engine is glad of a draw unless it stands better itself.
void PlaySession::answer_draw_offer(const SearchReport& search) {
    const bool accepts = !search.lines.empty() && search.score() >= score_draw;
    if (!accepts) return say("No, thank you: I like my position. The game continues.");
    agree_on_draw();
}

void PlaySession::agree_on_draw() {
    record_.set_end({PgnResult::draw, "agreed", false});
    finish();
}

// --- State ---

bool PlaySession::clock_runs() const {
    return in_game_ && !finished_ && record_.settings().clock && !record_.end();
}

GameRecord::Clocks PlaySession::clocks_now() const {
    GameRecord::Clocks clocks{record_.clock(Color::white), record_.clock(Color::black)};
    if (clock_runs())
        clocks[static_cast<std::size_t>(index(record_.position().side_to_move()))] -= spent();
    return clocks;
}

std::string PlaySession::pgn() const { return to_pgn(to_game(record_, options_.date)); }

}  // namespace kibitz::cli
