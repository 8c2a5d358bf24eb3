#include "page_protocol/explaining/story_text.hpp"

#include "page_protocol/json_writer.hpp"

namespace kibitz::page_protocol {

std::string story_text(std::span<const explain::StorySentence> story, std::uint64_t nodes) {
    JsonWriter json;
    json.begin_object().member("move", "").member("depth", 0).member("nodes", nodes);
    json.key("story").begin_array();
    for (const explain::StorySentence& sentence : story) {
        json.begin_object().member("part", explain::to_string(sentence.part)).key("ply");
        if (sentence.move)
            json.value(*sentence.move);
        else
            json.null();
        json.member("text", sentence.text).end_object();
    }
    return json.end_array().end_object().take();
}

}  // namespace kibitz::page_protocol
