// Databases of games that several servers share by PostgreSQL: somebody publishes one, and each
// server has a copy in a folder of its own, in which it looks games up.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "store/game_store.hpp"

namespace kibitz::serve {

// It stands in addresses, and on the page: up to 40 letters, digits, - and _.
bool is_database_name(std::string_view text);

struct Published {
    std::size_t sent = 0;  // files that were not there as they are now
    std::size_t files = 0;
};
// What is in the folder is the database of that name from now on, in the database of PostgreSQL at
// the address. `told` is called before a file is sent, with how many have been.
std::expected<Published, std::string> publish_database(
    const std::string& folder, const std::string& address, const std::string& name,
    const std::function<void(const std::string& file, std::size_t sent)>& told);

// A copy that follows what is published, until it goes.
class SharedDatabase {
   public:
    // What is published is looked at no more often than that.
    static constexpr std::chrono::milliseconds usual_pause{10'000};

    // If the folder has a copy, it is brought up to date in the background, so that a server that
    // takes over does not wait for that. Otherwise it is filled first: an error if nothing of that
    // name was published, or it cannot be had.
    static std::expected<std::unique_ptr<SharedDatabase>, std::string> open(
        const std::string& address, const std::string& name, const std::string& folder,
        std::chrono::milliseconds pause = usual_pause);
    ~SharedDatabase();
    SharedDatabase(const SharedDatabase&) = delete;
    SharedDatabase& operator=(const SharedDatabase&) = delete;

    [[nodiscard]] const std::string& folder() const { return folder_; }

   private:
    SharedDatabase(std::unique_ptr<store::GameStore> store, std::string name, std::string folder)
        : store_(std::move(store)), name_(std::move(name)), folder_(std::move(folder)) {}

    std::expected<void, std::string> fill_folder();
    void know_folder();
    // Once; what cannot be had now stays as it is.
    std::expected<void, std::string> update();
    std::expected<void, std::string> fetch(const store::GameFile& file);
    void follow(std::chrono::milliseconds pause);

    const std::unique_ptr<store::GameStore> store_;
    const std::string name_, folder_;
    std::vector<store::GameFile> here_;  // what is in the folder
    std::mutex mutex_;                   // guards the next
    bool is_ending_ = false;
    std::condition_variable end_;
    std::thread follower_;  // last: it uses the rest
};

}  // namespace kibitz::serve
