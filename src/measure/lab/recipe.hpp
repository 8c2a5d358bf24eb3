// Recipe: how an engine is built from its source, and how its benchmark shows that it is the right
// one. An engine's author writes it once, as TOML:
//
//     name = "tiny"
//     repository = "../tiny"               # of git; a path is meant from the recipe's folder
//     build = "make -j $JOBS"              # run by sh in the source's folder
//     program = "tiny"                     # the file that results
//     bench = "bench"                      # the program's words for its benchmark
//     signature = "Nodes searched : {}"    # how the line with its node count looks
//
//     [files]                              # to be added to the source, such as a network
//     "src/tiny.nnue" = "networks/tiny.nnue"
#pragma once

#include <expected>
#include <map>
#include <string>
#include <string_view>

namespace kibitz::lab {

struct Recipe {
    std::string name;
    std::string repository{};  // empty: the operator says where it is
    std::string build;
    std::string program;
    std::string bench{};  // empty: there is no benchmark
    std::string signature{};
    std::map<std::string, std::string> files{};  // where in the source, and what
};

// The error names the line, or the key that is missing, wrong or unknown.
std::expected<Recipe, std::string> read_recipe(std::string_view text);

}  // namespace kibitz::lab
