// JSON from outside: bounded before it is parsed, and never taken for what it is not.
#include "json/bounded.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "support/test.hpp"

using namespace kibitz;
using namespace std::string_view_literals;

namespace {

std::string repeated(std::string_view text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
}

std::string code_of(std::string_view text,
                    const bounded_json::Limits& limits = {.bytes = 100'000}) {
    const auto read = bounded_json::read(text, limits);
    return read ? "" : read.error().code;
}

}  // namespace

TEST_CASE("a text may be so long and so deep, to the byte and the bracket") {
    CHECK(code_of("[1,2]", {.bytes = 5}).empty());
    CHECK(code_of("[1,2]", {.bytes = 4}) == "messageTooLong");
    CHECK(code_of(repeated("[", 3) + repeated("]", 3), {.bytes = 100, .depth = 3}).empty());
    CHECK(code_of(repeated("[", 4) + repeated("]", 4), {.bytes = 100, .depth = 3}) ==
          "nestedTooDeeply");
    CHECK(code_of(repeated("{\"a\":", 32) + "1" + repeated("}", 32)).empty());
    CHECK(code_of(repeated("{\"a\":", 33) + "1" + repeated("}", 33)) == "nestedTooDeeply");
    CHECK(code_of(repeated("[", 90'000)) == "nestedTooDeeply");
    // Side by side is not deep, nor is what stands in a text.
    CHECK(code_of("[" + repeated("[],", 10'000) + "[]]").empty());
    CHECK(code_of('"' + repeated("[", 10'000) + '"').empty());
    CHECK(code_of(R"("\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[")").empty());
    CHECK(code_of("\"\\\\\"" + repeated("[", 40)) == "nestedTooDeeply");
}

TEST_CASE("what is no JSON is refused with a code") {
    for (const std::string_view text :
         {""sv, " "sv, "{"sv, "nonsense"sv, "[1,]"sv, "NaN"sv, "{}\0, and more"sv, "{}\0"sv,
          "\"\xff\""sv, "\"\xed\xa0\x80\""sv, "1 2"sv, "'a'"sv, "\xEF\xBB\xBF"sv})
        CHECK(code_of(text) == "notJson");
    CHECK(code_of(R"("\u0000")").empty());
}

TEST_CASE("a field of another type is no field") {
    const auto json = *bounded_json::read(
        R"({"text":"a","whole":7,"large":18446744073709551615,"part":1.5,"truth":true,"null":null})",
        {.bytes = 1'000});
    CHECK(bounded_json::text_field(json, "text") == "a");
    CHECK(bounded_json::integer_field(json, "whole") == 7);
    CHECK(bounded_json::number_field(json, "part") == 1.5);
    CHECK(bounded_json::truth_field(json, "truth") == true);
    for (const char* name : {"whole", "truth", "null", "missing"})
        CHECK(!bounded_json::text_field(json, name));
    for (const char* name : {"text", "large", "part", "truth", "null", "missing"})
        CHECK(!bounded_json::integer_field(json, name));
    CHECK(!bounded_json::number_field(json, "text"));
    CHECK(!bounded_json::truth_field(json, "whole"));
    CHECK(bounded_json::field(json, "null") != nullptr);
    for (const char* text : {"[]", "7", "null", "\"text\""})
        CHECK(bounded_json::field(*bounded_json::read(text, {.bytes = 100}), "text") == nullptr);
}

TEST_CASE("what is sent back is small and flat") {
    for (const char* text : {"7", "-1", "1.5", "null", "true", "\"abc\""})
        CHECK(bounded_json::may_be_echoed(nlohmann::json::parse(text)));
    for (const nlohmann::json& value :
         {nlohmann::json::array(), nlohmann::json::object(), nlohmann::json(std::string(65, 'a'))})
        CHECK(!bounded_json::may_be_echoed(value));
    CHECK(bounded_json::may_be_echoed(std::string(64, 'a')));
}
