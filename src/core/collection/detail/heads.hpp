// The tags of games as bytes: the number of the game's shape, then those of the values. A shape is
// a text with the numbers of the names, in their order: most games of a collection have the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/detail/bytes.hpp"
#include "collection/detail/string_table.hpp"
#include "collection/detail/text_table.hpp"
#include "collection/game_tape.hpp"

namespace kibitz::collection::detail {

class HeadWriter {
   public:
    // The values of the tags of the game that may be added next, and that these were all.
    void expect(std::string_view value) { strings_.expect(value); }
    void fetch_expected() { strings_.fetch_expected(); }
    // The tags of the next game.
    void add(const GameTape& game);
    // As if no game had been added; the memory stays.
    void clear() {
        strings_.clear();
        bytes_.clear();
        ends_.clear();
    }

    // Of all games, one behind the other, and where each ends.
    [[nodiscard]] const std::string& bytes() const { return bytes_; }
    [[nodiscard]] const std::vector<std::uint32_t>& ends() const { return ends_; }
    // Names, values and shapes.
    [[nodiscard]] const StringTable& strings() const { return strings_; }

   private:
    // Of the game at hand, whose names have been read.
    std::uint32_t number_of_shape(const GameTape& game);

    StringTable strings_;
    std::string bytes_;
    std::vector<std::uint32_t> ends_;
    std::string names_, values_;  // of the game at hand
    std::string last_names_;      // of the one before, and its shape
    std::uint32_t last_shape_ = 0;
};

// Reads the tags of games, as they are written since version 4, or as pairs of name and value.
enum class HeadCoding : std::uint8_t { pairs, shapes };

class HeadReader {
   public:
    // `strings` is the table of the texts.
    HeadReader(HeadCoding coding, std::string_view strings) : coding_(coding), strings_(strings) {}

    // Tells the numbers of name and value of each tag. False if the bytes make no sense.
    template <class Take>
    bool each_tag(std::string_view head, Take take) const {
        ByteReader values(head);
        if (coding_ == HeadCoding::pairs) {
            while (!values.at_end()) {
                const auto name = values.varint();
                const auto value = values.varint();
                if (!value) return false;
                take(*name, *value);
            }
            return true;
        }
        const auto shape = values.varint();
        const auto text = shape ? text_of(strings_, *shape) : std::nullopt;
        if (!text) return false;
        for (ByteReader names(*text); !names.at_end();) {
            const auto name = names.varint();
            const auto value = values.varint();
            if (!name || !value) return false;
            take(*name, *value);
        }
        return values.at_end();
    }

   private:
    HeadCoding coding_;
    std::string_view strings_;
};

}  // namespace kibitz::collection::detail
