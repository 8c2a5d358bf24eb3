// Power cuts for SQLite: a file system in between that knows what of each file has been synced,
// counts it, and can fail. A `kill -9` keeps what the system holds in memory; this does not.
//
// While a PowerCuts exists, every database of this process that is opened uses it.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/test.hpp"

namespace kibitz::test {

class PowerCuts {
   public:
    PowerCuts() : below_(sqlite3_vfs_find(nullptr)), vfs_(*below_) {
        only_ = this;
        vfs_.zName = "power cuts";
        vfs_.pNext = nullptr;
        vfs_.szOsFile = static_cast<int>(sizeof(File)) + below_->szOsFile;
        vfs_.pAppData = below_->pAppData;
        vfs_.xOpen = &open;
        vfs_.xDelete = &remove;
        REQUIRE(sqlite3_vfs_register(&vfs_, /*makeDflt=*/1) == SQLITE_OK);
    }
    ~PowerCuts() {
        sqlite3_vfs_unregister(&vfs_);
        sqlite3_vfs_register(below_, /*makeDflt=*/1);
        only_ = nullptr;
    }
    PowerCuts(const PowerCuts&) = delete;
    PowerCuts& operator=(const PowerCuts&) = delete;

    // Files with something that a power cut would take.
    [[nodiscard]] std::vector<std::string> unsynced() const {
        std::vector<std::string> names;
        for (const auto& [name, is_changed] : changed_)
            if (is_changed) names.push_back(std::filesystem::path(name).filename().string());
        return names;
    }
    [[nodiscard]] int syncs() const { return syncs_; }

    // Copies what is left of the folder if the power fails now and nothing was written on its own.
    void cut(const std::filesystem::path& folder, const std::filesystem::path& to) const {
        for (const auto& [name, content] : durable_)
            if (const std::filesystem::path path = name; path.parent_path() == folder)
                std::ofstream(to / path.filename(), std::ios::binary) << content;
    }

    // From the n-th sync or write on, counted from now; nothing ends that.
    void fail_syncs_after(int n) { syncs_left_ = n; }
    void fail_writes_after(int n) { writes_left_ = n; }
    void fail_no_more() { syncs_left_.reset(), writes_left_.reset(); }

   private:
    // SQLite gives the room for it, and for the file below behind it.
    struct File {
        sqlite3_file base;
        std::string* name;
        [[nodiscard]] sqlite3_file* below() { return reinterpret_cast<sqlite3_file*>(this + 1); }
    };
    static sqlite3_file* below(sqlite3_file* file) {
        return reinterpret_cast<File*>(file)->below();
    }
    static const std::string& name_of(sqlite3_file* file) {
        return *reinterpret_cast<File*>(file)->name;
    }
    static bool is_spent(std::optional<int>& left) { return left && (*left)-- <= 0; }

    static int open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out) {
        auto* const self = reinterpret_cast<File*>(file);
        self->base.pMethods = nullptr;
        const int result = only_->below_->xOpen(only_->below_, name, self->below(), flags, out);
        if (result != SQLITE_OK) return result;
        self->name = new std::string(name ? name : "");
        self->base.pMethods = &methods();
        return SQLITE_OK;
    }
    static int remove(sqlite3_vfs*, const char* name, int sync_folder) {
        only_->changed_.erase(name);
        if (sync_folder) only_->durable_.erase(name);
        return only_->below_->xDelete(only_->below_, name, sync_folder);
    }
    static int close(sqlite3_file* file) {
        delete reinterpret_cast<File*>(file)->name;
        return below(file)->pMethods->xClose(below(file));
    }
    static int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 at) {
        if (is_spent(only_->writes_left_)) return SQLITE_FULL;
        only_->changed_[name_of(file)] = true;
        return below(file)->pMethods->xWrite(below(file), data, size, at);
    }
    static int truncate(sqlite3_file* file, sqlite3_int64 size) {
        only_->changed_[name_of(file)] = true;
        return below(file)->pMethods->xTruncate(below(file), size);
    }
    static int sync(sqlite3_file* file, int flags) {
        if (is_spent(only_->syncs_left_)) return SQLITE_IOERR_FSYNC;
        ++only_->syncs_;
        const int result = below(file)->pMethods->xSync(below(file), flags);
        if (result != SQLITE_OK) return result;
        const std::string& name = name_of(file);
        std::ifstream content(name, std::ios::binary);
        only_->durable_[name].assign(std::istreambuf_iterator<char>(content), {});
        only_->changed_[name] = false;
        return SQLITE_OK;
    }

    static const sqlite3_io_methods& methods() {
        static const sqlite3_io_methods methods{
            .iVersion = 2,
            .xClose = &close,
            .xRead =
                [](sqlite3_file* f, void* to, int n, sqlite3_int64 at) {
                    return below(f)->pMethods->xRead(below(f), to, n, at);
                },
            .xWrite = &write,
            .xTruncate = &truncate,
            .xSync = &sync,
            .xFileSize =
                [](sqlite3_file* f, sqlite3_int64* size) {
                    return below(f)->pMethods->xFileSize(below(f), size);
                },
            .xLock = [](sqlite3_file* f,
                        int kind) { return below(f)->pMethods->xLock(below(f), kind); },
            .xUnlock = [](sqlite3_file* f,
                          int kind) { return below(f)->pMethods->xUnlock(below(f), kind); },
            .xCheckReservedLock =
                [](sqlite3_file* f, int* is_there) {
                    return below(f)->pMethods->xCheckReservedLock(below(f), is_there);
                },
            .xFileControl =
                [](sqlite3_file* f, int what, void* argument) {
                    return below(f)->pMethods->xFileControl(below(f), what, argument);
                },
            .xSectorSize =
                [](sqlite3_file* f) { return below(f)->pMethods->xSectorSize(below(f)); },
            .xDeviceCharacteristics =
                [](sqlite3_file* f) {
                    return below(f)->pMethods->xDeviceCharacteristics(below(f));
                },
            .xShmMap =
                [](sqlite3_file* f, int page, int size, int extend, void volatile** to) {
                    return below(f)->pMethods->xShmMap(below(f), page, size, extend, to);
                },
            .xShmLock =
                [](sqlite3_file* f, int offset, int n, int flags) {
                    return below(f)->pMethods->xShmLock(below(f), offset, n, flags);
                },
            .xShmBarrier = [](sqlite3_file* f) { below(f)->pMethods->xShmBarrier(below(f)); },
            .xShmUnmap = [](sqlite3_file* f,
                            int remove) { return below(f)->pMethods->xShmUnmap(below(f), remove); },
            .xFetch = nullptr,
            .xUnfetch = nullptr};
        return methods;
    }

    static inline PowerCuts* only_ = nullptr;
    sqlite3_vfs* below_;
    sqlite3_vfs vfs_;
    std::map<std::string, bool> changed_;
    std::map<std::string, std::string> durable_;
    int syncs_ = 0;
    std::optional<int> syncs_left_, writes_left_;
};

}  // namespace kibitz::test
