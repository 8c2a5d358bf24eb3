// The page on which people see what is tried on them, with a button to leave.
#pragma once

#include <string>

#include "experiments/experiment_office.hpp"

namespace kibitz::experiments {

// The content of the page, as HTML.
std::string page_for(const Visitor& visitor, const ExperimentOffice& office);

}  // namespace kibitz::experiments
