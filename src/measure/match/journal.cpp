#include "match/journal.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "platform/paths.hpp"

namespace kibitz::match {

namespace {

using nlohmann::json;

constexpr int format_version = 1;
constexpr const char* recovery_voids = "recovery_voids";
constexpr auto sync_interval = std::chrono::seconds(1);

std::string header_line(const JournalHeader& header) {
    json arguments = json::array();
    for (const ArgumentGroup& group : header.arguments)
        arguments.push_back({group.option, group.words});
    return json{{"kibitz_match", format_version}, {"arguments", arguments},
                {"pgn_size", header.pgn_size},    {"epd_size", header.epd_size},
                {"players", header.players},      {recovery_voids, header.recovery_voids}}
               .dump() +
           "\n";
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

struct ReadJournal {
    JournalContents contents;
    std::size_t complete_bytes = 0;  // what comes after is half a line
};

std::expected<ReadJournal, std::string> read(const std::string& file) {
    const auto wrong = [&](const std::string& what) {
        return std::unexpected("journal \"" + file + "\": " + what);
    };
    std::ifstream stream(path_of(file), std::ios::binary);
    if (!stream) return wrong(std::strerror(errno));
    ReadJournal result;
    bool has_header = false;
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        if (stream.eof()) break;  // without its end
        const auto broken = [&](const std::string& what) {
            return wrong("line " + std::to_string(number) + ": " + what);
        };
        const json value = json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (value.is_discarded()) return broken("no JSON");
        if (!has_header) {
            auto header = read_header(value);
            if (!header) return wrong(header.error());
            result.contents.header = *std::move(header);
            has_header = true;
        } else {
            auto game = game_from_json(value);
            if (!game) return broken(game.error());
            result.contents.games.push_back(*std::move(game));
        }
        result.complete_bytes += line.size() + 1;
    }
    if (!has_header) return wrong("is empty");
    return result;
}

}  // namespace

std::vector<ArgumentGroup> arguments_of(const JournalHeader& header) {
    std::vector<ArgumentGroup> arguments = header.arguments;
    for (ArgumentGroup& group : arguments)
        if (group.option == "-recover" && !header.recovery_voids) group.words = {"losses"};
    return arguments;
}

std::expected<JournalContents, std::string> read_journal(const std::string& file) {
    auto journal = read(file);
    if (!journal) return std::unexpected(journal.error());
    return std::move(journal->contents);
}

std::expected<Journal, std::string> Journal::create(const std::string& file,
                                                    const JournalHeader& header) {
    auto opened = FileHandle::append(path_of(file), FileHandle::Append::to_new_file);
    if (!opened && opened.error() == std::errc::file_exists)
        return std::unexpected("journal \"" + file +
                               "\" exists already: continue it with -resume, or remove it");
    if (!opened) return std::unexpected("journal \"" + file + "\": " + opened.error().message());
    Journal journal(*std::move(opened), file);
    (void)journal.handle_.claim();
    journal.append(header_line(header));
    if (!journal.error_.empty()) return std::unexpected(journal.error_);
    return journal;
}

std::expected<std::pair<Journal, JournalContents>, std::string> Journal::resume(
    const std::string& file) {
    auto opened = FileHandle::append(path_of(file), FileHandle::Append::to_existing_file);
    if (!opened) return std::unexpected("journal \"" + file + "\": " + opened.error().message());
    Journal journal(*std::move(opened), file);
    if (!journal.handle_.claim())
        return std::unexpected("journal \"" + file + "\": another match is writing it");
    auto old = read(file);
    if (!old) return std::unexpected(old.error());
    if (const auto error = journal.handle_.cut_to(old->complete_bytes))
        return std::unexpected("journal \"" + file + "\": " + error.message());
    return std::pair(std::move(journal), std::move(old->contents));
}

Journal::~Journal() {
    if (handle_.is_open()) (void)handle_.flush_to_disk();
}

void Journal::game_finished(const GameTask& task, const PlayedGame& game) {
    append(to_json(task, game).dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

void Journal::append(const std::string& line) {
    if (!error_.empty()) return;
    if (const auto error = handle_.write(line)) {
        error_ = "journal \"" + file_ + "\": " + error.message();
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - last_sync_ < sync_interval) return;
    (void)handle_.flush_to_disk();
    last_sync_ = now;
}

}  // namespace kibitz::match
