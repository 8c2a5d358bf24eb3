// FileDisk: the file of a journal as the system has it.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>

#include "journal/journal_disk.hpp"
#include "platform/file_handle.hpp"
#include "platform/files.hpp"

namespace kibitz {

class FileDisk final : public JournalDisk {
   public:
    static std::expected<std::unique_ptr<FileDisk>, std::error_code> open(
        const std::filesystem::path& path, FileHandle::Append to, FileAccess access);

    // False if another has claimed the file.
    bool claim() { return file_.claim(); }

    std::error_code append(std::string_view text) override { return file_.write(text); }
    std::error_code cut_to(std::uint64_t size) override { return file_.cut_to(size); }
    std::error_code sync() override;
    std::error_code replace(std::string_view text) override;

   private:
    FileDisk(FileHandle file, std::filesystem::path path, FileAccess access)
        : file_(std::move(file)), path_(std::move(path)), access_(access) {}

    FileHandle file_;
    std::filesystem::path path_;
    FileAccess access_;
    bool is_named_on_disk_ = false;  // its name in the folder is sure to outlive a power cut
};

}  // namespace kibitz
