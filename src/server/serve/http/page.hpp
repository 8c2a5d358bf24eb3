// The page (web/dist and the npm package, docs/web.md) as files in memory, and how a server hands
// them out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "net/server.hpp"

namespace kibitz::serve {

struct PageFile {
    std::string_view path;                // "/index.html"
    std::string_view type;                // as Content-Type
    std::string_view tag;                 // changes with the content
    bool is_named_after_content = false;  // so it may be kept for ever
    std::string_view content;
    // The content compressed, where that is smaller; else empty.
    std::string_view gzip{};
    std::string_view brotli{};
};

// What the build put into the program: nothing where it could not build the page. Ordered by path.
std::span<const PageFile> embedded_page();

// What a page may load, and who may load it.
enum class PagePolicy : std::uint8_t {
    own_page,     // scripts of its own only, and isolated, which the engine's threads need
    other_sites,  // a site that is not ours decides for itself
};

// The answer has the shortest form that the client takes, or says that it has the file already.
net::Response answer_with_file(const PageFile& file, const net::Request& request,
                               PagePolicy policy = PagePolicy::own_page);

// An answer in words, as a page of its own.
net::Response answer_in_words(int status, std::string_view title, std::string_view html);

// Refuses methods other than GET and HEAD.
std::optional<net::Response> refuse_method(const net::Request& request);

// The file for a path, where / stands for /index.html; null if there is none.
const PageFile* find_page_file(std::span<const PageFile> files, const std::string& path);

// Answers GET and HEAD with a file, in the shortest form that the client takes, or with words: no
// such page, no such method, or that the page was not built, where there are no files at all.
net::Response answer_with_page(std::span<const PageFile> files, const net::Request& request);

}  // namespace kibitz::serve
