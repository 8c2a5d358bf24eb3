// An answer to an HTTP request, before it is one.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

namespace kibitz::arena {

struct HttpAnswer {
    int status = 200;
    nlohmann::json body;
};

}  // namespace kibitz::arena
