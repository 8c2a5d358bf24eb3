#include "collection/segment.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "collection/detail/board_histories.hpp"
#include "collection/detail/bytes.hpp"
#include "collection/detail/game_code.hpp"
#include "collection/detail/heads.hpp"
#include "collection/detail/opening_numbers.hpp"
#include "collection/detail/position_index.hpp"
#include "collection/detail/position_trees.hpp"
#include "collection/detail/segment_layout.hpp"
#include "collection/detail/text_table.hpp"
#include "collection/segment_maker.hpp"
#include "collection/text_patterns.hpp"
#include "text/split.hpp"

namespace kibitz::collection {

namespace {

using detail::HeadReader;
using detail::identity_size;
using detail::number_at;
using detail::part_entry_size;
using detail::place_size;
using detail::segment_head_size;
using detail::segment_magic;
using detail::text_of;
using detail::unpacked_date;
using detail::upper_half;

std::size_t parts_of_version(std::uint32_t version) {
    constexpr std::array<std::size_t, segment_version + 1> parts = {0, 5, 6, 7, segment_parts};
    return parts[version];
}

bool is_left_out(const std::vector<bool>& left_out, std::size_t game) {
    return game < left_out.size() && left_out[game];
}

// The version from which positions and tags are written as they are today.
constexpr std::uint32_t first_short_version = 4;

}  // namespace

std::string to_string(SegmentFault fault) {
    switch (fault) {
        case SegmentFault::no_segment: return "it is no segment of a database, or not whole";
        case SegmentFault::later_version: return "it was written by a later version of the program";
    }
    return "unknown";
}

std::expected<Segment, SegmentFault> Segment::open(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!text.starts_with(segment_magic) || text.size() < segment_head_size)
        return std::unexpected(SegmentFault::no_segment);
    const auto version = number_at<std::uint32_t>(text, segment_magic.size());
    if (version > segment_version) return std::unexpected(SegmentFault::later_version);
    const std::size_t parts = parts_of_version(version);
    const std::size_t header_size = segment_head_size + parts * part_entry_size;
    if (version == 0 || text.size() < header_size) return std::unexpected(SegmentFault::no_segment);
    Segment segment;
    segment.version_ = version;
    segment.games_ = number_at<std::uint32_t>(text, segment_magic.size() + sizeof(std::uint32_t));
    // A part that the version does not have is empty, and whole.
    segment.checksums_.fill(detail::checksum_of({}));
    std::string_view rest = text.substr(header_size);
    for (std::size_t i = 0; i < parts; ++i) {
        const std::size_t entry = segment_head_size + i * part_entry_size;
        const auto size = number_at<std::uint64_t>(text, entry);
        if (size > rest.size()) return std::unexpected(SegmentFault::no_segment);
        segment.checksums_[i] = number_at<std::uint64_t>(text, entry + sizeof(std::uint64_t));
        segment.parts_[i] = rest.substr(0, static_cast<std::size_t>(size));
        rest.remove_prefix(static_cast<std::size_t>(size));
    }
    const bool has_all =
        rest.empty() && segment.games_ <= segment_most_games &&
        segment.part(SegmentPart::identities).size() == segment.games_ * identity_size &&
        (version >= first_short_version ||
         segment.part(SegmentPart::positions).size() % place_size == 0);
    if (!has_all) return std::unexpected(SegmentFault::no_segment);
    return segment;
}

bool Segment::is_whole(SegmentPart which) const {
    return detail::checksum_of(part(which)) == checksums_[static_cast<std::size_t>(which)];
}

HeadReader Segment::head_reader() const {
    return {version_ < first_short_version ? detail::HeadCoding::pairs : detail::HeadCoding::shapes,
            part(SegmentPart::strings)};
}

detail::MoveCoding Segment::move_coding() const {
    return version_ == 1 ? detail::MoveCoding::numbers : detail::MoveCoding::pieces;
}

template <class IsWanted>
bool Segment::play_tags(std::string_view head, PgnVisitor& visitor, IsWanted is_wanted) const {
    const std::string_view strings = part(SegmentPart::strings);
    bool has_all = true;
    const bool is_read =
        head_reader().each_tag(head, [&](std::uint64_t name_number, std::uint64_t value_number) {
            const auto name = text_of(strings, name_number);
            if (name && !is_wanted(*name)) return;
            const auto value = text_of(strings, value_number);
            has_all &= name && value;
            if (name && value) visitor.tag(*name, *value);
        });
    return is_read && has_all;
}

bool Segment::play(std::size_t game, PgnVisitor& visitor, const bool* has_enough) const {
    const auto head = text_of(part(SegmentPart::heads), game);
    const auto moves = text_of(part(SegmentPart::moves), game);
    visitor.begin_game();
    const auto always = [](std::string_view /*name*/) { return true; };
    const bool is_good = head && moves && play_tags(*head, visitor, always) &&
                         detail::decode_game(*moves, move_coding(), visitor, has_enough);
    visitor.end_game();
    return is_good;
}

