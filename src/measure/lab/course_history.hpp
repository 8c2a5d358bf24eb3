// CourseHistory: how a test between two players went, for a graph: its result after some of the
// units that are counted, evenly spread, however many there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "match/course.hpp"
#include "statistics/strength.hpp"

namespace kibitz::lab {

struct CoursePoint {
    std::int64_t games = 0;
    double log_likelihood_ratio = 0;               // of a sequential test
    std::optional<statistics::Estimate> elo = {};  // of the first player

    // Says what the course amounts to now.
    static CoursePoint of(const match::MatchCourse& course);
};

class CourseHistory {
   public:
    // There are at least two points.
    explicit CourseHistory(std::size_t most_points = 400) : most_points_(most_points) {}

    // A unit has been counted, and the course has its result.
    void counted(const match::MatchCourse& course);

    [[nodiscard]] const std::vector<CoursePoint>& points() const { return points_; }

   private:
    void thin_out();

    std::size_t most_points_;
    std::vector<CoursePoint> points_;  // after every `step_`th unit
    std::int64_t step_ = 1, units_ = 0;
};

}  // namespace kibitz::lab
