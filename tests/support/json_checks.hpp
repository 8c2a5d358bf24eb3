// Checks of JSON: what comparing and printing it needs is made once where this is parsed once
// (cmake/Tests.cmake).
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "support/test.hpp"

// Defined in json_checks.cpp.
template <>
struct doctest::StringMaker<nlohmann::json> {
    static String convert(const nlohmann::json& value);
};

namespace kibitz::test {

// The standard library asks this of each algorithm that compares values, and for JSON the answer
// takes the compiler half a second.
static_assert(
    std::is_invocable_v<std::ranges::equal_to&, nlohmann::json&, nlohmann::json&> &&
    std::is_invocable_v<std::ranges::equal_to&, const nlohmann::json&, nlohmann::json&> &&
    std::is_invocable_v<std::ranges::equal_to&, nlohmann::json&, const nlohmann::json&> &&
    std::is_invocable_v<std::ranges::equal_to&, const nlohmann::json&, const nlohmann::json&>);

}  // namespace kibitz::test
