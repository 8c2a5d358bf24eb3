#include "train/zstd_stream.hpp"

#include "unpack/input_file.hpp"

namespace kibitz::train {

std::expected<std::unique_ptr<ByteSource>, std::string> open_data_file(const std::string& path) {
    return open_input(path, Unpacking::zstd_alone);
}

}  // namespace kibitz::train
