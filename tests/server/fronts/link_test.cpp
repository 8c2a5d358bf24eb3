// A link's two directions, what is lost on it, and how late a message was.
#include "fronts/link.hpp"

#include "fronts/fastest_trip.hpp"
#include "support/test.hpp"

using namespace kibitz::fronts;
using namespace std::chrono_literals;

namespace {

std::vector<Frame> frames_of(LinkSender<Upward>& sender) { return sender.frames({}); }

}  // namespace

TEST_CASE("items arrive as they were sent, also those that are longer than a frame") {
    LinkSender<Upward> sender;
    const std::string long_text(3 * LinkSender<Upward>::most_frame_bytes, 'x');
    sender.add(Opened{.session = 7, .address = "::1", .note = "{}", .unanswered = {"a", ""}});
    sender.add(Said{7, Time(5ms), long_text});
    sender.add(Asked{.request = 1, .method = "GET", .path = "/arena/games"});
    const auto frames = frames_of(sender);
    CHECK(frames.size() == 4);
    LinkReceiver<Upward> receiver;
    std::vector<Upward> items;
    for (const Frame& frame : frames) {
        const auto message = message_of(to_bytes(frame));
        REQUIRE(message);
        CHECK(receiver.take(std::get<Frame>(*message), items) == Arrival::next);
    }
    REQUIRE(items.size() == 3);
    const auto& opened = std::get<Opened>(items[0]);
    CHECK(opened.session == 7);
    CHECK(opened.address == "::1");
    CHECK(opened.unanswered == std::vector<std::string>{"a", ""});
    CHECK(std::get<Said>(items[1]).text == long_text);
    CHECK(std::get<Said>(items[1]).arrived == Time(5ms));
    CHECK(std::get<Asked>(items[2]).path == "/arena/games");
}

TEST_CASE("a doubled frame is noticed, and one that is missing") {
    LinkSender<Upward> sender;
    LinkReceiver<Upward> receiver;
    std::vector<Upward> items;
    sender.add(Gone{1});
    const Frame first = frames_of(sender).front();
    sender.add(Gone{2});
    const Frame second = frames_of(sender).front();
    sender.add(Gone{3});
    const Frame third = frames_of(sender).front();
    CHECK(receiver.take(first, items) == Arrival::next);
    CHECK(receiver.take(first, items) == Arrival::doubled);
    CHECK(receiver.take(third, items) == Arrival::gap);
    CHECK(receiver.take(second, items) == Arrival::next);
    CHECK(items.size() == 2);
}

TEST_CASE("bytes that nobody wrote are no message and no item") {
    CHECK_FALSE(message_of(""));
    CHECK_FALSE(message_of("\xFFrubbish"));
    const std::string whole = to_bytes(Announced{{3, "one"}});
    CHECK(message_of(whole));
    CHECK_FALSE(message_of(whole + "x"));
    CHECK_FALSE(message_of(std::string_view(whole).substr(0, whole.size() - 1)));
    LinkReceiver<Upward> receiver;
    std::vector<Upward> items;
    const Frame bad{.number = 1, .bytes = std::string("\1\0\0\0\xFF", 5)};
    CHECK(receiver.take(bad, items) == Arrival::gap);
    CHECK(items.empty());
}

TEST_CASE("a message is late by what it took longer than the fastest, whatever the clocks say") {
    FastestTrip trips;
    const Time theirs(1'000'000ms), ours(50ms);
    CHECK(trips.delay(theirs, ours) == 0ms);
    trips.add(theirs, ours + 30ms);
    trips.add(theirs + 100ms, ours + 110ms);  // 20 ms faster
    CHECK(trips.delay(theirs + 200ms, ours + 210ms) == 0ms);
    CHECK(trips.delay(theirs + 200ms, ours + 260ms) == 50ms);
    // Clocks that drift apart by more than that are followed.
    for (auto time = 0ms; time < 3 * FastestTrip::window; time += 500ms)
        trips.add(theirs + time, ours + time + 40ms);
    const auto later = 3 * FastestTrip::window;
    CHECK(trips.delay(theirs + later, ours + later + 45ms) == 5ms);
}
