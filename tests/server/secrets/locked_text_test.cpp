// Texts behind a passphrase.
#include "secrets/locked_text.hpp"

#include <string>

#include "support/test.hpp"

using namespace kibitz::secrets;

TEST_CASE("a locked text opens with its passphrase only") {
    const std::string text = "upbeat shuffle outline\n";
    const std::string locked = lock_text(text, "pass phrase ä").value();
    CHECK(is_locked(locked));
    CHECK_FALSE(is_locked(text));
    CHECK_FALSE(locked.contains("shuffle"));
    CHECK(unlock_text(locked, "pass phrase ä") == text);
    CHECK_FALSE(unlock_text(locked, "pass phrase").has_value());
    CHECK_FALSE(unlock_text(locked, "").has_value());
    // Salt and nonce are drawn each time.
    CHECK(lock_text(text, "pass phrase ä").value() != locked);
}

TEST_CASE("a locked text that was changed, cut or made up does not open") {
    const std::string locked = lock_text("text", "p").value();
    for (std::size_t i = 0; i < locked.size() - 1; i += 7) {
        std::string changed = locked;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        CHECK_FALSE(unlock_text(changed, "p").has_value());
    }
    for (const std::size_t length : {0uz, 5uz, 16uz, 30uz, locked.size() - 10})
        CHECK_FALSE(unlock_text(locked.substr(0, length), "p").has_value());
    // Costs that would keep us for hours, or take all memory, are not tried.
    const std::string rest = locked.substr(locked.rfind(' '));
    CHECK_FALSE(unlock_text("kibitz locked 1 4000000000 65536" + rest, "p").has_value());
    CHECK_FALSE(unlock_text("kibitz locked 1 2 4000000000" + rest, "p").has_value());
    CHECK_FALSE(unlock_text("kibitz locked 1 -2 65536" + rest, "p").has_value());
    CHECK_FALSE(unlock_text("kibitz locked 1 2 0" + rest, "p").has_value());
    CHECK(unlock_text("kibitz locked 1 2 65536" + rest, "p") == "text");
}
