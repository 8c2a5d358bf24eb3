// In place of syzygy.cpp in a build without Fathom, the library that reads tablebases.
#include "platform/syzygy.hpp"

namespace kibitz {

namespace {

constexpr const char* reason = "this build of Kibitz has no tablebases";

}  // namespace

std::expected<SyzygyFiles, std::string> find_syzygy(const std::string& /*path*/) {
    return std::unexpected(reason);
}

std::expected<OpenedSyzygy, std::string> open_syzygy(const SyzygyFiles& /*files*/) {
    return std::unexpected(reason);
}

std::expected<OpenedSyzygy, std::string> open_syzygy(const std::string& /*path*/) {
    return std::unexpected(reason);
}

}  // namespace kibitz
