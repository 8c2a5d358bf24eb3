#include "engine/eval/nnue/network_file.hpp"

#include <algorithm>
#include <array>

#include "engine/eval/nnue/architecture.hpp"
#include "engine/eval/nnue/file_hash.hpp"

namespace kibitz::nnue {

namespace {

constexpr std::string_view magic = "KIBITZNN";
constexpr std::size_t header_size = 64;
constexpr std::size_t section_alignment = 64;
constexpr std::size_t hash_at = 8, hashed_from = 16, inputs_at = 20, hidden_at = 24,
                      buckets_at = 28, hidden_one_at = 32, output_one_at = 34, text_length_at = 36,
                      file_length_at = 40, centipawns_at = 48;
// Widths beyond this are damage, not architecture.
constexpr std::uint32_t largest_hidden = 1 << 16, largest_bucket_count = 64;

constexpr std::size_t align(std::size_t size) {
    return (size + section_alignment - 1) / section_alignment * section_alignment;
}

template <class Unsigned>
Unsigned load(std::span<const std::byte> bytes, std::size_t at) {
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
        value = static_cast<Unsigned>(value | std::to_integer<Unsigned>(bytes[at + i]) << (8 * i));
    return value;
}

template <class Unsigned>
void store(Unsigned value, std::span<std::byte> bytes, std::size_t at) {
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
        bytes[at + i] = static_cast<std::byte>(value >> (8 * i) & 0xFF);
}

struct SectionSizes {
    std::size_t input_weights, hidden_biases, output_weights, output_biases;
    [[nodiscard]] std::size_t sum() const {
        return input_weights + hidden_biases + output_weights + output_biases;
    }
};
SectionSizes section_sizes(std::size_t hidden, std::size_t buckets) {
    constexpr std::size_t short_size = sizeof(std::int16_t), long_size = sizeof(std::int32_t);
    return {.input_weights = input_count * hidden * short_size,
            .hidden_biases = hidden * short_size,
            .output_weights = buckets * 2 * hidden * short_size,
            .output_biases = buckets * long_size};
}

template <class Integer>
std::size_t append(std::span<const Integer> numbers, std::span<std::byte> bytes, std::size_t at) {
    for (const Integer number : numbers) {
        store(static_cast<std::make_unsigned_t<Integer>>(number), bytes, at);
        at += sizeof(Integer);
    }
    return at;
}

}  // namespace

const char* to_string(NetworkFault fault) {
    switch (fault) {
        case NetworkFault::not_a_network: return "this is not a Kibitz network file";
        case NetworkFault::other_version: return "the file has another format version";
        case NetworkFault::cut_off: return "the file is cut off";
        case NetworkFault::too_long: return "the file is longer than it should be";
        case NetworkFault::damaged: return "the file is damaged (its hash does not fit)";
        case NetworkFault::other_architecture: return "the network has another architecture";
        case NetworkFault::weights_too_large: return "weights are too large for the arithmetic";
    }
    return "";
}

std::expected<NetworkFile, NetworkFault> read_network_file(std::span<const std::byte> bytes) {
    const auto fault = [](NetworkFault what) { return std::unexpected(what); };
    const std::size_t magic_here = std::min(bytes.size(), magic.size());
    for (std::size_t i = 0; i < magic_here; ++i)
        if (bytes[i] != static_cast<std::byte>(magic[i])) return fault(NetworkFault::not_a_network);
    if (bytes.size() < header_size)
        return fault(bytes.empty() ? NetworkFault::not_a_network : NetworkFault::cut_off);
    if (load<std::uint32_t>(bytes, hashed_from) != network_format_version)
        return fault(NetworkFault::other_version);
    const auto length = load<std::uint64_t>(bytes, file_length_at);
    if (bytes.size() < length) return fault(NetworkFault::cut_off);
    if (bytes.size() > length) return fault(NetworkFault::too_long);
    if (file_hash(bytes.subspan(hashed_from)) != load<std::uint64_t>(bytes, hash_at))
        return fault(NetworkFault::damaged);

    const auto hidden = load<std::uint32_t>(bytes, hidden_at);
    const auto buckets = load<std::uint32_t>(bytes, buckets_at);
    const bool is_known = load<std::uint32_t>(bytes, inputs_at) == mirrored_inputs_by_king &&
                          load<std::uint16_t>(bytes, hidden_one_at) == hidden_one &&
                          load<std::uint16_t>(bytes, output_one_at) == output_one;
    if (!is_known || hidden == 0 || hidden > largest_hidden || buckets == 0 ||
        buckets > largest_bucket_count)
        return fault(NetworkFault::other_architecture);
    const std::size_t text_length = load<std::uint32_t>(bytes, text_length_at);
    const SectionSizes sizes = section_sizes(hidden, buckets);
    if (header_size + align(text_length) + sizes.sum() != bytes.size())
        return fault(NetworkFault::damaged);

    std::size_t at = header_size + align(text_length);
    const auto section = [&](std::size_t size) {
        at += size;
        return bytes.subspan(at - size, size);
    };
    const auto* text = reinterpret_cast<const char*>(bytes.data() + header_size);
    return NetworkFile{.hidden = static_cast<int>(hidden),
                       .buckets = static_cast<int>(buckets),
                       .centipawns_per_output = load<std::uint16_t>(bytes, centipawns_at),
                       .training = {text, text_length},
                       .input_weights = section(sizes.input_weights),
                       .hidden_biases = section(sizes.hidden_biases),
                       .output_weights = section(sizes.output_weights),
                       .output_biases = section(sizes.output_biases)};
}

std::vector<std::byte> make_network_file(const NetworkParts& parts) {
    const SectionSizes sizes = section_sizes(static_cast<std::size_t>(parts.hidden),
                                             static_cast<std::size_t>(parts.buckets));
    std::vector<std::byte> bytes(header_size + align(parts.training.size()) + sizes.sum());
    std::ranges::transform(magic, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
    store(network_format_version, std::span(bytes), hashed_from);
    store(mirrored_inputs_by_king, std::span(bytes), inputs_at);
    store(static_cast<std::uint32_t>(parts.hidden), std::span(bytes), hidden_at);
    store(static_cast<std::uint32_t>(parts.buckets), std::span(bytes), buckets_at);
    store(static_cast<std::uint16_t>(hidden_one), std::span(bytes), hidden_one_at);
    store(static_cast<std::uint16_t>(output_one), std::span(bytes), output_one_at);
    store(static_cast<std::uint32_t>(parts.training.size()), std::span(bytes), text_length_at);
    store(static_cast<std::uint64_t>(bytes.size()), std::span(bytes), file_length_at);
    store(static_cast<std::uint16_t>(parts.centipawns_per_output), std::span(bytes), centipawns_at);
    std::ranges::transform(parts.training, bytes.begin() + header_size,
                           [](char c) { return static_cast<std::byte>(c); });
    std::size_t at = header_size + align(parts.training.size());
    at = append(parts.input_weights, std::span(bytes), at);
    at = append(parts.hidden_biases, std::span(bytes), at);
    at = append(parts.output_weights, std::span(bytes), at);
    append(parts.output_biases, std::span(bytes), at);
    store(file_hash(std::span(bytes).subspan(hashed_from)), std::span(bytes), hash_at);
    return bytes;
}

}  // namespace kibitz::nnue
