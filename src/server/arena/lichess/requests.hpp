// Requests of the Bot API of lichess, read and turned into those of the arena's own protocol.
#pragma once

#include <expected>
#include <map>
#include <string>
#include <string_view>

#include "arena/error_code.hpp"
#include "arena/fields.hpp"

namespace kibitz::arena::lichess {

// Fields of a request by their names: of "a=b&c=d", with its escapes, or of a JSON object, whose
// numbers and truths become texts. Empty where it is neither.
using Form = std::map<std::string, std::string, std::less<>>;
Form form_of(std::string_view text);
std::string value_of(const Form& form, std::string_view name);

// The challenge to that player, as the arena's protocol has it.
std::expected<Json, Refusal> challenge_request(const std::string& to, const Form& form);

// The status over HTTP that says what kind of refusal it is.
int status_of(std::string_view code);

}  // namespace kibitz::arena::lichess
