#include "engine/eval/nnue/network_file.hpp"

#include <algorithm>
#include <array>

#include "chess/narrow_argument.hpp"
#include "engine/eval/nnue/file_hash.hpp"

namespace kibitz::nnue {

namespace {

constexpr std::string_view magic = "KIBITZNN";
constexpr std::size_t header_size = 64;
constexpr std::size_t section_alignment = 64;
constexpr std::size_t hash_at = 8, hashed_from = 16, inputs_at = 20, hidden_at = 24,
                      buckets_at = 28, hidden_one_at = 32, output_one_at = 34, text_length_at = 36,
                      file_length_at = 40, centipawns_at = 48, output_at = 50;
constexpr std::uint32_t first_version = 1, second_version = 2;
constexpr std::uint32_t inputs_by_wing = 2, inputs_by_map = 3;  // 1 was without king buckets

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

template <class Integer>
std::size_t append(std::span<const Integer> numbers, std::span<std::byte> bytes, std::size_t at) {
    for (const Integer number : numbers) {
        store(static_cast<std::make_unsigned_t<Integer>>(number), bytes, at);
        at += sizeof(Integer);
    }
    return at;
}

// The first version says all that programs before the second could load.
bool fits_first_version(const Architecture& architecture) {
    return architecture.output == OutputKind::squares && architecture.king_map == wing_king_buckets;
}

bool is_sound(const Architecture& architecture) {
    return architecture.hidden > 0 && architecture.hidden <= Architecture::largest_hidden &&
           architecture.hidden % Architecture::hidden_multiple == 0 &&
           architecture.output_buckets > 0 &&
           architecture.output_buckets <= Architecture::most_output_buckets &&
           std::ranges::max(architecture.king_map) < king_places;
}

// Cuts a file into its sections.
class Sections {
   public:
    Sections(std::span<const std::byte> bytes, std::size_t at) : bytes_(bytes), at_(at) {}

    std::span<const std::byte> next(std::size_t size) {
        at_ += size;
        return bytes_.subspan(at_ - size, size);
    }
    std::span<const std::byte> shorts(std::size_t count) {
        return next(count * sizeof(std::int16_t));
    }
    std::span<const std::byte> longs(std::size_t count) {
        return next(count * sizeof(std::int32_t));
    }

