// From the trainer's floats to the integers of a network file, and what rounding costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "train/network_parameters.hpp"
#include "train/sample.hpp"

namespace kibitz::train {

// A network of any width in the integers of the network file, with all king buckets.
struct QuantisedNetwork {
    NetworkShape shape;
    int centipawns_per_output = 0;
    std::vector<std::int16_t> input_weights;   // [inputs][hidden]
    std::vector<std::int16_t> hidden_biases;   // [hidden]
    std::vector<std::int16_t> output_weights;  // [buckets][2][hidden]
    std::vector<std::int32_t> output_biases;   // [buckets]
};

QuantisedNetwork quantise(const NetworkShape& shape, const Floats& parameters,
                          int centipawns_per_output);

// The bytes of a network file; `training` says how it was made.
std::vector<std::byte> network_file(const QuantisedNetwork& network, const std::string& training);

// The output in logits, computed in integers as the engine does.
double evaluate(const QuantisedNetwork& network, const Sample& sample);

}  // namespace kibitz::train
