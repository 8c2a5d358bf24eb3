#include "collection/segment.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "collection/detail/bytes.hpp"
#include "collection/detail/game_code.hpp"

namespace kibitz::collection {

namespace {

using detail::append_number;
using detail::append_varint;
using detail::number_at;

constexpr std::string_view magic = "KIBITZGS";
// Magic, version and number of games; then size and checksum of each part.
constexpr std::size_t head_size = magic.size() + 2 * sizeof(std::uint32_t);
constexpr std::size_t part_entry_size = 2 * sizeof(std::uint64_t);
constexpr std::size_t header_size = head_size + segment_parts * part_entry_size;

constexpr std::size_t identity_size = sizeof(std::uint64_t) + sizeof(std::uint32_t);
constexpr std::size_t place_size = sizeof(std::uint32_t) + sizeof(std::uint16_t);
constexpr std::size_t end_size = sizeof(std::uint32_t);

// FNV-1a over words of eight bytes and what is left.
std::uint64_t checksum_of(std::string_view bytes) {
    constexpr std::uint64_t prime = 0x100000001b3;
    std::uint64_t sum = 0xcbf29ce484222325;
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t))
        sum = (sum ^ number_at<std::uint64_t>(bytes, at)) * prime;
    for (; at < bytes.size(); ++at) sum = (sum ^ static_cast<unsigned char>(bytes[at])) * prime;
    return sum ^ bytes.size();
}

std::uint32_t upper_half(Key key) {
    constexpr unsigned half = 32;
    return static_cast<std::uint32_t>(key >> half);
}

std::uint32_t packed(GameDate date) {
    constexpr unsigned year_bits = 16, month_bits = 8;
    return std::uint32_t{date.year} << year_bits | std::uint32_t{date.month} << month_bits |
           date.day;
}

GameDate unpacked_date(std::uint32_t number) {
    constexpr unsigned year_bits = 16, month_bits = 8;
    return {.year = static_cast<std::uint16_t>(number >> year_bits),
            .month = static_cast<std::uint8_t>(number >> month_bits),
            .day = static_cast<std::uint8_t>(number)};
}

// A table of texts: where each ends, then all of them.
std::string table_of(const std::vector<std::uint32_t>& ends, std::string_view texts) {
    std::string table;
    append_number(table, static_cast<std::uint32_t>(ends.size()));
    for (const std::uint32_t end : ends) append_number(table, end);
    table += texts;
    return table;
}

// Nothing if the table has no such text, or makes no sense.
std::optional<std::string_view> text_of(std::string_view table, std::uint64_t number) {
    if (table.size() < end_size) return std::nullopt;
    const std::uint64_t count = number_at<std::uint32_t>(table, 0);
    const std::uint64_t texts_at = end_size * (count + 1);
    if (number >= count || texts_at > table.size()) return std::nullopt;
    const auto end_at = static_cast<std::size_t>(end_size * (number + 1));
    const std::uint32_t begin =
        number == 0 ? 0 : number_at<std::uint32_t>(table, end_at - end_size);
    const std::uint32_t end = number_at<std::uint32_t>(table, end_at);
    if (begin > end || texts_at + end > table.size()) return std::nullopt;
    return table.substr(static_cast<std::size_t>(texts_at) + begin, end - begin);
}

}  // namespace

std::string to_string(SegmentFault fault) {
    switch (fault) {
        case SegmentFault::no_segment: return "it is no segment of a database, or not whole";
        case SegmentFault::later_version: return "it was written by a later version of the program";
    }
    return "unknown";
}

std::uint32_t SegmentMaker::string_number(std::string_view text) {
    const auto [found, is_new] =
        numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(string_ends_.size()));
    if (is_new) {
        strings_ += text;
        string_ends_.push_back(static_cast<std::uint32_t>(strings_.size()));
    }
    return found->second;
}

void SegmentMaker::add_positions(const GameTape& tape) {
    const auto game = static_cast<std::uint16_t>(size());
    Position position = tape.start();
    places_.push_back({upper_half(position.key()), game});
    for (const Move move : tape.moves()) {
        play(position, move);
        places_.push_back({upper_half(position.key()), game});
    }
}

void SegmentMaker::add(const FoundGame& game) {
    detail::GameEncoder encoder(moves_);
    game.tape.play_to(encoder);
    move_ends_.push_back(static_cast<std::uint32_t>(moves_.size()));
    for (const auto& [name, value] : encoder.tags()) {
        append_varint(heads_, string_number(name));
        append_varint(heads_, string_number(value));
    }
    head_ends_.push_back(static_cast<std::uint32_t>(heads_.size()));
    add_positions(game.tape);
    identities_.push_back({identity_of(game), game.head.date()});
}

