#include "collection/detail/position_index.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

#include "chess/movegen.hpp"
#include "collection/detail/bits.hpp"
#include "collection/detail/bytes.hpp"

namespace kibitz::collection::detail {

namespace {

// That a game has a position: the key's first bits, which are the number of its list, above the
// number of the game.
using Place = std::uint64_t;
constexpr unsigned game_bits = 16, key_bits = 64;
constexpr unsigned most_list_bits = 32;

// A list of so many places has about as many games too many. More of them in a list take fewer bits
// each, and let more games be played that do not have the position.
constexpr std::size_t places_of_list = 2;
// So many lists stand behind each other without a word where one begins.
constexpr std::size_t lists_of_group = 64;
constexpr std::size_t group_entry_size = sizeof(std::uint32_t);

std::size_t list_of(Place place) { return static_cast<std::size_t>(place >> game_bits); }
std::size_t list_of(Key key, unsigned bits) {
    return bits == 0 ? 0 : static_cast<std::size_t>(key >> (key_bits - bits));
}
std::uint64_t game_of(Place place) { return place & ((Place{1} << game_bits) - 1); }
std::size_t groups_of(unsigned bits) {
    return ((std::size_t{1} << bits) + lists_of_group - 1) / lists_of_group;
}

// How the games of a list are written: as differences, of which so many bits stand as they are and
// the rest in unary (Rice's code; https://en.wikipedia.org/wiki/Golomb_coding). The differences
// are the smaller the more games there are.
unsigned difference_bits(std::size_t games, std::size_t games_of_list) {
    const auto width = static_cast<unsigned>(std::bit_width(games / (games_of_list + 1)));
    return width == 0 ? 0 : width - 1;
}

// Sorts by some bits; places that are equal in them stay in their order.
void sort_by_bits(const std::vector<Place>& from, std::vector<Place>& to, unsigned at,
                  unsigned bits) {
    const auto digit = [at, mask = (Place{1} << bits) - 1](Place place) {
        return static_cast<std::size_t>(place >> at & mask);
    };
    std::vector<std::size_t> next(std::size_t{1} << bits);
    for (const Place place : from) ++next[digit(place)];
    std::size_t before = 0;
    for (std::size_t& count : next) before += std::exchange(count, before);
    for (const Place place : from) to[next[digit(place)]++] = place;
}

// Tells of the positions that are in the index their key and game, in the order of the games.
template <class Take>
void each_indexed(const MainLines& lines, Take take) {
    std::size_t at = 0;
    for (std::size_t game = 0; game < lines.ends.size(); ++game) {
        const std::size_t end = lines.ends[game];
        if (at == end) continue;
        const std::size_t whites_first = lines.moves_first[game] == Color::white ? 0 : 1;
        for (std::size_t i = at + whites_first; i + 1 < end; i += 2) take(lines.keys[i], game);
        take(lines.keys[end - 1], game);
        at = end;
    }
}

void write_list(BitWriter& out, std::span<const Place> places, std::size_t games) {
    out.put_gamma(places.size() + 1);
    const unsigned bits = difference_bits(games, places.size());
    std::uint64_t next = 0;
    for (const Place place : places) {
        const std::uint64_t difference = game_of(place) - next;
        out.put_unary(difference >> bits);
        out.put(difference & ((std::uint64_t{1} << bits) - 1), bits);
        next = game_of(place) + 1;
    }
}

// Tells the games of a list; false if the bits make no sense.
template <class Take>
bool read_list(BitReader& bits, std::size_t games, Take take) {
    const auto count = bits.take_gamma();
    if (!count || *count - 1 > games) return false;
    const auto left = static_cast<std::size_t>(*count - 1);
    const unsigned size = difference_bits(games, left);
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < left; ++i) {
        const auto upper = bits.take_unary();
        const auto lower = bits.take(size);
        if (!upper || !lower || *upper > games) return false;
        const std::uint64_t game = next + (*upper << size | *lower);
        if (game >= games) return false;
        take(static_cast<std::size_t>(game));
        next = game + 1;
    }
    return true;
}

// Where the lists are in the bytes of an index.
struct Lists {
    unsigned bits;  // of their numbers
    std::string_view groups;
    std::string_view texts;
};

std::optional<Lists> lists_of(std::string_view index) {
    if (index.empty()) return std::nullopt;
    const auto bits = static_cast<unsigned char>(index.front());
    if (bits > most_list_bits) return std::nullopt;
    const std::size_t size = groups_of(bits) * group_entry_size;
    if (index.size() - 1 < size) return std::nullopt;
    return Lists{.bits = bits, .groups = index.substr(1, size), .texts = index.substr(1 + size)};
}

}  // namespace

std::string position_index(const MainLines& lines) {
    std::size_t count = 0;
    each_indexed(lines, [&count](Key /*key*/, std::size_t /*game*/) { ++count; });
    const auto width = static_cast<unsigned>(std::bit_width(count / places_of_list));
    const unsigned bits = std::min(width == 0 ? 0 : width - 1, most_list_bits);
    std::vector<Place> places, sorted(count);
    places.reserve(count);
    each_indexed(lines, [&](Key key, std::size_t game) {
        places.push_back(Place{list_of(key, bits)} << game_bits | game);
    });
    // They are in the order of the games, and stay so in their lists.
    const unsigned lower = bits / 2;
    sort_by_bits(places, sorted, game_bits, lower);
    sort_by_bits(sorted, places, game_bits + lower, bits - lower);
    places.erase(std::unique(places.begin(), places.end()), places.end());

    std::string groups, texts;
    BitWriter out(texts);
    std::size_t at = 0;
    for (std::size_t list = 0; list < std::size_t{1} << bits; ++list) {
        if (list % lists_of_group == 0) {
            out.end_byte();
            append_number(groups, static_cast<std::uint32_t>(texts.size()));
        }
        const std::size_t begin = at;
        while (at < places.size() && list_of(places[at]) == list) ++at;
        write_list(out, std::span(places).subspan(begin, at - begin), lines.ends.size());
    }
    out.end_byte();
    return std::string(1, static_cast<char>(bits)) + groups + texts;
}

std::vector<Key> indexed_keys(const Position& position) {
    std::vector<Key> keys = {position.key()};
    if (position.side_to_move() == Color::white) return keys;
    for (const Move move : legal_moves(position)) keys.push_back(position.after(move).key());
    if (!position.in_check()) {
        Position passed = position;
        passed.play_null();
        keys.push_back(passed.key());
    }
    return keys;
}

bool mark_games_with(std::span<const Key> keys, std::string_view index, std::vector<bool>& games) {
    const auto lists = lists_of(index);
    if (!lists) return false;
    for (const Key key : keys) {
        const std::size_t list = list_of(key, lists->bits);
        const auto begin =
            number_at<std::uint32_t>(lists->groups, list / lists_of_group * group_entry_size);
        if (begin > lists->texts.size()) return false;
        BitReader bits(lists->texts.substr(begin));
        for (std::size_t before = list % lists_of_group; before > 0; --before)
            if (!read_list(bits, games.size(), [](std::size_t /*game*/) {})) return false;
        if (!read_list(bits, games.size(), [&games](std::size_t game) { games[game] = true; }))
            return false;
    }
    return true;
}

}  // namespace kibitz::collection::detail
