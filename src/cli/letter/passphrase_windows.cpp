#include <conio.h>

#include "cli/letter/passphrase.hpp"

namespace kibitz::cli::letter_command {

// From the console itself: standard input may be the text of a letter.
std::expected<std::string, std::string> hidden_line(const std::string& prompt) {
    constexpr int backspace = '\b', interrupt = 3;
    _cputs(prompt.c_str());
    std::string line;
    for (int letter = _getch(); letter != '\r' && letter != '\n'; letter = _getch()) {
        if (letter == interrupt || letter < 0) return std::unexpected("no passphrase was typed");
        if (letter != backspace)
            line += static_cast<char>(letter);
        else if (!line.empty())
            line.pop_back();
    }
    _cputs("\r\n");
    return line;
}

}  // namespace kibitz::cli::letter_command
