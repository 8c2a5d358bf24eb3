// Who is let into the operator's page, and for how long.
#include "serve/operator/operator_access.hpp"

#include <array>
#include <string>

#include "support/test.hpp"

using namespace kibitz;
using serve::OperatorAccess;
using namespace std::chrono_literals;

namespace {

constexpr OperatorAccess::Time start{1h};
using Refusal = OperatorAccess::Refusal;

}  // namespace

TEST_CASE("a code is good once and for five minutes, a token for twelve hours") {
    OperatorAccess access;
    const std::string code = access.new_code(start);
    CHECK(code.size() == 64);
    const auto token = access.exchange(code, start + 4min);
    REQUIRE(token);
    CHECK(*token != code);
    CHECK(access.exchange(code, start + 4min).error() == Refusal::unknown_code);
    CHECK(access.is_good(*token, start + 12h));
    CHECK(!access.is_good(*token, start + 4min + 12h));
    CHECK(!access.is_good(code, start));

    const std::string late = access.new_code(start);
    CHECK(access.exchange(late, start + 5min).error() == Refusal::unknown_code);
    // A token is no code, and nothing is neither.
    CHECK(access.exchange(*token, start).error() == Refusal::unknown_code);
    CHECK(access.exchange("", start).error() == Refusal::unknown_code);
    CHECK(!access.is_good("", start));
}

TEST_CASE("tokens end when the operator says so") {
    OperatorAccess access;
    const auto enter = [&] { return access.exchange(access.new_code(start), start).value(); };
    const std::string first = enter(), second = enter();
    access.end(first, start);
    CHECK(!access.is_good(first, start));
    CHECK(access.is_good(second, start));
    const std::string code = access.new_code(start);
    access.end_all();
    CHECK(!access.is_good(second, start));
    CHECK(!access.exchange(code, start));
}

TEST_CASE("who guesses is stopped for the rest of a minute, and who is in is not") {
    OperatorAccess access;
    const std::string token = access.exchange(access.new_code(start), start).value();
    for (int i = 0; i < OperatorAccess::most_failures; ++i)
        CHECK(access.exchange("guess", start + 1s).error() == Refusal::unknown_code);
    const std::string code = access.new_code(start + 2s);
    CHECK(access.exchange(code, start + 2s).error() == Refusal::too_many_failures);
    CHECK(access.is_good(token, start + 2s));
    CHECK(access.exchange(code, start + 61s));
    // Wrong tokens count as well.
    for (int i = 0; i < OperatorAccess::most_failures; ++i)
        CHECK(!access.is_good("guess", start + 3min));
    CHECK(access.exchange(access.new_code(start + 3min), start + 3min).error() ==
          Refusal::too_many_failures);
}

TEST_CASE("old codes and tokens make room for new ones") {
    OperatorAccess access;
    const std::string oldest = access.new_code(start);
    for (std::size_t i = 0; i < OperatorAccess::most_codes; ++i) access.new_code(start);
    CHECK(!access.exchange(oldest, start));
    const std::string first = access.exchange(access.new_code(start), start).value();
    for (std::size_t i = 1; i < OperatorAccess::most_tokens; ++i)
        CHECK(access.exchange(access.new_code(start), start));
    CHECK(access.is_good(first, start));
    CHECK(access.exchange(access.new_code(start), start));
    CHECK(!access.is_good(first, start));
}
