#include "match/engine_rack.hpp"

#include <algorithm>
#include <utility>

#include "chess/random.hpp"
#include "match/player_engine.hpp"

namespace kibitz::match {

using uci_client::Fault;
using uci_client::PlayingEngine;

EngineRack::~EngineRack() {
    for (auto& [player, entry] : engines_) entry.engine->quit();
}

std::expected<std::unique_ptr<PlayingEngine>, Fault> start_participant(const Participant& player,
                                                                       std::optional<int> cpu) {
    const players::ExternalSettings* const program = player.program();
    if (program == nullptr) return make_player_engine(player.player, player.at_human_pace);
    uci_client::Patience patience;
    patience.search = player.patience;
    patience.stop = std::min(patience.stop, player.patience);
    auto engine =
        uci_client::start_engine(*program, {.patience = scaled(patience, player.patience_scale),
                                            .first_words = player.first_words,
                                            .cpu = cpu,
                                            .error_file = player.error_file});
    // Whatever it did wrong before it was ready, it could not be started.
    if (!engine) engine.error().kind = uci_client::FaultKind::failed_to_start;
    return engine;
}

std::expected<PlayingEngine*, Fault> EngineRack::ready(int player, std::int64_t game) {
    auto found = engines_.find(player);
    if (found == engines_.end()) {
        const Participant& settings = settings_.players[static_cast<std::size_t>(player)];
        auto started = start_participant(settings, cpu_);
        if (!started) return std::unexpected(started.error());
        for (const std::string& warning : (*started)->warnings())
            warnings_.push_back(settings.name() + ": " + warning);
        if (settings_.chess960 && !(*started)->set_if_known("UCI_Chess960", "true"))
            warnings_.push_back(settings.name() + ": does not know Chess960");
        if (settings.limits.nodes && !(*started)->can_limit_nodes())
            warnings_.push_back(settings.name() + ": cannot be limited to a number of nodes");
        if (settings.ponder) (*started)->set_if_known("Ponder", "true");
        found = engines_.emplace(player, Entry{*std::move(started)}).first;
    }
    found->second.last_use = ++uses_;
    PlayingEngine& engine = *found->second.engine;
    const auto number = hash_of({settings_.seed, static_cast<std::uint64_t>(game)});
    if (const auto ready = engine.new_game(number); !ready) return std::unexpected(ready.error());
    return &engine;
}

void EngineRack::tidy() {
    for (auto at = engines_.begin(); at != engines_.end();) {
        PlayingEngine& engine = *at->second.engine;
        const bool stays =
            engine.is_reusable() && !settings_.players[static_cast<std::size_t>(at->first)].restart;
        if (engine.is_alive() && stays) {
            ++at;
            continue;
        }
        engine.quit();
        at = engines_.erase(at);
    }
    while (engines_.size() > most_kept) {
        const auto oldest = std::ranges::min_element(
            engines_, {}, [](const auto& entry) { return entry.second.last_use; });
        oldest->second.engine->quit();
        engines_.erase(oldest);
    }
}

std::vector<std::string> EngineRack::take_warnings() { return std::exchange(warnings_, {}); }

}  // namespace kibitz::match
