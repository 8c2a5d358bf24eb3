// Downloading something over HTTP, plain or over TLS: one GET, or one POST of JSON, within limits
// of time and size. Nothing is followed elsewhere: a redirect is an answer like any other.
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "net/client.hpp"

namespace kibitz::net {

struct DownloadSettings {
    std::string accept = "*/*";  // the header of that name
    // A certificate to be trusted in place of those the system trusts, as PEM.
    std::string ca_file{};
    std::chrono::milliseconds timeout{30'000};  // for everything together
    std::size_t most_bytes = std::size_t{8} * 1024 * 1024;
    // JSON to be sent with POST; nothing: GET.
    std::optional<std::string> posted{};
    // Asked about several times a second; null for never.
    std::function<bool()> is_given_up = nullptr;
};

struct DownloadError {
    int status = 0;   // of the answer; 0 if there was none
    std::string why;  // in words for people
};

// The body of an answer with status 200, or for POST any that means success (2xx). Waits for it.
std::expected<std::string, DownloadError> download(const Address& address,
                                                   const DownloadSettings& settings = {});

}  // namespace kibitz::net
