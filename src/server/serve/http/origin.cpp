#include "serve/http/origin.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "net/refusal.hpp"
#include "serve/http/compression.hpp"
#include "serve/http/refusal.hpp"
#include "text/letter_case.hpp"
#include "text/split.hpp"
#include "text/trim.hpp"

namespace kibitz::serve {

namespace {

using net::Header;

// They concern one connection only (RFC 9110, 7.6.1), or are written anew.
constexpr std::array<std::string_view, 12> own_to_a_connection{"connection",
                                                               "keep-alive",
                                                               "proxy-connection",
                                                               "proxy-authenticate",
                                                               "proxy-authorization",
                                                               "te",
                                                               "trailer",
                                                               "transfer-encoding",
                                                               "upgrade",
                                                               "content-length",
                                                               "host",
                                                               "expect"};

bool is_called(const Header& header, std::string_view name) {
    return text::equal_but_for_case(header.name, name);
}

// Without those, and without those that the header Connection names.
std::vector<Header> to_be_passed_on(const std::vector<Header>& headers) {
    std::vector<std::string_view> left_out(own_to_a_connection.begin(), own_to_a_connection.end());
    for (const Header& header : headers)
        if (is_called(header, "Connection"))
            for (const std::string_view name : text::split(header.value, ','))
                left_out.push_back(text::trimmed(name, " \t"));
    std::vector<Header> kept;
    for (const Header& header : headers)
        if (std::ranges::none_of(left_out,
                                 [&](std::string_view name) { return is_called(header, name); }))
            kept.push_back(header);
    return kept;
}

void leave_out(std::vector<Header>& headers, std::string_view name) {
    std::erase_if(headers, [&](const Header& header) { return is_called(header, name); });
}

std::string value_of(const std::vector<Header>& headers, std::string_view name) {
    const auto found =
        std::ranges::find_if(headers, [&](const Header& one) { return is_called(one, name); });
    return found == headers.end() ? std::string() : found->value;
}

// As the other server is asked: who asks, of which site, and in a coding that can be undone.
std::vector<Header> outgoing_headers(const net::Request& request,
                                     const std::vector<Header>& added) {
    std::vector<Header> headers = to_be_passed_on(request.headers);
    std::string forwarded = value_of(headers, "X-Forwarded-For");
    for (const char* const name :
         {"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Accept-Encoding"})
        leave_out(headers, name);
    for (const Header& header : added) leave_out(headers, header.name);
    // A page that was changed on the way is not the one that the other server knows by its tag.
    if (request.header("Accept").contains("text/html"))
        for (const char* const name : {"If-None-Match", "If-Modified-Since"})
            leave_out(headers, name);
    forwarded += (forwarded.empty() ? "" : ", ") + request.address;
    headers.push_back({"X-Forwarded-For", std::move(forwarded)});
    headers.push_back({"X-Forwarded-Host", std::string(request.header("Host"))});
    headers.push_back({"X-Forwarded-Proto", request.is_encrypted ? "https" : "http"});
    if (request.header("Accept-Encoding").contains("gzip"))
        headers.push_back({"Accept-Encoding", "gzip"});
    headers.insert(headers.end(), added.begin(), added.end());
    return headers;
}

bool is_whole_page(const net::Request& request, const net::Response& answer) {
    constexpr int partial = 206, not_modified = 304;
    return request.method != "HEAD" && answer.status != partial && answer.status != not_modified &&
           value_of(answer.headers, "Content-Type").starts_with("text/html");
}

// What was changed belongs to this visitor, and is coded anew.
void change_page(const net::Request& request, net::Response& answer, const Origin::Change& change,
                 std::size_t most_bytes) {
    const std::string coding = value_of(answer.headers, "Content-Encoding");
    if (!coding.empty() && coding != "identity") {
        auto page = gunzip(answer.body, most_bytes);
        if (!page) return;  // of a coding that was not asked for: it goes on as it is
        answer.body = *std::move(page);
    }
    change(request, answer);
    for (const char* const name : {"Content-Encoding", "ETag", "Last-Modified", "Cache-Control",
                                   "Accept-Ranges", "Content-MD5"})
        leave_out(answer.headers, name);
    answer.headers.push_back({"Cache-Control", "private, no-cache"});
    if (coding.empty() || !request.header("Accept-Encoding").contains("gzip")) return;
    if (std::string packed = gzip_of(answer.body); !packed.empty()) {
        answer.body = std::move(packed);
        answer.headers.push_back({"Content-Encoding", "gzip"});
    }
}

// Redirects to the other server's own address lead visitors past this one.
void lead_back(net::Response& answer, const net::Address& origin) {
    const std::string scheme = origin.is_encrypted ? "https://" : "http://";
    for (Header& header : answer.headers) {
        if (!is_called(header, "Location")) continue;
        for (const std::string& own :
             {scheme + origin.host + ":" + origin.port, scheme + origin.host}) {
            if (!header.value.starts_with(own)) continue;
            const std::string rest = header.value.substr(own.size());
            if (!rest.empty() && rest.front() != '/' && rest.front() != '?') continue;
            header.value = rest.starts_with('/') ? rest : "/" + rest;
            break;
        }
    }
}

}  // namespace

std::expected<std::unique_ptr<Origin>, std::string> Origin::open(const OriginSettings& settings) {
    auto address = net::parse_address(settings.url);
    if (!address) return std::unexpected("--origin: " + address.error());
    if (!settings.url.starts_with("http"))
        return std::unexpected("--origin: the address begins with http:// or https://");
    if (address->path != "/")
        return std::unexpected("--origin: the address of a server has no path, as in " +
                               std::string("http://127.0.0.1:3000"));
    return std::unique_ptr<Origin>(new Origin(settings, *std::move(address)));
}

void Origin::answer(net::Request request, std::vector<Header> added, Change change,
                    const net::Reply& reply) {
    const bool is_taken = exchanges_.submit([this, request = std::move(request),
                                             added = std::move(added), change = std::move(change),
                                             reply] { reply(ask(request, added, change)); });
    if (!is_taken) reply(refuse(RefusalCode::busy, "The site has too much to do: try again soon."));
}

net::Response Origin::ask(const net::Request& request, const std::vector<Header>& added,
                          const Change& change) const {
    net::Address address = address_;
    address.path = request.target;
    auto answer = net::exchange(address,
                                {.method = request.method,
                                 .headers = outgoing_headers(request, added),
                                 .body = request.body},
                                settings_.limits);
    if (!answer)
        return refuse(RefusalCode::no_answer, "The site does not answer: " + answer.error().why);
    answer->headers = to_be_passed_on(answer->headers);
    lead_back(*answer, address_);
    if (is_whole_page(request, *answer))
        change_page(request, *answer, change, settings_.limits.most_bytes);
    return *std::move(answer);
}

}  // namespace kibitz::serve
