#include <array>
#include <cstdio>
#include <expected>
#include <memory>
#include <random>
#include <string>

#include "chess/fen.hpp"
#include "chess/pasted_position.hpp"
#include "cli/play/terminal_game.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/terminal/time_text.hpp"

namespace kibitz::cli {
namespace play_command {
namespace {

constexpr const char* command = "play";
// These say what game is to begin.
constexpr std::array<const char*, 6> game_options = {"--two",   "--opponent", "--side",
                                                     "--clock", "--fen",      "--960"};
constexpr int chess960_positions = 960;
constexpr int engine_hash_mb = 64;

constexpr const char* footer = R"(Examples:
  kibitz play                          asks for the players, and begins
  kibitz play --level 6 --side black   against level 6, which begins
  kibitz play --opponent attacker      against a character (kibitz player lists them)
  kibitz play --two --clock 10+5       two people, 10 minutes and 5 seconds a move
  kibitz play --960 random             Chess960: the pieces behind the pawns are shuffled
  kibitz play --resume                 continues the game you left

In the game `help` explains everything. A game you leave is kept and offered the next time, unless
you say what game is to begin;
finished games are collected in ~/.local/share/kibitz/games.pgn (or in $XDG_DATA_HOME).)";

struct PlayArguments {
    bool two = false;
    std::string opponent{default_opponent};
    std::string side = "white";
    std::string clock;
    std::string fen;
    std::string chess960;
    bool resume = false;
    bool new_game = false;
    std::string board;
    bool ascii = false;
    int threads = 1;
    int hash_mb = engine_hash_mb;
    bool chose_game = false;
};

int random_number(int below) {
    std::random_device device;
    return std::uniform_int_distribution<int>(0, below - 1)(device);
}

std::expected<Position, std::string> choose_start(const PlayArguments& arguments) {
    if (!arguments.fen.empty()) {
        const auto position = parse_position(arguments.fen);
        if (!position)
            return std::unexpected(to_string(position.error()) +
                                   "\nA FEN looks like this: --fen \"" +
                                   to_fen(Position::initial()) + "\"");
        return *position;
    }
    if (arguments.chess960.empty()) return Position::initial();
    if (arguments.chess960 == "random")
        return Position::chess960(random_number(chess960_positions));
    try {
        std::size_t end = 0;
        const int number = std::stoi(arguments.chess960, &end);
        if (end == arguments.chess960.size() && number >= 0 && number < chess960_positions)
            return Position::chess960(number);
    } catch (const std::exception&) {
        // Not a number: refused below, as a number out of range is.
    }
    return std::unexpected("--960 " + arguments.chess960 +
                           ": give a number from 0 to 959 (518 is the usual array) or `random`");
}

std::expected<GameSettings, std::string> choose_settings(const PlayArguments& arguments) {
    GameSettings settings;
    auto opponent = opponent_called(arguments.opponent);
    if (!opponent) return std::unexpected(opponent.error());
    settings.opponent = *std::move(opponent);
    auto start = choose_start(arguments);
    if (!start) return std::unexpected(start.error());
    settings.start = *start;
    if (!arguments.clock.empty()) {
        const auto clock = parse_clock(arguments.clock);
        if (!clock) return std::unexpected(clock.error());
        settings.clock = ClockSetting{clock->base_ms, clock->increment_ms};
    }
    const char side = arguments.side.front();  // "w" is "white", as in the game
    const bool random_black = side == 'r' && random_number(2) == 1;
    if (arguments.two)
        settings.seats = {Seat::person, Seat::person};
    else if (side == 'b' || random_black)
        settings.seats = {Seat::engine, Seat::person};
    return settings;
}

BoardStyle choose_style(const PlayArguments& arguments, const Terminal& terminal) {
    if (arguments.ascii || arguments.board == "ascii") return BoardStyle::ascii;
    if (arguments.board == "unicode") return BoardStyle::unicode;
    if (arguments.board == "colour" || arguments.board == "color") return BoardStyle::colour;
    return best_board_style(terminal);
}

void define_options(CLI::App& app, PlayArguments& arguments) {
    app.footer(footer);
    app.get_option("--help")->description("this text");
    auto* two =
        app.add_flag("--two", arguments.two, "two people at this terminal")->option_text(" ");
    app.add_option("--level,--opponent", arguments.opponent,
                   "your opponent: a level's number, a character, or a player's file (3)")
        ->option_text("NAME");
    app.add_option("--side", arguments.side, "your side: white, black or random (white)")
        ->check(CLI::IsMember({"white", "black", "random", "w", "b", "r"}))
        ->excludes(two)
        ->option_text("SIDE");
    app.add_option("--clock", arguments.clock, "minutes for each side, or minutes+seconds a move")
        ->option_text("M[+S]");
    auto* fen =
        app.add_option("--fen", arguments.fen, "the position to start from")->option_text("FEN");
    app.add_option("--960", arguments.chess960, "Chess960: a start position's number, or random")
        ->excludes(fen)
        ->option_text("0-959");
    auto* resume =
        app.add_flag("--resume", arguments.resume, "continue the game you left")->option_text(" ");
    app.add_flag("--new", arguments.new_game, "put the game you left aside without asking")
        ->excludes(resume)
        ->option_text(" ");
    app.add_option("--board", arguments.board, "colour, unicode or ascii (what the terminal can)")
        ->check(CLI::IsMember({"colour", "color", "unicode", "ascii"}))
        ->option_text("STYLE");
    app.add_flag("--ascii", arguments.ascii, "the same as --board ascii");
    app.add_option("--threads", arguments.threads, "threads the engine thinks with (1)")
        ->check(CLI::Range(1, Engine::max_threads))
        ->option_text("N");
    app.add_option("--hash", arguments.hash_mb, "memory for the engine (64)")
        ->check(one_or_more())
        ->option_text("MB");
}

int play(const PlayArguments& arguments) {
    const Terminal screen = terminal_at(1);
    const bool person_types = screen.is_terminal && terminal_at(0).is_terminal;
    const auto settings = choose_settings(arguments);
    if (!settings) return fail(command, settings.error(), exit_bad_usage);

    PlayOptions options;
    options.game = *settings;
    options.look = {choose_style(arguments, screen), Paint(screen.has_colours), screen.width};
    options.date = date_text();
    options.random = random_number;
    options.asks_for_settings = person_types && !arguments.chose_game;
    options.asks_again = person_types;
    // Who says who plays, how long, or from where, means a game that is still to begin.
    const bool wants_new_game = arguments.new_game || arguments.chose_game;
    options.kept_game = arguments.resume                  ? KeptGame::resume
                        : person_types && !wants_new_game ? KeptGame::ask
                                                          : KeptGame::archive;

    Engine engine;
    if (const auto set = engine.set_threads(arguments.threads); !set)
        return fail(command, set.error(), exit_bad_usage);
    if (const auto set = engine.set_hash_mb(arguments.hash_mb); !set)
        return fail(command, set.error(), exit_bad_usage);
    UserGameStore store(process_environment);
    PlaySession session(std::move(options), store);
    TerminalGame(session, engine, screen, random_number).run();
    return exit_ok;
}

}  // namespace
}  // namespace play_command

void add_play_command(Program& program) {
    using namespace play_command;
    const auto arguments = std::make_shared<PlayArguments>();
    CLI::App& app =
        program.add("play", "play chess at the terminal",
                    "Play chess at the terminal: two people, or you against the engine.");
    program.when_chosen(app, [arguments, &app] {
        for (const char* option : game_options)
            if (app.count(option) > 0) arguments->chose_game = true;
        return play(*arguments);
    });
    define_options(app, *arguments);
    for (const char* option : game_options)
        app.get_option("--resume")->excludes(app.get_option(option));
}

}  // namespace kibitz::cli
