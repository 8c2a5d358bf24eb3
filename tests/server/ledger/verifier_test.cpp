// A ledger as lines of text: every fact comes back as it was, and every byte that is changed is
// found, with the line that it is in.
#include "ledger/verifier.hpp"

#include <algorithm>
#include <functional>

#include "ledger/random_ledger.hpp"

using namespace kibitz::ledger;
using namespace kibitz::ledger::test;

namespace {

struct FieldNames {
    std::vector<std::string_view> all;
    void operator()(std::string_view name, const auto& /*value*/) { all.push_back(name); }
};

std::string file_of(const std::vector<Entry>& entries) {
    std::string file;
    Hash head = no_hash();
    for (const Entry& entry : entries) {
        const std::string line = to_line(entry, head);
        head = hash_of(line);
        file += line + "\n";
    }
    const auto facts = static_cast<std::int64_t>(entries.size());
    return file + to_end_line(facts, head, hash_of(end_text(facts, head))) + "\n";
}

// The code and the line of the first fault; nothing if there is none.
std::string fault_of(std::string_view file) {
    Verifier verifier(hash_of, is_signed);
    const auto text = [](const Fault& fault) {
        return std::string(code(fault.code)) + " " + std::to_string(fault.line);
    };
    while (!file.empty()) {
        const auto end = std::min(file.find('\n'), file.size());
        if (const auto taken = verifier.take(file.substr(0, end)); !taken)
            return text(taken.error());
        file.remove_prefix(std::min(end + 1, file.size()));
    }
    const auto finished = verifier.finish();
    return finished ? "" : text(finished.error());
}

std::vector<Entry> random_entries(std::uint64_t seed, int steps) {
    RandomLedger random(seed);
    for (int step = 0; step < steps; ++step) random.step();
    return random.entries();
}

}  // namespace

TEST_CASE("every kind of fact is read back as it was written") {
    std::set<std::size_t> kinds;
    for (std::uint64_t seed = 0; kinds.size() < std::variant_size_v<Fact::Kinds>; ++seed) {
        REQUIRE(seed < 200);
        for (const Entry& entry : random_entries(seed, 200)) {
            const std::string line = to_line(entry, no_hash());
            const auto read = read_line(line);
            REQUIRE_MESSAGE(read.has_value(), line);
            REQUIRE(read->entry == entry);
            // As every writer of JSON has them that sorts its names.
            FieldNames names;
            std::visit([&](const auto& what) { visit_fields(what, names); }, entry.fact);
            REQUIRE(std::ranges::is_sorted(names.all));
            kinds.insert(entry.fact.index());
        }
    }
    const Entry quoted{
        CreateVoucher{"a \"book\" \\ Bücher", "", book, club}, {1}, "3:\"x\"", Time(), ""};
    CHECK(read_line(to_line(quoted, no_hash()))->entry == quoted);
}

TEST_CASE("a line is written in one way only") {
    const Entry entry{Grant{5, ann}, {1}, "", Time(Milliseconds(7)), ""};
    CHECK(
        to_line(entry, "p") ==
        R"({"action":"grant","details":{"amount":5,"to":1},"number":1,"previous":"p","reference":"","time":7})");
    for (
        const char* bad : {
            "",
            "{}",
            "null",
            R"({"action":"sing","details":{},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"grant","details":{"amount":05,"to":1},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"grant","details":{"amount":-0,"to":1},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"grant","details":{"amount":5.0,"to":1},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"grant","details":{"amount":9223372036854775808,"to":1},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"grant","details":{"amount":5, "to":1},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"grant","details":{"to":1,"amount":5},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"grant","details":{"amount":5,"to":1},"number":1,"previous":"p","reference":"","time":-7})",
            R"({"action":"grant","details":{"amount":5,"to":1},"number":1,"previous":"p","reference":"\u0041","time":7})",
            R"({"action":"grant","details":{"amount":5,"to":1},"number":1,"previous":"p","reference":"","time":7} )",
            R"({"action":"play/transfer","details":{"by":1,"to":2,"what":{"amount":5,"token":"book@Club"}},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"backed/transfer","details":{"by":1,"to":2,"what":{"amount":5,"token":"points"}},"number":1,"previous":"p","reference":"","time":7})",
            R"({"action":"backed/transfer","details":{"by":1,"to":2,"what":{"claim":5)",
            R"({"action":"play/openFund","details":{"amount":1,"contest":"C","entry":0,"organiser":null,"split":[50,]},"number":1,"previous":"p","reference":"","time":7})",
            "{\"action\":\"grant\",\"details\":{\"amount\":5,\"to\":1},\"number\":1,\"previous\":"
            "\"p\",\"reference\":\"\n\",\"time\":7}",
            R"({"action":"grant","details":{"amount":5,"to":1},"number":1,"previous":"p","reference":"","signature":"","time":7})",
            R"({"action":"grant","details":{"amount":5,"to":1},"number":1,"previous":"p","signature":"s","reference":"","time":7})",
            R"({"action":"grant","details":{"amount":5,"to":1},"number":1,"previous":"p","reference":"","signature":7,"time":7})",
        }) {
        CAPTURE(bad);
        CHECK_FALSE(read_line(bad).has_value());
    }
}

TEST_CASE("one changed byte is found, in its line") {
    const std::string file = file_of(random_entries(5, 25));
    REQUIRE(file_of({}).size() > hash_digits);
    CHECK(fault_of(file_of({})).empty());
    CHECK(fault_of(file).empty());
    std::int64_t line = 1;
    for (std::size_t at = 0; at < file.size(); ++at) {
        for (const int change : {1, 2, 4, 16}) {
            std::string changed = file;
            changed[at] = static_cast<char>(changed[at] ^ change);
            const std::string fault = fault_of(changed);
            const bool names_line = fault.ends_with(" " + std::to_string(line));
            REQUIRE_MESSAGE(names_line, fault << " instead of line " << line << ", byte " << at);
        }
        line += file[at] == '\n';
    }
}

TEST_CASE("what is cut off, left out or put in is found") {
    const auto entries = random_entries(6, 25);
    const std::string file = file_of(entries);
    CHECK(fault_of("").starts_with("cutOff"));
    const auto last_line = file.rfind('\n', file.size() - 2) + 1;
    CHECK(fault_of(std::string_view(file).substr(0, last_line)).starts_with("cutOff"));
    CHECK(fault_of(file + "\n").starts_with("badLine"));
    const auto second = file.find('\n') + 1, third = file.find('\n', second) + 1;
    CHECK(!fault_of(file.substr(0, second) + file.substr(third)).empty());
    CHECK(!fault_of(file.substr(0, third) + file.substr(second)).empty());
    // Somebody who makes the chain anew cannot put in what is not possible.
    std::vector<Entry> forged = entries;
    forged.push_back(
        {Transfer<World::play>{ann, bob, Stake<World::play>{Amount{1} << 60, points()}},
         {forged.back().number.number + 1},
         "",
         forged.back().time,
         ""});
    CHECK(fault_of(file_of(forged)) == "impossibleFact " + std::to_string(forged.size()));
}
