#include <cmath>

#include "chess/random.hpp"
#include "players/human/settings.hpp"
#include "players/setting_fields.hpp"

namespace kibitz::players {

namespace {

struct Fingerprint {
    std::uint64_t hash = 0;

    template <class Number>
    void number(std::string_view key, const Number& value, double, double, std::string_view) {
        // Players of files that do not use these keys play on as before there were such keys.
        if (is_of_drawing(key) && value == 0) return;
        // What is read from a file and from a page's text may differ in the last digit.
        constexpr double steps = 1e4;
        add(static_cast<std::uint64_t>(std::llround(static_cast<double>(value) * steps)));
    }
    void flag(std::string_view, bool value, std::string_view) { add(value ? 1 : 0); }
    template <class Section>
    void section(std::string_view, Section& section, std::string_view) {
        visit_fields(section, *this);
    }
    void add(std::uint64_t part) { hash = hash_of({hash, part}); }
};

}  // namespace

std::uint64_t fingerprint(const HumanSettings& settings) {
    HumanSettings visited = settings;
    Fingerprint fingerprint;
    visit_fields(visited, fingerprint);
    return fingerprint.hash;
}

}  // namespace kibitz::players
