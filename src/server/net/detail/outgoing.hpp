// What connections that begin here have in common: whom they trust, and the heads of requests and
// answers.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/message.hpp>
#include <string>
#include <string_view>

#include "net/detail/stream.hpp"
#include "net/download.hpp"

namespace kibitz::net::detail {

// The certification authorities of the file, or those of the system where none is named.
inline ErrorCode trust(asio::ssl::context& tls, const std::string& ca_file) {
    ErrorCode error;
    tls.set_verify_mode(asio::ssl::verify_peer);
    if (ca_file.empty())
        tls.set_default_verify_paths(error);
    else
        tls.load_verify_file(ca_file, error);
    return error;
}

template <class Body>
void write_head(beast::http::request<Body>& request, const Address& address,
                const OutgoingRequest& sent) {
    constexpr unsigned http_1_1 = 11;
    request.version(http_1_1);
    request.method_string(sent.method);
    request.target(address.path);
    for (const Header& header : sent.headers) request.insert(header.name, header.value);
    const std::string_view usual_port = address.is_encrypted ? "443" : "80";
    request.set(beast::http::field::host,
                address.port == usual_port ? address.host : address.host + ":" + address.port);
}

// Status and headers, without the body.
template <class Body>
Response read_head(const beast::http::response<Body>& answer) {
    Response head{.status = static_cast<int>(answer.result_int())};
    for (const auto& field : answer.base())
        head.headers.push_back({std::string(field.name_string()), std::string(field.value())});
    return head;
}

}  // namespace kibitz::net::detail
