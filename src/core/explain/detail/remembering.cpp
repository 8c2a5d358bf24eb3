#include "explain/detail/remembering.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace kibitz::explain {

Search remembering(Search search) {
    using Asked = std::pair<Key, std::vector<std::uint16_t>>;
    if (!search) return search;
    const auto known = std::make_shared<std::map<Asked, ScoredLine>>();
    return [search = std::move(search), known](const Position& position,
                                               std::span<const Move> excluded) {
        Asked asked{position.key(), {}};
        for (const Move move : excluded) asked.second.push_back(move.bits());
        const auto found = known->find(asked);
        if (found != known->end()) return found->second;
        return known->emplace(std::move(asked), search(position, excluded)).first->second;
    };
}

}  // namespace kibitz::explain
