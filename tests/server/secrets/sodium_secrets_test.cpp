#include "secrets/sodium_secrets.hpp"

#include "support/test.hpp"

using namespace kibitz::secrets;

TEST_CASE("SHA-256, by the examples of FIPS 180-4") {
    const SodiumSecrets secrets("a key");
    CHECK(secrets.sha256_hex("abc") ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(secrets.sha256_hex("") ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("what is sealed can be read with the same key only, and unchanged only") {
    SodiumSecrets secrets("a key");
    const std::string sealed = secrets.seal("a pass hash");
    CHECK(!sealed.contains("pass"));
    CHECK(secrets.seal("a pass hash") != sealed);
    CHECK(SodiumSecrets("a key").unseal(sealed) == "a pass hash");
    CHECK(!SodiumSecrets("another key").unseal(sealed));
    std::string changed = sealed;
    changed.back() = changed.back() == '0' ? '1' : '0';
    CHECK(!secrets.unseal(changed));
    for (const char* text : {"", "00", "not hexadecimal"}) CHECK(!secrets.unseal(text));
    secrets.use_key("another key");
    CHECK(!secrets.unseal(sealed));
    secrets.use_key("a key");
    CHECK(secrets.unseal(sealed) == "a pass hash");
}

TEST_CASE("secrets are compared as a whole, and random bytes do not repeat") {
    SodiumSecrets secrets("a key");
    CHECK(secrets.are_equal("one", "one"));
    CHECK(!secrets.are_equal("one", "two"));
    CHECK(!secrets.are_equal("one", "ones"));
    CHECK(secrets.random(32).size() == 32);
    CHECK(secrets.random(32) != secrets.random(32));
}
