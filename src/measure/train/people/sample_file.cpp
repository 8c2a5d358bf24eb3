#include "train/people/sample_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "chess/movegen.hpp"
#include "chess/random.hpp"
#include "platform/core_paths.hpp"
#include "platform/files.hpp"

namespace kibitz::train {

namespace {

constexpr std::array<char, 8> file_mark{'k', 'b', 'z', '-', 's', 'm', 'p', 'l'};

struct Header {
    std::array<char, 8> mark = file_mark;
    // Other tables of rows are another kind of file.
    std::uint32_t position_rows = 0, move_rows = 0;
    std::uint32_t samples = 0, rows = 0, moves = 0, rows_of_moves = 0;
};

// The draw of tools/people/label.py, so that what is labelled is among what is stored.
bool is_drawn(std::uint32_t game, std::uint64_t ply, double share) {
    constexpr int ply_bits = 16;
    constexpr std::uint64_t parts = 1000;
    const std::uint64_t draw = scramble((std::uint64_t{game} << ply_bits | ply) * golden_gamma);
    return draw % parts < static_cast<std::uint64_t>(std::lround(parts * share));
}

template <class T>
bool take(std::span<const std::byte>& left, std::size_t count, std::vector<T>& out) {
    if (left.size() / sizeof(T) < count) return false;
    out.resize(count);
    std::memcpy(out.data(), left.data(), count * sizeof(T));
    left = left.subspan(count * sizeof(T));
    return true;
}

}  // namespace

void SampleFile::add(const HumanGame& game, std::uint32_t number, double share,
                     players::StaticEvaluation evaluation) {
    const std::uint32_t first = positions_;
    const bool kept_apart = is_kept_apart(game);
    for_each_choice(game, [&](const HumanMove& move) {
        const std::size_t ply = move.scene.earlier_keys.size();
        if (!is_drawn(number, ply, share)) return;
        const MoveSample sample = sample_of(move, evaluation);
        const players::Mover mover = game.mover(move.scene.position.side_to_move());
        StoredSample made;
        made.game = number;
        made.position = first + static_cast<std::uint32_t>(ply);
        made.ply = static_cast<std::uint16_t>(ply);
        made.site_rating = static_cast<std::uint16_t>(mover.rating);
        made.played = static_cast<std::uint8_t>(sample.played);
        made.is_kept_apart = kept_apart ? 1 : 0;
        made.is_chess_com = mover.system == players::RatingSystem::chess_com ? 1 : 0;
        append(made, sample.features.view());
    });
    positions_ += static_cast<std::uint32_t>(game.moves.size());
}

void SampleFile::add(const SampleFile& other, std::size_t sample) {
    append(other[sample], other.view(sample));
}

void SampleFile::append(const StoredSample& sample, const players::FeatureView& features) {
    StoredSample made = sample;
    made.first_row = static_cast<std::uint32_t>(rows_.size());
    made.first_move_row = static_cast<std::uint32_t>(move_rows_.size());
    made.first_move_end = static_cast<std::uint32_t>(move_end_.size());
    made.rating_row = static_cast<std::uint16_t>(features.rating.lower);
    made.rating_upper = static_cast<std::uint8_t>(features.rating.upper_weight);
    made.rows = static_cast<std::uint8_t>(features.rows.size());
    made.moves = static_cast<std::uint8_t>(features.moves());
    samples_.push_back(made);
    rows_.insert(rows_.end(), features.rows.begin(), features.rows.end());
    move_rows_.insert(move_rows_.end(), features.move_rows.begin(), features.move_rows.end());
    move_end_.insert(move_end_.end(), features.move_end.begin(), features.move_end.end());
}

players::FeatureView SampleFile::view(std::size_t i) const {
    const StoredSample& sample = samples_[i];
    const auto ends = std::span(move_end_).subspan(sample.first_move_end, sample.moves);
    return {.rows = std::span(rows_).subspan(sample.first_row, sample.rows),
            .rating = {.lower = sample.rating_row, .upper_weight = sample.rating_upper},
            .move_rows = std::span(move_rows_).subspan(sample.first_move_row, ends.back()),
            .move_end = ends};
}

std::expected<void, std::string> SampleFile::write(const std::string& path) const {
    const Header header{.position_rows = static_cast<std::uint32_t>(players::position_row_count),
                        .move_rows = static_cast<std::uint32_t>(players::move_row_count),
                        .samples = static_cast<std::uint32_t>(samples_.size()),
                        .rows = static_cast<std::uint32_t>(rows_.size()),
                        .moves = static_cast<std::uint32_t>(move_end_.size()),
                        .rows_of_moves = static_cast<std::uint32_t>(move_rows_.size())};
    return write_file(path,
                      {std::as_bytes(std::span(&header, 1)), std::as_bytes(std::span(samples_)),
                       std::as_bytes(std::span(rows_)), std::as_bytes(std::span(move_end_)),
                       std::as_bytes(std::span(move_rows_))});
}

std::expected<SampleFile, std::string> SampleFile::read(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    Header header;
    std::span<const std::byte> left = *bytes;
    if (left.size() < sizeof header) return std::unexpected(path + ": it is too short");
    std::memcpy(&header, left.data(), sizeof header);
    left = left.subspan(sizeof header);
    if (header.mark != file_mark) return std::unexpected(path + ": it is no file of samples");
    if (header.position_rows != static_cast<std::uint32_t>(players::position_row_count) ||
        header.move_rows != static_cast<std::uint32_t>(players::move_row_count))
        return std::unexpected(path + ": it was made for a move model of another shape");
    SampleFile file;
    const bool is_whole = take(left, header.samples, file.samples_) &&
                          take(left, header.rows, file.rows_) &&
                          take(left, header.moves, file.move_end_) &&
                          take(left, header.rows_of_moves, file.move_rows_) && left.empty();
    if (!is_whole || !file.is_sound()) return std::unexpected(path + ": it is damaged");
    return file;
}

// Nothing in it leads outside of it or of the model's tables.
bool SampleFile::is_sound() const {
    const auto within = [](std::size_t first, std::size_t count, std::size_t all) {
        return first <= all && count <= all - first;
    };
    for (const StoredSample& sample : samples_) {
        if (sample.moves == 0 || sample.played >= sample.moves ||
            !within(sample.first_row, sample.rows, rows_.size()) ||
            !within(sample.first_move_end, sample.moves, move_end_.size()))
            return false;
        const auto ends = std::span(move_end_).subspan(sample.first_move_end, sample.moves);
        if (!std::ranges::is_sorted(ends) ||
            !within(sample.first_move_row, ends.back(), move_rows_.size()) ||
            sample.rating_row + 1 >= players::position_row_count ||
            sample.rating_upper > players::RatingRows::whole)
            return false;
    }
    const auto below = [](int count) { return [count](std::uint16_t row) { return row < count; }; };
    return std::ranges::all_of(rows_, below(players::position_row_count)) &&
           std::ranges::all_of(move_rows_, below(players::move_row_count));
}

std::expected<NumberedFiles, std::string> write_sample_files(
    const std::vector<HumanGame>& games, int games_to_a_file, double share,
    const std::string& folder, const std::function<bool()>& is_stopped) {
    const auto evaluation = default_core_path().evaluate;
    return write_numbered_files(games.size(), games_to_a_file, folder, "samples", is_stopped,
                                [&](const std::string& path, std::size_t first, std::size_t end) {
                                    SampleFile file;
                                    for (std::size_t i = first; i < end; ++i)
                                        file.add(games[i], static_cast<std::uint32_t>(i), share,
                                                 evaluation);
                                    return file.write(path);
                                });
}

}  // namespace kibitz::train
