#include "platform/cpu_binding.hpp"

#include <thread>

#include "platform/engine.hpp"
#include "support/test.hpp"

using namespace kibitz;

TEST_CASE("lists of CPUs, as Linux writes them") {
    CHECK(parse_cpu_list("0") == CpuList{0});
    CHECK(parse_cpu_list("0-3") == CpuList{0, 1, 2, 3});
    CHECK(parse_cpu_list("8,0-1,1,10-10") == CpuList{0, 1, 8, 10});
    for (const char* bad : {"", ",", "0,", "-1", "1-", "-", "3-1", "a", "0 1", "1024", "0-1024",
                            "0x1", "99999999999999999999", "1--2", "1-2-3"}) {
        CAPTURE(std::string(bad));
        CHECK_FALSE(parse_cpu_list(bad).has_value());
    }
    CHECK(to_text(CpuList{}) == "");
    CHECK(to_text(CpuList{0}) == "0");
    CHECK(to_text(CpuList{0, 1, 2, 5, 7, 8}) == "0-2,5,7-8");
    CHECK(parse_cpu_list(to_text(allowed_cpus())) == allowed_cpus());
}

TEST_CASE("policies") {
    CHECK(places_of_policy("none")->nodes.empty());
    for (const char* policy : {"auto", "system", "hardware"}) {
        CAPTURE(std::string(policy));
        const auto places = places_of_policy(policy);
        REQUIRE(places.has_value());
        CHECK(places->nodes.size() != 1);
    }
    const std::string first = std::to_string(allowed_cpus().front());
    const auto by_hand = places_of_policy(first + ":" + first);
    REQUIRE(by_hand.has_value());
    CHECK(by_hand->nodes == std::vector<CpuList>(2, {allowed_cpus().front()}));
    for (const char* bad : {"", "all", ":", "0:", "0;1"}) {
        CAPTURE(std::string(bad));
        REQUIRE_FALSE(places_of_policy(bad).has_value());
        CHECK(places_of_policy(bad).error().starts_with("expected auto, system, "));
    }
    CHECK(places_of_policy("1023").error().starts_with("none of the CPUs 1023 can be used"));
}

TEST_CASE("threads take their places in turn, if there are enough of them") {
    const ThreadPlaces places{.nodes = {{0}, {1, 2}}, .least_threads = 3};
    CHECK(places.place_of(0, 2) == nullptr);
    CHECK(places.place_of(0, 3) == &places.nodes[0]);
    CHECK(places.place_of(1, 3) == &places.nodes[1]);
    CHECK(places.place_of(2, 3) == &places.nodes[0]);
    CHECK(ThreadPlaces{}.place_of(0, 8) == nullptr);
}

TEST_CASE("a thread stays where it is bound") {
    const CpuList all = allowed_cpus();
    REQUIRE_FALSE(all.empty());
    CpuList bound, freed;
    std::thread([&] {
        bind_this_thread({all.back()});
        bound = allowed_cpus();
        bind_this_thread(all);
        freed = allowed_cpus();
    }).join();
    CHECK(bound == CpuList{all.back()});
    CHECK(freed == all);
    CHECK(allowed_cpus() == all);
}

TEST_CASE("an engine's threads are dealt out in turn, and freed again") {
    const CpuList all = allowed_cpus();
    // Told on the thread that leads.
    struct Listener : EngineListener {
        CpuList cpus;
        void on_best_move(const BestMove&) override { cpus = allowed_cpus(); }
    } listener;
    Engine engine;
    engine.set_listener(&listener);
    engine.bind_threads({.nodes = {{all.front()}, {all.back()}}});
    REQUIRE(engine.set_threads(3).has_value());
    CHECK_FALSE(engine.think({.depth = 3}).move.is_none());
    CHECK(listener.cpus == CpuList{all.front()});
    engine.bind_threads({});
    CHECK(engine.threads() == 3);
    engine.think({.depth = 3});
    CHECK(listener.cpus == all);
}
