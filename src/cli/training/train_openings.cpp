#include "cli/training/train_openings.hpp"

#include <utility>

#include "cli/training/train_table.hpp"
#include "train/people/opening_table.hpp"

namespace kibitz::cli {

int train_openings(std::vector<std::string> words) {
    return train_table<train::OpeningTableOptions>(
        std::move(words), "openings",
        "Counts what people of each rating open with; docs/players.md explains it.",
        train::opening_table);
}

}  // namespace kibitz::cli
