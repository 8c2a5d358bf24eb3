// What other parts of a server ask of the arena. The operator, who is outside, sends texts
// (operator/commands.hpp); inside one program questions and answers have types.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "arena/error_code.hpp"

namespace kibitz::arena {

class Arena;

// A player who has shown a public key of letters as theirs.
struct LetterName {
    std::string name;
    std::string signature;  // over the name, by the key
};

// Those who go by this key, by their names.
std::vector<LetterName> letter_names(const Arena& arena, const std::string& letter_key);
// Whether somebody who goes by one key has played with somebody who goes by the other, outside of
// contests.
bool have_played(const Arena& arena, const std::string& letter_key, const std::string& other_key);
// The name that the player with this token had first.
std::expected<std::string, Refusal> first_name_by_token(const Arena& arena,
                                                        const std::string& token_hash);

// The same from another thread than the arena's: each question waits for its answer.
class ArenaQueries {
   public:
    virtual ~ArenaQueries() = default;

    // Nobody, once the server goes down.
    virtual std::vector<LetterName> letter_names(const std::string& letter_key) = 0;
    // False once the server goes down.
    virtual bool have_played(const std::string& letter_key, const std::string& other_key) = 0;
    // The player's new token (Arena::recover_name).
    virtual std::expected<std::string, Refusal> recover_name(const std::string& letter_key,
                                                             const std::string& name) = 0;
};

}  // namespace kibitz::arena
