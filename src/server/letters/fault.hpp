// What can be wrong with a letter, a key or the words that stand for a key.
#pragma once

#include <cstdint>
#include <string_view>

namespace kibitz::letters {

enum class Fault : std::uint8_t {
    too_long,
    no_metadata,
    bad_metadata,
    unknown_version,
    bad_body_size,
    bad_key,
    wrong_sender,
    bad_signature,
    other_recipient,
    cannot_open,
    bad_commitment,
    bad_text,
    text_too_long,
    word_count,
    unknown_word,
    word_checksum,
    repeated,
};

// Programs compare these: stable names as docs/letters.md lists them.
constexpr std::string_view code(Fault fault) {
    switch (fault) {
        case Fault::too_long: return "tooLong";
        case Fault::no_metadata: return "noMetadata";
        case Fault::bad_metadata: return "badMetadata";
        case Fault::unknown_version: return "unknownVersion";
        case Fault::bad_body_size: return "badBodySize";
        case Fault::bad_key: return "badKey";
        case Fault::wrong_sender: return "wrongSender";
        case Fault::bad_signature: return "badSignature";
        case Fault::other_recipient: return "otherRecipient";
        case Fault::cannot_open: return "cannotOpen";
        case Fault::bad_commitment: return "badCommitment";
        case Fault::bad_text: return "badText";
        case Fault::text_too_long: return "textTooLong";
        case Fault::word_count: return "wordCount";
        case Fault::unknown_word: return "unknownWord";
        case Fault::word_checksum: return "wordChecksum";
        case Fault::repeated: return "repeated";
    }
    return "";
}

// People read these.
constexpr std::string_view to_string(Fault fault) {
    switch (fault) {
        case Fault::too_long: return "a letter has at most 8192 bytes";
        case Fault::no_metadata: return "the first line, which holds the metadata, has no end";
        case Fault::bad_metadata: return "the metadata is not written as the format demands";
        case Fault::unknown_version: return "this version of the format is not known here";
        case Fault::bad_body_size: return "the sealed part has a size that no letter has";
        case Fault::bad_key: return "this is not a public key, or its owner did not sign it";
        case Fault::wrong_sender: return "the sender's key does not belong to the sender's address";
        case Fault::bad_signature: return "the sender did not sign this letter";
        case Fault::other_recipient: return "the letter is addressed to somebody else";
        case Fault::cannot_open: return "the sealed part cannot be opened with this key";
        case Fault::bad_commitment:
            return "the sealed content does not belong to the metadata of this letter";
        case Fault::bad_text: return "the text is not UTF-8, or is not padded as it should be";
        case Fault::text_too_long: return "a text has at most 7000 bytes";
        case Fault::word_count: return "a key has 24 words";
        case Fault::unknown_word: return "one of the words is not in the list";
        case Fault::word_checksum:
            return "these words do not belong together: one is wrong, or two are exchanged";
        case Fault::repeated: return "this letter has been opened before";
    }
    return "";
}

}  // namespace kibitz::letters
