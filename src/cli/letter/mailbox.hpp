// The client's side of a server that keeps letters (docs/letters.md).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <expected>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "letters/letter.hpp"
#include "net/client.hpp"
#include "secrets/letter_box.hpp"

namespace kibitz::cli {

struct WaitingLetter {
    std::int64_t number = 0;
    std::string id, from;
    std::int64_t arrived = 0;  // seconds since 1970
};

struct KnownKey {
    letters::PublicKey key{};
    std::vector<std::string> names{};  // in the server's arena, each signed by the key's owner
};

class Mailbox {
   public:
    template <class T>
    using Result = std::expected<T, std::string>;

    // Proves to the server that the key is ours. `ca_file` as in net::ClientSettings.
    static Result<std::unique_ptr<Mailbox>> open(const std::string& server,
                                                 const std::string& ca_file,
                                                 const secrets::LetterKey& key);

    // The key that belongs to the address, whatever the server may say.
    Result<KnownKey> find(const letters::Address& address);
    Result<void> send(const std::string& file);
    // Returns all of them, oldest first.
    Result<std::vector<WaitingLetter>> list();
    // The file.
    Result<std::string> fetch(const std::string& id);
    Result<void> remove(const std::string& id);
    Result<void> block(const letters::Address& address, bool is_on);
    // Whose letters we take, after it was changed; an empty text only asks.
    Result<std::string> policy(const std::string& from);
    // Shows the operator what was in a letter.
    Result<void> report(const std::string& id, const secrets::OpenedLetter& opened,
                        const std::string& note);
    // A new token for a name in the server's arena.
    Result<std::string> recover_name(const std::string& name);

   private:
    // What the client's thread receives, for the one that waits.
    struct Received {
        std::mutex mutex;
        std::condition_variable arrived;
        std::deque<std::string> messages;
        std::string closed;  // why, once it is
    };

    explicit Mailbox(std::shared_ptr<Received> received) : received_(std::move(received)) {}

    Result<nlohmann::json> next();
    Result<nlohmann::json> ask(const nlohmann::json& message);
    Result<void> prove(const std::string& host, const secrets::LetterKey& key);

    std::shared_ptr<Received> received_;
    std::unique_ptr<net::Client> client_;
};

}  // namespace kibitz::cli
