// Why a piece that is defended can be taken all the same. Whoever reads "wins the knight" asks what
// happens if it is taken back: the proof goes that way, though an engine would not, and shows what
// defeats it.
#pragma once

#include "explain/explanation.hpp"

namespace kibitz::explain {

// Leads the claim's proof through the natural recapture of what its first move and its last one
// take, and names the pin, the overloaded piece or the move in between that answers it. False if it
// cannot be shown that as much is won then: the claim is not proved.
bool answer_retaking(const Question& question, Claim& claim);

}  // namespace kibitz::explain
