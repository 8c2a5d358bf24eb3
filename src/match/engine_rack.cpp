#include "match/engine_rack.hpp"

#include <algorithm>
#include <utility>

namespace kibitz::match {

using uci_client::EngineSettings;
using uci_client::Fault;
using uci_client::PlayingEngine;

EngineRack::~EngineRack() {
    for (auto& [player, entry] : engines_) entry.engine->quit();
}

std::expected<PlayingEngine*, Fault> EngineRack::ready(int player) {
    auto found = engines_.find(player);
    if (found == engines_.end()) {
        const PlayerSettings& settings = settings_.players[static_cast<std::size_t>(player)];
        EngineSettings engine{
            .command = {settings.command, settings.arguments, settings.directory, cpu_},
            .options = settings.options,
            .patience = {},
            .protocol = settings.protocol};
        engine.patience.search = settings.patience;
        engine.patience.stop = std::min(engine.patience.stop, settings.patience);
        auto started = uci_client::start_engine(engine);
        if (!started) return std::unexpected(started.error());
        for (const std::string& warning : (*started)->warnings())
            warnings_.push_back(settings.name + ": " + warning);
        if (settings_.chess960 && !(*started)->set_if_known("UCI_Chess960", "true"))
            warnings_.push_back(settings.name + ": does not know Chess960");
        if (settings.limits.nodes && !(*started)->can_limit_nodes())
            warnings_.push_back(settings.name + ": cannot be told a number of nodes");
        if (settings.ponder) (*started)->set_if_known("Ponder", "true");
        found = engines_.emplace(player, Entry{*std::move(started)}).first;
    }
    found->second.last_use = ++uses_;
    PlayingEngine& engine = *found->second.engine;
    if (const auto ready = engine.new_game(); !ready) return std::unexpected(ready.error());
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
