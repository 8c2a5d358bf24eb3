// Turns the trainer's floats into the integers of a network file and back.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/eval/nnue/network.hpp"
#include "train/network_parameters.hpp"
#include "train/sample.hpp"

namespace kibitz::train {

// The bytes of the network file with these parameters; `training` says how it was made. A
// network with the output `squares` and one king bucket is written with two that are alike, which
// older programs can load.
std::vector<std::byte> network_file(const NetworkShape& shape, const Floats& parameters,
                                    int centipawns_per_output, const std::string& training);

// The parameters that a network file of this shape stands for, to go on training with. The error
// says why it cannot be.
std::expected<Floats, std::string> parameters_of(const NetworkShape& shape,
                                                 std::span<const std::byte> file);

// The output in logits, computed in integers as the engine does.
double evaluate(const nnue::Network& network, const Sample& sample);

}  // namespace kibitz::train
