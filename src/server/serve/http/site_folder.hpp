// `kibitz serve --site FOLDER`: a site of somebody's own in place of the page, in one or more
// versions. A folder with a page index.html is the site itself, unless it has a folder base: then,
// or without such a page, every top-level folder is a version of the whole site and is found by
// itself.
//
// The files are read into memory. The folder may be a link to one generation of the site: once it
// points at another (kibitz experiment upload), that one is served, whole, within a second.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serve/http/page.hpp"

namespace kibitz::serve {

// One generation of a site.
struct SiteFiles {
    static constexpr std::uintmax_t most_bytes = 512U << 20U;

    // Whether the folders are versions; otherwise the only one is the whole site, called base.
    bool has_versions = true;
    std::vector<std::string> folders;  // by name
    std::map<std::string, std::vector<PageFile>, std::less<>> files;
    std::deque<std::string> texts;  // what the files point at
};

// The error names the folder and what is wrong.
std::expected<std::shared_ptr<const SiteFiles>, std::string> read_site(
    const std::filesystem::path& folder);

class SiteFolder {
   public:
    static std::expected<std::unique_ptr<SiteFolder>, std::string> open(const std::string& folder);

    [[nodiscard]] std::shared_ptr<const SiteFiles> files() const;
    // Reads the files again. If that fails, what is served stays, and the log says why.
    void reload();

   private:
    SiteFolder(std::filesystem::path folder, std::shared_ptr<const SiteFiles> files);
    void watch(const std::stop_token& end);

    const std::filesystem::path folder_;
    mutable std::mutex mutex_;
    std::shared_ptr<const SiteFiles> files_;
    std::filesystem::path target_;  // what the folder, if it is a link, points at
    std::jthread thread_;           // the last: it uses the others
};

}  // namespace kibitz::serve
