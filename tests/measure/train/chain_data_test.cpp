#include "support/test.hpp"
#include "train/chain.hpp"
#include "train/zstd_stream.hpp"

namespace kibitz::train {

TEST_CASE("the head of the real data is read and written back byte by byte") {
    const std::filesystem::path data = test::data_dir() / "training";
    if (!std::filesystem::exists(data)) return test::skip("no training data");
    constexpr int records = 1'000;
    for (const char* name : {"games.vf.zst", "lines.vf.zst", "selfplay_sf400.vf.zst"}) {
        CAPTURE(name);
        const std::string path = data / name;
        const auto source = open_data_file(path);
        REQUIRE(source);
        ChainReader reader(**source);
        std::vector<std::byte> written;
        for (int i = 0; i < records; ++i) {
            const auto chain = reader.next();
            REQUIRE(chain);
            const std::string error = *chain ? "" : to_string(chain->error());
            CAPTURE(error);
            REQUIRE(*chain);
            append(**chain, written);
        }
        REQUIRE(written.size() == reader.byte());
        const auto again = open_data_file(path);
        REQUIRE(again);
        std::vector<std::byte> original(written.size());
        for (std::size_t at = 0; at < original.size();)
            at += (*again)->read(std::span(original).subspan(at)).value();
        CHECK(original == written);
    }
}

}  // namespace kibitz::train
