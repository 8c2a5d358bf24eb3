#include "cli/terminal/console.hpp"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cstdlib>
#include <string_view>
#include <vector>

#include "platform/windows_text.hpp"

namespace kibitz::cli {
namespace {

constexpr int standard_descriptors[] = {0, 1, 2};

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

UINT input_encoding = 0, output_encoding = 0;

// The console may go on to show other programs, which count on what they found.
void restore_encodings() {
    ::SetConsoleCP(input_encoding);
    ::SetConsoleOutputCP(output_encoding);
}

void use_utf8() {
    input_encoding = ::GetConsoleCP();
    output_encoding = ::GetConsoleOutputCP();
    if (input_encoding == 0 || output_encoding == 0) return;  // there is no console
    ::SetConsoleCP(CP_UTF8);
    ::SetConsoleOutputCP(CP_UTF8);
    std::atexit(restore_encodings);
}

// Colours and moves of the cursor: since Windows 10.
bool understands_escape_sequences(HANDLE console) {
    DWORD mode = 0;
    return ::GetConsoleMode(console, &mode) != 0 &&
           ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::vector<std::string> words_of_process() {
    std::vector<std::string> words;
    int count = 0;
    wchar_t** const texts = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    for (int i = 0; texts != nullptr && i < count; ++i) words.push_back(utf8_of(texts[i]));
    ::LocalFree(texts);
    return words;
}

}  // namespace

void prepare_console() {
    for (const int descriptor : standard_descriptors) ::_setmode(descriptor, _O_BINARY);
    use_utf8();
}

std::span<char*> command_line(int /*argc*/, char** /*argv*/) {
    static std::vector<std::string> words = words_of_process();
    static std::vector<char*> pointers;
    pointers.clear();
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return {pointers.data(), words.size()};
}

// Not _isatty(), for which NUL is a terminal as well.
bool is_terminal(int descriptor) {
    DWORD mode = 0;
    return ::GetConsoleMode(handle_of(descriptor), &mode) != 0;
}

std::optional<int> terminal_width(int descriptor) {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (::GetConsoleScreenBufferInfo(handle_of(descriptor), &info) == 0) return std::nullopt;
    return info.srWindow.Right - info.srWindow.Left + 1;
}

// Windows sets none of the variables, and its console shows UTF-8 as this program has set it.
std::string terminal_environment(const char* name) {
    if (std::string value = process_environment(name); !value.empty()) return value;
    const std::string_view variable = name;
    if (variable == "LANG") return "C.UTF-8";
    if (variable == "TERM" && understands_escape_sequences(handle_of(standard_output)))
        return "xterm-256color";
    return "";
}

}  // namespace kibitz::cli
