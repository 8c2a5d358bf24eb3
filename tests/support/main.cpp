// The main function of every doctest program.
#define DOCTEST_CONFIG_IMPLEMENT
#include "support/test.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>

namespace kibitz::test {
namespace {

constexpr int skip_code = 77;  // as in cmake/Tests.cmake

int skips = 0;
unsigned cases_run = 0;

namespace fs = std::filesystem;

// Where this program and what it starts put temporary files. It goes with the program; those of
// programs that died are swept by the next one.
class Scratch {
   public:
    Scratch() {
        const fs::path all = fs::temp_directory_path();
        std::error_code ignored;
        for (const fs::directory_entry& entry : fs::directory_iterator(all, ignored)) {
            const std::string name = entry.path().filename();
            if (name.starts_with(prefix) && is_dead(name.substr(prefix.size())))
                fs::remove_all(entry.path(), ignored);
        }
        path_ = all / (std::string(prefix) + std::to_string(::getpid()));
        fs::create_directory(path_);
        ::setenv("TMPDIR", path_.c_str(), 1);
    }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

   private:
    // Nobody else's: what scripts make may begin with any number after "kibitz-test-".
    static constexpr std::string_view prefix = "kibitz-test-process-";

    static bool is_dead(const std::string& process) {
        const int id = std::atoi(process.c_str());
        return id > 0 && ::kill(id, 0) != 0 && errno == ESRCH;
    }

    fs::path path_;
};

// Counts the test cases that the filters let through.
struct Counter : doctest::IReporter {
    explicit Counter(const doctest::ContextOptions&) {}
    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& stats) override {
        cases_run = stats.numTestCasesPassingFilters;
    }
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("counter", 1, Counter);

}  // namespace

std::filesystem::path source_dir() { return KIBITZ_SOURCE_DIR; }

std::filesystem::path data_dir() {
    if (const char* given = std::getenv("KIBITZ_DATA_DIR")) return given;
    return source_dir() / ".." / "shared" / "data";
}

std::filesystem::path program(std::string_view name) {
    return std::filesystem::path(KIBITZ_BINARY_DIR) / name;
}

void skip(std::string_view reason) {
    std::cout << "skipped: " << reason << '\n';
    ++skips;
}

}  // namespace kibitz::test

int main(int argc, char** argv) {
    const kibitz::test::Scratch scratch;
    doctest::Context context(argc, argv);
    const int result = context.run();
    if (context.shouldExit()) return result;
    if (result == 0 && kibitz::test::cases_run == 0) {
        std::cerr << "no test case matches\n";
        return EXIT_FAILURE;
    }
    if (result == 0 && kibitz::test::skips > 0) return kibitz::test::skip_code;
    return result;
}
