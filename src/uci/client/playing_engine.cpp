#include "uci/client/playing_engine.hpp"

#include "uci/client/engine_client.hpp"
#include "uci/client/xboard_engine.hpp"

namespace kibitz::uci_client {

namespace {

template <class Engine>
std::expected<std::unique_ptr<PlayingEngine>, Fault> start(const EngineSettings& settings) {
    auto engine = Engine::start(settings);
    if (!engine) return std::unexpected(engine.error());
    return std::make_unique<Engine>(*std::move(engine));
}

}  // namespace

Patience scaled(const Patience& patience, double factor) {
    const auto times = [factor](Milliseconds time) {
        return std::chrono::duration_cast<Milliseconds>(time * factor);
    };
    return {.start = times(patience.start),
            .features = times(patience.features),
            .ready = times(patience.ready),
            .search = times(patience.search),
            .stop = times(patience.stop),
            .quit = times(patience.quit)};
}

std::expected<std::unique_ptr<PlayingEngine>, Fault> start_engine(const EngineSettings& settings) {
    switch (settings.protocol) {
        case Protocol::xboard: return start<XboardEngine>(settings);
        case Protocol::uci: break;
    }
    return start<EngineClient>(settings);
}

}  // namespace kibitz::uci_client
