#include "classic/settings.hpp"

#include <cmath>
#include <string_view>

namespace kibitz::players {

namespace {

// Larger values would lose the small ones when they are added up.
constexpr double largest_value = 1e6;

struct Checker {
    std::string error;

    void require(bool holds, std::string_view setting, std::string_view range) {
        if (holds || !error.empty()) return;
        error = std::string(setting) + ": must be " + std::string(range);
    }
    void require_value(double value, std::string_view setting) {
        require(std::isfinite(value) && std::abs(value) <= largest_value, setting,
                "a number from -1000000 to 1000000");
    }
    void require_part(const RatingPart& part, const std::string& name) {
        require_value(part.pawn, name + ".pawn");
        require_value(part.knight, name + ".knight");
        require_value(part.bishop, name + ".bishop");
        require_value(part.rook, name + ".rook");
        require_value(part.queen, name + ".queen");
        require_value(part.coefficient, name + ".coefficient");
    }
};

}  // namespace

std::expected<void, std::string> check(const ClassicSettings& settings) {
    Checker checker;
    checker.require_part(settings.rating.intrinsic, "intrinsic");
    checker.require_part(settings.rating.attack, "attack");
    checker.require_part(settings.rating.defence, "defence");
    checker.require_value(settings.rating.check, "check");
    checker.require_value(settings.rating.checkmate, "checkmate");
    checker.require(settings.level >= 1 && settings.level <= ClassicSettings::max_level, "level",
                    "1 to 32");
    checker.require(settings.workers >= 1 && settings.workers <= ClassicSettings::max_workers,
                    "workers", "1 to 1024");
    checker.require(settings.final_rate >= 0 && settings.final_rate <= 1, "final_rate", "0 to 1");
    checker.require(settings.margin >= 0 && settings.margin <= largest_value, "margin",
                    "0 to 1000000");
    checker.require(settings.tree_mb >= 1 && settings.tree_mb <= ClassicSettings::max_tree_mb,
                    "tree_mb", "1 to 1048576");
    if (!checker.error.empty()) return std::unexpected(checker.error);
    return {};
}

}  // namespace kibitz::players
