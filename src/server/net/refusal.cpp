#include "net/refusal.hpp"

#include <array>
#include <string>
#include <utility>

#include "net/http_status.hpp"
#include "text/json_text.hpp"

namespace kibitz::net {

namespace {

struct Entry {
    RefusalCode code;
    std::string_view name;
    int status;
};

using enum RefusalCode;
constexpr auto entries = std::to_array<Entry>({
    {not_http, "notHttp", status_bad_request},
    {bad_host, "badHost", status_bad_request},
    {bad_target, "badTarget", status_bad_request},
    {body_too_large, "bodyTooLarge", status_content_too_large},
    {header_too_large, "headerTooLarge", status_header_fields_too_large},
    {data_before_upgrade, "dataBeforeUpgrade", status_bad_request},
    {method_not_allowed, "methodNotAllowed", status_method_not_allowed},
    {not_found, "notFound", status_not_found},
    {too_many_connections, "tooManyConnections", status_service_unavailable},
    {internal_error, "internalError", status_internal_server_error},
});

consteval bool is_in_order() {
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (static_cast<std::size_t>(entries[i].code) != i) return false;
    return true;
}
static_assert(is_in_order());

}  // namespace

Response refuse(RefusalCode code, std::string_view text) {
    const Entry& entry = entries[static_cast<std::size_t>(code)];
    return refuse(entry.status, entry.name, text);
}

Response refuse(int status, std::string_view code, std::string_view text) {
    std::string json = R"({"code":)";
    text::append_json(json, code);
    json += R"(,"error":)";
    text::append_json(json, text);
    return json_response(std::move(json) + "}\n", status);
}

Response refuse_unknown_address() {
    return refuse(RefusalCode::not_found, "There is nothing at this address.");
}

}  // namespace kibitz::net
