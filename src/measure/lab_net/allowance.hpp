// Allowance: how much each key may have in a time. What was not used is saved up to a limit.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <string>

#include "lab/unit.hpp"

namespace kibitz::lab_net {

class Allowance {
   public:
    // `most` at once; so much comes back evenly within `within`.
    Allowance(double most, lab::Time within) : most_(most), within_(within) {}

    // Takes the amount if the key has it left.
    bool take(const std::string& key, lab::Time now, double amount = 1) {
        auto [entry, is_new] = left_.try_emplace(key, Left{.amount = most_, .at = now});
        Left& left = entry->second;
        const double passed = std::chrono::duration<double>(now - left.at) / within_;
        left = {.amount = std::min(most_, left.amount + most_ * passed), .at = now};
        if (left.amount < amount) return false;
        left.amount -= amount;
        return true;
    }

   private:
    struct Left {
        double amount = 0;
        lab::Time at{0};
    };

    double most_;
    std::chrono::duration<double> within_;
    std::map<std::string, Left> left_;
};

}  // namespace kibitz::lab_net
