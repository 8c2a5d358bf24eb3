#include "train/teacher.hpp"

#include "train/score_units.hpp"

namespace kibitz::train {

namespace {

class OwnSearch final : public Teacher {
   public:
    OwnSearch(std::unique_ptr<SmallSearch> search, const Limits& limits)
        : search_(std::move(search)), limits_(limits) {}

    std::expected<void, std::string> new_game(const Chain& /*game*/) override {
        search_->new_game();
        return {};
    }

    std::expected<ChainScore, std::string> score(const Position& position,
                                                 std::span<const Key> earlier_keys) override {
        const Score score = search_->run(position, earlier_keys, limits_).score;
        return to_chain_score(score, position.side_to_move(), search_->score_units());
    }

   private:
    std::unique_ptr<SmallSearch> search_;
    Limits limits_;
};

}  // namespace

MakeTeacher own_search(const SmallSearchSettings& settings, const Limits& limits) {
    return [settings, limits]() -> std::expected<std::unique_ptr<Teacher>, std::string> {
        auto search = SmallSearch::make(settings);
        if (!search) return std::unexpected(search.error());
        return std::make_unique<OwnSearch>(*std::move(search), limits);
    };
}

}  // namespace kibitz::train
