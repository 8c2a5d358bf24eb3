// A client for the tests of the server: plain sockets, HTTP as text, WebSocket frames by hand. What
// takes longer than a few seconds fails.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "support/test.hpp"

namespace kibitz::test {

class NetClient {
   public:
    // Where nobody listens, it is as if the connection ended at once. Over TLS it trusts the
    // certificate in that file and no other.
    // One with a narrow window has the server's system keep little of what it does not read.
    explicit NetClient(std::uint16_t port, const std::string& trusted_certificate = {},
                       bool has_narrow_window = false)
        : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        if (has_narrow_window) {
            constexpr int bytes = 4096, segment = 536;
            ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
            ::setsockopt(socket_, IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof segment);
        }
        constexpr timeval patience{.tv_sec = 10, .tv_usec = 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
            leave();
        else if (!trusted_certificate.empty())
            begin_tls(trusted_certificate);
    }
    ~NetClient() { leave(); }
    NetClient(const NetClient&) = delete;
    NetClient& operator=(const NetClient&) = delete;

    void write(std::string_view text) {
        while (!text.empty()) {
            const ssize_t sent =
                tls_ ? SSL_write(tls_.get(), text.data(), static_cast<int>(text.size()))
                     : ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent <= 0) return;
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
    }
    // One that does not read what it is sent has its bytes wait at the server.
    void leave() {
        if (socket_ >= 0) ::close(socket_);
        socket_ = -1;
    }

    struct Answer {
        int status = 0;
        std::string head;
        std::string body;
    };
    // The next answer; status 0 if the server closes instead.
    Answer read_answer(bool has_body = true) {
        Answer answer;
        const auto end = read_until("\r\n\r\n");
        if (!end) return answer;
        answer.head = *end;
        answer.status = std::stoi(answer.head.substr(answer.head.find(' ') + 1, 3));
        constexpr std::string_view length = "Content-Length: ";
        const auto found = answer.head.find(length);
        if (has_body && found != std::string::npos)
            answer.body = read(std::stoul(answer.head.substr(found + length.size()))).value_or("");
        return answer;
    }
    Answer ask(std::string_view method, std::string_view target, std::string_view headers = "") {
        write(std::string(method) + " " + std::string(target) + " HTTP/1.1\r\nHost: here\r\n" +
              std::string(headers) + "\r\n");
        return read_answer(method != "HEAD");
    }
    // The next part of an answer that is sent in chunks; empty at its end.
    std::string read_chunk() {
        constexpr int hexadecimal = 16;
        const auto size = read_until("\r\n");
        if (!size) return "";
        const auto part = read(std::stoul(*size, nullptr, hexadecimal));
        return read(2) ? part.value_or("") : "";
    }
    // Nothing if the connection ends before.
    std::optional<std::string> read(std::size_t size) {
        while (received_.size() < size)
            if (!read_some()) return std::nullopt;
        return take(size);
    }
    // True if the server has closed the connection and left nothing unread.
    bool is_closed() { return !read(1); }

    // --- WebSocket ---

    Answer upgrade(std::string_view target, std::string_view headers = "") {
        return ask("GET", target,
                   "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                       std::string(headers));
    }

    enum Opcode : unsigned char { text = 1, binary = 2, closing = 8, ping = 9, pong = 10 };
    struct Frame {
        unsigned char opcode = 0;
        std::string payload;
        // Of a closing frame.
        [[nodiscard]] int code() const {
            return payload.size() < 2 ? 0
                                      : static_cast<unsigned char>(payload[0]) * 256 +
                                            static_cast<unsigned char>(payload[1]);
        }
    };

    void send_frame(Opcode opcode, std::string_view payload) {
        constexpr unsigned char last = 0x80, masked = 0x80, two_bytes = 126, eight_bytes = 127;
        std::string frame;
        frame += static_cast<char>(last | opcode);
        if (payload.size() < two_bytes) {
            frame += static_cast<char>(masked | payload.size());
        } else {
            const bool is_small = payload.size() < 65536;
            frame += static_cast<char>(masked | (is_small ? two_bytes : eight_bytes));
            for (int shift = is_small ? 8 : 56; shift >= 0; shift -= 8)
                frame += static_cast<char>(payload.size() >> shift);
        }
        frame += std::string(4, '\0');  // a mask that changes nothing
        frame += payload;
        write(frame);
    }

    // Nothing if the connection ends, or nothing comes.
    std::optional<Frame> read_frame() {
        const auto head = read(2);
        if (!head) return std::nullopt;
        constexpr unsigned char opcode_bits = 0x0f, length_bits = 0x7f;
        Frame frame;
        frame.opcode = static_cast<unsigned char>((*head)[0]) & opcode_bits;
        std::size_t size = static_cast<unsigned char>((*head)[1]) & length_bits;
        if (size >= 126) {
            const auto bytes = read(size == 126 ? 2 : 8);
            if (!bytes) return std::nullopt;
            size = 0;
            for (const char byte : *bytes) size = size * 256 + static_cast<unsigned char>(byte);
        }
        const auto payload = read(size);
        if (!payload) return std::nullopt;
        frame.payload = *payload;
        return frame;
    }
    // The next text; empty if something else comes.
    std::string read_text() {
        const auto frame = read_frame();
        return frame && frame->opcode == text ? frame->payload : "";
    }

   private:
    void begin_tls(const std::string& trusted_certificate) {
        const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(
            SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
        REQUIRE(SSL_CTX_load_verify_file(context.get(), trusted_certificate.c_str()) == 1);
        SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
        tls_.reset(SSL_new(context.get()));
        SSL_set1_host(tls_.get(), "localhost");
        SSL_set_fd(tls_.get(), socket_);
        REQUIRE(SSL_connect(tls_.get()) == 1);
    }
    bool read_some() {
        char part[16384];
        const ssize_t size =
            tls_ ? SSL_read(tls_.get(), part, sizeof part) : ::recv(socket_, part, sizeof part, 0);
        if (size <= 0) return false;
        received_.append(part, static_cast<std::size_t>(size));
        return true;
    }
    std::optional<std::string> take(std::size_t size) {
        std::string taken = received_.substr(0, size);
        received_.erase(0, size);
        return taken;
    }
    std::optional<std::string> read_until(std::string_view end) {
        std::size_t found = 0;
        while ((found = received_.find(end)) == std::string::npos)
            if (!read_some()) return std::nullopt;
        return take(found + end.size());
    }

    int socket_;
    std::unique_ptr<SSL, decltype(&SSL_free)> tls_{nullptr, SSL_free};
    std::string received_;
};

}  // namespace kibitz::test
