#include "wasm/database/games_import.hpp"

#include <utility>

namespace kibitz::wasm {

using collection::FoundGame;

GamesImport::GamesImport(BrowserGames& games, std::size_t games_of_segment, Purpose purpose)
    : games_(games),
      games_of_segment_(games_of_segment),
      purpose_(purpose),
      at_(games.segments()),
      finder_(all_, [this](const FoundGame& game) { take(game); }),
      watch_(finder_),
      reader_(watch_) {
    const collection::SegmentList& all = games.all();
    if (purpose == Purpose::add) all.add_identities(known_);
    if (at_ == 0) return;
    const collection::Segment& last = all.segment(at_ - 1);
    if (last.size() >= games_of_segment) return;
    if (copy_games(last, maker_))
        --at_;
    else
        maker_.clear();  // it is damaged, and stays as it is
}

void GamesImport::finish() {
    if (unwritten_ > 0) make_ready();
}

void GamesImport::store_next() {
    if (ready_.empty()) return;
    Ready ready = std::move(ready_.front());
    ready_.pop_front();
    static_cast<void>(games_.put(ready.at, std::move(ready.bytes)));
}

void GamesImport::take(const FoundGame& game) {
    constexpr std::size_t most_notes = 200;
    const PgnFate fate = watch_.fate();
    ++count_.fates[static_cast<std::size_t>(fate)];
    if (fate != PgnFate::read && noted_ < most_notes) {
        notes_.push_back(game.tape.build());
        ++noted_;
    }
    if (game.tape.moves().empty()) {
        ++count_.without;
        return;
    }
    if (purpose_ == Purpose::add && !known_.add(game)) {
        ++count_.known;
        return;
    }
    maker_.add(game);
    ++count_.added;
    ++unwritten_;
    if (maker_.size() >= games_of_segment_) make_ready();
}

void GamesImport::make_ready() {
    ready_.push_back({.at = at_++, .games = maker_.size(), .bytes = maker_.make()});
    maker_.clear();
    unwritten_ = 0;
}

}  // namespace kibitz::wasm
