#include "match/engine_rack.hpp"

#include <algorithm>
#include <utility>

namespace kibitz::match {

using uci_client::EngineClient;
using uci_client::EngineSettings;
using uci_client::Fault;

EngineRack::~EngineRack() {
    for (auto& [player, entry] : engines_) entry.engine.quit();
}

std::expected<EngineClient*, Fault> EngineRack::ready(int player) {
    auto found = engines_.find(player);
    if (found == engines_.end()) {
        const PlayerSettings& settings = settings_.players[static_cast<std::size_t>(player)];
        EngineSettings engine{.command = {settings.command, settings.arguments,
                                          settings.directory, cpu_},
                              .options = settings.options,
                              .patience = {}};
        engine.patience.search = settings.patience;
        engine.patience.stop = std::min(engine.patience.stop, settings.patience);
        auto started = EngineClient::start(engine);
        if (!started) return std::unexpected(started.error());
        for (const std::string& warning : started->warnings())
            warnings_.push_back(settings.name + ": " + warning);
        if (settings_.chess960 && !started->set_if_known("UCI_Chess960", "true"))
            warnings_.push_back(settings.name + ": does not know Chess960");
        if (settings.ponder) started->set_if_known("Ponder", "true");
        found = engines_.emplace(player, Entry{*std::move(started)}).first;
    }
    found->second.last_use = ++uses_;
    EngineClient& engine = found->second.engine;
    if (const auto ready = engine.new_game(); !ready) return std::unexpected(ready.error());
    return &engine;
}

void EngineRack::tidy() {
    for (auto at = engines_.begin(); at != engines_.end();) {
        EngineClient& engine = at->second.engine;
        if (engine.is_alive() && !settings_.players[static_cast<std::size_t>(at->first)].restart) {
            ++at;
            continue;
        }
        engine.quit();
        at = engines_.erase(at);
    }
    while (engines_.size() > most_kept) {
        const auto oldest = std::ranges::min_element(
            engines_, {}, [](const auto& entry) { return entry.second.last_use; });
        oldest->second.engine.quit();
        engines_.erase(oldest);
    }
}

std::vector<std::string> EngineRack::take_warnings() { return std::exchange(warnings_, {}); }

}  // namespace kibitz::match
