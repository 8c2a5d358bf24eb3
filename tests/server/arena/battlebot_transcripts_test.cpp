// The battlebot protocol as conversations: tests/server/arena/transcripts/*.txt, written as
// conversation.hpp says. KIBITZ_WRITE_TRANSCRIPTS=1 writes the server's lines anew: read the
// difference before you keep it.
#include <cstdlib>
#include <fstream>

#include "arena/conversation.hpp"

using namespace kibitz::arena;

TEST_CASE("the battlebot protocol, as in the transcripts") {
    const bool writes = std::getenv("KIBITZ_WRITE_TRANSCRIPTS") != nullptr;
    const auto folder = kibitz::test::source_dir() / "tests/server/arena/transcripts";
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        CAPTURE(entry.path().string());
        std::ifstream file(entry.path());
        const std::string written = test::Conversation(Protocol::battlebot, writes).play(file);
        if (writes) std::ofstream(entry.path()) << written;
        ++count;
    }
    CHECK(count >= 16);
}
