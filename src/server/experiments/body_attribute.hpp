// The attribute data-experiments on the body of a page, which style sheets and scripts read.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::experiments {

// The page with <body data-experiments="..."> in place of its body's tag. A page without a body's
// tag stays as it is, and so do tags in comments, scripts and styles.
std::string with_body_attribute(std::string_view html, std::string_view value);

}  // namespace kibitz::experiments
