// The rules of a server that keeps letters, in virtual time.
#include "letter_office/letter_office.hpp"

#include <fstream>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>
#include "letters/base_text.hpp"

#include "secrets/letter_box.hpp"
#include "serve/letters/letter_service.hpp"
#include "store/letter_store.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace std::chrono_literals;
using letters::LetterLimits;
using letters::LetterOffice;
using nlohmann::json;
using secrets::LetterKey;

namespace {

LetterKey key_of(std::uint8_t byte) {
    secrets::LetterSeed seed;
    seed.fill(byte);
    return LetterKey(seed);
}

std::string base64url_of(std::string_view bytes) {
    return letters::to_base64url(
        {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

struct Office {
    LetterOffice::Time now{std::chrono::seconds(1'800'000'000)};
    std::unique_ptr<letters::LetterStore> store;
    LetterOffice office;

    explicit Office(const LetterLimits& limits = {}, arena::ArenaQueries* arena = nullptr,
                    const std::string& file = ":memory:")
        : store(store::open_letter_store(file).value()), office(*store, limits, arena) {}

    // Of the operator: what it leads to, or the code of the error.
    json command(const json& command) {
        const json answer = office.command(command, now);
        return answer.contains("ok") ? answer["ok"] : answer["code"];
    }
    json reports() { return command({{"command", "letterReports"}}); }
};

// A client and its connection.
class Person {
   public:
    Person(Office& office, std::uint8_t seed) : office_(office), key_(key_of(seed)) {}

    json ask(const json& message) {
        return json::parse(office_.office.answer(visitor_, message.dump(), office_.now));
    }
    json open() {
        const auto signature = key_.sign(LetterOffice::proof_text(visitor_.host, visitor_.nonce));
        return ask({{"type", "open"},
                    {"key", key_.public_key().text()},
                    {"signature", letters::to_base64url(signature)}});
    }
    [[nodiscard]] std::string address() const {
        return secrets::address_of(key_.public_key()).text();
    }
    [[nodiscard]] std::string letter_to(const Person& other,
                                        std::string_view text = "Hello") const {
        const auto time = static_cast<std::uint64_t>(office_.now.time_since_epoch().count());
        return secrets::seal_letter(key_, other.key_.public_key(), text, time).value().file();
    }
    json send(const std::string& file) {
        return ask({{"type", "send"}, {"file", base64url_of(file)}});
    }
    json write_to(const Person& other) { return send(letter_to(other)); }
    // Says that this was in a letter.
    json report(const std::string& id, const std::string& text, const letters::Digest& franking_key,
                const std::string& note = "") {
        return ask({{"type", "report"},
                    {"letter", id},
                    {"text", base64url_of(text)},
                    {"frankingKey", letters::to_base64url(franking_key)},
                    {"note", note}});
    }
    // What was in it.
    json report_truly(const std::string& file, const std::string& note = "") {
        const auto opened = secrets::open_letter(key_, letters::parse_letter(file).value()).value();
        return report(secrets::letter_id(file), opened.text, opened.franking_key, note);
    }
    json list() { return ask({{"type", "list"}})["letters"]; }
    json get(const std::string& id) { return ask({{"type", "get"}, {"letter", id}}); }
    [[nodiscard]] const LetterKey& key() const { return key_; }

    LetterOffice::Visitor visitor_{.nonce = "a nonce", .host = "chess.example.org:8080"};

   private:
    Office& office_;
    LetterKey key_;
};

std::string code(const json& answer) { return answer.value("code", ""); }

// An arena in which two people have met, one key stands for one name, and another name has no token
// any more.
struct FakeArena final : arena::ArenaQueries {
    std::string met;  // the keys of the two, one after the other
    std::string key;  // Ann's and Gone's

    std::vector<arena::LetterName> letter_names(const std::string& asked) override {
        if (asked != key) return {};
        return {{.name = "Ann", .signature = "s"}};
    }
    bool have_played(const std::string& one, const std::string& other) override {
        return one + other == met;
    }
    std::expected<std::string, arena::Refusal> recover_name(const std::string& asked,
                                                            const std::string& name) override {
        using arena::ErrorCode;
        if (asked == key && name == "Ann") return "new";
        if (asked == key && name == "Gone") return arena::refuse(ErrorCode::no_token, "");
        return arena::refuse(name == "Late" ? ErrorCode::server_closing : ErrorCode::no_such_player,
                             "");
    }
};

struct ThreePeople {
    Office office;
    Person anna{office, 1}, ben{office, 2}, eve{office, 3};

    explicit ThreePeople(const LetterLimits& limits = {}, arena::ArenaQueries* arena = nullptr)
        : office(limits, arena) {
        for (Person* person : {&anna, &ben, &eve})
            REQUIRE(person->open()["type"].get<std::string>() == "opened");
    }
};

}  // namespace

TEST_CASE("a letter is sent, listed, fetched, read and deleted") {
    ThreePeople p;
    const std::string file = p.anna.letter_to(p.ben);
    const json sent = p.anna.send(file);
    const std::string id = secrets::letter_id(file);
    CHECK(sent == json{{"type", "sent"}, {"letter", id}});
    const json list = p.ben.list();
    REQUIRE(list.size() == 1);
    CHECK(list[0].value("from", "") == p.anna.address());
    CHECK(list[0].value("letter", "") == id);
    const json fetched = p.ben.get(id);
    CHECK(fetched.value("file", "") == base64url_of(file));
    CHECK(p.ben.ask({{"type", "delete"}, {"letter", id}}).value("type", "") == "deleted");
    CHECK(p.ben.list().empty());
    CHECK(code(p.ben.get(id)) == "noSuchLetter");
    CHECK(p.anna.list().empty());
}

TEST_CASE("an address has to be proved for this server and this connection") {
    Office office;
    Person anna(office, 1), ben(office, 2);
    for (const char* type :
         {"send", "list", "get", "delete", "block", "policy", "report", "recoverName"})
        CHECK(code(anna.ask({{"type", type}})) == "notOpened");
    const auto open_with = [&](std::string_view host, std::string_view nonce, const LetterKey& by) {
        return code(anna.ask({{"type", "open"},
                              {"key", anna.key().public_key().text()},
                              {"signature", letters::to_base64url(
                                                by.sign(LetterOffice::proof_text(host, nonce)))}}));
    };
    CHECK(open_with("other.example.org", anna.visitor_.nonce, anna.key()) == "wrongProof");
    CHECK(open_with(anna.visitor_.host, "another nonce", anna.key()) == "wrongProof");
    CHECK(open_with(anna.visitor_.host, anna.visitor_.nonce, ben.key()) == "wrongProof");
    CHECK(code(anna.ask({{"type", "open"}, {"key", "x"}, {"signature", "x"}})) == "badKey");
    CHECK(code(anna.ask({{"type", "list"}})) == "notOpened");
    CHECK(open_with(anna.visitor_.host, anna.visitor_.nonce, anna.key()).empty());
}

TEST_CASE("mailboxes cannot be opened by the thousand from one network") {
    Office office;
    const auto open = [&](int number) {
        Person person(office, static_cast<std::uint8_t>(number));
        person.visitor_.network = "192.0.2.1";
        return code(person.open());
    };
    for (int i = 0; i < 100; ++i) CHECK(open(i).empty());
    CHECK(open(100) == "tooManyMailboxes");
    CHECK(open(99).empty());
    office.now += 1h;
    CHECK(open(100).empty());
}

TEST_CASE("the key of an address is found once its owner has a mailbox") {
    ThreePeople p;
    const json found = p.anna.ask({{"type", "find"}, {"address", p.ben.address()}});
    CHECK(found.value("key", "") == p.ben.key().public_key().text());
    const Person stranger(p.office, 9);
    CHECK(code(p.anna.ask({{"type", "find"}, {"address", stranger.address()}})) == "noMailbox");
    CHECK(code(p.anna.write_to(stranger)) == "noMailbox");
}

TEST_CASE("letters of others can be neither read, deleted nor seen") {
    ThreePeople p;
    const std::string id = p.anna.write_to(p.ben).value("letter", "");
    for (Person* other : {&p.anna, &p.eve}) {
        CHECK(code(other->get(id)) == "noSuchLetter");
        CHECK(code(other->ask({{"type", "delete"}, {"letter", id}})) == "noSuchLetter");
    }
    CHECK(p.ben.list().size() == 1);
}

TEST_CASE("a letter is refused that is changed, of another, anonymous, or comes again") {
    ThreePeople p;
    const std::string file = p.anna.letter_to(p.ben);
    for (std::size_t at = 0; at < file.size(); at += 7) {
        std::string changed = file;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        CHECK(!code(p.anna.send(changed)).empty());
    }
    CHECK(code(p.eve.send(file)) == "wrongSender");
    const auto anonymous = secrets::seal_anonymous_letter(p.ben.key().public_key(), "x").value();
    CHECK(code(p.anna.send(anonymous.file())) == "noSender");
    CHECK(code(p.anna.ask({{"type", "send"}, {"file", "!"}})) == "badMessage");
    const std::string id = p.anna.send(file).value("letter", "");
    CHECK(!id.empty());
    p.ben.ask({{"type", "delete"}, {"letter", id}});
    CHECK(code(p.anna.send(file)) == "repeated");
}

TEST_CASE("an old letter cannot be sent again when its name is forgotten") {
    ThreePeople p;
    const std::string file = p.anna.letter_to(p.ben);
    const std::string id = p.anna.send(file).value("letter", "");
    p.ben.ask({{"type", "delete"}, {"letter", id}});
    for (int hour = 0; hour < 24 * 10; ++hour) {
        p.office.now += 1h;
        const std::string refused = code(p.anna.send(file));
        CHECK_MESSAGE((refused == "repeated" || refused == "wrongTime"), refused);
    }
    p.office.now -= 12 * 24h;
    CHECK(code(p.anna.send(file)) == "wrongTime");
}

TEST_CASE("a stranger's second letter waits until the first is fetched or answered") {
    ThreePeople p;
    const std::string first = p.anna.write_to(p.ben).value("letter", "");
    CHECK(code(p.anna.write_to(p.ben)) == "waitForAnswer");
    CHECK(code(p.anna.write_to(p.eve)).empty());
    p.ben.ask({{"type", "delete"}, {"letter", first}});
    CHECK(code(p.anna.write_to(p.ben)).empty());
    CHECK(code(p.anna.write_to(p.ben)) == "waitForAnswer");
    CHECK(code(p.ben.write_to(p.anna)).empty());
    CHECK(code(p.anna.write_to(p.ben)).empty());
    CHECK(code(p.anna.write_to(p.ben)).empty());
}

TEST_CASE("a block ends it at once, also a conversation, until it is undone") {
    ThreePeople p;
    CHECK(code(p.ben.write_to(p.anna)).empty());
    CHECK(code(p.anna.write_to(p.ben)).empty());
    const auto block = [&](bool is_on) {
        return p.ben.ask({{"type", "block"}, {"address", p.anna.address()}, {"on", is_on}});
    };
    CHECK(block(true).value("type", "") == "blocked");
    CHECK(code(p.anna.write_to(p.ben)) == "blocked");
    CHECK(code(p.eve.write_to(p.ben)).empty());
    CHECK(block(false).value("type", "") == "blocked");
    CHECK(code(p.anna.write_to(p.ben)).empty());
    CHECK(code(p.ben.ask({{"type", "block"}, {"address", "x"}, {"on", true}})) == "badMessage");
    CHECK(code(p.ben.ask({{"type", "block"}, {"address", p.anna.address()}})) == "badMessage");
}

TEST_CASE("a person sends so many letters a day, and a mailbox holds so many") {
    ThreePeople p({.sent_a_day = 3, .from_stranger = 100});
    for (int i = 0; i < 3; ++i) CHECK(code(p.anna.write_to(p.ben)).empty());
    CHECK(code(p.anna.write_to(p.ben)) == "tooManyLetters");
    CHECK(code(p.eve.write_to(p.ben)).empty());
    p.office.now += 25h;
    CHECK(code(p.anna.write_to(p.ben)).empty());

    ThreePeople q({.in_mailbox = 2, .from_stranger = 100});
    CHECK(code(q.anna.write_to(q.ben)).empty());
    CHECK(code(q.eve.write_to(q.ben)).empty());
    CHECK(code(q.anna.write_to(q.ben)) == "mailboxFull");
}

TEST_CASE("people choose whose letters they take") {
    ThreePeople p;
    const auto policy = [](Person& person, const json& fields) {
        json message{{"type", "policy"}};
        message.update(fields);
        return person.ask(message);
    };
    CHECK(policy(p.ben, json::object()) == json{{"type", "policy"}, {"from", "known"}});
    CHECK(code(policy(p.ben, {{"from", "friends"}})) == "badMessage");
    CHECK(code(policy(p.ben, {{"from", 3}})) == "badMessage");
    CHECK(policy(p.ben, {{"from", "nobody"}}).value("from", "") == "nobody");
    CHECK(policy(p.ben, json::object()).value("from", "") == "nobody");
    CHECK(code(p.anna.write_to(p.ben)) == "notWanted");
    // Not even those whom they write to.
    CHECK(code(p.ben.write_to(p.anna)).empty());
    CHECK(code(p.anna.write_to(p.ben)) == "notWanted");
    CHECK(policy(p.ben, {{"from", "known"}}).value("from", "") == "known");
    CHECK(code(p.anna.write_to(p.ben)).empty());
    CHECK(code(p.eve.write_to(p.ben)).empty());
    CHECK(code(p.eve.write_to(p.ben)) == "waitForAnswer");
    // From everybody: strangers as if they were known.
    CHECK(policy(p.ben, {{"from", "everybody"}}).value("from", "") == "everybody");
    CHECK(code(p.eve.write_to(p.ben)).empty());
    CHECK(code(p.eve.send(p.eve.letter_to(p.ben, std::string(5000, 'x')))).empty());
    CHECK(p.ben.ask({{"type", "block"}, {"address", p.eve.address()}, {"on", true}})["on"] == true);
    CHECK(code(p.eve.write_to(p.ben)) == "blocked");
}

TEST_CASE("a stranger's letter is short") {
    ThreePeople p;
    CHECK(code(p.anna.send(p.anna.letter_to(p.ben, std::string(5000, 'x')))) ==
          "tooLongForStranger");
    CHECK(code(p.anna.send(p.anna.letter_to(p.ben, std::string(736, 'x')))) ==
          "tooLongForStranger");
    // The padding leaves no doubt about 512 bytes, and hides a few more.
    CHECK(code(p.anna.send(p.anna.letter_to(p.ben, std::string(512, 'x')))).empty());
    CHECK(code(p.eve.send(p.eve.letter_to(p.ben, std::string(735, 'x')))).empty());
    CHECK(code(p.ben.write_to(p.anna)).empty());
    CHECK(code(p.anna.send(p.anna.letter_to(p.ben, std::string(5000, 'x')))).empty());
}

TEST_CASE("who has played together is no stranger") {
    FakeArena arena;
    ThreePeople p({}, &arena);
    arena.met = p.anna.key().public_key().text() + p.ben.key().public_key().text();
    CHECK(code(p.anna.write_to(p.ben)).empty());
    CHECK(code(p.anna.send(p.anna.letter_to(p.ben, std::string(5000, 'x')))).empty());
    CHECK(code(p.eve.write_to(p.ben)).empty());
    CHECK(code(p.eve.write_to(p.ben)) == "waitForAnswer");
}

TEST_CASE("a person writes to so many new people a day, and to fewer on the first") {
    Office office;
    std::vector<std::unique_ptr<Person>> people;
    for (std::uint8_t seed = 1; seed <= 30; ++seed) {
        people.push_back(std::make_unique<Person>(office, seed));
        CHECK(people.back()->open().value("type", "") == "opened");
    }
    Person& writer = *people[0];
    std::size_t next = 1;
    const auto write_to_new_people = [&] {
        int written = 0;
        while (next < people.size() && code(writer.write_to(*people[next])).empty()) {
            ++written;
            ++next;
        }
        return written;
    };
    CHECK(write_to_new_people() == 3);
    CHECK(code(writer.write_to(*people[next])) == "tooManyFirstLetters");
    // An answer is no first letter, and a conversation goes on.
    CHECK(code(people[29]->write_to(writer)).empty());
    CHECK(code(writer.write_to(*people[29])).empty());
    CHECK(code(people[1]->write_to(writer)).empty());
    CHECK(code(writer.write_to(*people[1])).empty());
    office.now += 25h;
    CHECK(write_to_new_people() == 10);
    office.now += 23h;
    CHECK(write_to_new_people() == 0);
    office.now += 2h;
    CHECK(write_to_new_people() == 10);
}

TEST_CASE("letters that nobody deletes are forgotten in time") {
    ThreePeople p({.kept = std::chrono::days(30)});
    CHECK(code(p.anna.write_to(p.ben)).empty());
    p.office.now += 29 * 24h;
    CHECK(p.ben.list().size() == 1);
    p.office.now += 2 * 24h;
    CHECK(p.ben.list().empty());
}

TEST_CASE("a long list comes in parts") {
    ThreePeople p({.sent_a_day = 1000, .from_stranger = 1000});
    for (int i = 0; i < 150; ++i) CHECK(code(p.anna.write_to(p.ben)).empty());
    const json first = p.ben.ask({{"type", "list"}});
    CHECK(first["letters"].size() == 100);
    CHECK(first.value("more", false));
    const json second = p.ben.ask({{"type", "list"}, {"after", first["letters"].back()["number"]}});
    CHECK(second["letters"].size() == 50);
    CHECK(!second.value("more", true));
}

TEST_CASE("nonsense is answered, and answers carry the id of their message") {
    Office office;
    LetterOffice::Visitor visitor{.nonce = "n", .host = "h"};
    const std::string large = json{{"type", std::string(20'000, 'x')}}.dump();
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("[]"), std::string("null"),
          std::string("{}"), std::string(R"({"type":1})"), std::string(R"({"type":"x"})"),
          std::string("\xff"), std::string(R"({"type":"x","id":{}})"), large})
        CHECK(code(json::parse(office.office.answer(visitor, text, office.now))) == "badMessage");
    const json answer =
        json::parse(office.office.answer(visitor, R"({"type":"list","id":7})", office.now));
    CHECK(answer.value("id", 0) == 7);
    const json deep = json::parse(office.office.answer(
        visitor, R"({"type":"open","key":{"a":[]},"signature":3})", office.now));
    CHECK(code(deep) == "badKey");
}

TEST_CASE("a recipient reports a letter, and the operator reads it") {
    ThreePeople p;
    const std::string file = p.anna.letter_to(p.ben, "You play like a goat");
    CHECK(code(p.anna.send(file)).empty());
    CHECK(p.office.reports().empty());
    p.office.now += 1h;
    const json reported = p.ben.report_truly(file, "She insults me.");
    CHECK(reported == json{{"type", "reported"}, {"letter", secrets::letter_id(file)}});
    const json list = p.office.reports();
    REQUIRE(list.size() == 1);
    CHECK(list[0]["from"] == p.anna.address());
    CHECK(list[0]["by"] == p.ben.address());
    CHECK(list[0]["text"] == "You play like a goat");
    CHECK(list[0]["note"] == "She insults me.");
    CHECK(list[0]["written"] == "2027-01-15T08:00:00.000Z");
    CHECK(list[0]["reported"] == "2027-01-15T09:00:00.000Z");
    CHECK(p.office.office.metrics().open_reports == 1);
    CHECK(serve::metrics_text(p.office.office.metrics())
              .contains("kibitz_letters_reported_total 1\n"));
    CHECK(code(p.ben.report_truly(file)) == "alreadyReported");
    // It is still there for its recipient.
    CHECK(p.ben.list().size() == 1);

    const json number = list[0]["report"];
    CHECK(p.office.command({{"command", "closeLetterReport"}, {"report", 99}}) == "noSuchReport");
    CHECK(p.office.command({{"command", "closeLetterReport"}, {"report", number}}) == "done");
    CHECK(p.office.reports().empty());
    CHECK(p.office.office.metrics().open_reports == 0);
}

TEST_CASE("a forged report is refused") {
    ThreePeople p;
    const std::string file = p.anna.letter_to(p.ben, "You play well");
    CHECK(code(p.anna.send(file)).empty());
    const std::string id = secrets::letter_id(file);
    const auto opened =
        secrets::open_letter(p.ben.key(), letters::parse_letter(file).value()).value();
    CHECK(code(p.ben.report(id, "You play like a goat", opened.franking_key)) == "badCommitment");
    CHECK(code(p.ben.report(id, "", opened.franking_key)) == "badCommitment");
    for (std::size_t bit = 0; bit < 256; ++bit) {
        letters::Digest key = opened.franking_key;
        key[bit / 8] = static_cast<std::uint8_t>(key[bit / 8] ^ (1U << bit % 8));
        CHECK(code(p.ben.report(id, opened.text, key)) == "badCommitment");
    }
    // The proof of another letter, by the same sender, does not fit this one.
    const std::string other = p.anna.letter_to(p.eve, "You play like a goat");
    CHECK(code(p.anna.send(other)).empty());
    const auto shown =
        secrets::open_letter(p.eve.key(), letters::parse_letter(other).value()).value();
    CHECK(code(p.ben.report(id, shown.text, shown.franking_key)) == "badCommitment");
    // Only its recipient reports a letter, and only one that is here.
    for (Person* person : {&p.anna, &p.eve})
        CHECK(code(person->report(id, opened.text, opened.franking_key)) == "noSuchLetter");
    CHECK(code(p.ben.report("bafkrei", opened.text, opened.franking_key)) == "noSuchLetter");
    CHECK(code(p.ben.ask({{"type", "report"}, {"letter", id}})) == "badMessage");
    CHECK(code(p.ben.report(id, opened.text, opened.franking_key, std::string(501, 'x'))) ==
          "badMessage");
    CHECK(p.office.reports().empty());
    CHECK(code(p.ben.report(id, opened.text, opened.franking_key)).empty());
}

TEST_CASE("reports wait in limited numbers, and not for ever") {
    ThreePeople p(
        {.kept = std::chrono::days(30), .from_stranger = 100, .reports_of_one = 2, .reports = 3});
    const auto reported = [](Person& sender, Person& recipient) {
        const std::string file = sender.letter_to(recipient, "Goat!");
        CHECK(code(sender.send(file)).empty());
        return code(recipient.report_truly(file));
    };
    CHECK(reported(p.anna, p.ben).empty());
    CHECK(reported(p.anna, p.ben).empty());
    CHECK(reported(p.anna, p.ben) == "tooManyReports");
    CHECK(reported(p.anna, p.eve).empty());
    CHECK(reported(p.anna, p.eve) == "tooManyReports");
    p.office.now += 31 * 24h;
    CHECK(p.office.reports().empty());
    CHECK(reported(p.anna, p.ben).empty());
}

TEST_CASE("the operator bars a sender, from everybody and at once, until it is undone") {
    ThreePeople p;
    const json bar{{"command", "barLetters"}, {"address", p.anna.address()}};
    CHECK(p.office.command(bar) == "done");
    CHECK(code(p.anna.write_to(p.ben)) == "senderBarred");
    CHECK(code(p.anna.write_to(p.eve)) == "senderBarred");
    CHECK(code(p.ben.write_to(p.anna)).empty());
    json undo = bar;
    undo["on"] = false;
    CHECK(p.office.command(undo) == "done");
    CHECK(code(p.anna.write_to(p.ben)).empty());
    CHECK(p.office.command({{"command", "barLetters"}, {"address", "Anna"}}) == "badField");
    CHECK(LetterOffice::has_command("barLetters"));
    CHECK(!LetterOffice::has_command("ban"));
}

TEST_CASE("a key is found with its names, and brings them back for its owner alone") {
    FakeArena arena;
    arena.key = key_of(1).public_key().text();
    ThreePeople p({}, &arena);
    const json found = p.ben.ask({{"type", "find"}, {"address", p.anna.address()}});
    CHECK(found["names"] == json{{{"name", "Ann"}, {"signature", "s"}}});
    CHECK(p.ben.ask({{"type", "find"}, {"address", p.eve.address()}})["names"].empty());
    const auto recover = [](Person& person, const std::string& name) {
        return person.ask({{"type", "recoverName"}, {"name", name}});
    };
    CHECK(recover(p.anna, "Ann") == json{{"type", "recovered"}, {"name", "Ann"}, {"token", "new"}});
    CHECK(code(recover(p.ben, "Ann")) == "notYourName");
    CHECK(code(recover(p.anna, "Bob")) == "notYourName");
    CHECK(code(recover(p.anna, "Gone")) == "noToken");
    CHECK(code(recover(p.anna, "Late")) == "arenaFailed");
    CHECK(code(recover(p.anna, "")) == "badMessage");
    for (int i = 0; i < 96; ++i) CHECK(code(recover(p.anna, "Ann")).empty());
    CHECK(code(recover(p.anna, "Ann")) == "tooManyRecoveries");
    p.office.now += 1h;
    CHECK(code(recover(p.anna, "Ann")).empty());

    // Where the server has no arena, nobody has a name.
    ThreePeople q;
    CHECK(q.ben.ask({{"type", "find"}, {"address", q.anna.address()}})["names"].empty());
    CHECK(code(recover(q.anna, "Ann")) == "notYourName");
}

TEST_CASE("the documentation has every code of the server") {
    std::ostringstream page;
    page << std::ifstream(test::source_dir() / "docs/letters.md").rdbuf();
    std::ostringstream source;
    source
        << std::ifstream(test::source_dir() / "src/server/letter_office/letter_office.cpp").rdbuf();
    std::set<std::string> codes;
    const std::string text = source.str(), mark = "because<Refused>(\"";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        const std::size_t begin = at + mark.size();
        codes.insert(text.substr(begin, text.find('"', begin) - begin));
    }
    CHECK(codes.size() > 10);
    for (const std::string& name : codes)
        CHECK_MESSAGE(page.str().contains("| `" + name + "` |"), name);
}

TEST_CASE("several messages are answered in turn, and what they change is stored at once") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "letters.db";
    Office office({}, {}, file);
    Person anna(office, 1), ben(office, 2);
    REQUIRE(anna.open()["type"].get<std::string>() == "opened");
    REQUIRE(ben.open()["type"].get<std::string>() == "opened");
    const std::string send =
        json{{"type", "send"}, {"file", base64url_of(anna.letter_to(ben))}, {"id", 1}}.dump();
    const std::string list = json{{"type", "list"}, {"id", 2}}.dump();
    const std::vector<LetterOffice::Asked> both{{anna.visitor_, send}, {ben.visitor_, list}};

    const auto reader = store::open_letter_store(file).value();
    SUBCASE("and can be read then") {
        const auto answers = office.office.answer_all(both, office.now);
        CHECK(answers.have_changed_store);
        REQUIRE(answers.texts.size() == 2);
        CHECK(json::parse(answers.texts[0])["type"].get<std::string>() == "sent");
        CHECK(json::parse(answers.texts[1])["letters"].size() == 1);
        CHECK(reader->count_to(ben.address()).value() == 1);
        const std::vector<LetterOffice::Asked> only_list{{ben.visitor_, list}};
        CHECK_FALSE(office.office.answer_all(only_list, office.now).have_changed_store);
    }
    SUBCASE("and if that is not possible, all of them say so and none has been carried out") {
        REQUIRE(reader->begin().has_value());  // nobody can write while it reads
        REQUIRE(reader->count_to(ben.address()).value() == 0);
        const auto failed = office.office.answer_all(both, office.now);
        CHECK_FALSE(failed.have_changed_store);
        for (const int id : {1, 2}) {
            const json answer = json::parse(failed.texts[static_cast<std::size_t>(id) - 1]);
            CHECK(code(answer) == "storeFailed");
            CHECK(answer["id"].get<int>() == id);
        }
        REQUIRE(reader->commit().has_value());
        const auto again = office.office.answer_all(both, office.now);
        CHECK(json::parse(again.texts[0])["type"].get<std::string>() == "sent");
    }
}
