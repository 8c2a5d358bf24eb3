#include "cli/training/engine_teacher.hpp"

#include "chess/fen.hpp"
#include "train/score_units.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz::cli {

namespace {

using uci_client::PlayingEngine;

class EngineTeacher final : public train::Teacher {
   public:
    EngineTeacher(std::unique_ptr<PlayingEngine> engine, std::uint64_t nodes, double units)
        : engine_(std::move(engine)), limits_{.nodes = nodes}, units_(units) {}
    ~EngineTeacher() override { engine_->quit(); }

    std::expected<void, std::string> new_game(const train::Chain& game) override {
        engine_->set_if_known("UCI_Chess960", game.origin.chess960 ? "true" : "false");
        if (const auto ready = engine_->new_game(0); !ready)
            return std::unexpected(to_string(ready.error()));
        return {};
    }

    std::expected<train::ChainScore, std::string> score(
        const Position& position, std::span<const Key> /*earlier_keys*/) override {
        const std::string fen = to_fen(position);
        const auto reply = engine_->search(Line(position), limits_, std::nullopt);
        if (!reply) return std::unexpected(to_string(reply.error()) + " in " + fen);
        if (!reply->info.score) return std::unexpected("it gives no score in " + fen);
        return train::to_chain_score(to_score(*reply->info.score), position.side_to_move(), units_);
    }

   private:
    std::unique_ptr<PlayingEngine> engine_;
    Limits limits_;
    double units_;
};

}  // namespace

train::MakeTeacher engine_teacher(const players::ExternalSettings& settings, std::uint64_t nodes,
                                  double units) {
    return [=]() -> std::expected<std::unique_ptr<train::Teacher>, std::string> {
        auto engine = uci_client::start_engine(settings);
        if (!engine) return std::unexpected(to_string(engine.error()));
        return std::make_unique<EngineTeacher>(*std::move(engine), nodes, units);
    };
}

}  // namespace kibitz::cli
