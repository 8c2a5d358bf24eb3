#include "train/teacher.hpp"

#include "train/score_units.hpp"

namespace kibitz::train {

namespace {

class OwnSearch final : public Teacher {
   public:
    OwnSearch(std::unique_ptr<Thinker> thinker, const Limits& limits)
        : thinker_(std::move(thinker)), limits_(limits) {}

    std::expected<void, std::string> new_game(const Chain& /*game*/) override {
        thinker_->new_game();
        return {};
    }

    std::expected<ChainScore, std::string> score(const Position& position,
                                                 std::span<const Key> earlier_keys) override {
        const Score score = thinker_->think(position, earlier_keys, limits_).score;
        return to_chain_score(score, position.side_to_move(), thinker_->score_units());
    }

   private:
    std::unique_ptr<Thinker> thinker_;
    Limits limits_;
};

}  // namespace

MakeTeacher own_search(const ThinkerSettings& settings, const Limits& limits) {
    return [settings, limits]() -> std::expected<std::unique_ptr<Teacher>, std::string> {
        auto thinker = Thinker::make(settings);
        if (!thinker) return std::unexpected(thinker.error());
        return std::make_unique<OwnSearch>(*std::move(thinker), limits);
    };
}

}  // namespace kibitz::train
