// The site: what each address of the server answers.
//
//     /healthz           "ok" while the server runs
//     everything else    the page
#pragma once

#include "arena/net/server.hpp"

namespace kibitz::serve {

net::Handlers site_handlers();

}  // namespace kibitz::serve
