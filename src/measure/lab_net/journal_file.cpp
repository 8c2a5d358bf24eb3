#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <utility>

#include "lab_net/fact_journal.hpp"

namespace kibitz::lab_net {

namespace {

constexpr auto sync_interval = std::chrono::seconds(1);
constexpr mode_t for_owner = S_IRUSR | S_IWUSR;

class JournalFile final : public FactJournal {
   public:
    JournalFile(int descriptor, std::string path)
        : descriptor_(descriptor), path_(std::move(path)) {}
    ~JournalFile() override {
        ::fdatasync(descriptor_);
        ::close(descriptor_);
    }
    JournalFile(const JournalFile&) = delete;
    JournalFile& operator=(const JournalFile&) = delete;

    std::expected<Place, std::string> append(std::string_view fact) override;
    std::expected<std::string, std::string> read(Place place) override;
    std::expected<void, std::string> replay(
        const std::function<std::expected<void, std::string>(Place, std::string_view)>& take)
        override;

   private:
    [[nodiscard]] std::unexpected<std::string> failed() const {
        return std::unexpected(path_ + ": " + std::strerror(errno));
    }

    const int descriptor_;
    const std::string path_;
    Place end_ = 0;  // behind the last whole line
    std::chrono::steady_clock::time_point last_sync_{};
};

std::expected<FactJournal::Place, std::string> JournalFile::append(std::string_view fact) {
    const Place place = end_;
    const std::string line = std::string(fact) + "\n";
    for (std::string_view rest = line; !rest.empty();) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            const int why = errno;
            // What follows half a line would spoil it.
            if (::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) return failed();
            errno = why;
            return failed();
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    end_ += line.size();
    const auto now = std::chrono::steady_clock::now();
    if (now - last_sync_ >= sync_interval) {
        if (::fdatasync(descriptor_) != 0) return failed();
        last_sync_ = now;
    }
    return place;
}

std::expected<std::string, std::string> JournalFile::read(Place place) {
    std::ifstream stream(path_, std::ios::binary);
    std::string line;
    if (!stream.seekg(static_cast<std::streamoff>(place)) || !std::getline(stream, line))
        return std::unexpected(path_ + ": there is no fact at byte " + std::to_string(place));
    return line;
}

std::expected<void, std::string> JournalFile::replay(
    const std::function<std::expected<void, std::string>(Place, std::string_view)>& take) {
    std::ifstream stream(path_, std::ios::binary);
    if (!stream) return failed();
    end_ = 0;
    std::string line;
    while (std::getline(stream, line) && !stream.eof()) {
        if (auto taken = take(end_, line); !taken)
            return std::unexpected(path_ + ", byte " + std::to_string(end_) + ": " + taken.error());
        end_ += line.size() + 1;
    }
    if (::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) return failed();
    return {};
}

}  // namespace

OpenedJournal open_journal_file(const std::string& path) {
    const int descriptor =
        ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, for_owner);
    if (descriptor < 0) return std::unexpected(path + ": " + std::strerror(errno));
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        ::close(descriptor);
        return std::unexpected(path + ": another laboratory has this folder");
    }
    return std::make_unique<JournalFile>(descriptor, path);
}

}  // namespace kibitz::lab_net
