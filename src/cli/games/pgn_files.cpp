#include "cli/games/pgn_files.hpp"

#include <cstddef>
#include <vector>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "unpack/input_file.hpp"

namespace kibitz::cli {

bool read_pgn_files(std::span<const std::string> paths, PgnReader& reader, CurrentFile& current,
                    const std::function<bool()>& goes_on) {
    constexpr std::size_t chunk_size = std::size_t{256} * 1024;
    bool readable = true;
    const auto refuse = [&readable](const std::string& why) {
        fail("pgn", why, exit_failure);
        readable = false;
    };
    std::vector<std::byte> chunk(chunk_size);
    for (const std::string& path : paths) {
        if (!goes_on()) break;
        current = {path, reader.games()};
        const auto source = open_input(path);
        if (!source) {
            refuse(source.error());
            continue;
        }
        while (goes_on()) {
            const auto size = (*source)->read(chunk);
            if (!size) refuse(path + ": " + size.error());
            if (!size || *size == 0) break;
            reader.feed({reinterpret_cast<const char*>(chunk.data()), *size});
        }
        reader.finish();
    }
    return readable;
}

}  // namespace kibitz::cli
