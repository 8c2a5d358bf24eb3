#include "lab/course_history.hpp"

namespace kibitz::lab {

CoursePoint CoursePoint::of(const match::MatchCourse& course) {
    CoursePoint point{.games = course.standings().games(),
                      .log_likelihood_ratio = course.log_likelihood_ratio()};
    if (course.standings().players() != 2) return point;
    const auto tally = course.standings().against(0, 1);
    if (const auto strength = statistics::strength(statistics::sample_of(tally)))
        point.elo = strength->elo;
    return point;
}

void CourseHistory::counted(const match::MatchCourse& course) {
    if (++units_ % step_ != 0) return;
    points_.push_back(CoursePoint::of(course));
    if (points_.size() == most_points_) thin_out();
}

// Keeps the points after every 2nd, 4th, ... of the old steps.
void CourseHistory::thin_out() {
    std::size_t kept = 0;
    for (std::size_t old = 1; old < points_.size(); old += 2) points_[kept++] = points_[old];
    points_.resize(kept);
    step_ *= 2;
}

}  // namespace kibitz::lab
