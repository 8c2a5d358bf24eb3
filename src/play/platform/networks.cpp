#include "platform/networks.hpp"

#include <span>
#include <utility>

#include "engine/eval/nnue/embedded_network.hpp"
#include "platform/files.hpp"

namespace kibitz {

namespace {

std::expected<LoadedNetwork, nnue::NetworkFault> make_network(std::vector<std::byte> file) {
    auto network = nnue::Network::load(file);
    if (!network) return std::unexpected(network.error());
    return LoadedNetwork{.network = std::move(*network), .file = std::move(file)};
}

LoadedNetwork make_builtin_network() {
    const std::span<const std::byte> file = nnue::embedded_network();
    // A test sees that it can be read; were it not so, the hand-crafted evaluation would play.
    return make_network({file.begin(), file.end()}).value_or(LoadedNetwork{});
}

}  // namespace

const LoadedNetwork& default_network() { return builtin_network(); }

const LoadedNetwork& builtin_network() {
    static const LoadedNetwork network = make_builtin_network();
    return network;
}

std::expected<LoadedNetwork, std::string> load_network(const std::string& path) {
    constexpr std::uint64_t most = std::uint64_t{1} << 26;  // far more than any network has
    auto file = read_file(path, most);
    if (!file) return std::unexpected(file.error());
    auto made = make_network(std::move(*file));
    if (!made) return std::unexpected(path + ": " + nnue::to_string(made.error()));
    return std::move(*made);
}

}  // namespace kibitz