   private:
    std::span<const std::byte> bytes_;
    std::size_t at_;
};

// What the header says of the shape; the king map comes later.
std::expected<Architecture, NetworkFault> read_architecture(std::span<const std::byte> bytes) {
    const auto version = load<std::uint32_t>(bytes, hashed_from);
    const auto inputs = load<std::uint32_t>(bytes, inputs_at);
    const auto hidden = load<std::uint32_t>(bytes, hidden_at);
    const auto buckets = load<std::uint32_t>(bytes, buckets_at);
    const auto output = load<std::uint16_t>(bytes, output_at);
    if (inputs != (version == first_version ? inputs_by_wing : inputs_by_map) ||
        output > (version == first_version ? 0 : 1) || hidden > Architecture::largest_hidden ||
        buckets > Architecture::most_output_buckets ||
        load<std::uint16_t>(bytes, hidden_one_at) != hidden_one ||
        load<std::uint16_t>(bytes, output_one_at) != output_one)
        return std::unexpected(NetworkFault::other_architecture);
    return Architecture{.output = static_cast<OutputKind>(output),
                        .hidden = static_cast<int>(hidden),
                        .output_buckets = static_cast<int>(buckets),
                        .king_map = wing_king_buckets};
}

}  // namespace

const char* to_string(NetworkFault fault) {
    switch (kibitz::detail::without_other_bits(fault)) {
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

std::size_t SectionSizes::bytes() const {
    return (input_weights + hidden_biases + first_weights + second_weights + output_weights) *
               sizeof(std::int16_t) +
           (first_biases + second_biases + output_biases) * sizeof(std::int32_t);
}

SectionSizes section_sizes(const Architecture& architecture) {
    const auto hidden = static_cast<std::size_t>(architecture.hidden);
    const auto buckets = static_cast<std::size_t>(architecture.output_buckets);
    SectionSizes sizes{.input_weights = static_cast<std::size_t>(architecture.inputs()) * hidden,
                       .hidden_biases = hidden,
                       .output_weights = buckets * 2 * hidden,
                       .output_biases = buckets};
    if (architecture.output == OutputKind::layers) {
        sizes.first_weights = buckets * first_layer_size * hidden;
        sizes.first_biases = buckets * first_layer_size;
        sizes.second_weights = buckets * second_layer_size * second_layer_inputs;
        sizes.second_biases = buckets * second_layer_size;
        sizes.output_weights = buckets * second_layer_size;
    }
    return sizes;
}

std::expected<NetworkFile, NetworkFault> read_network_file(std::span<const std::byte> bytes) {
    const auto fault = [](NetworkFault what) { return std::unexpected(what); };
    const std::size_t magic_here = std::min(bytes.size(), magic.size());
    for (std::size_t i = 0; i < magic_here; ++i)
        if (bytes[i] != static_cast<std::byte>(magic[i])) return fault(NetworkFault::not_a_network);
    if (bytes.size() < header_size)
        return fault(bytes.empty() ? NetworkFault::not_a_network : NetworkFault::cut_off);
    const auto version = load<std::uint32_t>(bytes, hashed_from);
    if (version != first_version && version != second_version)
        return fault(NetworkFault::other_version);
    const auto length = load<std::uint64_t>(bytes, file_length_at);
    if (bytes.size() < length) return fault(NetworkFault::cut_off);
    if (bytes.size() > length) return fault(NetworkFault::too_long);
    if (file_hash(bytes.subspan(hashed_from)) != load<std::uint64_t>(bytes, hash_at))
        return fault(NetworkFault::damaged);

    auto architecture = read_architecture(bytes);
    if (!architecture) return fault(architecture.error());
    const std::size_t text_length = load<std::uint32_t>(bytes, text_length_at);
    const std::size_t map_size = version == first_version ? 0 : section_alignment;
    const std::size_t numbers_at = header_size + align(text_length) + map_size;
    if (numbers_at > bytes.size()) return fault(NetworkFault::damaged);
    Sections sections(bytes, numbers_at - map_size);
    const auto map = sections.next(map_size);
    for (std::size_t place = 0; place < king_places && !map.empty(); ++place)
        architecture->king_map[place] = std::to_integer<std::uint8_t>(map[place]);
    if (!is_sound(*architecture)) return fault(NetworkFault::other_architecture);
    const SectionSizes sizes = section_sizes(*architecture);
    if (numbers_at + sizes.bytes() != bytes.size()) return fault(NetworkFault::damaged);

    const auto* text = reinterpret_cast<const char*>(bytes.data() + header_size);
    NetworkFile file;
    file.architecture = *architecture;
    file.centipawns_per_output = load<std::uint16_t>(bytes, centipawns_at);
    file.training = {text, text_length};
    file.input_weights = sections.shorts(sizes.input_weights);
    file.hidden_biases = sections.shorts(sizes.hidden_biases);
    file.first_weights = sections.shorts(sizes.first_weights);
    file.first_biases = sections.longs(sizes.first_biases);
    file.second_weights = sections.shorts(sizes.second_weights);
    file.second_biases = sections.longs(sizes.second_biases);
    file.output_weights = sections.shorts(sizes.output_weights);
    file.output_biases = sections.longs(sizes.output_biases);
    return file;
}

std::vector<std::byte> make_network_file(const NetworkParts& parts) {
    const Architecture& architecture = parts.architecture;
    const bool is_first = fits_first_version(architecture);
    const std::size_t map_size = is_first ? 0 : section_alignment;
    std::vector<std::byte> bytes(header_size + align(parts.training.size()) + map_size +
                                 section_sizes(architecture).bytes());
    const std::span all(bytes);
    std::ranges::transform(magic, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
    store(is_first ? first_version : second_version, all, hashed_from);
    store(is_first ? inputs_by_wing : inputs_by_map, all, inputs_at);
    store(static_cast<std::uint32_t>(architecture.hidden), all, hidden_at);
    store(static_cast<std::uint32_t>(architecture.output_buckets), all, buckets_at);
    store(static_cast<std::uint16_t>(hidden_one), all, hidden_one_at);
    store(static_cast<std::uint16_t>(output_one), all, output_one_at);
    store(static_cast<std::uint32_t>(parts.training.size()), all, text_length_at);
    store(static_cast<std::uint64_t>(bytes.size()), all, file_length_at);
    store(static_cast<std::uint16_t>(parts.centipawns_per_output), all, centipawns_at);
    store(static_cast<std::uint16_t>(architecture.output), all, output_at);
    std::ranges::transform(parts.training, bytes.begin() + header_size,
                           [](char c) { return static_cast<std::byte>(c); });
    std::size_t at = header_size + align(parts.training.size());
    if (!is_first) append(std::span<const std::uint8_t>(architecture.king_map), all, at);
    at += map_size;
    at = append(parts.input_weights, all, at);
    at = append(parts.hidden_biases, all, at);
    at = append(parts.first_weights, all, at);
    at = append(parts.first_biases, all, at);
    at = append(parts.second_weights, all, at);
    at = append(parts.second_biases, all, at);
    at = append(parts.output_weights, all, at);
    append(parts.output_biases, all, at);
    store(file_hash(all.subspan(hashed_from)), all, hash_at);
    return bytes;
}

}  // namespace kibitz::nnue
