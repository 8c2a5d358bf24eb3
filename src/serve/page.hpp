// The page (web/dist and the npm package, docs/web.md) as files in memory, and how a server hands
// them out.
#pragma once

#include <span>
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

// Answers GET and HEAD with a file, in the shortest form that the client takes, or with words: no
// such page, no such method, or that the page was not built, where there are no files at all.
net::Response answer_with_page(std::span<const PageFile> files, const net::Request& request);

}  // namespace kibitz::serve
