// Reads PGN files and checks every move: what compare-pgn measures. FILE... ('-' reads standard
// input).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "chess/pgn.hpp"

using namespace kibitz;

namespace {

constexpr std::size_t chunk_size = 256 * 1024;

class Check : public PgnVisitor {
   public:
    void error(const PgnError& error) override {
        ++errors;
        std::fprintf(stderr, "%s\n", to_string(error).c_str());
    }
    std::uint64_t errors = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Check check;
    PgnReader reader(check);
    std::vector<char> chunk(chunk_size);
    for (int i = 1; i < argc; ++i) {
        std::FILE* const file = std::strcmp(argv[i], "-") == 0 ? stdin : std::fopen(argv[i], "rb");
        if (file == nullptr) {
            std::perror(argv[i]);
            return EXIT_FAILURE;
        }
        while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), file))
            reader.feed({chunk.data(), size});
        reader.finish();
        if (file != stdin) std::fclose(file);
    }
    std::printf("%llu games, %llu moves, %llu errors\n",
                static_cast<unsigned long long>(reader.games()),
                static_cast<unsigned long long>(reader.moves()),
                static_cast<unsigned long long>(check.errors));
    return check.errors == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
