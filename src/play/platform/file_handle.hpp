// FileHandle: a file open to be written, for what streams cannot promise: that the bytes are on the
// disk, that a file is new, that no other process writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

namespace kibitz {

class FileHandle {
   public:
    enum class Append : std::uint8_t {
        to_new_file,       // an error if there is one: std::errc::file_exists
        to_existing_file,  // an error if there is none
        to_any_file,       // makes the file if there is none
    };

    // Whatever is written goes to the end of the file. A new file gets the permissions, or the
    // usual ones.
    static std::expected<FileHandle, std::error_code> append(
        const std::filesystem::path& path, Append to,
        std::optional<std::filesystem::perms> permissions = std::nullopt);
    // An empty file, whatever was there. With no permissions given, a new one gets the usual ones.
    static std::expected<FileHandle, std::error_code> overwrite(
        const std::filesystem::path& path, std::optional<std::filesystem::perms> permissions);

    FileHandle(FileHandle&& other) noexcept;
    FileHandle& operator=(FileHandle&& other) noexcept;
    ~FileHandle();

    [[nodiscard]] bool is_open() const { return native_ != none; }  // not once it was moved from
    // Takes all of it, or returns an error.
    std::error_code write(std::span<const std::byte> bytes);
    std::error_code write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
    // Returns when the disk has it; at once for what is on no disk, such as a pipe.
    std::error_code flush_to_disk();
    std::error_code cut_to(std::uint64_t size);
    // Closes the file; the destructor does so too, and says nothing of errors.
    std::error_code close();

    // Returns when the disk has the names in the folder of this file: a new file, or a new name, is
    // found after a power cut only then.
    static std::error_code flush_folder_of(const std::filesystem::path& path);

    // Claims the file for this process for as long as it is open here. False if another process or
    // handle has claimed it, or if that cannot be found out. Nobody is kept from reading.
    bool claim();

   private:
    using Native = std::intptr_t;  // a file descriptor or a HANDLE
    static constexpr Native none = -1;

    explicit FileHandle(Native native) : native_(native) {}

    Native native_ = none;
};

}  // namespace kibitz
