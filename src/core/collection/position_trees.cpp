#include "collection/detail/position_trees.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "collection/detail/bytes.hpp"
#include "collection/detail/segment_layout.hpp"

namespace kibitz::collection::detail {

namespace {

// A key, and where the bytes of its branches end.
constexpr std::size_t tree_entry_size = sizeof(Key) + sizeof(std::uint32_t);
constexpr double half_points = 2;  // in a point

// Which positions may be frequent: keys are counted in so few places that some which are not are
// among them.
class FrequentKeys {
   public:
    explicit FrequentKeys(std::span<const Key> keys) : counts_(places) {
        for (const Key key : keys)
            if (std::uint8_t& count = counts_[place_of(key)]; count < tree_least_games) ++count;
    }

    [[nodiscard]] bool may_contain(Key key) const {
        return counts_[place_of(key)] >= tree_least_games;
    }

   private:
    static constexpr std::size_t places = std::size_t{1} << 20;
    static_assert(tree_least_games <= std::numeric_limits<std::uint8_t>::max());

    static std::size_t place_of(Key key) { return static_cast<std::size_t>(key) & (places - 1); }

    std::vector<std::uint8_t> counts_;
};

// The replies to one position. A game counts once, with the first of its replies.
class Tree {
   public:
    void add(std::uint16_t reply, const GameFacts& game, std::size_t number, Color side) {
        if (std::exchange(last_game_, number) == number) return;
        ++games_;
        auto branch = std::ranges::find(branches_, reply, &Branch::first);
        if (branch == branches_.end()) branch = branches_.insert(branch, {reply, {}});
        branch->second.add(game, side);
    }

    [[nodiscard]] bool is_frequent() const { return games_ >= tree_least_games; }

    void write(std::string& out) const {
        for (const auto& [reply, tally] : branches_) {
            append_number(out, reply);
            for (const std::uint64_t number :
                 {tally.games, tally.wins, tally.draws, tally.losses, tally.rating_sum, tally.rated,
                  tally.opponent_sum, tally.opponents,
                  static_cast<std::uint64_t>(tally.points_against_rated * half_points)})
                append_varint(out, number);
            append_number(out, packed(tally.last));
        }
    }

   private:
    using Branch = std::pair<std::uint16_t, Tally>;

    std::vector<Branch> branches_;
    std::size_t games_ = 0;
    std::size_t last_game_ = std::numeric_limits<std::size_t>::max();
};

using Trees = std::unordered_map<Key, Tree>;

Trees grown_trees(const MainLines& lines, std::span<const GameFacts> games) {
    const FrequentKeys frequent(lines.keys);
    Trees trees;
    std::size_t at = 0;
    for (std::size_t number = 0; number < games.size(); ++number) {
        Color side = lines.moves_first[number];
        for (; at < lines.ends[number]; ++at, side = ~side)
            if (frequent.may_contain(lines.keys[at]))
                trees[lines.keys[at]].add(lines.replies[at], games[number], number, side);
    }
    return trees;
}

// Each number in its place; nothing where the bytes end too early.
std::optional<CountedReply> read_branch(ByteReader& bytes) {
    const auto reply = bytes.number<std::uint16_t>();
    Tally tally;
    for (std::uint64_t* const number :
         {&tally.games, &tally.wins, &tally.draws, &tally.losses, &tally.rating_sum, &tally.rated,
          &tally.opponent_sum, &tally.opponents}) {
        const auto read = bytes.varint();
        if (!read) return std::nullopt;
        *number = *read;
    }
    const auto points = bytes.varint();
    const auto last = bytes.number<std::uint32_t>();
    if (!last) return std::nullopt;
    tally.points_against_rated = static_cast<double>(*points) / half_points;
    tally.last = unpacked_date(*last);
    CountedReply counted{.reply = std::nullopt, .tally = tally};
    if (*reply != no_reply) counted.reply = Move::from_bits(*reply);
    return counted;
}

}  // namespace

std::string position_trees(const MainLines& lines, std::span<const GameFacts> games) {
    const Trees trees = grown_trees(lines, games);
    std::map<Key, const Tree*> ordered;
    for (const auto& [key, tree] : trees)
        if (tree.is_frequent()) ordered[key] = &tree;
    std::string entries, branches;
    for (const auto& [key, tree] : ordered) {
        tree->write(branches);
        append_number(entries, key);
        append_number(entries, static_cast<std::uint32_t>(branches.size()));
    }
    std::string bytes;
    append_number(bytes, static_cast<std::uint32_t>(ordered.size()));
    return bytes + entries + branches;
}

std::optional<std::vector<CountedReply>> tree_of(std::string_view bytes, Key key) {
    constexpr std::size_t entries_at = sizeof(std::uint32_t);
    if (bytes.size() < entries_at) return std::nullopt;
    const std::size_t count = number_at<std::uint32_t>(bytes, 0);
    if (count > (bytes.size() - entries_at) / tree_entry_size) return std::nullopt;
    const std::string_view entries = bytes.substr(entries_at, count * tree_entry_size);
    const std::string_view branches = bytes.substr(entries_at + entries.size());
    std::size_t low = 0, high = count;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        number_at<Key>(entries, middle * tree_entry_size) < key ? low = middle + 1 : high = middle;
    }
    if (low == count || number_at<Key>(entries, low * tree_entry_size) != key) return std::nullopt;
    const auto end_of = [&](std::size_t tree) {
        return number_at<std::uint32_t>(entries, tree * tree_entry_size + sizeof(Key));
    };
    const std::uint32_t begin = low == 0 ? 0 : end_of(low - 1), end = end_of(low);
    if (begin > end || end > branches.size()) return std::nullopt;
    std::vector<CountedReply> tree;
    for (ByteReader reader(branches.substr(begin, end - begin)); !reader.at_end();) {
        const auto branch = read_branch(reader);
        if (!branch) return std::nullopt;
        tree.push_back(*branch);
    }
    return tree;
}

}  // namespace kibitz::collection::detail
