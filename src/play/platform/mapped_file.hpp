// MappedFile: a whole file in memory, read where it is looked at. Large ones cost nothing to open.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace kibitz {

class MappedFile {
   public:
    // On failure, and of an empty file, there are no bytes, and problem() says why.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
    [[nodiscard]] const std::string& problem() const { return problem_; }

   private:
    std::span<const std::byte> bytes_;
    std::string problem_;
};

}  // namespace kibitz
