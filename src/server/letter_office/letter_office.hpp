// LetterOffice: what people ask of a server that keeps letters, and its answers (docs/letters.md
// has the messages). It checks what can be checked without reading a letter, and holds to limits
// against abuse. The time is handed in with every message.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "arena/queries.hpp"
#include "arena/registration_limit.hpp"
#include "letter_office/letter_store.hpp"
#include "letters/letter.hpp"

namespace kibitz::letters {

struct LetterLimits {
    std::chrono::days kept{90};          // letters that nobody deletes
    std::chrono::hours clock_error{24};  // between a sender's clock and the server's
    // New ones that one network may open.
    int mailboxes_an_hour = arena::RegistrationLimit::most_an_hour;
    int sent_a_day = 50;              // by one person
    int first_a_day = 10;             // of those, to people with whom nothing was written before
    int first_on_first_day = 3;       // of the sender's mailbox
    int in_mailbox = 500;             // of one person
    int from_stranger = 1;            // that wait at a time, until the recipient has written back
    std::size_t stranger_text = 512;  // bytes of such a letter's text, as far as its padding tells
    int reports_of_one = 10, reports = 500;  // that the operator has not closed
};

// Prometheus reads these. May be used by several threads.
struct LetterMetrics {
    using Count = std::atomic<std::uint64_t>;
    Count open_reports = 0;                                    // as things stand
    Count sent = 0, reported = 0, recovered = 0, refused = 0;  // since the start
};

class LetterOffice {
   public:
    using Time = std::chrono::sys_seconds;

    // One connection. `host` is the server's name as the client wrote it: it is part of what the
    // client signs, so that no other server can use the signature.
    struct Visitor {
        std::string nonce, host;
        std::string network{};  // where the client is, for the limit of new mailboxes; may be empty
        std::optional<Address> address{};  // once it has been proved
        std::string key{};                 // the public key, from then on
    };
    // Tells the server's log of an event, and whether something of the server has failed.
    using Log =
        std::function<void(bool is_error, std::string_view event, const nlohmann::json& fields)>;

    // The arena knows who goes by which key; without it, nobody has a name. The store and the arena
    // must outlive the office.
    LetterOffice(LetterStore& store, const LetterLimits& limits,
                 arena::ArenaQueries* arena = nullptr, Log log = {});

    [[nodiscard]] nlohmann::json greeting(const Visitor& visitor) const;
    // Never fails: what is wrong with a message is the answer.
    std::string answer(Visitor& visitor, std::string_view message, Time now);

    struct Asked {
        Visitor& visitor;
        std::string_view message;
    };
    struct Answers {
        std::vector<std::string> texts;
        bool have_changed_store = false;
    };
    // Answers several messages in turn, and stores at once what they change: the disk is much
    // slower than everything else.
    Answers answer_all(std::span<const Asked> messages, Time now);

    // The operator sends these commands: which letters were reported, closing a report, shutting a
    // sender out.
    [[nodiscard]] static bool has_command(std::string_view name);
    nlohmann::json command(const nlohmann::json& command, Time now);

    [[nodiscard]] const LetterMetrics& metrics() const { return metrics_; }

    // What a client signs to prove its address.
    static std::string proof_text(std::string_view host, std::string_view nonce);

   private:
    struct Refused {
        std::string_view code, text;
    };
    struct Request;  // a message, with who sent it and when
    using Answer = std::expected<nlohmann::json, Refused>;

    Answer handle(const Request& request);
    Answer open(const Request& request);
    std::expected<void, Refused> open_mailbox(const Request& request, const PublicKey& key);
    Answer find(const Request& request);
    Answer send(const Request& request);
    Answer list(const Request& request);
    Answer get(const Request& request);
    Answer remove(const Request& request);
    Answer block(const Request& request);
    Answer report(const Request& request);
    Answer recover_name(const Request& request);

    // The names in the arena that have shown this key as theirs.
    [[nodiscard]] nlohmann::json names_of(const std::string& key) const;
    std::expected<void, Refused> check_report_limits(const Request& request);
    void count_reports();
    nlohmann::json list_reports();
    nlohmann::json close_report(const nlohmann::json& command);
    nlohmann::json bar(const nlohmann::json& command);
    std::expected<Letter, Refused> accepted(const Request& request, std::string_view file);
    Answer policy(const Request& request);
    // Whether it is the first letter between the two.
    std::expected<bool, Refused> check_limits(const Request& request, const Letter& letter);
    std::expected<void, Refused> check_recipient(const std::string& from, const std::string& to);
    std::expected<void, Refused> check_counts(const std::string& from, const std::string& to,
                                              bool is_first, Time now);
    // This is for letters to somebody who wants them from people they know.
    std::expected<void, Refused> check_stranger(const Request& request, const Letter& letter);
    [[nodiscard]] bool have_played(const std::string& key, const std::string& other_key) const;
    std::expected<StoredLetter, Refused> own_letter(const Request& request);
    // An error of the store: for the server's log, not for the client.
    template <class T>
    std::expected<T, Refused> stored(std::expected<T, std::string> result);
    void forget_old_letters(Time now);

    LetterStore& store_;
    const LetterLimits limits_;
    arena::ArenaQueries* const arena_;
    const Log log_;
    arena::RegistrationLimit new_mailboxes_;
    arena::RegistrationLimit recoveries_;  // by address
    LetterMetrics metrics_;
    Time next_forgetting_{};
};

}  // namespace kibitz::letters
