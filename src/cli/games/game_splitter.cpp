#include "cli/games/game_splitter.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include "chess/game.hpp"
#include "platform/paths.hpp"
#include "text/letter_case.hpp"

namespace kibitz::cli {

namespace games_command {
namespace {

using collection::FoundGame;

std::string rating_group(const FoundGame& game) {
    constexpr int hundred = 100;
    const int white = game.head.rating(Color::white), black = game.head.rating(Color::black);
    if (white == 0 || black == 0) return {};
    const int first = (white + black) / 2 / hundred * hundred;
    return std::to_string(first) + '-' + std::to_string(first + hundred - 1);
}

std::vector<std::string> groups_of(const FoundGame& game, SplitBy by) {
    constexpr std::size_t month_letters = 7;
    const collection::GameHead& head = game.head;
    const auto player = [&head](Color side) { return std::string(head.player(side)); };
    switch (by) {
        case SplitBy::rating: return {rating_group(game)};
        case SplitBy::year:
            return {head.date().is_known() ? std::to_string(head.date().year) : std::string()};
        case SplitBy::month:
            return {head.date().month == 0 ? std::string()
                                           : to_string(head.date()).substr(0, month_letters)};
        case SplitBy::eco: return {opening_names(game).eco};
        case SplitBy::opening: {
            const std::string name = opening_names(game).name;
            return {name.substr(0, name.find(':'))};
        }
        case SplitBy::player:
            if (player(Color::white) == player(Color::black)) return {player(Color::white)};
            return {player(Color::white), player(Color::black)};
        case SplitBy::white: return {player(Color::white)};
        case SplitBy::black: return {player(Color::black)};
        case SplitBy::event: return {std::string(head.tag("Event"))};
        case SplitBy::result: return {to_string(result_of(game))};
        case SplitBy::time: return {to_string(head.pace())};
    }
    return {};
}

// A byte of a character in UTF-8 that is not its first.
bool is_inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// A name for a file on any system: letters of all languages, digits and dashes. Two groups whose
// names differ in case alone come into one file, as some systems have no two such names.
std::string file_name(std::string_view group) {
    constexpr std::array<std::string_view, 4> devices = {"con", "prn", "aux", "nul"};  // Windows
    std::size_t length = std::min<std::size_t>(group.size(), 100);
    while (length < group.size() && is_inside_character(group[length])) --length;
    std::string name;
    for (const char c : group.substr(0, length)) {
        const char small = text::lower(c);
        const bool stays = (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') ||
                           static_cast<unsigned char>(c) >= 0x80 || c == '-';
        if (stays)
            name += small;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (name.ends_with('_')) name.pop_back();
    if (name.empty()) name = "unknown";
    if (std::ranges::find(devices, name) != devices.end()) name += '_';
    return name + ".pgn";
}

}  // namespace
}  // namespace games_command

std::optional<SplitBy> parse_split_by(std::string_view word) {
    constexpr std::array<std::string_view, 11> words = {"rating",  "year",   "month", "eco",
                                                        "opening", "player", "white", "black",
                                                        "event",   "result", "time"};
    for (std::size_t i = 0; i < words.size(); ++i)
        if (word == words[i]) return static_cast<SplitBy>(i);
    return std::nullopt;
}

std::expected<GameSplitter, std::string> GameSplitter::open(const std::string& folder, SplitBy by) {
    namespace fs = std::filesystem;
    const fs::path path = path_of(folder);
    std::error_code error;
    fs::create_directories(path, error);
    if (error) return std::unexpected(folder + ": " + error.message());
    const bool is_empty = fs::is_empty(path, error);
    if (error) return std::unexpected(folder + ": " + error.message());
    if (!is_empty) return std::unexpected(folder + " is not empty; give the name of a new folder");
    return GameSplitter(path, by);
}

std::expected<void, std::string> GameSplitter::add(const collection::FoundGame& game) {
    using namespace games_command;
    constexpr std::size_t most_waiting = std::size_t{64} * 1024 * 1024;
    const std::string text = to_pgn(game.tape.build().game) + '\n';
    for (const std::string& group : groups_of(game, by_)) {
        texts_[file_name(group)] += text;
        waiting_ += text.size();
    }
    return waiting_ > most_waiting ? write() : std::expected<void, std::string>();
}

std::expected<void, std::string> GameSplitter::write() {
    for (auto& [name, text] : texts_) {
        if (text.empty()) continue;
        const std::filesystem::path path = folder_ / path_of(name);
        std::ofstream file(path, std::ios::binary | std::ios::app);
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (!file.flush()) return std::unexpected(path.string() + " cannot be written");
        std::string().swap(text);
    }
    waiting_ = 0;
    return {};
}

std::expected<std::size_t, std::string> GameSplitter::finish() {
    if (const auto written = write(); !written) return std::unexpected(written.error());
    return texts_.size();
}

}  // namespace kibitz::cli
