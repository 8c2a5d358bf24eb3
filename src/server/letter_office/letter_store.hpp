// LetterStore: what the rules of letters need of the place where letters wait until their
// recipients have fetched them.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace kibitz::letters {

struct StoredLetter {
    std::int64_t number = 0;  // in the order of arrival; never used twice
    std::string id, from, to;
    std::chrono::sys_seconds arrived{};
    std::string file{};
    bool is_first = false;  // nothing was written between the two before; not read back
};

// A letter that its recipient has shown to the operator.
struct LetterReport {
    std::int64_t number = 0;  // never used twice
    std::string letter, from, to;
    std::chrono::sys_seconds written{}, reported{};
    std::string text{}, note{};  // of the letter, and what the recipient says about it
};

// Errors say in words what went wrong. What is deleted is overwritten. Used by one thread at a
// time.
class LetterStore {
   public:
    template <class T>
    using Result = std::expected<T, std::string>;

    virtual ~LetterStore() = default;

    // Changes from begin() on are stored together by commit(), which is true if there were any. If
    // it fails, none of them is. Without begin(), each change is stored at once.
    virtual Result<void> begin() = 0;
    virtual Result<bool> commit() = 0;

    // This is the key of the person with this address, whose mailbox is opened with it.
    virtual Result<void> keep_key(const std::string& address, const std::string& key,
                                  std::chrono::sys_seconds now) = 0;
    // When that was; long ago if it was not kept yet at the time.
    virtual Result<std::chrono::sys_seconds> opened(const std::string& address) = 0;
    // Whose letters the person takes, in words of the caller; empty if they have not said it.
    virtual Result<void> keep_policy(const std::string& address, const std::string& policy) = 0;
    virtual Result<std::string> policy_of(const std::string& address) = 0;
    virtual Result<std::optional<std::string>> key_of(const std::string& address) = 0;

    // False if a letter of this name was added before, even if it has been deleted since.
    virtual Result<bool> add(const StoredLetter& letter) = 0;
    // Returns those to an address after a number, oldest first, without their files.
    virtual Result<std::vector<StoredLetter>> letters_to(const std::string& address,
                                                         std::int64_t after, int most) = 0;
    virtual Result<std::optional<StoredLetter>> find(const std::string& id) = 0;
    virtual Result<void> remove(const std::string& id) = 0;
    // Deletes letters that came before `letters` and reports of that time, and the names of letters
    // that came before `names`.
    virtual Result<void> forget(std::chrono::sys_seconds letters,
                                std::chrono::sys_seconds names) = 0;

    virtual Result<int> count_to(const std::string& address) = 0;
    virtual Result<int> count_between(const std::string& from, const std::string& to) = 0;
    // Letters added since then, those that were deleted included.
    virtual Result<int> count_sent(const std::string& from, std::chrono::sys_seconds since) = 0;
    // The same of those to people with whom nothing had been written before.
    virtual Result<int> count_first(const std::string& from, std::chrono::sys_seconds since) = 0;
    // Whether `from` has ever written to `to`.
    virtual Result<bool> has_written(const std::string& from, const std::string& to) = 0;

    virtual Result<void> block(const std::string& owner, const std::string& other, bool is_on) = 0;
    virtual Result<bool> is_blocked(const std::string& owner, const std::string& other) = 0;

    // False if there is a report of this letter. The number is given here.
    virtual Result<bool> add_report(const LetterReport& report) = 0;
    virtual Result<std::vector<LetterReport>> reports() = 0;  // oldest first
    // False if there is none of this number.
    virtual Result<bool> remove_report(std::int64_t number) = 0;
    virtual Result<int> count_reports() = 0;
    virtual Result<int> count_reports_by(const std::string& address) = 0;

    // Writes all that is there now, and nothing that was deleted, into a new file; the number of
    // letters. store::open_letter_store() opens it.
    virtual Result<int> copy_to(const std::string& path) = 0;
};

}  // namespace kibitz::letters
