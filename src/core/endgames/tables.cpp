#include "endgames/tables.hpp"

#include <algorithm>

#include "endgames/detail/retrograde.hpp"

namespace kibitz::endgames {

Verdict verdict_of(Code code) {
    if (code == drawn) return {};
    return {.result = is_win(code) ? Result::win : Result::loss, .plies = code - 1};
}

const Table* Tables::find(const Material& material) const {
    for (const auto& table : tables_)
        if (table->material == material) return table.get();
    return nullptr;
}

void Tables::add_missing(const Material& material, std::vector<Material>& found) const {
    if (material.is_dead() || find(material) || std::ranges::find(found, material) != found.end())
        return;
    for (const Material& next : detail::conversions(material)) add_missing(next, found);
    found.push_back(material);
}

std::vector<Material> Tables::missing(const Material& material) const {
    std::vector<Material> found;
    add_missing(material, found);
    return found;
}

void Tables::build(const Material& material) {
    if (material.is_dead() || find(material)) return;
    tables_.push_back(std::make_unique<const Table>(detail::solve(material, *this)));
}

Code Tables::code(Placement placement) const {
    order(placement);
    const Table* table = find(material_of(placement));
    return table ? table->codes[static_cast<std::size_t>(index(placement.to_move))]
                               [index_of(placement)]
                 : drawn;
}

std::optional<Verdict> Tables::verdict(const Position& position) const {
    auto placement = placement_of(position);
    if (!placement) return std::nullopt;
    order(*placement);
    const Material material = material_of(*placement);
    if (!material.is_dead() && !find(material)) return std::nullopt;
    return verdict_of(code(*placement));
}

}  // namespace kibitz::endgames
