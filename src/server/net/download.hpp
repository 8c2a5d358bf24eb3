// Asking another server over HTTP, plain or over TLS: one request, within limits of time and size.
// Nothing is followed elsewhere: a redirect is an answer like any other.
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "net/client.hpp"
#include "net/server.hpp"

namespace kibitz::net {

struct DownloadSettings {
    std::string accept = "*/*";  // the header of that name
    // A certificate to be trusted in place of those the system trusts, as PEM.
    std::string ca_file{};
    std::chrono::milliseconds timeout{30'000};  // for everything together
    std::size_t most_bytes = std::size_t{8} * 1024 * 1024;
    // Asked about several times a second; null for never.
    std::function<bool()> is_given_up = nullptr;
};

// What is asked of the path of an address. Host, Content-Length and Connection are added to the
// headers.
struct OutgoingRequest {
    std::string method = "GET";
    std::vector<Header> headers{};
    std::string body{};
};

struct DownloadError {
    int status = 0;   // of the answer; 0 if there was none
    std::string why;  // in words for people
};

// The whole answer, with the headers as they were sent; its body is as it was coded
// (Content-Encoding). Waits for it.
std::expected<Response, DownloadError> exchange(const Address& address,
                                                const OutgoingRequest& request,
                                                const DownloadSettings& settings = {});

// The body of an answer with status 200. Waits for it.
std::expected<std::string, DownloadError> download(const Address& address,
                                                   const DownloadSettings& settings = {});

}  // namespace kibitz::net
