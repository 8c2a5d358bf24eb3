#include "match/game_files.hpp"

#include <filesystem>
#include <system_error>

#include "match/pgn_writer.hpp"
#include "platform/paths.hpp"

namespace kibitz::match {

std::uint64_t file_size_or_zero(const std::string& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path_of(file), error);
    return error ? 0 : size;
}

std::expected<GameFiles, std::string> GameFiles::open(const MatchSettings& settings,
                                                      const std::string& date) {
    GameFiles files(settings, date);
    const auto open_one = [](std::ofstream& stream, const std::string& name) {
        if (!name.empty()) stream.open(path_of(name), std::ios::app | std::ios::binary);
        return name.empty() || stream.good();
    };
    for (const auto& [stream, name] :
         {std::pair(&files.pgn_, &settings.pgn_file), std::pair(&files.epd_, &settings.epd_file)})
        if (!open_one(*stream, *name)) return std::unexpected("cannot write \"" + *name + "\"");
    return files;
}

std::expected<GameFiles, std::string> GameFiles::reopen(const MatchSettings& settings,
                                                        const std::string& date,
                                                        std::uint64_t pgn_size,
                                                        std::uint64_t epd_size) {
    for (const auto& [name, size] :
         {std::pair(settings.pgn_file, pgn_size), std::pair(settings.epd_file, epd_size)}) {
        if (file_size_or_zero(name) <= size) continue;
        std::error_code error;
        std::filesystem::resize_file(path_of(name), size, error);
        if (error) return std::unexpected("cannot write \"" + name + "\": " + error.message());
    }
    return open(settings, date);
}

void GameFiles::game_finished(const GameTask& task, const PlayedGame& game) {
    if (pgn_.is_open()) write(pgn_, settings_.pgn_file, to_pgn(settings_, task, game, date_));
    if (epd_.is_open()) write(epd_, settings_.epd_file, to_epd(game));
}

void GameFiles::write(std::ofstream& stream, const std::string& file, const std::string& text) {
    if (!(stream << text << std::flush)) error_ = "cannot write \"" + file + "\"";
}

void GameFiles::game_replayed(const GameTask& task, const PlayedGame& game) {
    game_finished(task, game);
}

}  // namespace kibitz::match
