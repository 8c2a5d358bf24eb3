#include "serve/site.hpp"

#include "serve/page.hpp"

namespace kibitz::serve {

namespace {

constexpr int status_ok = 200;

net::Response answer(const net::Request& request) {
    if (request.path == "/healthz") return net::text_response(status_ok, "ok");
    return answer_with_page(embedded_page(), request);
}

}  // namespace

net::Handlers site_handlers() {
    net::Handlers handlers;
    handlers.http = [](const net::Request& request, const net::Reply& reply) {
        reply(answer(request));
    };
    return handlers;
}

}  // namespace kibitz::serve
