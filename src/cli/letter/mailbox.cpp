#include "cli/letter/mailbox.hpp"

#include <chrono>
#include <utility>

#include "arena/accounts.hpp"
#include "json/bounded.hpp"
#include "letters/base_text.hpp"
#include "serve/letters/letter_office.hpp"

namespace kibitz::cli {

using Json = nlohmann::json;

namespace {

constexpr std::chrono::seconds patience{30};
constexpr std::size_t most_answer_bytes = 1024UL * 1024;
constexpr const char* path = "/letters";

std::string base64url_of(std::string_view bytes) {
    return letters::to_base64url(
        {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::string text_in(const Json& message, const char* field) {
    const auto found = message.find(field);
    return found != message.end() && found->is_string() ? found->get<std::string>() : "";
}

std::int64_t number_in(const Json& message, const char* field) {
    const auto found = message.find(field);
    return found != message.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

std::unexpected<std::string> nonsense() {
    return std::unexpected(std::string("the server's answer cannot be read: is this Kibitz?"));
}

// Without the port, which a proxy may change, and without the brackets of an IPv6 address.
std::string_view host_name(std::string_view host) {
    if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
    return host.substr(0, host.rfind(':'));
}

template <class T>
std::expected<void, std::string> done(const std::expected<T, std::string>& result) {
    if (!result) return std::unexpected(result.error());
    return {};
}

}  // namespace

Mailbox::Result<std::unique_ptr<Mailbox>> Mailbox::open(const std::string& server,
                                                        const std::string& ca_file,
                                                        const secrets::LetterKey& key) {
    auto address = net::parse_address(server, path);
    if (!address) return std::unexpected(address.error());
    if (address->path == "/") address->path = path;
    const auto received = std::make_shared<Received>();
    std::unique_ptr<Mailbox> mailbox(new Mailbox(received));
    net::ClientHandlers handlers{
        .message =
            [received](std::string_view message) {
                const std::lock_guard lock(received->mutex);
                received->messages.emplace_back(message);
                received->arrived.notify_one();
            },
        .closed =
            [received](const std::string& why) {
                const std::lock_guard lock(received->mutex);
                received->closed = why.empty() ? "the server has closed the connection" : why;
                received->arrived.notify_one();
            }};
    auto client = net::Client::connect(*address, {.ca_file = ca_file}, std::move(handlers));
    if (!client) return std::unexpected(client.error());
    mailbox->client_ = *std::move(client);
    if (const auto proved = mailbox->prove(address->host, key); !proved)
        return std::unexpected(proved.error());
    return mailbox;
}

// Not for another server than the one we mean, which could pass our signature on.
Mailbox::Result<void> Mailbox::prove(const std::string& host, const secrets::LetterKey& key) {
    const auto hello = next();
    if (!hello) return std::unexpected(hello.error());
    const std::string named = text_in(*hello, "host"), nonce = text_in(*hello, "nonce");
    if (nonce.empty()) return nonsense();
    if (host_name(named) != host)
        return std::unexpected("the server calls itself " + named + ", not " + host +
                               ": it may not be the one you mean");
    const letters::Signature signature = key.sign(serve::LetterOffice::proof_text(named, nonce));
    return done(ask({{"type", "open"},
                     {"key", key.public_key().text()},
                     {"signature", letters::to_base64url(signature)}}));
}

Mailbox::Result<Json> Mailbox::next() {
    std::unique_lock lock(received_->mutex);
    const bool has_come = received_->arrived.wait_for(lock, patience, [this] {
        return !received_->messages.empty() || !received_->closed.empty();
    });
    if (!has_come) return std::unexpected(std::string("the server does not answer"));
    if (received_->messages.empty()) return std::unexpected(received_->closed);
    const std::string text = std::move(received_->messages.front());
    received_->messages.pop_front();
    Json message = bounded_json::read(text, {.bytes = most_answer_bytes}).value_or(Json());
    if (!message.is_object()) return nonsense();
    if (text_in(message, "type") == "error")
        return std::unexpected(text_in(message, "text") + " (" + text_in(message, "code") + ")");
    return message;
}

Mailbox::Result<Json> Mailbox::ask(const Json& message) {
    client_->send(message.dump());
    return next();
}

Mailbox::Result<KnownKey> Mailbox::find(const letters::Address& address) {
    const auto found = ask({{"type", "find"}, {"address", address.text()}});
    if (!found) return std::unexpected(found.error());
    const auto key = letters::PublicKey::parse(text_in(*found, "key"));
    if (!key || !secrets::is_genuine(*key) || secrets::address_of(*key) != address)
        return std::unexpected("the server gives a key that does not belong to " + address.text());
    KnownKey known{.key = *key};
    const auto names = found->find("names");
    if (names == found->end() || !names->is_array()) return known;
    for (const Json& one : *names) {
        const std::string name = text_in(one, "name");
        letters::Signature signature{};
        if (letters::from_base64url(text_in(one, "signature"), signature) &&
            secrets::is_signed_by(*key, arena::Accounts::letter_name_text(name), signature))
            known.names.push_back(name);
    }
    return known;
}

Mailbox::Result<void> Mailbox::send(const std::string& file) {
    return done(ask({{"type", "send"}, {"file", base64url_of(file)}}));
}

Mailbox::Result<std::vector<WaitingLetter>> Mailbox::list() {
    std::vector<WaitingLetter> letters;
    for (bool has_more = true; has_more;) {
        const std::int64_t after = letters.empty() ? 0 : letters.back().number;
        const auto answer = ask({{"type", "list"}, {"after", after}});
        if (!answer) return std::unexpected(answer.error());
        const auto list = answer->find("letters");
        if (list == answer->end() || !list->is_array()) return nonsense();
        for (const Json& letter : *list)
            letters.push_back({.number = number_in(letter, "number"),
                               .id = text_in(letter, "letter"),
                               .from = text_in(letter, "from"),
                               .arrived = number_in(letter, "arrived")});
        // A server that sends the same again and again does not keep us for ever.
        has_more = !letters.empty() && letters.back().number > after &&
                   answer->value("more", Json()) == Json(true);
    }
    return letters;
}

Mailbox::Result<std::string> Mailbox::fetch(const std::string& id) {
    const auto answer = ask({{"type", "get"}, {"letter", id}});
    if (!answer) return std::unexpected(answer.error());
    const std::string text = text_in(*answer, "file");
    constexpr std::size_t digit_bits = 6, byte_bits = 8;
    std::vector<std::uint8_t> bytes(text.size() * digit_bits / byte_bits);
    if (!letters::from_base64url(text, bytes)) return nonsense();
    std::string file(bytes.begin(), bytes.end());
    if (secrets::letter_id(file) != id)
        return std::unexpected("the server gives another letter than " + id);
    return file;
}

Mailbox::Result<void> Mailbox::remove(const std::string& id) {
    return done(ask({{"type", "delete"}, {"letter", id}}));
}

Mailbox::Result<void> Mailbox::block(const letters::Address& address, bool is_on) {
    return done(ask({{"type", "block"}, {"address", address.text()}, {"on", is_on}}));
}

Mailbox::Result<std::string> Mailbox::policy(const std::string& from) {
    nlohmann::json message{{"type", "policy"}};
    if (!from.empty()) message["from"] = from;
    const auto answer = ask(message);
    if (!answer) return std::unexpected(answer.error());
    return answer->value("from", "");
}

Mailbox::Result<void> Mailbox::report(const std::string& id, const secrets::OpenedLetter& opened,
                                      const std::string& note) {
    return done(ask({{"type", "report"},
                     {"letter", id},
                     {"frankingKey", letters::to_base64url(opened.franking_key)},
                     {"text", base64url_of(opened.text)},
                     {"note", note}}));
}

Mailbox::Result<std::string> Mailbox::recover_name(const std::string& name) {
    const auto answer = ask({{"type", "recoverName"}, {"name", name}});
    if (!answer) return std::unexpected(answer.error());
    return text_in(*answer, "token");
}

}  // namespace kibitz::cli
