// Networks for the evaluation: where an engine gets them from.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "engine/eval/nnue/network.hpp"

namespace kibitz {

// A network and the bytes of the file it was made from, which can be written out again.
struct LoadedNetwork {
    std::shared_ptr<const nnue::Network>
        network;  // null: none, the hand-crafted evaluation is used
    std::vector<std::byte> file;
};

// What an engine evaluates with unless another network is chosen. The one place that decides it.
const LoadedNetwork& default_network();
// The network that comes with the program. Read once; engines share it.
const LoadedNetwork& builtin_network();

// The error says which file and what is wrong with it.
std::expected<LoadedNetwork, std::string> load_network(const std::string& path);

}  // namespace kibitz
