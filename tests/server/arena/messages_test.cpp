// What clients send, before anybody looks at what they want.
#include "arena/protocol/messages.hpp"

#include "arena/protocol/message_texts.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::protocol;
using namespace std::chrono_literals;

namespace {

std::string error_of(std::string_view text) {
    const Message message = read_message(text);
    return message.request ? "" : message.request.error().text;
}

}  // namespace

TEST_CASE("a request's number comes back with the answer, and is a number") {
    CHECK(read_message(R"({"type":"ping","id":7})").id == 7);
    CHECK(read_message(R"({"type":"sing","id":7})").id == 7);
    CHECK(!read_message(R"({"type":"ping"})").id);
    for (const char* id : {"\"7\"", "null", "1.5", "99999999999999999999", "[7]"})
        CHECK(error_of(std::string(R"({"type":"ping","id":)") + id + "}") ==
              "the field \"id\" is not a whole number");
}

TEST_CASE("what follows a zero byte is not overlooked") {
    using namespace std::string_view_literals;
    CHECK(error_of("{\"type\":\"ping\"}\0, and more"sv) == "the message is not JSON");
    CHECK(error_of("{\"type\":\"ping\"}\0"sv) == "the message is not JSON");
    CHECK(error_of(R"({"type":"ping","x":"\u0000"})").empty());
}

TEST_CASE("a timed contest may last as long as contests may") {
    const Message message =
        read_message(R"({"type":"createContest","name":"A month","kind":"arena","game":"chess",)"
                     R"("base":60000,"increment":0,"length":2592000000})");
    REQUIRE(message.request);
    const auto& settings = std::get<CreateContest>(*message.request).settings;
    CHECK(settings.length == 30 * 24h);
    CHECK(!why_not_settings(settings));
}

TEST_CASE("an event that is sent as the text of its fact is the same message") {
    const std::array<Milliseconds, 2> left{61'000ms, 0ms};
    const GameSettings settings{.game = "chess", .players = {"Ann", R"(B"o\b)"}};
    for (const GameFact& fact : std::initializer_list<GameFact>{
             Started{settings}, Moved{Side::second, {{"uci", "e7e5"}}, 250ms}, Paused{},
             Chatted{"Ann", R"(a "b" \ {c}, ä)"}, Ended{Ending::rules, Side::first, "checkmate"}}) {
        const GameEvent event{.number = 7, .time = Time(1h), .fact = fact, .left = left};
        const std::string text = event_text("31a9c2d87f0e4b65", event, to_json(event).dump());
        CHECK(Json::parse(text) == event_message("31a9c2d87f0e4b65", event));
    }
}
