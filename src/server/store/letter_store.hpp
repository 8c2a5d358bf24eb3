// The letters of a server in a database of its own: the arena's log never forgets, and this does.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "letter_office/letter_store.hpp"

namespace kibitz::store {

// The letters are in a file that is made where there is none; ":memory:" is one that is forgotten
// at the end.
std::expected<std::unique_ptr<letters::LetterStore>, std::string> open_letter_store(
    const std::string& path);

}  // namespace kibitz::store
