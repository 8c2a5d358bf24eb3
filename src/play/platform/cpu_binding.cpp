#include "platform/cpu_binding.hpp"

#include <algorithm>
#include <bitset>
#include <iterator>
#include <utility>

#include "platform/system_cpus.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz {

namespace {

using system_cpus::most_cpus;
using system_cpus::nodes_of_machine;

std::optional<int> parse_cpu(std::string_view text) {
    const auto cpu = text::parse_number<int>(text);
    return cpu && *cpu >= 0 && *cpu < most_cpus ? cpu : std::nullopt;
}

CpuList common(const CpuList& a, const CpuList& b) {
    CpuList both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both;
}

// One node is as good as none.
std::vector<CpuList> if_several(std::vector<CpuList> nodes) {
    if (nodes.size() < 2) nodes.clear();
    return nodes;
}

std::vector<CpuList> allowed_part_of(std::vector<CpuList> nodes) {
    const CpuList allowed = allowed_cpus();
    for (CpuList& node : nodes) node = common(node, allowed);
    std::erase_if(nodes, [](const CpuList& node) { return node.empty(); });
    return nodes;
}

// "0-7:8-15"
std::expected<std::vector<CpuList>, std::string> given_nodes(std::string_view text) {
    const CpuList allowed = allowed_cpus();
    std::vector<CpuList> nodes;
    for (const std::string_view name : text::split(text, ':')) {
        const std::string part(name);
        const auto cpus = parse_cpu_list(part);
        if (!cpus)
            return std::unexpected(
                "expected auto, system, hardware, none, or CPUs of each node such as 0-7:8-15");
        if (common(*cpus, allowed).empty())
            return std::unexpected("none of the CPUs " + part + " can be used (there are " +
                                   to_text(allowed) + ")");
        nodes.push_back(*cpus);
    }
    return nodes;
}

}  // namespace

std::optional<CpuList> parse_cpu_list(std::string_view text) {
    std::bitset<most_cpus> named;
    for (const std::string_view part : text::split(text, ',')) {
        const auto dash = std::min(part.find('-'), part.size());
        const auto first = parse_cpu(part.substr(0, dash));
        const auto last = dash == part.size() ? first : parse_cpu(part.substr(dash + 1));
        if (!first || !last || *first > *last) return std::nullopt;
        for (int cpu = *first; cpu <= *last; ++cpu) named.set(static_cast<std::size_t>(cpu));
    }
    CpuList cpus;
    for (int cpu = 0; cpu < most_cpus; ++cpu)
        if (named.test(static_cast<std::size_t>(cpu))) cpus.push_back(cpu);
    return cpus;
}

std::string to_text(const CpuList& cpus) {
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
        if (!text.empty()) text += ',';
        text += std::to_string(cpus[i]);
        if (last > i) text += '-' + std::to_string(cpus[last]);
        i = last + 1;
    }
    return text;
}

const CpuList* ThreadPlaces::place_of(int index, int threads) const {
    if (nodes.empty() || threads < least_threads) return nullptr;
    return &nodes[static_cast<std::size_t>(index) % nodes.size()];
}

std::expected<ThreadPlaces, std::string> places_of_policy(const std::string& policy) {
    ThreadPlaces places;
    if (policy == "none") return places;
    if (policy == "hardware") {
        places.nodes = if_several(nodes_of_machine());
    } else if (policy == "auto" || policy == "system") {
        places.nodes = if_several(allowed_part_of(nodes_of_machine()));
        if (policy == "auto" && !places.nodes.empty())
            places.least_threads = 1 + static_cast<int>(places.nodes.front().size());
    } else {
        auto given = given_nodes(policy);
        if (!given) return std::unexpected(given.error());
        places.nodes = std::move(*given);
    }
    return places;
}

}  // namespace kibitz
