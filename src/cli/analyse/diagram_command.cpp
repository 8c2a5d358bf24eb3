#include <algorithm>
#include <array>
#include <cstdio>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/diagram_svg.hpp"
#include "chess/game.hpp"
#include "chess/pasted_position.hpp"
#include "cli/games/source.hpp"
#include "cli/play/move_advice.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/joined.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/user_files.hpp"
#include "cli/terminal/board_view.hpp"
#include "text/letter_case.hpp"
#include "text/split.hpp"
#include "unpack/input_file.hpp"

namespace kibitz::cli {
namespace diagram_command {
namespace {

constexpr int default_size = 480;
constexpr int smallest_size = 64, largest_size = 8192;
// Pictures and documents that the command does not make.
constexpr std::array<std::string_view, 14> other_formats = {"png", "jpg", "jpeg", "gif",  "webp",
                                                            "bmp", "tif", "tiff", "avif", "ico",
                                                            "pdf", "ps",  "eps",  "svgz"};

constexpr const char* footer = R"(Examples:
  kibitz diagram                                       the start position
  kibitz diagram "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
  kibitz diagram game.pgn --ply 20 -o board.svg        after 20 half-moves, as a picture
  kibitz diagram game.pgn --flip --arrows e7e5,g8f6:red --marks e5 -o board.svg

Colours of arrows and marks are those of CSS: e2e4:red, d5:#2266cc.)";

struct DiagramArguments {
    std::vector<std::string> input;
    std::optional<int> ply;
    int game = 1;
    std::string style;
    std::string output;
    bool flip = false;
    bool dark = false;
    int size = default_size;
    std::string arrows, marks, last;
    std::string coordinates = "outside";
};

// What is to be drawn.
struct Scene {
    Position position = Position::initial();
    Move last_move = Move::none();
};

// Failures of the input rather than of the command line.
struct Failure {
    std::string text;
    int exit_code = exit_bad_usage;
};

std::vector<std::string> parts_of(const std::string& list) {
    std::vector<std::string> parts;
    for (const std::string_view part : text::split(list, ','))
        if (!part.empty()) parts.emplace_back(part);
    return parts;
}

// "e2e4:red" is the squares and the colour.
std::pair<std::string, std::string> split_colour(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return {text, ""};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

std::expected<std::vector<BoardArrow>, Failure> parse_arrows(const std::string& list) {
    std::vector<BoardArrow> arrows;
    for (const std::string& text : parts_of(list)) {
        const auto [squares, colour] = split_colour(text);
        const auto from = Square::parse(std::string_view(squares).substr(0, 2));
        const auto to =
            squares.size() == 4 ? Square::parse(std::string_view(squares).substr(2)) : std::nullopt;
        if (!from || !to)
            return std::unexpected(
                Failure{"--arrows \"" + text + "\": write two squares, as in e2e4 or e2e4:red"});
        arrows.push_back({*from, *to, colour});
    }
    return arrows;
}

std::expected<std::vector<BoardMark>, Failure> parse_marks(const std::string& list) {
    std::vector<BoardMark> marks;
    for (const std::string& text : parts_of(list)) {
        const auto [name, colour] = split_colour(text);
        const auto square = Square::parse(name);
        if (!square)
            return std::unexpected(
                Failure{"--marks \"" + text + "\": write a square, as in e4 or e4:red"});
        marks.push_back({*square, colour});
    }
    return marks;
}

// The move that led to the position cannot be checked: two squares are enough.
std::expected<Move, Failure> parse_last_move(const std::string& text) {
    const auto from = Square::parse(std::string_view(text).substr(0, 2));
    const auto to =
        text.size() == 4 ? Square::parse(std::string_view(text).substr(2)) : std::nullopt;
    if (!from || !to)
        return std::unexpected(Failure{"--last \"" + text + "\": write two squares, as in e2e4"});
    return Move(*from, *to);
}

std::expected<Scene, Failure> scene_of_game(const std::string& path,
                                            const DiagramArguments& arguments) {
    const auto text = read_input(path);
    if (!text) return std::unexpected(Failure{text.error(), exit_failure});
    const std::vector<ReadGame> games = read_games(*text);
    const auto wanted = static_cast<std::size_t>(arguments.game);
    if (wanted > games.size())
        return std::unexpected(Failure{path + " has " + std::to_string(games.size()) +
                                           " games; --game " + std::to_string(wanted) +
                                           " is not one of them",
                                       exit_failure});
    const ReadGame& read = games[wanted - 1];
    const std::vector<NodeId> nodes = read.game.main_line();
    const int plies = static_cast<int>(nodes.size());
    if (arguments.ply.value_or(0) > plies) {
        std::string message = "the game has " + std::to_string(plies) + " half-moves; --ply " +
                              std::to_string(*arguments.ply) + " is too many";
        if (read.error) message += " (" + to_string(*read.error) + ")";
        return std::unexpected(Failure{message, exit_failure});
    }
    Scene scene{read.game.start(), Move::none()};
    for (const NodeId node :
         std::span(nodes).first(static_cast<std::size_t>(arguments.ply.value_or(plies)))) {
        scene.last_move = read.game.node(node).move;
        if (scene.last_move.is_none())
            scene.position.play_null();
        else
            scene.position.play(scene.last_move);
    }
    return scene;
}

std::expected<Scene, Failure> find_scene(const DiagramArguments& arguments) {
    const std::string input = joined(arguments.input);
    const auto source = find_source(input.empty() ? "startpos" : input);
    if (!source) return std::unexpected(Failure{source.error()});
    if (source->kind == SourceKind::pgn) return scene_of_game(source->text, arguments);
    if (source->kind == SourceKind::epd)
        return std::unexpected(Failure{"give a FEN or a PGN file, not an EPD file"});
    if (arguments.ply) return std::unexpected(Failure{"--ply counts the moves of a PGN file"});
    const auto position = parse_position(source->text);
    if (!position) return std::unexpected(Failure{to_string(position.error())});
    return Scene{*position, Move::none()};
}

std::expected<std::string, Failure> draw_picture(const Scene& scene,
                                                 const DiagramArguments& arguments) {
    auto arrows = parse_arrows(arguments.arrows);
    if (!arrows) return std::unexpected(arrows.error());
    auto marks = parse_marks(arguments.marks);
    if (!marks) return std::unexpected(marks.error());
    BoardPicture picture;
    picture.bottom = arguments.flip ? Color::black : Color::white;
    picture.size = arguments.size;
    picture.coordinates = arguments.coordinates == "none"     ? BoardCoordinates::none
                          : arguments.coordinates == "inside" ? BoardCoordinates::inside
                                                              : BoardCoordinates::outside;
    if (arguments.dark) picture.colors = BoardColors::dark();
    picture.last_move = scene.last_move;
    picture.arrows = *std::move(arrows);
    picture.marks = *std::move(marks);
    return to_svg(scene.position, picture);
}

std::string draw_text(const Scene& scene, BoardStyle style, bool flip) {
    const BoardView view{style, flip ? Color::black : Color::white, scene.last_move};
    std::string text;
    for (std::string line : board_lines(scene.position, view)) {
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

BoardStyle choose_text_style(const DiagramArguments& arguments) {
    if (arguments.style == "unicode") return BoardStyle::unicode;
    if (arguments.style == "colour") return BoardStyle::colour;
    if (arguments.style == "ascii" || !arguments.output.empty()) return BoardStyle::ascii;
    return best_board_style(terminal_at(1));
}

// Whether a file is to be a picture or a text, as its ending says; nothing if it says neither.
std::optional<std::string> ending_of(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos || path.find('/', dot) != std::string::npos) return std::nullopt;
    return text::lower(path.substr(dot + 1));
}

// What a file cannot hold, whatever the other options say: a drawing under the name of something
// else.
std::optional<Failure> wrong_output(const DiagramArguments& arguments) {
    const auto ending = ending_of(arguments.output);
    const bool is_text_style = !arguments.style.empty() && arguments.style != "svg";
    if (ending == "svg" && is_text_style)
        return Failure{arguments.output + " is to be a picture, but --style " + arguments.style +
                       " draws text: leave out one of them"};
    if (ending == "txt" && arguments.style == "svg")
        return Failure{arguments.output + " is to be text, but --style svg draws a picture"};
    if (ending && std::ranges::find(other_formats, *ending) != other_formats.end())
        return Failure{
            arguments.output + ": pictures are drawn as SVG, not as " + *ending +
            ": give it a name that ends with .svg (a browser shows it, and programs such as "
            "rsvg-convert make " +
            *ending + " of it)"};
    return std::nullopt;
}

std::expected<std::string, Failure> draw(const DiagramArguments& arguments) {
    if (const auto wrong = wrong_output(arguments)) return std::unexpected(*wrong);
    auto scene = find_scene(arguments);
    if (!scene) return std::unexpected(scene.error());
    if (!arguments.last.empty()) {
        const auto last = parse_last_move(arguments.last);
        if (!last) return std::unexpected(last.error());
        scene->last_move = *last;
    }
    const bool picture = arguments.style == "svg" ||
                         (arguments.style.empty() && ending_of(arguments.output) == "svg");
    if (picture) return draw_picture(*scene, arguments);
    if (!arguments.arrows.empty() || !arguments.marks.empty())
        return std::unexpected(
            Failure{"arrows and marks need a picture: add -o board.svg or --style svg"});
    return draw_text(*scene, choose_text_style(arguments), arguments.flip);
}

void define_options(CLI::App& app, DiagramArguments& arguments) {
    app.footer(footer);
    app.get_option("--help")->description("this text");
    app.add_option("input", arguments.input, "a FEN or a PGN file; nothing: the start position")
        ->option_text(" ");
    app.add_option("--ply", arguments.ply, "of a game: after so many half-moves (else the end)")
        ->check(zero_or_more())
        ->option_text("N");
    app.add_option("--game", arguments.game, "which game of the file (1)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("-o,--output", arguments.output, "write to a file; .svg makes a picture")
        ->option_text("FILE");
    app.add_option("--style", arguments.style, "ascii, unicode, colour or svg")
        ->check(CLI::IsMember({"ascii", "unicode", "colour", "svg"}))
        ->option_text("STYLE");
    app.add_flag("--flip", arguments.flip, "Black at the bottom");
    app.add_option("--last", arguments.last, "highlight a move (of a game: its last)")
        ->option_text("e2e4");
    app.add_option("--arrows", arguments.arrows, "arrows in the picture: e2e4,g1f3:red")
        ->option_text("LIST");
    app.add_option("--marks", arguments.marks, "rings in the picture: e4,d5:red")
        ->option_text("LIST");
    app.add_flag("--dark", arguments.dark, "the picture in dark colours");
    app.add_option("--size", arguments.size, "width of the picture (480)")
        ->check(CLI::Range(smallest_size, largest_size))
        ->option_text("PIXELS");
    app.add_option("--coordinates", arguments.coordinates, "of the picture: outside, inside, none")
        ->check(CLI::IsMember({"outside", "inside", "none"}))
        ->option_text("WHERE");
}

int diagram(const DiagramArguments& arguments) {
    const auto drawing = draw(arguments);
    if (!drawing) return fail("diagram", drawing.error().text, drawing.error().exit_code);
    if (arguments.output.empty()) {
        std::fputs(drawing->c_str(), stdout);
        return exit_ok;
    }
    const auto written = replace_text_file(arguments.output, *drawing);
    return written ? exit_ok : fail("diagram", written.error(), exit_failure);
}

}  // namespace
}  // namespace diagram_command

void add_diagram_command(Program& program) {
    using namespace diagram_command;
    const auto arguments = std::make_shared<DiagramArguments>();
    CLI::App& app = program.add("diagram", "draw a position as text or as a picture",
                                "Draws a position as text or as an SVG picture.");
    program.when_chosen(app, [arguments] { return diagram(*arguments); });
    define_options(app, *arguments);
}

}  // namespace kibitz::cli
