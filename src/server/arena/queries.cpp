#include "arena/queries.hpp"

#include "arena/arena.hpp"
#include "arena/first_name.hpp"
#include "games/games.hpp"

namespace kibitz::arena {

std::vector<LetterName> letter_names(const Arena& arena, const std::string& letter_key) {
    std::vector<LetterName> names;
    for (const Account* account : arena.accounts().find_by_letter_key(letter_key))
        names.push_back({.name = account->name, .signature = account->letter_signature});
    return names;
}

bool have_played(const Arena& arena, const std::string& letter_key, const std::string& other_key) {
    const Accounts& accounts = arena.accounts();
    for (const Account* one : accounts.find_by_letter_key(letter_key))
        for (const Account* other : accounts.find_by_letter_key(other_key))
            for (const games::Rules* rules : games::all())
                if (arena.hall().meetings(rules->name(), /*contest=*/"", one->name, other->name) >
                    0)
                    return true;
    return false;
}

std::expected<std::string, Refusal> first_name_by_token(const Arena& arena,
                                                        const std::string& token_hash) {
    const Account* const account =
        token_hash.empty() ? nullptr : arena.accounts().find_by_token_hash(token_hash);
    if (!account) return refuse(ErrorCode::unknown_token, "that token is nobody's");
    return first_name(arena.accounts().renames(), account->name);
}

}  // namespace kibitz::arena
