// What a test has come to: two tests with the same counts have had the same games.
#pragma once

#include "match/course.hpp"

namespace kibitz::test {

struct Counts {
    match::Tally tally;
    double log_likelihood_ratio;
    match::SprtState sprt;

    bool operator==(const Counts&) const = default;
};

inline Counts counts_of(const match::MatchCourse& course) {
    return {course.standings().against(0, 1), course.log_likelihood_ratio(), course.sprt()};
}

}  // namespace kibitz::test
