// A header of the user's own that has the name of one of Kibitz's.
#pragma once

namespace own {

struct Move {
    int from = 0, to = 0;
};

}  // namespace own
