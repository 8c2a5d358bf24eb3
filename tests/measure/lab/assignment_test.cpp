// Which test a free worker works for.
#include "lab/assignment.hpp"

#include "support/test.hpp"

using namespace kibitz::lab;

namespace {

const WorkerProfile laptop{.name = "laptop",
                           .trust = Trust::volunteer,
                           .instructions = InstructionSet::x86_64_v3,
                           .free_cores = 4,
                           .free_memory = 1'000'000'000};

TestNeeds test_named(const char* id) { return {.id = id, .has_units = true}; }

}  // namespace

TEST_CASE("a worker takes no unit that it cannot or may not play") {
    TestNeeds test = test_named("a");
    CHECK(choose_test(laptop, {test}) == "a");
    SUBCASE("too many cores") { test.cores = 5; }
    SUBCASE("too much memory") { test.memory = 2'000'000'000; }
    SUBCASE("newer instructions") { test.instructions = InstructionSet::x86_64_v4; }
    SUBCASE("uploaded binaries") { test.trust = Trust::trusted; }
    SUBCASE("training data") { test.must_make_data = true; }
    SUBCASE("no unit waits") { test.has_units = false; }
    SUBCASE("no share") { test.share = 0; }
    CHECK(choose_test(laptop, {test}) == std::nullopt);
}

TEST_CASE("instruction sets have the names that compilers give them") {
    for (const InstructionSet set : {InstructionSet::any, InstructionSet::x86_64_v2,
                                     InstructionSet::x86_64_v3, InstructionSet::x86_64_v4})
        CHECK(instruction_set_named(to_string(set)) == set);
    CHECK(std::string_view(to_string(InstructionSet::x86_64_v3)) == "x86-64-v3");
    CHECK_FALSE(instruction_set_named("x86-64-v5"));
    CHECK_FALSE(instruction_set_named(""));
}

TEST_CASE("the higher priority goes first, whatever its share") {
    TestNeeds low = test_named("low"), high = test_named("high");
    high.priority = 1;
    high.working_cores = 1000;
    CHECK(choose_test(laptop, {low, high}) == "high");
    high.cores = 8;
    CHECK(choose_test(laptop, {low, high}) == "low");
}

TEST_CASE("tests of one priority get cores in proportion to their shares") {
    TestNeeds small = test_named("small"), large = test_named("large");
    large.share = 3;
    for (int core = 0; core < 400; ++core) {
        const auto chosen = choose_test(laptop, {small, large});
        ++(chosen == "small" ? small : large).working_cores;
    }
    CHECK(small.working_cores == 100);
    CHECK(large.working_cores == 300);
}
