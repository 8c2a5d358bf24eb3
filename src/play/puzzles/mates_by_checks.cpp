#include "puzzles/mates_by_checks.hpp"

#include <algorithm>
#include <cstdint>

#include "chess/movegen.hpp"
#include "explain/mate_patterns.hpp"

namespace kibitz::puzzles {
namespace {

enum class Forced : std::uint8_t { nothing, mate, named_mate };

class CheckTree {
   public:
    explicit CheckTree(std::span<const std::string> names) : names_(names) {}

    // What the best of the side's checks forces.
    [[nodiscard]] Forced by_checks(const Position& position, int most_checks) const {
        Forced best = Forced::nothing;
        const CheckInfo checks = position.check_info();
        for (const Move move : legal_moves(position)) {
            if (!position.gives_check(move, checks)) continue;
            best = std::max(best, against_replies(position.after(move), most_checks - 1));
            if (best == Forced::named_mate) break;
        }
        return best;
    }

   private:
    // What is forced whatever the side in check replies; one named mate is enough.
    [[nodiscard]] Forced against_replies(const Position& checked, int most_checks) const {
        const MoveList replies = legal_moves(checked);
        if (replies.empty()) return has_name(checked) ? Forced::named_mate : Forced::mate;
        if (most_checks == 0) return Forced::nothing;
        Forced best = Forced::mate;
        for (const Move reply : replies) {
            const Forced forced = by_checks(checked.after(reply), most_checks);
            if (forced == Forced::nothing) return Forced::nothing;
            best = std::max(best, forced);
        }
        return best;
    }

    [[nodiscard]] bool has_name(const Position& mated) const {
        return std::ranges::any_of(explain::mate_patterns_of(mated), [&](const std::string& name) {
            return std::ranges::find(names_, name) != names_.end();
        });
    }

    std::span<const std::string> names_;
};

}  // namespace

bool mates_by_checks(const Position& position, std::span<const std::string> names,
                     int most_checks) {
    return CheckTree(names).by_checks(position, most_checks) == Forced::named_mate;
}

}  // namespace kibitz::puzzles
