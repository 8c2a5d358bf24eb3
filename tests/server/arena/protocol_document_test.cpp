// The conversations in docs/protocol.md, played. KIBITZ_WRITE_TRANSCRIPTS=1 writes the server's
// lines in them anew: read the difference before you keep it.
#include <cstdlib>
#include <fstream>

#include "arena/conversation.hpp"

using namespace kibitz::arena;

TEST_CASE("the conversations in docs/protocol.md") {
    const bool writes = std::getenv("KIBITZ_WRITE_TRANSCRIPTS") != nullptr;
    const auto path = kibitz::test::source_dir() / "docs" / "protocol.md";
    std::ifstream file(path);
    std::ostringstream written;
    std::string line;
    int count = 0;
    while (std::getline(file, line)) {
        written << line << '\n';
        if (line != "```conversation") continue;
        std::stringstream script;
        while (std::getline(file, line) && line != "```") script << line << '\n';
        CAPTURE(count);
        written << test::Conversation(Protocol::kibitz, writes).play(script) << "```\n";
        ++count;
    }
    CHECK(count >= 4);
    file.close();
    if (writes) std::ofstream(path) << written.str();
}
