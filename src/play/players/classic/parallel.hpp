// The classic player's work on several threads, which are gone when it is done.
#pragma once

#include "classic/watch.hpp"

namespace kibitz::players {

// From now on `workers` threads at most do the work of searches with that watch, the calling one
// among them; each takes the next batch when it has done one. A single batch starts no thread.
void share_among_threads(SearchWatch& watch, int workers);

}  // namespace kibitz::players
