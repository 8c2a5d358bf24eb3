// Single values for Prometheus, in its text format.
#pragma once

#include <cstdint>
#include <string>

namespace kibitz::serve {

// What Prometheus wants to read before the values.
inline std::string metric_head(const std::string& name, const std::string& help,
                               const std::string& type) {
    return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
}

inline std::string metric_text(const std::string& name, const std::string& help,
                               const std::string& type, std::uint64_t value) {
    return metric_head(name, help, type) + name + " " + std::to_string(value) + "\n";
}
inline std::string gauge_text(const std::string& name, const std::string& help,
                              std::uint64_t value) {
    return metric_text(name, help, "gauge", value);
}
inline std::string counter_text(const std::string& name, const std::string& help,
                                std::uint64_t value) {
    return metric_text(name, help, "counter", value);
}

}  // namespace kibitz::serve
