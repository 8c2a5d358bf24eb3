#include "uci/client/playing_engine.hpp"

#include "uci/client/engine_client.hpp"
#include "uci/client/xboard_engine.hpp"

namespace kibitz::uci_client {

namespace {

template <class Engine>
std::expected<std::unique_ptr<PlayingEngine>, Fault> start(const players::ExternalSettings& program,
                                                           const Handling& handling) {
    auto engine = Engine::start(program, handling);
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

std::expected<std::unique_ptr<PlayingEngine>, Fault> start_engine(
    const players::ExternalSettings& program, const Handling& handling) {
    switch (program.protocol) {
        case players::Protocol::xboard: return start<XboardEngine>(program, handling);
        case players::Protocol::uci: break;
    }
    return start<EngineClient>(program, handling);
}

}  // namespace kibitz::uci_client
