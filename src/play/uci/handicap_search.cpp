#include "uci/handicap_search.hpp"

#include <utility>

#include "platform/clock.hpp"

namespace kibitz::uci {

std::expected<void, std::string> HandicapSearch::start(
    std::unique_ptr<Handicap> player, bool ponders,
    std::function<void(const HandicapAnswer&)> report) {
    if (auto had = thread_.resize(1); !had) return had;
    player_ = std::move(player);
    ponders_ = ponders;
    thread_.start(0, [this, report = std::move(report)] {
        const std::int64_t start = now_ms();
        HandicapAnswer answer{.decision = player_->decide()};
        {
            std::unique_lock lock(mutex_);
            answer_allowed_.wait(lock, [this] { return !ponders_; });
        }
        answer.time_ms = now_ms() - start;
        report(answer);
    });
    return {};
}

void HandicapSearch::stop() {
    if (player_) player_->hurry();
    ponderhit();
}

bool HandicapSearch::ponderhit() {
    {
        const std::lock_guard lock(mutex_);
        if (!std::exchange(ponders_, false)) return false;
    }
    answer_allowed_.notify_all();
    return true;
}

bool HandicapSearch::ponders() const {
    const std::lock_guard lock(mutex_);
    return ponders_;
}

}  // namespace kibitz::uci
