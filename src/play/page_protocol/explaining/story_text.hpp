// The story of a game as JSON, for the page.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "explain/story.hpp"

namespace kibitz::page_protocol {

// {"move": "", "depth": 0, "nodes", "story": [{"part", "ply", "text"}]}: the ply is that of the
// move that the sentence tells of, from 0, or null.
std::string story_text(std::span<const explain::StorySentence> story, std::uint64_t nodes);

}  // namespace kibitz::page_protocol
