#include "collection/segment_maker.hpp"

#include <array>
#include <utility>
#include <vector>

#include "collection/detail/bytes.hpp"
#include "collection/detail/game_code.hpp"
#include "collection/detail/place_order.hpp"
#include "collection/detail/position_trees.hpp"
#include "collection/detail/segment_layout.hpp"
#include "collection/detail/string_table.hpp"
#include "collection/segment.hpp"

namespace kibitz::collection {

namespace {

using detail::append_number;
using detail::Place;
using detail::put_number;

// A table of texts: where each ends, then all of them.
std::string table_of(const std::vector<std::uint32_t>& ends, std::string_view texts) {
    std::string table;
    table.reserve((ends.size() + 1) * detail::end_size + texts.size());
    append_number(table, static_cast<std::uint32_t>(ends.size()));
    for (const std::uint32_t end : ends) append_number(table, end);
    table += texts;
    return table;
}

std::string index_of(const std::vector<Place>& places) {
    std::string index(places.size() * detail::place_size, '\0');
    char* at = index.data();
    for (const Place place : places) put_number(at, detail::key_of(place));
    for (const Place place : places) put_number(at, detail::game_of(place));
    return index;
}

}  // namespace

struct SegmentMaker::Content {
    detail::StringTable strings;
    std::string heads, moves, boards;
    std::vector<std::uint32_t> head_ends, move_ends, line_ends;
    detail::MainLines lines;
    std::vector<std::uint64_t> identities;
    std::vector<detail::TreeGame> games;
};

SegmentMaker::SegmentMaker() : content_(std::make_unique<Content>()) {}
SegmentMaker::SegmentMaker(SegmentMaker&&) noexcept = default;
SegmentMaker& SegmentMaker::operator=(SegmentMaker&&) noexcept = default;
SegmentMaker::~SegmentMaker() = default;

std::size_t SegmentMaker::size() const { return content_->games.size(); }

void SegmentMaker::add(const FoundGame& game, std::uint64_t identity) {
    Content& to = *content_;
    detail::GameEncoder encoder({.moves = to.moves,
                                 .heads = to.heads,
                                 .strings = to.strings,
                                 .lines = to.lines,
                                 .boards = to.boards});
    game.tape.play_to(encoder);
    to.move_ends.push_back(static_cast<std::uint32_t>(to.moves.size()));
    to.head_ends.push_back(static_cast<std::uint32_t>(to.heads.size()));
    to.line_ends.push_back(static_cast<std::uint32_t>(to.lines.keys.size()));
    to.identities.push_back(identity);
    to.games.push_back({.facts = facts_of(game.head, result_of(game)),
                        .moves_first = game.tape.start().side_to_move()});
}

std::string SegmentMaker::make() const {
    const Content& from = *content_;
    const std::vector<Place> places = detail::ordered_places(from.lines.keys, from.line_ends);
    std::string identities;
    identities.reserve(size() * detail::identity_size);
    for (std::size_t game = 0; game < size(); ++game) {
        append_number(identities, from.identities[game]);
        append_number(identities, detail::packed(from.games[game].facts.date));
    }
    const std::array<std::string, segment_parts> parts = {
        table_of(from.strings.ends(), from.strings.texts()),
        table_of(from.head_ends, from.heads),
        table_of(from.move_ends, from.moves),
        std::move(identities),
        index_of(places),
        detail::position_trees(from.lines, from.line_ends, from.games, places),
        from.boards};
    std::size_t size_of_parts = 0;
    for (const std::string& part : parts) size_of_parts += part.size();
    std::string bytes(detail::segment_magic);
    bytes.reserve(detail::segment_head_size + segment_parts * detail::part_entry_size +
                  size_of_parts);
    append_number(bytes, segment_version);
    append_number(bytes, static_cast<std::uint32_t>(size()));
    for (const std::string& part : parts) {
        append_number(bytes, static_cast<std::uint64_t>(part.size()));
        append_number(bytes, detail::checksum_of(part));
    }
    for (const std::string& part : parts) bytes += part;
    return bytes;
}

}  // namespace kibitz::collection
