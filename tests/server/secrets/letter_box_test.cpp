// Letters: the vectors of tests/data/letters, which another implementation has made, and what must
// hold of every letter.
#include "secrets/letter_box.hpp"

#include <sodium.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "support/test.hpp"

using namespace kibitz::secrets;
using kibitz::letters::code;
using kibitz::letters::Fault;
using kibitz::letters::Letter;
using kibitz::letters::parse_letter;
using nlohmann::json;

namespace {

LetterSeed seed_of(std::uint8_t byte) {
    LetterSeed seed;
    seed.fill(byte);
    return seed;
}

const LetterKey anna{seed_of(1)}, ben{seed_of(2)}, eve{seed_of(3)};
constexpr std::uint64_t noon = 1'800'000'000;

Letter letter_from_anna(std::string_view text = "Shall we play at eight?") {
    return seal_letter(anna, ben.public_key(), text, noon).value();
}

std::string in_hex(const auto& bytes) {
    std::string hex;
    for (const auto byte : bytes) {
        constexpr std::string_view digits = "0123456789abcdef";
        hex += digits[static_cast<std::uint8_t>(byte) / 16];
        hex += digits[static_cast<std::uint8_t>(byte) % 16];
    }
    return hex;
}

std::string text_in(const json& vector, const char* field) {
    return vector[field].get<std::string>();
}

json vectors() {
    return json::parse(
        std::ifstream(kibitz::test::source_dir() / "tests/data/letters/vectors.json"));
}

std::string bytes_in(const json& vector, const char* field) {
    const std::string text = text_in(vector, field);
    std::string bytes(text.size(), '\0');
    std::size_t size = 0;
    REQUIRE(sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                              text.data(), text.size(), nullptr, &size, nullptr,
                              sodium_base64_VARIANT_ORIGINAL) == 0);
    bytes.resize(size);
    return bytes;
}

std::map<std::string, LetterKey> keys_in(const json& all) {
    std::map<std::string, LetterKey> keys;
    for (const json& key : all["keys"])
        keys.emplace(text_in(key, "name"),
                     LetterKey(seed_from_words(text_in(key, "words")).value()));
    return keys;
}

std::string file_in(const json& vector) { return bytes_in(vector, "file"); }

// As a reader gets it: bytes.
std::string_view fault_of(std::string_view file, const LetterKey& recipient) {
    const auto letter = parse_letter(file);
    if (!letter) return code(letter.error());
    const auto opened = open_letter(recipient, *letter);
    return opened ? "" : code(opened.error());
}

}  // namespace

TEST_CASE("vectors: keys from words") {
    for (const json& vector : vectors()["keys"]) {
        CAPTURE(text_in(vector, "name"));
        const auto seed = seed_from_words(text_in(vector, "words"));
        REQUIRE(seed.has_value());
        CHECK(in_hex(*seed) == text_in(vector, "seed"));
        CHECK(to_words(*seed) == text_in(vector, "words"));
        const LetterKey key(*seed);
        CHECK(key.public_key().text() == text_in(vector, "publicKey"));
        CHECK(address_of(key.public_key()).text() == text_in(vector, "address"));
        CHECK(is_genuine(key.public_key()));
    }
}

TEST_CASE("vectors: letters are opened") {
    const json all = vectors();
    const auto keys = keys_in(all);
    for (const json& vector : all["letters"]) {
        CAPTURE(text_in(vector, "name"));
        const std::string file = file_in(vector);
        const auto letter = parse_letter(file);
        REQUIRE(letter.has_value());
        CHECK(letter->file() == file);
        CHECK(letter_id(file) == text_in(vector, "id"));
        const auto opened = open_letter(keys.at(text_in(vector, "recipient")), *letter);
        REQUIRE(opened.has_value());
        CHECK(opened->text == text_in(vector, "text"));
        CHECK(in_hex(opened->franking_key) == text_in(vector, "frankingKey"));
    }
}

TEST_CASE("vectors: bad letters and bad words are refused, each with its code") {
    const json all = vectors();
    const auto keys = keys_in(all);
    for (const json& vector : all["badLetters"]) {
        CAPTURE(text_in(vector, "name"));
        CHECK(fault_of(file_in(vector), keys.at(text_in(vector, "recipient"))) ==
              text_in(vector, "code"));
    }
    for (const json& vector : all["badWords"]) {
        CAPTURE(text_in(vector, "name"));
        const auto seed = seed_from_words(text_in(vector, "words"));
        REQUIRE(!seed.has_value());
        CHECK(code(seed.error()) == text_in(vector, "code"));
    }
}

