#include "letter_office/letter_office.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "arena/fields.hpp"
#include "arena/iso_time.hpp"
#include "json/bounded.hpp"
#include "letters/base_text.hpp"
#include "secrets/letter_box.hpp"
#include "text/plain_text.hpp"

namespace kibitz::letters {

using Json = nlohmann::json;

struct LetterOffice::Request {
    Visitor& visitor;
    const Json& message;
    Time now;

    // Empty if it is not there or is not a text.
    [[nodiscard]] std::string text(const char* field) const {
        const auto found = message.find(field);
        return found != message.end() && found->is_string() ? found->get<std::string>() : "";
    }
    // Who has proved their address.
    [[nodiscard]] std::string own_address() const { return visitor.address->text(); }
};

namespace {

constexpr std::size_t longest_message = 16 * 1024;
constexpr int most_listed = 100;
constexpr std::chrono::days one_day{1};
constexpr std::chrono::hours between_forgetting{1};
constexpr std::size_t longest_note = 500;  // bytes
// In the list of blocks, whoever this one has blocked cannot write to anybody.
constexpr const char* the_operator = "";
// Whose letters somebody takes.
constexpr const char *from_nobody = "nobody", *from_known = "known", *from_everybody = "everybody";
constexpr std::array<std::string_view, 3> policies{from_nobody, from_known, from_everybody};

// The bytes of the sealed body of a letter with such a text.
constexpr std::size_t sealed_size(std::size_t text) {
    constexpr std::size_t franking_key_and_end = std::tuple_size_v<Digest> + 1;
    const std::size_t blocks = (text + franking_key_and_end + Letter::block - 1) / Letter::block;
    return Letter::seal_bytes + blocks * Letter::block;
}

template <class Refused>
std::unexpected<Refused> because(std::string_view code, std::string_view text) {
    return std::unexpected(Refused{code, text});
}

template <class Refused>
std::unexpected<Refused> because(Fault fault) {
    return because<Refused>(code(fault), to_string(fault));
}

std::optional<std::string> bytes_of(const std::string& base64url) {
    constexpr std::size_t digit_bits = 6, byte_bits = 8;
    std::vector<std::uint8_t> bytes(base64url.size() * digit_bits / byte_bits);
    if (!from_base64url(base64url, bytes)) return std::nullopt;
    return std::string(bytes.begin(), bytes.end());
}

std::string base64url_of(std::string_view bytes) {
    return to_base64url({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

// Of what is no message, nothing that is an object.
Json read_message(std::string_view message) {
    return bounded_json::read(message, {.bytes = longest_message}).value_or(Json());
}

std::string answer_text(const Json& message, Json answer) {
    // A client that asks several things at once knows the answers by it.
    if (message.is_object() && message.contains("id") && message["id"].is_number_integer())
        answer["id"] = message["id"];
    return answer.dump();
}

template <class Refused>
Json refusal_json(const Refused& refused) {
    return {{"type", "error"}, {"code", refused.code}, {"text", refused.text}};
}

Json described(const StoredLetter& letter) {
    return {{"number", letter.number},
            {"letter", letter.id},
            {"from", letter.from},
            {"arrived", letter.arrived.time_since_epoch().count()}};
}

constexpr std::array<std::string_view, 3> command_names{"letterReports", "closeLetterReport",
                                                        "barLetters"};

Json done() { return {{"ok", "done"}}; }
Json store_failure() {
    return {{"error", "the server cannot use its letters now; its log says why"},
            {"code", "storeFailed"}};
}

}  // namespace

LetterOffice::LetterOffice(LetterStore& store, const LetterLimits& limits,
                           arena::ArenaQueries* arena, Log log)
    : store_(store), limits_(limits), arena_(arena), log_(std::move(log)) {
    new_mailboxes_.allow(limits_.mailboxes_an_hour);
    count_reports();
}

std::string LetterOffice::proof_text(std::string_view host, std::string_view nonce) {
    return "kibitz letter login 1\n" + std::string(host) + '\n' + std::string(nonce);
}

Json LetterOffice::greeting(const Visitor& visitor) const {
    return {{"type", "hello"},
            {"host", visitor.host},
            {"nonce", visitor.nonce},
            {"keptDays", limits_.kept.count()}};
}

std::string LetterOffice::answer(Visitor& visitor, std::string_view message, Time now) {
    forget_old_letters(now);
    const Json read = read_message(message);
    Answer answer = because<Refused>("badMessage", "a message is a JSON object with a type");
    if (read.is_object()) answer = handle({.visitor = visitor, .message = read, .now = now});
    if (answer) return answer_text(read, *std::move(answer));
    ++metrics_.refused;
    return answer_text(read, refusal_json(answer.error()));
}

LetterOffice::Answers LetterOffice::answer_all(std::span<const Asked> messages, Time now) {
    Answers answers;
    const auto begun = stored(store_.begin());
    for (const auto& [visitor, message] : messages)
        answers.texts.push_back(answer(visitor, message, now));
    if (!begun) return answers;  // each change was stored by itself
    const auto changed = stored(store_.commit());
    answers.have_changed_store = changed.value_or(false);
    if (changed) return answers;
    for (std::size_t i = 0; i < messages.size(); ++i)
        answers.texts[i] =
            answer_text(read_message(messages[i].message), refusal_json(changed.error()));
    return answers;
}

LetterOffice::Answer LetterOffice::handle(const Request& request) {
    const std::string type = request.text("type");
    if (type == "open") return open(request);
    if (type == "find") return find(request);
    using Handler = Answer (LetterOffice::*)(const Request&);
    constexpr std::array<std::pair<std::string_view, Handler>, 8> handlers{
        {{"send", &LetterOffice::send},
         {"list", &LetterOffice::list},
         {"get", &LetterOffice::get},
         {"delete", &LetterOffice::remove},
         {"block", &LetterOffice::block},
         {"policy", &LetterOffice::policy},
         {"report", &LetterOffice::report},
         {"recoverName", &LetterOffice::recover_name}}};
    for (const auto& [name, handler] : handlers) {
        if (type != name) continue;
        if (!request.visitor.address)
            return because<Refused>("notOpened", "prove your address with open first");
        return (this->*handler)(request);
    }
    return because<Refused>("badMessage", "there is no message of this type");
}

LetterOffice::Answer LetterOffice::open(const Request& request) {
    const auto key = PublicKey::parse(request.text("key"));
    if (!key || !secrets::is_genuine(*key)) return because<Refused>(Fault::bad_key);
    Signature signature{};
    if (!from_base64url(request.text("signature"), signature) ||
        !secrets::is_signed_by(*key, proof_text(request.visitor.host, request.visitor.nonce),
                               signature))
        return because<Refused>("wrongProof", "the signature does not prove this address");
    if (const auto opened = open_mailbox(request, *key); !opened)
        return std::unexpected(opened.error());
    const Address address = secrets::address_of(*key);
    request.visitor.address = address;
    request.visitor.key = key->text();
    const auto count = stored(store_.count_to(address.text()));
    if (!count) return std::unexpected(count.error());
    return Json{{"type", "opened"}, {"address", address.text()}, {"letters", *count}};
}

// Where there is none yet.
std::expected<void, LetterOffice::Refused> LetterOffice::open_mailbox(const Request& request,
                                                                      const PublicKey& key) {
    const std::string address = secrets::address_of(key).text();
    const auto kept = stored(store_.key_of(address));
    if (!kept) return std::unexpected(kept.error());
    if (*kept) return {};
    if (!new_mailboxes_.take(request.visitor.network, request.now))
        return because<Refused>("tooManyMailboxes",
                                "too many mailboxes were opened from your network; try again in an "
                                "hour");
    return stored(store_.keep_key(address, key.text(), request.now));
}

LetterOffice::Answer LetterOffice::find(const Request& request) {
    const auto key = stored(store_.key_of(request.text("address")));
    if (!key) return std::unexpected(key.error());
    if (!*key) return because<Refused>("noMailbox", "nobody with this address has a mailbox here");
    return Json{{"type", "found"},
                {"address", request.text("address")},
                {"key", **key},
                {"names", names_of(**key)}};
}

Json LetterOffice::names_of(const std::string& key) const {
    Json names = Json::array();
    if (arena_ == nullptr) return names;
    for (const arena::LetterName& one : arena_->letter_names(key))
        names.push_back({{"name", one.name}, {"signature", one.signature}});
    return names;
}

// What everybody can check of a letter.
std::expected<Letter, LetterOffice::Refused> LetterOffice::accepted(const Request& request,
                                                                    std::string_view file) {
    auto letter = parse_letter(file);
    if (!letter) return because<Refused>(letter.error());
    if (!letter->metadata)
        return because<Refused>("noSender", "anonymous letters are not kept here");
    if (letter->metadata->from != *request.visitor.address)
        return because<Refused>("wrongSender", "you can send letters in your own name only");
    if (const auto verified = secrets::verify_letter(*letter); !verified)
        return because<Refused>(verified.error());
    const Time written{std::chrono::seconds(letter->metadata->time)};
    if (written > request.now + limits_.clock_error || written < request.now - limits_.clock_error)
        return because<Refused>("wrongTime", "the time of the letter is more than a day from now");
    return *std::move(letter);
}

std::expected<bool, LetterOffice::Refused> LetterOffice::check_limits(const Request& request,
                                                                      const Letter& letter) {
    const std::string from = letter.metadata->from.text(), to = letter.metadata->to.text();
    if (const auto checked = check_recipient(from, to); !checked)
        return std::unexpected(checked.error());
    const auto has_written = stored(store_.has_written(from, to));
    if (!has_written) return std::unexpected(has_written.error());
    const auto is_known = stored(store_.has_written(to, from));
    if (!is_known) return std::unexpected(is_known.error());
    const bool is_first = !*has_written && !*is_known;
    if (const auto checked = check_counts(from, to, is_first, request.now); !checked)
        return std::unexpected(checked.error());
    if (!*is_known)
        if (const auto checked = check_stranger(request, letter); !checked)
            return std::unexpected(checked.error());
    return is_first;
}

std::expected<void, LetterOffice::Refused> LetterOffice::check_recipient(const std::string& from,
                                                                         const std::string& to) {
    const auto has_key = stored(store_.key_of(to));
    if (!has_key) return std::unexpected(has_key.error());
    if (!*has_key)
        return because<Refused>("noMailbox", "nobody with this address has a mailbox here");
    const auto barred = stored(store_.is_blocked(the_operator, from));
    if (!barred) return std::unexpected(barred.error());
    if (*barred)
        return because<Refused>("senderBarred",
                                "the operator of this server takes no letters from you");
    const auto blocked = stored(store_.is_blocked(to, from));
    if (!blocked) return std::unexpected(blocked.error());
    if (*blocked) return because<Refused>("blocked", "this person does not want letters from you");
    const auto policy = stored(store_.policy_of(to));
    if (!policy) return std::unexpected(policy.error());
    if (*policy == from_nobody)
        return because<Refused>("notWanted", "this person does not want any letters");
    return {};
}

std::expected<void, LetterOffice::Refused> LetterOffice::check_counts(const std::string& from,
                                                                      const std::string& to,
                                                                      bool is_first, Time now) {
    const auto sent = stored(store_.count_sent(from, now - one_day));
    if (!sent) return std::unexpected(sent.error());
    if (*sent >= limits_.sent_a_day)
        return because<Refused>("tooManyLetters", "you have sent as many letters as a day allows");
    const auto waiting = stored(store_.count_to(to));
    if (!waiting) return std::unexpected(waiting.error());
    if (*waiting >= limits_.in_mailbox)
        return because<Refused>("mailboxFull", "this person's mailbox is full");
    if (!is_first) return {};
    const auto first = stored(store_.count_first(from, now - one_day));
    if (!first) return std::unexpected(first.error());
    const auto opened = stored(store_.opened(from));
    if (!opened) return std::unexpected(opened.error());
    const bool is_first_day = now < *opened + one_day;
    if (*first >= (is_first_day ? limits_.first_on_first_day : limits_.first_a_day))
        return because<Refused>("tooManyFirstLetters",
                                "you have written to as many new people as a day allows");
    return {};
}

std::expected<void, LetterOffice::Refused> LetterOffice::check_stranger(const Request& request,
                                                                        const Letter& letter) {
    const std::string from = letter.metadata->from.text(), to = letter.metadata->to.text();
    const auto policy = stored(store_.policy_of(to));
    if (!policy) return std::unexpected(policy.error());
    if (*policy == from_everybody) return {};
    const auto key = stored(store_.key_of(to));
    if (!key) return std::unexpected(key.error());
    if (have_played(request.visitor.key, key->value_or(""))) return {};
    const auto unanswered = stored(store_.count_between(from, to));
    if (!unanswered) return std::unexpected(unanswered.error());
    if (*unanswered >= limits_.from_stranger)
        return because<Refused>("waitForAnswer",
                                "your letter waits for this person, who has never written to you: "
                                "a second one can follow when they have answered or deleted it");
    if (letter.sealed.size() > sealed_size(limits_.stranger_text))
        return because<Refused>("tooLongForStranger",
                                "this person has never written to you: a first letter to them has "
                                "at most 512 bytes");
    return {};
}

bool LetterOffice::have_played(const std::string& key, const std::string& other_key) const {
    return arena_ != nullptr && arena_->have_played(key, other_key);
}

LetterOffice::Answer LetterOffice::send(const Request& request) {
    const auto file = bytes_of(request.text("file"));
    if (!file) return because<Refused>("badMessage", "file is a letter in base64url");
    const auto letter = accepted(request, *file);
    if (!letter) return std::unexpected(letter.error());
    const auto is_first = check_limits(request, *letter);
    if (!is_first) return std::unexpected(is_first.error());
    const std::string id = secrets::letter_id(*file);
    const auto added = stored(store_.add({.id = id,
                                          .from = letter->metadata->from.text(),
                                          .to = letter->metadata->to.text(),
                                          .arrived = request.now,
                                          .file = *file,
                                          .is_first = *is_first}));
    if (!added) return std::unexpected(added.error());
    if (!*added) return because<Refused>("repeated", "this letter has been sent before");
    ++metrics_.sent;
    return Json{{"type", "sent"}, {"letter", id}};
}

LetterOffice::Answer LetterOffice::list(const Request& request) {
    const auto after = request.message.find("after");
    const std::int64_t number = after != request.message.end() && after->is_number_integer()
                                    ? after->get<std::int64_t>()
                                    : 0;
    const auto letters = stored(store_.letters_to(request.own_address(), number, most_listed));
    if (!letters) return std::unexpected(letters.error());
    Json list = Json::array();
    for (const StoredLetter& letter : *letters) list.push_back(described(letter));
    return Json{{"type", "letters"},
                {"letters", std::move(list)},
                {"more", letters->size() == std::size_t{most_listed}}};
}

// One that is addressed to the visitor. Of others not even whether they are there can be found out.
std::expected<StoredLetter, LetterOffice::Refused> LetterOffice::own_letter(
    const Request& request) {
    auto found = stored(store_.find(request.text("letter")));
    if (!found) return std::unexpected(found.error());
    if (!*found || (*found)->to != request.own_address())
        return because<Refused>("noSuchLetter", "there is no such letter to you");
    return **std::move(found);
}

LetterOffice::Answer LetterOffice::get(const Request& request) {
    const auto letter = own_letter(request);
    if (!letter) return std::unexpected(letter.error());
    Json answer = described(*letter);
    answer["type"] = "letter";
    answer["file"] = base64url_of(letter->file);
    return answer;
}

LetterOffice::Answer LetterOffice::remove(const Request& request) {
    const auto letter = own_letter(request);
    if (!letter) return std::unexpected(letter.error());
    if (const auto removed = stored(store_.remove(letter->id)); !removed)
        return std::unexpected(removed.error());
    return Json{{"type", "deleted"}, {"letter", letter->id}};
}

LetterOffice::Answer LetterOffice::block(const Request& request) {
    const auto other = Address::parse(request.text("address"));
    const auto is_on = request.message.find("on");
    if (!other || is_on == request.message.end() || !is_on->is_boolean())
        return because<Refused>("badMessage", "block has an address, and on is true or false");
    if (const auto done =
            stored(store_.block(request.own_address(), other->text(), is_on->get<bool>()));
        !done)
        return std::unexpected(done.error());
    return Json{{"type", "blocked"}, {"address", other->text()}, {"on", *is_on}};
}

// Whose letters the visitor takes; without "from" it is only asked.
LetterOffice::Answer LetterOffice::policy(const Request& request) {
    const std::string address = request.own_address();
    if (request.message.contains("from")) {
        const std::string wanted = request.text("from");
        if (std::ranges::find(policies, wanted) == policies.end())
            return because<Refused>("badMessage", "from is nobody, known or everybody");
        if (const auto kept = stored(store_.keep_policy(address, wanted)); !kept)
            return std::unexpected(kept.error());
    }
    const auto policy = stored(store_.policy_of(address));
    if (!policy) return std::unexpected(policy.error());
    return Json{{"type", "policy"}, {"from", policy->empty() ? from_known : *policy}};
}

// The sender has signed a commitment to the text, so nobody can report what was not written.
LetterOffice::Answer LetterOffice::report(const Request& request) {
    auto shown_text = bytes_of(request.text("text"));
    secrets::OpenedLetter shown;
    const std::string note = request.text("note");
    if (const auto why = text::why_not_plain(note, {"notes", longest_note, text::Form::lines}))
        return because<Refused>("badMessage", "notes have at most 500 bytes of readable text");
    if (!shown_text || !from_base64url(request.text("frankingKey"), shown.franking_key))
        return because<Refused>("badMessage",
                                "a report has text and frankingKey in base64url, and a note of at "
                                "most 500 bytes");
    shown.text = *std::move(shown_text);
    const auto letter = own_letter(request);
    if (!letter) return std::unexpected(letter.error());
    const auto parsed = parse_letter(letter->file);
    if (!parsed) return because<Refused>(parsed.error());
    if (const auto verified = secrets::verify_report(*parsed, shown); !verified)
        return because<Refused>(verified.error());
    if (const auto allowed = check_report_limits(request); !allowed)
        return std::unexpected(allowed.error());
    const auto added =
        stored(store_.add_report({.letter = letter->id,
                                  .from = letter->from,
                                  .to = letter->to,
                                  .written = Time(std::chrono::seconds(parsed->metadata->time)),
                                  .reported = request.now,
                                  .text = shown.text,
                                  .note = note}));
    if (!added) return std::unexpected(added.error());
    if (!*added) return because<Refused>("alreadyReported", "you have reported this letter before");
    ++metrics_.reported;
    count_reports();
    if (log_)
        log_(/*is_error=*/false, "letterReported", {{"from", letter->from}, {"by", letter->to}});
    return Json{{"type", "reported"}, {"letter", letter->id}};
}

std::expected<void, LetterOffice::Refused> LetterOffice::check_report_limits(
    const Request& request) {
    const auto own = stored(store_.count_reports_by(request.own_address()));
    if (!own) return std::unexpected(own.error());
    const auto all = stored(store_.count_reports());
    if (!all) return std::unexpected(all.error());
    if (*own >= limits_.reports_of_one || *all >= limits_.reports)
        return because<Refused>("tooManyReports",
                                "too many reports are waiting for the operator: try again later");
    return {};
}

// On a new device, or where the browser has forgotten the token.
LetterOffice::Answer LetterOffice::recover_name(const Request& request) {
    const std::string name = request.text("name");
    if (name.empty()) return because<Refused>("badMessage", "recoverName has a name");
    if (arena_ == nullptr)
        return because<Refused>("notYourName", "there are no names on this server");
    if (!recoveries_.take(request.own_address(), request.now))
        return because<Refused>("tooManyRecoveries",
                                "you have brought back names too often; try again in an hour");
    const auto token = arena_->recover_name(request.visitor.key, name);
    if (token) {
        ++metrics_.recovered;
        return Json{{"type", "recovered"}, {"name", name}, {"token", *token}};
    }
    switch (token.error().code) {
        case arena::ErrorCode::no_token:
            return because<Refused>("noToken",
                                    "the operator of this server has taken this name's token away");
        case arena::ErrorCode::no_such_player:
            return because<Refused>("notYourName",
                                    "nobody of this name has shown this key as theirs");
        default: return because<Refused>("arenaFailed", "the arena does not answer now");
    }
}

bool LetterOffice::has_command(std::string_view name) {
    return std::ranges::find(command_names, name) != command_names.end();
}

Json LetterOffice::command(const Json& command, Time now) {
    forget_old_letters(now);
    const std::string name = arena::text_field(command, "command").value_or("");
    if (name == "letterReports") return list_reports();
    if (name == "closeLetterReport") return close_report(command);
    return bar(command);
}

Json LetterOffice::list_reports() {
    const auto reports = stored(store_.reports());
    if (!reports) return store_failure();
    Json list = Json::array();
    for (const LetterReport& report : *reports) {
        const auto key = stored(store_.key_of(report.from));
        if (!key) return store_failure();
        Json names = Json::array();
        if (*key)
            for (const Json& one : names_of(**key)) names.push_back(one["name"]);
        list.push_back({{"report", report.number},
                        {"reported", arena::iso_time(arena::Time(report.reported))},
                        {"by", report.to},
                        {"from", report.from},
                        {"names", std::move(names)},
                        {"written", arena::iso_time(arena::Time(report.written))},
                        {"note", report.note},
                        {"text", report.text}});
    }
    return {{"ok", std::move(list)}};
}

Json LetterOffice::close_report(const Json& command) {
    const auto removed =
        stored(store_.remove_report(arena::integer_field(command, "report").value_or(0)));
    if (!removed) return store_failure();
    if (!*removed)
        return arena::error_json({arena::ErrorCode::no_such_report, "there is no such report"});
    count_reports();
    return done();
}

Json LetterOffice::bar(const Json& command) {
    const auto address = Address::parse(arena::text_field(command, "address").value_or(""));
    if (!address)
        return arena::error_json(
            {arena::ErrorCode::bad_field, "an address is kz and 52 more characters"});
    const bool is_on = arena::truth_field(command, "on").value_or(true);
    if (!stored(store_.block(the_operator, address->text(), is_on))) return store_failure();
    return done();
}

void LetterOffice::count_reports() {
    if (const auto count = stored(store_.count_reports()))
        metrics_.open_reports = static_cast<std::uint64_t>(*count);
}

template <class T>
std::expected<T, LetterOffice::Refused> LetterOffice::stored(std::expected<T, std::string> result) {
    if (!result) {
        if (log_) log_(/*is_error=*/true, "lettersFailed", {{"why", result.error()}});
        return because<Refused>("storeFailed", "the server cannot use its letters now");
    }
    if constexpr (std::is_void_v<T>)
        return {};
    else
        return *std::move(result);
}

// The names stay for longer than the clocks may differ: nothing can be sent a second time.
void LetterOffice::forget_old_letters(Time now) {
    if (now < next_forgetting_) return;
    next_forgetting_ = now + between_forgetting;
    (void)stored(store_.forget(now - limits_.kept, now - 2 * limits_.clock_error - one_day));
    count_reports();
}

}  // namespace kibitz::letters
