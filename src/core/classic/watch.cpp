#include "classic/watch.hpp"

#include <algorithm>

namespace kibitz::players {

bool for_batches(SearchWatch& watch, std::size_t count, std::size_t batch, const Batch& work) {
    if (watch.share_out) {
        watch.share_out(count, batch, work);
        return !watch.stopped();
    }
    for (std::size_t begin = 0; begin < count && !watch.stopped(); begin += batch) {
        work(begin, std::min(begin + batch, count), true);
        if (watch.tick) watch.tick();
    }
    return !watch.stopped();
}

}  // namespace kibitz::players
