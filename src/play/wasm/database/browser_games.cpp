#include "wasm/database/browser_games.hpp"

#include <span>
#include <utility>

#include "chess/pgn.hpp"
#include "collection/finder.hpp"

namespace kibitz::wasm {

using collection::Finder;
using collection::FoundGame;
using collection::Query;
using collection::Segment;

namespace {

std::expected<Segment, collection::SegmentFault> opened(const std::string& bytes) {
    return Segment::open(std::as_bytes(std::span(bytes)));
}

}  // namespace

std::expected<void, std::string> BrowserGames::put(std::size_t at, std::string bytes) {
    auto owned = std::make_unique<const std::string>(std::move(bytes));
    const auto segment = opened(*owned);
    if (!segment) return std::unexpected(to_string(segment.error()));
    if (at > bytes_.size()) return std::unexpected(std::string("there are not so many segments"));
    take_kept_off();
    if (at == bytes_.size()) {
        list_.add(*segment);
        bytes_.push_back(std::move(owned));
    } else {
        list_.replace(at, *segment);
        bytes_[at] = std::move(owned);
    }
    games_of_segments_ = list_.games();
    return {};
}

bool BrowserGames::hide(std::size_t segment, std::size_t game, bool is_hidden) {
    if (segment >= bytes_.size()) return false;
    list_.hide(segment, game, is_hidden);
    return true;
}

std::optional<std::size_t> BrowserGames::keep(std::string_view pgn, KeptSide side) {
    const std::size_t place = kept_.size();
    const Query all;
    Finder finder(all, [&](const FoundGame& game) {
        if (kept_.size() > place) return;
        maker_.add(game);
        kept_.push_back({.side = side});
    });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    if (kept_.size() == place) return std::nullopt;
    take_kept_off();
    return place;
}

void BrowserGames::drop(std::size_t place) {
    if (place >= kept_.size()) return;
    kept_[place].is_dropped = true;
    take_kept_off();
}

const collection::SegmentList& BrowserGames::all() {
    if (is_kept_listed_ || kept_.empty()) return list_;
    kept_bytes_ = maker_.make();
    const auto segment = opened(kept_bytes_);
    if (!segment) return list_;
    list_.add(*segment);
    for (std::size_t place = 0; place < kept_.size(); ++place)
        if (kept_[place].is_dropped) list_.hide(bytes_.size(), place);
    is_kept_listed_ = true;
    return list_;
}

void BrowserGames::take_kept_off() {
    if (std::exchange(is_kept_listed_, false)) list_.remove_last();
}

KeptSide BrowserGames::side(std::uint64_t number) const {
    if (number <= games_of_segments_) return KeptSide::by_names;
    const auto place = static_cast<std::size_t>(number - games_of_segments_ - 1);
    return place < kept_.size() ? kept_[place].side : KeptSide::by_names;
}

std::optional<Color> BrowserGames::own_side(std::uint64_t number, const collection::GameHead& head,
                                            const collection::OwnNames& names) const {
    switch (side(number)) {
        case KeptSide::by_names: return names.side(head);
        case KeptSide::white: return Color::white;
        case KeptSide::black: return Color::black;
        case KeptSide::nobody: break;
    }
    return std::nullopt;
}

}  // namespace kibitz::wasm
