#include "train/people/label_file.hpp"

#include <algorithm>
#include <cstring>

#include "platform/files.hpp"

namespace kibitz::train {

namespace {

constexpr std::array<char, 8> file_mark{'k', 'b', 'z', '-', 'l', 'a', 'b', 'l'};
constexpr std::uint32_t file_version = 1;

struct Header {
    std::array<char, 8> mark{};
    std::uint32_t version = 0, labels = 0;
};

}  // namespace

bool Label::spread(std::span<float> wanted) const {
    constexpr float whole = 255;
    float sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < named; ++i) {
        if (moves[i] == none) continue;
        if (moves[i] >= wanted.size()) return false;
        sum += static_cast<float>(shares[i]);
        ++count;
    }
    if (sum == 0) return false;
    const std::size_t others = wanted.size() - std::min(count, wanted.size());
    const float left = others > 0 ? static_cast<float>(rest) / whole : 0;
    std::ranges::fill(wanted, others > 0 ? left / static_cast<float>(others) : 0.0F);
    for (std::size_t i = 0; i < named; ++i)
        if (moves[i] != none) wanted[moves[i]] = static_cast<float>(shares[i]) * (1 - left) / sum;
    return true;
}

std::expected<std::vector<Label>, std::string> read_labels(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    Header header;
    if (bytes->size() < sizeof header) return std::unexpected(path + ": it is too short");
    std::memcpy(&header, bytes->data(), sizeof header);
    if (header.mark != file_mark) return std::unexpected(path + ": it is no file of labels");
    if (header.version != file_version)
        return std::unexpected(path + ": its version is " + std::to_string(header.version) +
                               ", and this program reads version " + std::to_string(file_version));
    static_assert(sizeof(Label) == 24);
    if ((bytes->size() - sizeof header) / sizeof(Label) != header.labels ||
        (bytes->size() - sizeof header) % sizeof(Label) != 0)
        return std::unexpected(path + ": it has not the right length");
    std::vector<Label> labels(header.labels);
    std::memcpy(labels.data(), bytes->data() + sizeof header, labels.size() * sizeof(Label));
    return labels;
}

}  // namespace kibitz::train
