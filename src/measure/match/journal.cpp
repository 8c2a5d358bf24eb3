#include "match/journal.hpp"

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "platform/paths.hpp"

namespace kibitz::match {

namespace {

using nlohmann::json;

constexpr int format_version = 1;
constexpr const char* recovery_voids = "recovery_voids";

std::string header_line(const JournalHeader& header) {
    json arguments = json::array();
    for (const ArgumentGroup& group : header.arguments)
        arguments.push_back({group.option, group.words});
    return json{{"kibitz_match", format_version}, {"arguments", arguments},
                {"pgn_size", header.pgn_size},    {"epd_size", header.epd_size},
                {"players", header.players},      {recovery_voids, header.recovery_voids}}
        .dump();
}

std::expected<JournalHeader, std::string> read_header(const json& value) {
    try {
        JournalHeader header;
        const int version = value.at("kibitz_match").get<int>();
        if (version != format_version)
            return std::unexpected("is of version " + std::to_string(version) +
                                   ", which this program does not know");
        for (const json& group : value.at("arguments"))
            header.arguments.push_back(
                {group.at(0).get<std::string>(), group.at(1).get<std::vector<std::string>>()});
        value.at("pgn_size").get_to(header.pgn_size);
        value.at("epd_size").get_to(header.epd_size);
        if (const auto players = value.find("players"); players != value.end())
            players->get_to(header.players);
        header.recovery_voids = value.value(recovery_voids, false);
        return header;
    } catch (const json::exception&) {  // goes no further
        return std::unexpected("does not begin like a match journal");
    }
}

// How the lines of a journal are read, by LineJournal::read or read_journal_lines.
using ReadLines = std::function<std::expected<void, JournalError>(const LineJournal::Take&)>;

std::unexpected<std::string> failed(const std::string& file, const std::string& what) {
    return std::unexpected("journal \"" + file + "\": " + what);
}

std::expected<JournalContents, std::string> read(const std::string& file, const ReadLines& lines) {
    JournalContents result;
    int number = 0;
    const auto take_game = [&](std::string_view line) -> std::expected<void, std::string> {
        const auto broken = [&](const std::string& what) {
            return std::unexpected("line " + std::to_string(number) + ": " + what);
        };
        const json value = json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (value.is_discarded()) return broken("no JSON");
        if (number == 1) {
            auto header = read_header(value);
            if (!header) return std::unexpected(header.error());
            result.header = *std::move(header);
        } else {
            auto game = game_from_json(value);
            if (!game) return broken(game.error());
            result.games.push_back(*std::move(game));
        }
        return {};
    };
    const auto read = lines([&](LineJournal::Place, std::string_view line) {
        ++number;
        return take_game(line);
    });
    if (!read) return failed(file, read.error().text);
    if (number == 0) return failed(file, "is empty");
    return result;
}

std::unexpected<std::string> not_opened(const std::string& file, const JournalError& error) {
    return failed(
        file, error.code == JournalErrorCode::taken ? "another match is writing it" : error.text);
}

}  // namespace

std::vector<ArgumentGroup> arguments_of(const JournalHeader& header) {
    std::vector<ArgumentGroup> arguments = header.arguments;
    for (ArgumentGroup& group : arguments)
        if (group.option == "-recover" && !header.recovery_voids) group.words = {"losses"};
    return arguments;
}

std::expected<JournalContents, std::string> read_journal(const std::string& file) {
    return read(file,
                [&](const LineJournal::Take& take) { return read_journal_lines(file, take); });
}

std::expected<Journal, std::string> Journal::create(const std::string& file,
                                                    const JournalHeader& header) {
    auto opened = LineJournal::open(file, {.file = FileHandle::Append::to_any_file});
    if (!opened) return not_opened(file, opened.error());
    // A match that was killed as it began may have left the beginning of this line.
    const std::string first_line = header_line(header);
    if (!opened->may_begin_with(first_line))
        return failed(
            file, "exists already; continue it (kibitz match -resume " + file + ") or remove it");
    Journal journal(*std::move(opened), file);
    journal.append(first_line);
    if (journal.error_.empty()) return journal;
    std::error_code ignored;
    std::filesystem::remove(path_of(file), ignored);  // there is nothing to continue
    return std::unexpected(journal.error_);
}

std::expected<std::pair<Journal, JournalContents>, std::string> Journal::resume(
    const std::string& file) {
    auto opened = LineJournal::open(file, {.file = FileHandle::Append::to_existing_file});
    if (!opened) return not_opened(file, opened.error());
    auto old = read(file, [&](const LineJournal::Take& take) { return opened->read(take); });
    if (!old) return std::unexpected(old.error());
    return std::pair(Journal(*std::move(opened), file), *std::move(old));
}

void Journal::game_finished(const GameTask& task, const PlayedGame& game) {
    append(to_json(task, game).dump(-1, ' ', false, json::error_handler_t::replace));
}

void Journal::append(const std::string& line) {
    if (!error_.empty()) return;
    if (const auto written = lines_.append(line); !written)
        error_ = failed(file_, written.error().text).error();
}

}  // namespace kibitz::match
