#include "players/make_player.hpp"

#include "platform/core_paths.hpp"
#include "players/classic/classic_adapter.hpp"
#include "players/engine_player.hpp"
#include "players/human_player.hpp"
#include "players/random_player.hpp"

namespace kibitz::players {

namespace {

struct Maker {
    using Made = std::expected<std::unique_ptr<Player>, std::string>;

    const PlayerResources& resources;

    Made operator()(const EngineSettings& settings) const {
        return make_engine_player(settings, resources.path, resources.tablebase);
    }
    Made operator()(const ClassicSettings& settings) const { return make_classic_player(settings); }
    Made operator()(const RandomSettings& settings) const { return make_random_player(settings); }
    Made operator()(const HumanSettings& settings) const {
        return make_human_player(settings, resources.path);
    }
    Made operator()(const ExternalSettings& settings) const {
        if (!resources.make_external)
            return std::unexpected("other people's engines do not run here");
        return resources.make_external(settings);
    }
};

}  // namespace

PlayerResources default_resources() { return {.path = default_core_path()}; }

std::expected<std::unique_ptr<Player>, std::string> make_player(const PlayerSettings& settings,
                                                                const PlayerResources& resources) {
    auto made = std::visit(Maker{resources}, settings.kind);
    if (!made) return std::unexpected(settings.name + ": " + made.error());
    return made;
}

}  // namespace kibitz::players