std::string SegmentMaker::make() const {
    std::vector<Place> places = places_;
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::string identities, positions;
    for (const Identity& identity : identities_) {
        append_number(identities, identity.hash);
        append_number(identities, packed(identity.date));
    }
    positions.reserve(places.size() * place_size);
    for (const Place& place : places) append_number(positions, place.key);
    for (const Place& place : places) append_number(positions, place.game);

    const std::array<std::string, segment_parts> parts = {
        table_of(string_ends_, strings_), table_of(head_ends_, heads_),
        table_of(move_ends_, moves_), std::move(identities), std::move(positions)};
    std::string bytes(magic);
    append_number(bytes, segment_version);
    append_number(bytes, static_cast<std::uint32_t>(size()));
    for (const std::string& part : parts) {
        append_number(bytes, static_cast<std::uint64_t>(part.size()));
        append_number(bytes, checksum_of(part));
    }
    for (const std::string& part : parts) bytes += part;
    return bytes;
}

std::expected<Segment, SegmentFault> Segment::open(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!text.starts_with(magic) || text.size() < header_size)
        return std::unexpected(SegmentFault::no_segment);
    const auto version = number_at<std::uint32_t>(text, magic.size());
    if (version > segment_version) return std::unexpected(SegmentFault::later_version);
    if (version == 0) return std::unexpected(SegmentFault::no_segment);
    Segment segment;
    segment.games_ = number_at<std::uint32_t>(text, magic.size() + sizeof(std::uint32_t));
    std::string_view rest = text.substr(header_size);
    for (std::size_t i = 0; i < segment_parts; ++i) {
        const std::size_t entry = head_size + i * part_entry_size;
        const auto size = number_at<std::uint64_t>(text, entry);
        if (size > rest.size()) return std::unexpected(SegmentFault::no_segment);
        segment.checksums_[i] = number_at<std::uint64_t>(text, entry + sizeof(std::uint64_t));
        segment.parts_[i] = rest.substr(0, static_cast<std::size_t>(size));
        rest.remove_prefix(static_cast<std::size_t>(size));
    }
    const bool has_all =
        rest.empty() && segment.games_ <= segment_most_games &&
        segment.part(SegmentPart::identities).size() == segment.games_ * identity_size &&
        segment.part(SegmentPart::positions).size() % place_size == 0;
    if (!has_all) return std::unexpected(SegmentFault::no_segment);
    return segment;
}

bool Segment::is_whole(SegmentPart which) const {
    return checksum_of(part(which)) == checksums_[static_cast<std::size_t>(which)];
}

bool Segment::play_tags(std::string_view head, PgnVisitor& visitor) const {
    const std::string_view strings = part(SegmentPart::strings);
    for (detail::ByteReader reader(head); !reader.at_end();) {
        const auto name_number = reader.varint();
        const auto value_number = reader.varint();
        if (!value_number) return false;
        const auto name = text_of(strings, *name_number);
        const auto value = text_of(strings, *value_number);
        if (!name || !value) return false;
        visitor.tag(*name, *value);
    }
    return true;
}

bool Segment::play(std::size_t game, PgnVisitor& visitor, const bool* has_enough) const {
    const auto head = text_of(part(SegmentPart::heads), game);
    const auto moves = text_of(part(SegmentPart::moves), game);
    visitor.begin_game();
    const bool is_good = head && moves && play_tags(*head, visitor) &&
                         detail::decode_game(*moves, visitor, has_enough);
    visitor.end_game();
    return is_good;
}

void Segment::add_identities(KnownGames& known) const {
    const std::string_view identities = part(SegmentPart::identities);
    for (std::size_t at = 0; at + identity_size <= identities.size(); at += identity_size)
        known.add(number_at<std::uint64_t>(identities, at),
                  unpacked_date(number_at<std::uint32_t>(identities, at + sizeof(std::uint64_t))));
}

std::vector<std::size_t> Segment::candidates(Key key) const {
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
    std::vector<std::size_t> games;
    const std::size_t games_at = count * sizeof(std::uint32_t);
    for (; low < count && key_at(low) == wanted; ++low)
        games.push_back(
            number_at<std::uint16_t>(positions, games_at + low * sizeof(std::uint16_t)));
    return games;
}

}  // namespace kibitz::collection
