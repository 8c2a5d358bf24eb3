#include "experiments/visitor_page.hpp"

#include <cmath>

#include "text/markup.hpp"

namespace kibitz::experiments {

namespace {

std::string share_text(const Run& run) {
    constexpr double percent = 100;
    return std::to_string(std::lround(percent * run.experiment.threshold)) + " %";
}

// `yours` is the changes that the visitor sees.
std::string line_on_pages(const std::string& name, const Run& run, const Combination& yours) {
    std::string what = "You see the site as it was.";
    for (const std::string& change : yours)
        if (change == name)
            what = "You see the change.";
        else if (experiment_of(change) == name)
            what = "You see the change " + change + ".";
    return "<li><b>" + name + "</b>, for " + share_text(run) + " of visitors. " + what + "</li>\n";
}

std::string line_on_opponents(const std::string& name, const Run& run) {
    return "<li><b>" + name + "</b>: " + text::escaped(run.experiment.opponent->player) +
           " plays differently against " + share_text(run) +
           " of players. Players leave this in the arena, under Experiments.</li>\n";
}

}  // namespace

std::string page_for(const Visitor& visitor, const ExperimentOffice& office) {
    const Combination yours = office.known_combination(visitor);
    std::string on_pages, on_opponents;
    for (const auto& [name, run] : office.records().runs()) {
        if (!run.is_running()) continue;
        if (run.experiment.opponent)
            on_opponents += line_on_opponents(name, run);
        else
            on_pages += line_on_pages(name, run, yours);
    }
    const bool is_nothing_tried = on_pages.empty() && on_opponents.empty();
    return "<p>The people who run this site try changes on some of its visitors, to see whether "
           "they help. Nothing but a number that stands for you and whether you reached a goal is "
           "kept, until the experiment is over.</p>\n<ul>\n" +
           on_pages + on_opponents +
           (is_nothing_tried ? "<li>No experiment is running.</li>\n" : "") + "</ul>\n" +
           (visitor.takes_part
                ? "<form method=\"post\" action=\"/experiments/leave\"><button>Leave all "
                  "experiments</button></form>"
                : "<p>You take part in none of them.</p><form method=\"post\" "
                  "action=\"/experiments/join\"><button>Take part</button></form>");
}

}  // namespace kibitz::experiments
