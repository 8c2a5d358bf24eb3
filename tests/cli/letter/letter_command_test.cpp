// `kibitz letter`, as two people use it on their computers.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "cli/command_child.hpp"
#include "cli/letter/printable.hpp"

using namespace kibitz::test;
using kibitz::cli::printable;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

// What a command prints behind a label such as "address".
std::string value_of(const std::string& output, const std::string& label) {
    const std::size_t at = output.find(label + " ");
    REQUIRE(at != std::string::npos);
    const std::size_t begin = output.find_first_not_of(' ', at + label.size());
    return output.substr(begin, output.find('\n', begin) - begin);
}

// A person with a key.
struct Person {
    TemporaryFolder home;
    std::string output = letter({"key", "--new"}).output;
    std::string words = value_of(output, "words");
    std::string address = value_of(output, "address");
    std::string public_key = value_of(output, "public key");

    Ended letter(std::vector<std::string> arguments, std::string_view input = {}) const {
        arguments.insert(arguments.begin(), "letter");
        return run_command(home, arguments, input);
    }
    // Returns the file.
    std::string write_to(const Person& other, std::string_view text,
                         const std::vector<std::string>& more = {}) const {
        const std::string file = home / "a.letter";
        std::vector<std::string> arguments{"seal", "--to", other.public_key, "--out", file};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ended sealed = letter(arguments, text);
        CHECK_MESSAGE(sealed.code == 0, sealed.output);
        return file;
    }
};

}  // namespace

TEST_CASE("a key is made once, kept from others, and brought back by its words") {
    const Person anna;
    const fs::path file = anna.home.path() / "data/kibitz/letter-key";
    CHECK(text_of(file) == anna.words + "\n");
    CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(anna.output.contains("Write the words down"));

    const Ended again = anna.letter({"key", "--new"});
    CHECK(again.code == 1);
    CHECK(again.says("is there already"));
    CHECK(text_of(file) == anna.words + "\n");

    const Ended shown = anna.letter({"key"});
    CHECK(value_of(shown.output, "address") == anna.address);
    CHECK(!shown.says(anna.words));
    CHECK(anna.letter({"key", "--words"}).says(anna.words));

    const TemporaryFolder other;
    const Ended restored = run_command(other, {"letter", "key", "--restore"}, anna.words);
    CHECK(restored.code == 0);
    CHECK(value_of(restored.output, "public key") == anna.public_key);
}

TEST_CASE("without a key, or with wrong words, the error says what to do") {
    const TemporaryFolder home;
    const Ended none = run_command(home, {"letter", "key"});
    CHECK(none.code == 1);
    CHECK(none.says("kibitz letter key --new"));
    const Ended wrong = run_command(home, {"letter", "key", "--restore"}, "zero zero");
    CHECK(wrong.code == 1);
    CHECK(wrong.says("(wordCount)"));
    CHECK(!fs::exists(home.path() / "data/kibitz/letter-key"));
    CHECK(run_command(home, {"letter", "key", "--new", "--restore"}).code != 0);
    CHECK(run_command(home, {"letter"}).code == 2);
}

TEST_CASE("a letter is sealed, verified and opened") {
    const Person anna, ben, eve;
    const std::string file =
        anna.write_to(ben, "Shall we play at eight?\n", {"--address", ben.address});
    CHECK(!text_of(file).contains("eight"));

    const Ended verified = eve.letter({"verify", file});
    CHECK(verified.code == 0);
    CHECK(value_of(verified.output, "from") == anna.address);
    CHECK(value_of(verified.output, "to") == ben.address);

    const Ended opened = ben.letter({"open", file});
    CHECK(opened.code == 0);
    CHECK(value_of(opened.output, "from") == anna.address);
    CHECK(opened.output.ends_with("\n\nShall we play at eight?\n"));

    const Ended refused = eve.letter({"open", file});
    CHECK(refused.code == 1);
    CHECK(refused.says("(otherRecipient)"));
}

TEST_CASE("a letter that was changed is refused, and so is one that comes again") {
    const Person anna, ben;
    const std::string file = anna.write_to(ben, "Hello");
    const std::string seen = ben.home / "seen.txt";
    CHECK(ben.letter({"open", file, "--seen", seen}).code == 0);
    const Ended again = ben.letter({"open", file, "--seen", seen});
    CHECK(again.code == 1);
    CHECK(again.says("(repeated)"));
    CHECK(ben.letter({"open", anna.write_to(ben, "Hello"), "--seen", seen}).code == 0);

    std::string changed = text_of(file);
    changed.back() = static_cast<char>(changed.back() ^ 1);
    const std::string bad = ben.home.write("bad.letter", changed);
    for (const char* command : {"open", "verify"}) {
        const Ended ended = ben.letter({command, bad});
        CHECK(ended.code == 1);
        CHECK(ended.says("(badSignature)"));
    }
    CHECK(ben.letter({"open", ben.home / "missing.letter"}).code == 1);
    const Ended large = ben.letter({"open", ben.home.write("large", std::string(9000, 'x'))});
    CHECK(large.code == 1);
}

