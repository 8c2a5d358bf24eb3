#include "serve/operator/operator_page.hpp"

#include <chrono>
#include <string_view>
#include <utility>

#include "arena/fields.hpp"
#include "serve/http/bearer_token.hpp"
#include "serve/http/page.hpp"
#include "serve/http/refusal.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

using arena::Json;
using std::chrono::steady_clock;

constexpr std::string_view page_path = "/admin";

net::Response page_file(std::string path, const net::Request& request) {
    net::Request page_request = request;
    page_request.path = std::move(path);
    return answer_with_page(embedded_page(), page_request);
}

}  // namespace

void OperatorPage::set_address(std::string address) {
    const std::lock_guard lock(address_mutex_);
    address_ = std::move(address);
}

// What follows the # stays in the browser: no log of a server or a proxy ever has the code.
std::optional<std::string> OperatorPage::new_address() {
    const std::lock_guard lock(address_mutex_);
    if (address_.empty()) return std::nullopt;
    return address_ + std::string(page_path.substr(1)) + "#" +
           access_.new_code(steady_clock::now());
}

void OperatorPage::answer(const net::Request& request, const net::Reply& reply) {
    const std::string& path = request.path;
    if (request.method == "POST") {
        if (path == "/admin/session") return begin_session(request, reply);
        if (path == "/admin/command") return run_command(request, reply);
        if (path == "/admin/leave") {
            access_.end(bearer_token(request), steady_clock::now());
            return reply(net::json_response("{}"));
        }
    } else if (path == page_path || path == "/") {
        return reply(page_file(file, request));
    } else if (path.starts_with("/assets/") || path == "/icon.svg") {
        return reply(page_file(path, request));
    }
    reply(net::refuse(net::RefusalCode::not_found,
                      "The operator's page is at /admin, and nothing else is here."));
}

void OperatorPage::begin_session(const net::Request& request, const net::Reply& reply) {
    const auto fields = arena::read_json(request.body);
    const auto token = access_.exchange(
        fields ? arena::text_field(*fields, "code").value_or("") : "", steady_clock::now());
    if (token) {
        log_event(LogLevel::info, "pageOpened", {{"address", request.address}});
        return reply(net::json_response(Json{{"token", *token}}.dump()));
    }
    log_event(LogLevel::warning, "pageRefused", {{"address", request.address}});
    if (token.error() == OperatorAccess::Refusal::too_many_failures)
        return reply(refuse(RefusalCode::too_many_failures,
                            "there were too many wrong codes; try again in a minute"));
    reply(refuse(RefusalCode::unknown_code,
                 "this address was used before or is too old; kibitz admin page prints a new one"));
}

void OperatorPage::run_command(const net::Request& request, const net::Reply& reply) {
    if (!access_.is_good(bearer_token(request), steady_clock::now())) {
        log_event(LogLevel::warning, "pageRefused", {{"address", request.address}});
        return reply(refuse(RefusalCode::unknown_token,
                            "this page may not give commands any more; kibitz admin page prints "
                            "the address of another one"));
    }
    const bool is_taken = tasks_.submit([this, line = request.body, reply] {
        reply(net::json_response(commands_.answer(line, "page").dump()));
    });
    if (!is_taken) reply(refuse(RefusalCode::busy, "too many commands wait already"));
}

}  // namespace kibitz::serve
