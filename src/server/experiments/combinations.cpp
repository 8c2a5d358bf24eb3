#include "experiments/combinations.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kibitz::experiments {

namespace {

std::string joined(const Combination& combination, char between) {
    std::string text;
    for (const std::string& name : combination) {
        if (!text.empty()) text += between;
        text += name;
    }
    return text;
}

}  // namespace

std::string folder_name(const Combination& combination) {
    return combination.empty() ? "base" : joined(combination, '+');
}

std::string attribute_value(const Combination& combination) { return joined(combination, ' '); }

void sort_changes(Combination& changes) {
    std::ranges::sort(changes, {}, [](const std::string& change) {
        return std::pair(experiment_of(change), std::string_view(change));
    });
}

std::optional<std::vector<Combination>> combinations(std::vector<std::string> names,
                                                     const Plan& plan) {
    sort_changes(names);
    std::vector<Combination> all{{}};
    for (const std::string& name : names) {
        // With every combination so far that it may join.
        for (std::size_t i = 0, count = all.size(); i < count; ++i) {
            if (std::ranges::any_of(all[i], [&](const std::string& other) {
                    return plan.are_in_one_group(experiment_of(name), experiment_of(other));
                }))
                continue;
            Combination larger = all[i];
            larger.push_back(name);
            all.push_back(std::move(larger));
            if (all.size() > most_combinations) return std::nullopt;
        }
    }
    return all;
}

}  // namespace kibitz::experiments
