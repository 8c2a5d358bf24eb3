#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/letter/passphrase.hpp"

namespace kibitz::cli::letter_command {

namespace {

// What is typed is not shown while this lives.
class Silence {
   public:
    explicit Silence(int terminal) : terminal_(terminal) {
        is_on_ = ::tcgetattr(terminal, &before_) == 0;
        termios silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        is_on_ = is_on_ && ::tcsetattr(terminal, TCSAFLUSH, &silent) == 0;
    }
    ~Silence() {
        if (is_on_) ::tcsetattr(terminal_, TCSAFLUSH, &before_);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

    [[nodiscard]] bool is_on() const { return is_on_; }

   private:
    int terminal_;
    termios before_{};
    bool is_on_ = false;
};

std::expected<std::string, std::string> read_line(int terminal) {
    std::string line;
    for (char letter = 0; ::read(terminal, &letter, 1) == 1;) {
        if (letter == '\n') return line;
        line += letter;
    }
    return std::unexpected("no passphrase was typed");
}

}  // namespace

// From the terminal itself: standard input may be the text of a letter.
std::expected<std::string, std::string> hidden_line(const std::string& prompt) {
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0)
        return std::unexpected(
            "the key has a passphrase, and there is no terminal to ask for it at: set "
            "KIBITZ_LETTER_PASSPHRASE");
    const Silence silence(terminal);
    auto line = silence.is_on() && ::write(terminal, prompt.data(), prompt.size()) > 0
                    ? read_line(terminal)
                    : std::unexpected("the terminal does not hide what is typed");
    (void)!::write(terminal, "\n", 1);
    ::close(terminal);
    return line;
}

}  // namespace kibitz::cli::letter_command