bool Segment::play_with_tags(std::size_t game, std::span<const std::string_view> names,
                             PgnVisitor& visitor, const bool* has_enough) const {
    const auto head = text_of(part(SegmentPart::heads), game);
    const auto moves = text_of(part(SegmentPart::moves), game);
    const auto is_wanted = [names](std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    visitor.begin_game();
    const bool has_tags = names.empty() || (head && play_tags(*head, visitor, is_wanted));
    const bool is_good =
        has_tags && moves && detail::decode_game(*moves, move_coding(), visitor, has_enough);
    visitor.end_game();
    return is_good;
}

void Segment::add_identities(KnownGames& known, const std::vector<bool>& left_out) const {
    const std::string_view identities = part(SegmentPart::identities);
    for (std::size_t game = 0; game < games_; ++game)
        if (!is_left_out(left_out, game))
            known.add(number_at<std::uint64_t>(identities, game * identity_size), date(game));
}

GameDate Segment::date(std::size_t game) const {
    const std::string_view identities = part(SegmentPart::identities);
    return unpacked_date(
        number_at<std::uint32_t>(identities, game * identity_size + sizeof(std::uint64_t)));
}

bool Segment::mark_games_with(Key key, std::vector<bool>& games) const {
    if (version_ >= first_short_version) return false;
    const std::string_view positions = part(SegmentPart::positions);
    const std::size_t count = positions.size() / place_size;
    const std::uint32_t wanted = upper_half(key);
    const auto key_at = [&](std::size_t i) {
        return number_at<std::uint32_t>(positions, i * sizeof(std::uint32_t));
    };
    std::size_t low = 0, high = count;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        key_at(middle) < wanted ? low = middle + 1 : high = middle;
    }
    const std::size_t games_at = count * sizeof(std::uint32_t);
    for (; low < count && key_at(low) == wanted; ++low) {
        const std::size_t game =
            number_at<std::uint16_t>(positions, games_at + low * sizeof(std::uint16_t));
        if (game < games.size()) games[game] = true;
    }
    return true;
}

void Segment::mark_games_with(const Position& position, std::vector<bool>& games) const {
    games.resize(games_);
    if (mark_games_with(position.key(), games)) return;
    if (!detail::mark_games_with(detail::indexed_keys(position), part(SegmentPart::positions),
                                 games))
        games.assign(games_, true);
}

std::optional<std::vector<std::uint16_t>> Segment::openings() const {
    return detail::read_opening_numbers(part(SegmentPart::openings), games_);
}

std::vector<std::uint64_t> Segment::numbers_of(std::span<const std::string_view> names) const {
    const std::string_view strings = part(SegmentPart::strings);
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = 0; const auto text = text_of(strings, number); ++number)
        if (std::ranges::find(names, *text) != names.end()) numbers.push_back(number);
    return numbers;
}

template <class Take>
void Segment::each_value(std::size_t game, std::span<const std::uint64_t> names, Take take) const {
    const auto head = text_of(part(SegmentPart::heads), game);
    if (!head) return;
    head_reader().each_tag(*head, [&](std::uint64_t name, std::uint64_t value) {
        if (std::ranges::find(names, name) != names.end()) take(value);
    });
}

void Segment::mark_games_with_tags(std::span<const std::string_view> names,
                                   std::vector<bool>& games) const {
    const std::vector<std::uint64_t> numbers = numbers_of(names);
    if (numbers.empty()) return;
    for (std::size_t game = 0; game < games_; ++game)
        each_value(game, numbers, [&](std::uint64_t /*value*/) { games[game] = true; });
}

void Segment::mark_games_with_values(std::span<const std::string_view> names,
                                     const std::function<bool(std::string_view value)>& fits,
                                     std::vector<bool>& games) const {
    const std::vector<std::uint64_t> numbers = numbers_of(names);
    if (numbers.empty()) return;
    // Most values stand in many games, so each is looked at once.
    std::unordered_map<std::uint64_t, bool> known;
    const auto value_fits = [&](std::uint64_t value) {
        const auto [entry, is_new] = known.try_emplace(value, false);
        if (is_new)
            if (const auto text = text_of(part(SegmentPart::strings), value))
                entry->second = fits(*text);
        return entry->second;
    };
    for (std::size_t game = 0; game < games_; ++game)
        each_value(game, numbers, [&](std::uint64_t value) {
            if (!games[game] && value_fits(value)) games[game] = true;
        });
}

void Segment::count_values(
    std::span<const std::string_view> names,
    const std::function<void(std::string_view value, std::uint64_t count)>& take,
    const std::vector<bool>& left_out) const {
    const std::vector<std::uint64_t> numbers = numbers_of(names);
    std::unordered_map<std::uint64_t, std::uint64_t> counts;
    for (std::size_t game = 0; game < games_; ++game)
        if (!is_left_out(left_out, game))
            each_value(game, numbers, [&](std::uint64_t value) { ++counts[value]; });
    for (const auto& [value, count] : counts)
        if (const auto text = text_of(part(SegmentPart::strings), value)) take(*text, count);
}

std::optional<std::vector<CountedReply>> Segment::tree(Key key) const {
    return detail::tree_of(part(SegmentPart::trees), key);
}

std::optional<std::vector<BoardFit>> Segment::board_fits(const Query& query) const {
    if (part(SegmentPart::boards).empty() && games_ > 0) return std::nullopt;
    return detail::board_fits(part(SegmentPart::boards), games_, query);
}

bool Segment::may_have_comment(std::size_t game, std::string_view piece) const {
    // Blanks between words may be others in the comment, but each word stands there.
    const auto moves = text_of(part(SegmentPart::moves), game);
    for (const std::string_view word : text::split(piece, ' '))
        if (moves && !contains_text(*moves, word)) return false;
    return true;
}

}  // namespace kibitz::collection
