// A search that is asked once: several rules ask about the same positions of a proof.
#pragma once

#include "explain/explanation.hpp"

namespace kibitz::explain {

// The same search, which answers from memory what it has been asked before.
Search remembering(Search search);

}  // namespace kibitz::explain
