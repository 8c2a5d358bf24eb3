// TlsCertificate: the certificate of the encrypted addresses and its key, loaded from their files
// and loaded again when these have changed. What cannot be used is never taken into use.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <utility>

#include "net/server.hpp"

namespace kibitz::net::detail {

// What changes when a file is replaced or written to.
struct FileState {
    std::uint64_t device = 0, inode = 0;
    std::int64_t size = 0, seconds = 0, nanoseconds = 0;

    bool operator==(const FileState&) const = default;
};

class TlsCertificate {
   public:
    explicit TlsCertificate(Certificate files) : files_(std::move(files)) {}

    // Keeps what is in use when the files cannot be. The error names the file and what is wrong.
    std::expected<void, std::string> load();
    // Since they were last loaded, or were to be.
    [[nodiscard]] bool files_have_changed() const;

    // New connections take it; those that are open keep the one they began with.
    [[nodiscard]] std::shared_ptr<boost::asio::ssl::context> context() const { return context_; }
    [[nodiscard]] std::chrono::system_clock::time_point expires() const { return expires_; }

   private:
    struct FileStates {
        FileState chain{}, key{};
        bool operator==(const FileStates&) const = default;
    };
    [[nodiscard]] FileStates states() const;

    const Certificate files_;
    FileStates loaded_states_;
    std::shared_ptr<boost::asio::ssl::context> context_;
    std::chrono::system_clock::time_point expires_{};
};

}  // namespace kibitz::net::detail
