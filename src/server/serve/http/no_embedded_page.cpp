// The program `kibitz` has another definition where the page was built (cmake/Web.cmake), which the
// linker finds before it comes to this library.
#include "serve/http/page.hpp"

namespace kibitz::serve {

std::span<const PageFile> embedded_page() { return {}; }

}  // namespace kibitz::serve
