// Who asks for pages without a person in front of them: crawlers, programs that make previews of
// links, monitors and other programs that say so in the header User-Agent, and browsers that fetch
// pages in advance. They are no visitors.
#pragma once

#include <string_view>

namespace kibitz::experiments {

// The header User-Agent tells. Programs that claim to be a browser are not recognised by it.
bool is_crawler(std::string_view user_agent);
// The headers Sec-Purpose, or Purpose as it was called before, tell: the page is fetched in case
// that somebody will want it.
bool is_in_advance(std::string_view purpose);

}  // namespace kibitz::experiments
