// Who gets what: the shares are right, experiments are independent, and nobody is moved who need
// not be.
#include "experiments/assignment.hpp"

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/test.hpp"

using namespace kibitz::experiments;

namespace {

constexpr int visitors = 20'000;

std::string visitor(int number) { return "192.0.2." + std::to_string(number); }

// Pearson's statistic of counts that should be equal.
double chi_square(const auto& counts) {
    double sum = 0;
    for (const auto& [name, count] : counts) sum += count;
    const double expected = sum / static_cast<double>(counts.size());
    double statistic = 0;
    for (const auto& [name, count] : counts)
        statistic += (count - expected) * (count - expected) / expected;
    return statistic;
}

// That a statistic with so many degrees of freedom exceeds once in a thousand times (Wilson and
// Hilferty).
double critical_chi_square(double degrees) {
    constexpr double normal_quantile = 3.09;
    const double part = 2 / (9 * degrees);
    return degrees * std::pow(1 - part + normal_quantile * std::sqrt(part), 3);
}

// What the article that this grew from proposes: the bytes of the hash joined as decimal numbers,
// read as one hexadecimal number, modulo the number of folders. JavaScript's numbers have 53 bits
// of mantissa, and the result is a multiple of a high power of two.
std::size_t choose_by_rounded_number(std::string_view unit, std::size_t folders) {
    const auto digest = kibitz::secrets::KeyedHash("any").of({unit});
    std::string digits;
    for (std::size_t i = 0; i < 20; ++i) digits += std::to_string(digest[i]);  // SHA-1 has 20
    const double number = std::strtod(("0x" + digits).c_str(), nullptr);
    return static_cast<std::size_t>(std::fmod(number, static_cast<double>(folders)));
}

std::vector<std::string> folders(int count) {
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) names.push_back("site-" + std::to_string(i));
    return names;
}

}  // namespace

TEST_CASE("a threshold is the share of visitors who get the variant") {
    const Lottery lottery("key", "experiment");
    for (const double threshold : {0.0, 0.001, 0.02, 0.1, 0.5, 0.9, 1.0}) {
        int count = 0;
        for (int i = 0; i < visitors; ++i)
            count += Slot{0, threshold}.contains(lottery.draw(visitor(i))) ? 1 : 0;
        const double deviation = std::sqrt(visitors * threshold * (1 - threshold));
        CAPTURE(threshold);
        CHECK(std::abs(count - visitors * threshold) <= 4 * deviation);
    }
}

TEST_CASE("a higher threshold only adds visitors") {
    const Lottery lottery("key", "experiment");
    for (int i = 0; i < visitors; ++i) {
        const Draw draw = lottery.draw(visitor(i));
        bool was_in = false;
        for (int percent = 0; percent <= 100; percent += 5) {
            const bool is_in = Slot{0, percent / 100.0}.contains(draw);
            CHECK(is_in >= was_in);
            was_in = is_in;
        }
    }
}

TEST_CASE("slots beside each other share no visitor and leave none out") {
    const Lottery lottery("key", "group");
    const Slot slots[] = {{0, 0.3}, {0.3, 0.6}, {0.6, 1}};
    for (int i = 0; i < visitors; ++i) {
        int in = 0;
        for (const Slot& slot : slots) in += slot.contains(lottery.draw(visitor(i))) ? 1 : 0;
        CHECK(in == 1);
    }
}

TEST_CASE("experiments are independent of each other") {
    const std::array<Lottery, 4> lotteries{Lottery("one key", "a"), Lottery("one key", "b"),
                                           Lottery("another key", "a"), Lottery("x", "a-b")};
    for (std::size_t a = 0; a < lotteries.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            std::map<int, double> counts{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
            for (int i = 0; i < visitors; ++i) {
                const Slot half{0, 0.5};
                const int cell = 2 * half.contains(lotteries[a].draw(visitor(i))) +
                                 half.contains(lotteries[b].draw(visitor(i)));
                ++counts[cell];
            }
            CAPTURE(a);
            CAPTURE(b);
            CHECK(chi_square(counts) < critical_chi_square(3));
        }
    }
}

TEST_CASE("folders get equal shares, where the rounded number gives most of them none") {
    for (const int count : {2, 3, 4, 8}) {
        std::map<std::size_t, double> rounded;
        std::map<std::string, double> chosen;
        const auto names = folders(count);
        for (const std::string& name : names) {
            rounded[rounded.size()] = 0;
            chosen[name] = 0;
        }
        for (int i = 0; i < visitors; ++i) {
            ++rounded[choose_by_rounded_number(visitor(i), names.size())];
            ++chosen[choose_folder("key", names, visitor(i))];
        }
        CAPTURE(count);
        CHECK(chi_square(chosen) < critical_chi_square(count - 1));
        if (count != 3) {  // a power of two divides every such number
            CHECK(rounded[0] == visitors);
            CHECK(chi_square(rounded) > critical_chi_square(count - 1));
        }
    }
}

TEST_CASE("a new folder takes its share of visitors and moves nobody between the others") {
    const auto before = folders(4), after = folders(5);
    int moved = 0;
    for (int i = 0; i < visitors; ++i) {
        const std::string& then = choose_folder("key", before, visitor(i));
        const std::string& now = choose_folder("key", after, visitor(i));
        if (then == now) continue;
        CHECK(now == after.back());
        ++moved;
    }
    CHECK(std::abs(moved - visitors / 5) < 4 * std::sqrt(visitors * 0.2 * 0.8));
}

TEST_CASE("the hash is HMAC-SHA256 of the name, a zero byte and the visitor") {
    // RFC 4231, test case 2.
    const auto digest = kibitz::secrets::KeyedHash("Jefe").of({"what do ya want ", "for nothing?"});
    CHECK(digest[0] == 0x5b);
    CHECK(digest[1] == 0xdc);
    CHECK(digest[31] == 0x43);
    const auto whole = kibitz::secrets::KeyedHash("key").of({std::string_view("name\0unit", 9)});
    const Draw draw = Lottery("key", "name").draw("unit");
    CHECK((draw.place >> 56) == whole[0]);
    CHECK((draw.place & 0xff) == whole[7]);
    CHECK((draw.id & 0xff) == whole[15]);
}
