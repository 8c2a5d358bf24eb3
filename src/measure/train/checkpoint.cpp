#include "train/checkpoint.hpp"

#include <cstring>

#include "engine/eval/nnue/file_hash.hpp"
#include "platform/files.hpp"

namespace kibitz::train {

namespace {

// Numbers are written as they lie in memory: a run continues on the machine that made it.
constexpr std::uint64_t magic = 0x31'4B'43'54'49'42'49'4Bull;  // "KIBITCK1"

struct Numbers {
    std::uint64_t magic = 0;
    std::uint64_t hash = 0;  // of all that follows
    std::uint64_t settings_length = 0;
    std::uint64_t parameters = 0;
    std::uint64_t step = 0;
    StreamPlace place;
    double loss_sum = 0;
    std::uint64_t loss_samples = 0;
    double seconds = 0;
};
constexpr std::size_t hashed_from = 16;

template <class T>
void append(std::vector<std::byte>& bytes, std::span<const T> items) {
    const auto raw = std::as_bytes(items);
    bytes.insert(bytes.end(), raw.begin(), raw.end());
}

}  // namespace

std::expected<void, std::string> save_checkpoint(const std::string& path,
                                                 const Checkpoint& checkpoint) {
    const LearningState& state = checkpoint.state;
    Numbers numbers{.magic = magic,
                    .hash = 0,
                    .settings_length = checkpoint.settings.size(),
                    .parameters = state.parameters.size(),
                    .step = state.step,
                    .place = checkpoint.place,
                    .loss_sum = checkpoint.loss_sum,
                    .loss_samples = checkpoint.loss_samples,
                    .seconds = checkpoint.seconds};
    std::vector<std::byte> bytes;
    append(bytes, std::span<const Numbers>(&numbers, 1));
    append(bytes, std::span<const char>(checkpoint.settings));
    for (const Floats* floats : {&state.parameters, &state.first_moment, &state.second_moment})
        append(bytes, std::span<const float>(*floats));
    numbers.hash = nnue::file_hash(std::span(bytes).subspan(hashed_from));
    std::memcpy(bytes.data(), &numbers, sizeof(numbers));
    return write_file(path, {bytes});
}

std::expected<Checkpoint, std::string> load_checkpoint(const std::string& path,
                                                       const NetworkShape& shape) {
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    const auto damaged = [&](const char* how) { return std::unexpected(path + ": " + how); };
    Numbers numbers;
    if (bytes->size() < sizeof(numbers)) return damaged("too short for a checkpoint");
    std::memcpy(&numbers, bytes->data(), sizeof(numbers));
    if (numbers.magic != magic) return damaged("not a checkpoint of this version");
    if (nnue::file_hash(std::span(*bytes).subspan(hashed_from)) != numbers.hash)
        return damaged("damaged");
    if (numbers.parameters != shape.size()) return damaged("of a network of another shape");

    Checkpoint checkpoint{.settings = {},
                          .state = {.shape = shape,
                                    .step = numbers.step,
                                    .parameters = Floats(shape.size()),
                                    .first_moment = Floats(shape.size()),
                                    .second_moment = Floats(shape.size())},
                          .place = numbers.place,
                          .loss_sum = numbers.loss_sum,
                          .loss_samples = numbers.loss_samples,
                          .seconds = numbers.seconds};
    const std::byte* at = bytes->data() + sizeof(numbers);
    checkpoint.settings.assign(reinterpret_cast<const char*>(at), numbers.settings_length);
    at += numbers.settings_length;
    LearningState& state = checkpoint.state;
    for (Floats* floats : {&state.parameters, &state.first_moment, &state.second_moment}) {
        std::memcpy(floats->data(), at, floats->size() * sizeof(float));
        at += floats->size() * sizeof(float);
    }
    return checkpoint;
}

}  // namespace kibitz::train
