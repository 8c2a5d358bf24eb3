// `kibitz ledger verify`, with files as people may have them: whole, altered, cut, or another file.
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_child.hpp"
#include "ledger/ledger.hpp"
#include "ledger/line.hpp"
#include "ledger/signers.hpp"
#include "letters/base_text.hpp"
#include "secrets/letter_box.hpp"
#include "secrets/sodium_secrets.hpp"

using namespace kibitz::test;
namespace ledger = kibitz::ledger;

namespace {

struct Export {
    std::string file, head;
};

// Two players get points, and one gives some to the other.
Export exported() {
    const kibitz::secrets::SodiumSecrets secrets("");
    ledger::Ledger book;
    Export written{.file = {}, .head = ledger::no_hash()};
    const ledger::Stake<ledger::World::play> gift{30, ledger::points()};
    const std::vector<ledger::Fact> facts{
        ledger::Grant{100, {1}}, ledger::Grant{50, {2}},
        ledger::Transfer<ledger::World::play>{.by = {1}, .to = {2}, .what = gift}};
    for (const ledger::Fact& fact : facts) {
        const auto entry = book.next(fact, ledger::Time(std::chrono::seconds(1'498'910'400)));
        REQUIRE(book.apply(entry).has_value());
        const std::string line = ledger::to_line(entry, written.head);
        written.head = secrets.sha256_hex(line);
        written.file += line + "\n";
    }
    const std::int64_t count = book.last().number;
    const std::string check = secrets.sha256_hex(ledger::end_text(count, written.head));
    written.file += ledger::to_end_line(count, written.head, check) + "\n";
    return written;
}

// A player shows the key of their letters and signs a gift; the file is whole whoever the signature
// is of.
std::string exported_with(const kibitz::secrets::LetterKey& signer) {
    const kibitz::secrets::SodiumSecrets secrets("");
    const kibitz::secrets::LetterKey key(kibitz::secrets::LetterSeed{1});
    const ledger::Stake<ledger::World::play> gift{30, ledger::points()};
    const std::vector<ledger::Fact> facts{
        ledger::Grant{100, {1}}, ledger::BindKey{.by = {1}, .key = key.public_key().text()},
        ledger::Transfer<ledger::World::play>{.by = {1}, .to = {2}, .what = gift}};
    ledger::Ledger book;
    ledger::Signers signers;
    std::string file;
    ledger::Hash head = ledger::no_hash();
    for (const ledger::Fact& fact : facts) {
        auto entry = book.next(fact, ledger::Time(std::chrono::seconds(1'498'910'400)));
        if (const auto text = signers.text_to_sign(fact, ""))
            entry.signature = kibitz::letters::to_base64url(
                (std::holds_alternative<ledger::BindKey>(fact) ? key : signer).sign(*text));
        REQUIRE(book.apply(entry).has_value());
        const std::string line = ledger::to_line(entry, head);
        head = secrets.sha256_hex(line);
        signers.keep(entry, head);
        file += line + "\n";
    }
    const std::int64_t count = book.last().number;
    return file +
           ledger::to_end_line(count, head, secrets.sha256_hex(ledger::end_text(count, head))) +
           "\n";
}

struct Folder {
    TemporaryFolder folder;

    Ended verify(const std::string& text) const {
        const std::string path = folder / "ledger.jsonl";
        std::ofstream(path, std::ios::binary) << text;
        return run_command(folder, {"ledger", "verify", path});
    }
    void check_refused(const std::string& text, std::string_view line_and_code) const {
        const Ended ended = verify(text);
        CHECK_MESSAGE(ended.code == 1, ended.output);
        CHECK_MESSAGE(ended.says(line_and_code), ended.output);
        CHECK(!ended.says("as they were written"));
    }
};

}  // namespace

TEST_CASE("facts that were seen earlier have to be there still") {
    const Folder here;
    const Export good = exported();
    const std::string path = here.folder / "ledger.jsonl";
    std::ofstream(path, std::ios::binary) << good.file;
    const auto with_heads = [&](const std::vector<std::string>& heads) {
        std::vector<std::string> words{"ledger", "verify", path};
        for (const std::string& head : heads) words.insert(words.end(), {"--head", head});
        return run_command(here.folder, words);
    };
    const kibitz::secrets::SodiumSecrets secrets("");
    const std::string first = secrets.sha256_hex(good.file.substr(0, good.file.find('\n')));
    CHECK(with_heads({"1:" + first, "3:" + good.head}).code == 0);
    const std::string other(ledger::hash_digits, 'a');
    for (const std::string number : {"1:", "2:", "3:"}) {
        const Ended ended = with_heads({number + other});
        CHECK(ended.code == 1);
        CHECK_MESSAGE(ended.says("line " + number + " rewritten"), ended.output);
    }
    // One that has lost its last facts is as whole as one that never had them.
    CHECK(with_heads({"4:" + good.head}).says("rewritten: it has 3 facts"));
    for (const std::string& head :
         {std::string("1"), "1:" + other.substr(1), "0:" + other, "x:" + other, "1:" + other + "b",
          "1:" + std::string(ledger::hash_digits, 'g')})
        CHECK_MESSAGE(with_heads({head}).code == 2, head);
}

TEST_CASE("a ledger that is whole is said to be so, from a file and from a pipe") {
    const Folder here;
    const Export good = exported();
    for (const Ended& ended :
         {here.verify(good.file), run_command(here.folder, {"ledger", "verify", "-"}, good.file)}) {
        CHECK_MESSAGE(ended.code == 0, ended.output);
        CHECK(ended.says("3 facts are as they were written"));
        CHECK(ended.says(
            "0 are signed by the player who acted, 1 are unsigned, 2 are the operator's"));
        CHECK(ended.says("head " + good.head));
    }
}

TEST_CASE("signatures are checked by the keys that were shown") {
    const Folder here;
    const kibitz::secrets::LetterKey own(kibitz::secrets::LetterSeed{1}),
        other(kibitz::secrets::LetterSeed{2});
    const Ended good = here.verify(exported_with(own));
    CHECK_MESSAGE(good.code == 0, good.output);
    CHECK(good.says("2 are signed by the player who acted, 0 are unsigned, 1 are the operator's"));
    here.check_refused(exported_with(other), "line 3: impossibleFact: wrongSignature");
}

TEST_CASE("one altered byte is found, wherever it is, and its line is named") {
    const Folder here;
    const Export good = exported();
    // The amount of the first line, as somebody would who wants to have more.
    std::string richer = good.file;
    richer.replace(richer.find("100"), 3, "900");
    here.check_refused(richer, "line 1: changedLine");
    std::string last = good.file;
    last[last.find("\"facts\":3") + 8] = '4';
    here.check_refused(last, "line 4: changedLine");
    // Every kind of place: a few dozen bytes over the whole file, each in a run of its own.
    for (std::size_t at = 0; at < good.file.size(); at += 37) {
        std::string altered = good.file;
        altered[at] = altered[at] == '7' ? '8' : '7';
        const Ended ended = run_command(here.folder, {"ledger", "verify", "-"}, altered);
        CHECK_MESSAGE(ended.code == 1, at << ": " << ended.output);
    }
}

TEST_CASE("a ledger that is cut off anywhere is found") {
    const Folder here;
    const std::string good = exported().file;
    const std::size_t end_line = good.rfind('\n', good.size() - 2) + 1;
    here.check_refused(good.substr(0, end_line), "line 4: cutOff");
    here.check_refused(good.substr(0, end_line - 1), "line 3: cutOff");
    here.check_refused(good.substr(0, end_line - 20), "line 3: cutOff");
    here.check_refused(good.substr(0, good.size() - 1), "line 4: cutOff");
    here.check_refused("", "line 1: cutOff");
    here.check_refused(good.substr(good.find('\n') + 1), "line 1: changedLine");
}

TEST_CASE("what is no ledger is refused in words") {
    const Folder here;
    here.check_refused("[Event \"Club\"]\n\n1. e4 e5 *\n", "line 1: badLine");
    here.check_refused(std::string(3, '\0') + "\n", "line 1: badLine");
    here.check_refused(exported().file + "{}\n", "line 5: badLine");

    const Ended missing =
        run_command(here.folder, {"ledger", "verify", here.folder / "nothing.jsonl"});
    CHECK(missing.code == 1);
    CHECK(missing.says("nothing.jsonl cannot be read"));
    const Ended folder = run_command(here.folder, {"ledger", "verify", here.folder.path()});
    CHECK(folder.code == 1);
    CHECK(folder.says("cannot be read"));

    CHECK(run_command(here.folder, {"ledger", "verify"}).code == 2);
    CHECK(run_command(here.folder, {"ledger"}).code == 2);
}
