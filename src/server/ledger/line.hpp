// A fact as a line of text, and the chain that the lines make (docs/ledger.md). A line is JSON with
// its fields in the order of their names and without spaces, so that the same fact is the same
// bytes; readers take these bytes and no others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/facts.hpp"

namespace kibitz::ledger {

// What a line is named by: SHA-256 of its bytes, as 64 hexadecimal digits.
using Hash = std::string;
inline constexpr std::size_t hash_digits = 64;
// What the first line names as the one before it.
inline Hash no_hash() { return Hash(hash_digits, '0'); }

// {"action":"grant","details":{"amount":5,"to":3},"number":1,"previous":"0...","reference":"",
// "time":1498910400000}
std::string to_line(const Entry& entry, std::string_view previous);
// The action and its details alone.
std::string to_text(const Fact& fact);
// What the player signs (signers.hpp): the purpose, so that the signature is good for nothing else,
// and the fact with the hash of the line that it follows and their own reference.
std::string to_signed_text(const Fact& fact, std::string_view follows, std::string_view reference);
// Nothing if it is not such a text.
std::optional<Fact> read_fact(std::string_view text);

struct ReadLine {
    Entry entry;
    Hash previous;
};
// The error is how many bytes were right.
std::expected<ReadLine, std::size_t> read_line(std::string_view line);

// The last line of a file, which says how many facts there are and which the last one is. `check`
// is the hash of the text without it.
std::string to_end_line(std::int64_t facts, std::string_view head, std::string_view check);
// What the check is the hash of.
std::string end_text(std::int64_t facts, std::string_view head);
struct EndLine {
    std::int64_t facts = 0;
    Hash head, check;
};
std::expected<EndLine, std::size_t> read_end_line(std::string_view line);

}  // namespace kibitz::ledger
