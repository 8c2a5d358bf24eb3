#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "chess/pasted_position.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "cli/play/opponents.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "players/built_in_players.hpp"
#include "players/make_player.hpp"
#include "players/player_file.hpp"
#include "uci/external_player.hpp"

namespace kibitz::cli {

namespace player_command {
namespace {

struct PlayerArguments {
    std::string name, fen = "startpos";
    std::vector<std::string> moves;
    std::uint64_t game_number = 1;
    bool keys = false, toml = false;
};

int refuse(const std::string& why) { return fail("player", why, exit_failure); }

int list_players() {
    for (const players::BuiltInPlayer& built_in : players::built_in_players()) {
        const auto player = players::parse_player(built_in.toml);
        if (!player) return refuse(std::string(built_in.name) + ": " + to_string(player.error()));
        const std::string rating = player->rating_interval ? std::to_string(*player->rating) : "";
        std::printf("%-14.*s %-10s %5s  %s\n", static_cast<int>(built_in.name.size()),
                    built_in.name.data(), player->name.c_str(), rating.c_str(),
                    player->description.c_str());
    }
    return exit_ok;
}

int print_file(const std::string& name) {
    const auto found =
        std::ranges::find(players::built_in_players(), name, &players::BuiltInPlayer::name);
    if (found == players::built_in_players().end())
        return refuse("\"" + name + "\" is not the name of a built-in player");
    std::fwrite(found->toml.data(), 1, found->toml.size(), stdout);
    return exit_ok;
}

// The game after the moves, in UCI or standard notation.
std::expected<Line, std::string> read_game(const std::string& fen,
                                           const std::vector<std::string>& moves) {
    Position start = Position::initial();
    if (fen != "startpos") {
        const auto parsed = parse_position(fen);
        if (!parsed) return std::unexpected(to_string(parsed.error()));
        start = *parsed;
    }
    Line game(start);
    for (const std::string& text : moves) {
        auto move = parse_uci(game.position(), text);
        if (!move) move = parse_san(game.position(), text);
        if (!move) return std::unexpected(to_string(move.error()));
        game.play(*move);
    }
    return game;
}

int ask(const players::PlayerSettings& settings, const Line& game, std::uint64_t game_number) {
    players::PlayerResources resources = players::default_resources();
    resources.make_external = make_external_player;
    const auto player = make_player(settings, resources);
    if (!player) return refuse(player.error());
    if (const auto ready = (*player)->new_game(game_number); !ready)
        return refuse(ready.error().text);
    const auto choice = (*player)->choose({game, {}}, {}, {});
    if (!choice) return refuse(choice.error().text);
    std::printf("%s plays %s\n%s", settings.name.c_str(),
                to_san(game.position(), choice->move).c_str(), choice->thoughts.c_str());
    return exit_ok;
}

int player(const PlayerArguments& arguments) {
    if (arguments.keys) {
        std::fputs(players::player_key_tables().c_str(), stdout);
        return exit_ok;
    }
    if (arguments.name.empty()) return list_players();
    const auto known = opponent_called(arguments.name);
    if (!known) return refuse(known.error());
    if (arguments.toml) return print_file(*known);
    const auto settings = players::find_player(*known);
    if (!settings) return refuse(settings.error());
    const auto game = read_game(arguments.fen, arguments.moves);
    if (!game) return refuse(game.error());
    return ask(*settings, *game, arguments.game_number);
}

}  // namespace
}  // namespace player_command

void add_player_command(Program& program) {
    using namespace player_command;
    const auto arguments = std::make_shared<PlayerArguments>();
    CLI::App& app = program.add(
        "player", "ask an opponent what it would play, and why",
        "Asks a player what it would play and shows what it thinks: for classic players the "
        "parts of the rating, for human-like ones what they see and overlook.\n"
        "Without a player, lists those there are.");
    program.when_chosen(app, [arguments] { return player(*arguments); });
    app.add_option("PLAYER", arguments->name,
                   "a TOML file, or one that is built in: a name or a level's number");
    app.add_option("--fen", arguments->fen, "the start of the game")->capture_default_str();
    app.add_option("--moves", arguments->moves, "the moves so far, e2e4 or e4");
    app.add_option("--game", arguments->game_number,
                   "the number of the game; another number gives other moods")
        ->capture_default_str();
    app.add_flag("--keys", arguments->keys, "the keys of players' files, as tables in Markdown");
    app.add_flag("--toml", arguments->toml,
                 "the file of a built-in player, to be copied and changed");
    app.footer(
        "Examples:\n  kibitz player level-05 --moves e4 e5 Nf3\n"
        "  kibitz player level-05 --toml > my-file.toml\n"
        "  kibitz player classic --fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/"
        "RNBQKB1R w KQkq - 2 3\"\n");
}

}  // namespace kibitz::cli
