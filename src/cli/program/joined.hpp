// The words of a command line as one text: the shell cuts a FEN that nobody quoted.
#pragma once

#include <span>
#include <string>

namespace kibitz::cli {

inline std::string joined(std::span<const std::string> words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace kibitz::cli
