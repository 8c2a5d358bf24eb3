// What is known of visitors from before an experiment: a file with a line for each,
//
//     visitor,number
//     ann@example.org,12.50
//
// The visitor is what the header of the fingerprint says or, in an experiment on an opponent, the
// player's name; the number is whatever foretells what they will do, such as what they spent in the
// month before. The first line may be a heading.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::experiments {

struct EarlierNumber {
    std::string visitor;
    double number = 0;

    bool operator==(const EarlierNumber&) const = default;
};

// The error names the line.
std::expected<std::vector<EarlierNumber>, std::string> read_earlier_numbers(std::string_view file);

}  // namespace kibitz::experiments
