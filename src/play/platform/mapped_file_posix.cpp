#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "platform/mapped_file.hpp"

namespace kibitz {

MappedFile::MappedFile(const std::filesystem::path& path) {
    const int file =
        open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe must not block
    struct stat status{};
    if (file < 0 || fstat(file, &status) != 0) {
        problem_ = std::strerror(errno);
    } else if (!S_ISREG(status.st_mode) || status.st_size == 0) {
        problem_ = S_ISREG(status.st_mode) ? "empty" : "not a file";
    } else {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* const data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (data == MAP_FAILED)
            problem_ = std::strerror(errno);
        else
            bytes_ = {static_cast<const std::byte*>(data), size};
    }
    if (file >= 0) close(file);
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace kibitz
