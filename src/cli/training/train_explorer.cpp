#include "cli/training/train_explorer.hpp"

#include <utility>

#include "cli/training/train_table.hpp"
#include "train/people/explorer_table.hpp"

namespace kibitz::cli {

int train_explorer(std::vector<std::string> words) {
    return train_table<train::ExplorerTableOptions>(
        std::move(words), "explorer",
        "Counts what people of each rating play, for the page's opening explorer; docs/web.md "
        "describes the table.",
        train::explorer_table);
}

}  // namespace kibitz::cli