TEST_CASE("an anonymous letter says so, and cannot be verified") {
    const Person anna, ben;
    const std::string file = anna.write_to(ben, "Your bot hangs", {"--anonymous"});
    CHECK(!text_of(file).contains(anna.address));
    const Ended opened = ben.letter({"open", file});
    CHECK(opened.says("nobody"));
    CHECK(opened.says("Your bot hangs"));
    const Ended verified = ben.letter({"verify", file});
    CHECK(verified.code == 1);
    CHECK(verified.says("anonymous"));
}

TEST_CASE("a wrong key is noticed before anything is sealed") {
    const Person anna, ben, eve;
    const Ended other =
        anna.letter({"seal", "--to", eve.public_key, "--address", ben.address}, "Hello");
    CHECK(other.code == 1);
    CHECK(other.says(eve.address));
    CHECK(anna.letter({"seal", "--to", anna.home / "missing"}, "Hello").code == 1);
    std::string mixed = ben.public_key;
    mixed.replace(90, 40, eve.public_key, 90, 40);
    const Ended bad = anna.letter({"seal", "--to", mixed}, "Hello");
    CHECK(bad.code == 1);
    CHECK(bad.says("(badKey)"));
    const std::string key_file = anna.home.write("ben.key", "\n " + ben.public_key + "\n");
    CHECK(anna.letter({"seal", "--to", key_file, "--out", anna.home / "b"}, "Hello").code == 0);
    const Ended too_long =
        anna.letter({"seal", "--to", key_file, "--out", anna.home / "c"}, std::string(7001, 'x'));
    CHECK(too_long.says("(textTooLong)"));
    CHECK(!fs::exists(anna.home.path() / "c"));
}

TEST_CASE("what others write cannot steer the terminal, but is kept as it is in a file") {
    const Person anna, ben;
    const std::string text = "\x1b[2JHello\u009b1m \u202eolleH\n";
    const std::string file = anna.write_to(ben, text);
    const Ended opened = ben.letter({"open", file});
    CHECK(opened.output.ends_with("\n\n\uFFFD[2JHello\uFFFD1m \uFFFDolleH\n"));
    const std::string out = ben.home / "text";
    CHECK(ben.letter({"open", file, "--out", out}).code == 0);
    CHECK(text_of(out) == text);
    CHECK(printable("Grüße, ♞\t😀\n") == "Grüße, ♞\t😀\n");
    CHECK(printable("\r\x7f\u2066") == "\uFFFD\uFFFD\uFFFD");
}

TEST_CASE("a key file with a passphrase is read with it only") {
    const Person anna, ben;
    const auto with = [&](std::vector<std::string> words,
                          const std::vector<std::string>& environment) {
        words.insert(words.begin(), "letter");
        CommandChild child(words, anna.home.path(), Connection::pipes, environment);
        child.close_input();
        const int code = child.finish();
        return Ended{code, child.output()};
    };
    const std::vector<std::string> right{"KIBITZ_LETTER_PASSPHRASE=by the old oak"};
    const fs::path file = anna.home.path() / "data/kibitz/letter-key";
    REQUIRE(text_of(file).contains(anna.words.substr(0, anna.words.find(' '))));

    const Ended locked =
        with({"key", "--passphrase"}, {"KIBITZ_LETTER_NEW_PASSPHRASE=by the old oak"});
    CHECK_MESSAGE(locked.code == 0, locked.output);
    CHECK(!text_of(file).contains(anna.words.substr(0, anna.words.find(' '))));
    CHECK((fs::status(file).permissions() & fs::perms::others_all) == fs::perms::none);

    const Ended opened = with({"key", "--words"}, right);
    CHECK(opened.says(anna.address));
    CHECK(opened.says(anna.words));
    const Ended wrong = with({"key"}, {"KIBITZ_LETTER_PASSPHRASE=by the oak"});
    CHECK(wrong.code == 1);
    CHECK(wrong.says("this is not the passphrase"));

    const std::string letter = ben.write_to(anna, "At eight.");
    CHECK(with({"open", letter}, right).says("At eight."));
    CHECK(with({"key", "--no-passphrase"}, right).code == 0);
    CHECK(with({"open", letter}, {}).says("At eight."));
}
