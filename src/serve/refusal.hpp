// The answer to an HTTP request that is refused.
#pragma once

#include <string_view>

#include "net/server.hpp"
#include "page_protocol/json_writer.hpp"

namespace kibitz::serve {

// `code` is for programs and stays as it is; `text` is for people.
inline net::Response refusal(int status, std::string_view code, std::string_view text) {
    page_protocol::JsonWriter json;
    json.begin_object().member("code", code).member("error", text);
    return net::json_response(json.end_object().take() + "\n", status);
}

}  // namespace kibitz::serve
