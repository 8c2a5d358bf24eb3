// Work on a range in batches, on several threads that are gone when it is done.
#pragma once

#include <cstddef>
#include <functional>

#include "players/classic/watch.hpp"

namespace kibitz::players {

// Calls work(begin, end) for every batch of [0, count) on up to `workers` threads, the calling one
// among them; each takes the next batch when it has done one. Ranges of a single batch start no
// thread. Returns false if the watch said stop; then some batches were not done.
bool for_batches(int workers, std::size_t count, std::size_t batch, const SearchWatch& watch,
                 const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace kibitz::players