TEST_CASE("vectors: a report is right, or it is refused with its code") {
    int right = 0;
    const json all = vectors();
    for (const json& vector : all["reports"]) {
        CAPTURE(text_in(vector, "name"));
        const auto letter = parse_letter(file_in(vector));
        REQUIRE(letter.has_value());
        OpenedLetter shown{.text = bytes_in(vector, "text")};
        const std::string key = text_in(vector, "frankingKey");
        REQUIRE(sodium_hex2bin(shown.franking_key.data(), shown.franking_key.size(), key.data(),
                               key.size(), nullptr, nullptr, nullptr) == 0);
        const auto verified = verify_report(*letter, shown);
        CHECK((verified ? "" : code(verified.error())) == vector.value("code", ""));
        right += verified ? 1 : 0;
    }
    CHECK(right == 1);
    CHECK(all["reports"].size() > 10);
}

TEST_CASE("a letter is sealed and opened") {
    for (const std::string& text :
         {std::string(), std::string("Hello"), std::string(223, 'x'), std::string(224, 'x'),
          std::string(7000, 'x'), std::string("with a zero\0in it", 17)}) {
        const Letter letter = letter_from_anna(text);
        CHECK(letter.sealed.size() % Letter::block == Letter::seal_bytes);
        CHECK(verify_letter(letter).has_value());
        const auto opened = open_letter(ben, parse_letter(letter.file()).value());
        REQUIRE(opened.has_value());
        CHECK(opened->text == text);
        CHECK(verify_disclosure(*letter.metadata, *opened).has_value());
        const Letter anonymous = seal_anonymous_letter(ben.public_key(), text).value();
        CHECK(open_letter(ben, anonymous).value().text == text);
    }
}

TEST_CASE("the same text never looks the same") {
    const Letter one = letter_from_anna(), other = letter_from_anna();
    CHECK(one.sealed != other.sealed);
    CHECK(one.metadata->commitment != other.metadata->commitment);
    CHECK(letter_id(one.file()) != letter_id(other.file()));
}

TEST_CASE("what cannot be sealed") {
    const auto fault = [](std::string_view text, const kibitz::letters::PublicKey& recipient) {
        CHECK(!seal_anonymous_letter(recipient, text));
        return seal_letter(anna, recipient, text, noon).error();
    };
    CHECK(fault(std::string(7001, 'x'), ben.public_key()) == Fault::text_too_long);
    CHECK(fault("\xff", ben.public_key()) == Fault::bad_text);
    CHECK(fault("Hello", {}) == Fault::bad_key);
    kibitz::letters::PublicKey exchanged = ben.public_key();
    exchanged.sealing = eve.public_key().sealing;
    CHECK(fault("Hello", exchanged) == Fault::bad_key);
}

TEST_CASE("every bit of a letter counts") {
    const Letter anonymous = seal_anonymous_letter(ben.public_key(), "Hello").value();
    for (const std::string& file : {letter_from_anna().file(), anonymous.file()}) {
        REQUIRE(fault_of(file, ben).empty());
        for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
            std::string changed = file;
            changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
            if (fault_of(changed, ben).empty()) FAIL_CHECK("bit " << bit << " can be flipped");
        }
    }
}

TEST_CASE("only the recipient opens a letter") {
    CHECK(open_letter(eve, letter_from_anna()).error() == Fault::other_recipient);
    CHECK(open_letter(anna, letter_from_anna()).error() == Fault::other_recipient);
    const Letter anonymous = seal_anonymous_letter(ben.public_key(), "Hello").value();
    CHECK(open_letter(eve, anonymous).error() == Fault::cannot_open);
}

TEST_CASE("a letter cannot be forged, re-addressed or signed again") {
    const Letter letter = letter_from_anna();
    Letter readdressed = letter;
    readdressed.metadata->to = address_of(eve.public_key());
    CHECK(verify_letter(readdressed).error() == Fault::bad_signature);

    // Eve passes Anna's words on as her own, without being able to read them.
    Letter stolen = seal_letter(eve, ben.public_key(), "", noon).value();
    stolen.sealed = letter.sealed;
    CHECK(verify_letter(stolen).error() == Fault::bad_signature);

    // Eve writes in Anna's name.
    Letter forged = seal_letter(eve, ben.public_key(), "I resign", noon).value();
    forged.metadata->from = letter.metadata->from;
    CHECK(verify_letter(forged).error() == Fault::wrong_sender);
    forged.metadata->key = letter.metadata->key;
    CHECK(verify_letter(forged).error() == Fault::bad_signature);

    // Ben sends what he received to Eve, as if Anna had written to her.
    Letter passed_on = seal_letter(ben, eve.public_key(), "Shall we play?", noon).value();
    passed_on.metadata = letter.metadata;
    CHECK(open_letter(eve, passed_on).error() == Fault::bad_signature);

    // The operator makes an anonymous letter of one that was signed.
    CHECK(open_letter(ben, Letter{.sealed = letter.sealed}).error() == Fault::bad_commitment);
}

TEST_CASE("a recipient can prove a text, and no other") {
    const Letter letter = letter_from_anna();
    OpenedLetter opened = open_letter(ben, letter).value();
    CHECK(verify_disclosure(*letter.metadata, opened).has_value());
    opened.text += '!';
    CHECK(verify_disclosure(*letter.metadata, opened).error() == Fault::bad_commitment);
}
