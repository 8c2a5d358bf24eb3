#include "collection/detail/heads.hpp"

namespace kibitz::collection::detail {

void HeadWriter::add(const GameTape& game) {
    names_.clear();
    values_.clear();
    game.each_tag([this](std::string_view name, std::string_view value) {
        append_text(names_, name);
        append_varint(values_, strings_.number_of(value));
    });
    append_varint(bytes_, number_of_shape(game));
    bytes_ += values_;
    ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
}

std::uint32_t HeadWriter::number_of_shape(const GameTape& game) {
    // It is nearly always that of the game before.
    if (ends_.empty() || names_ != last_names_) {
        std::string shape;
        game.each_tag([&](std::string_view name, std::string_view /*value*/) {
            append_varint(shape, strings_.number_of(name));
        });
        last_shape_ = strings_.number_of(shape);
        last_names_ = names_;
    }
    return last_shape_;
}

}  // namespace kibitz::collection::detail
