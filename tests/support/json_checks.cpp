#include "support/json_checks.hpp"

doctest::String doctest::StringMaker<nlohmann::json>::convert(const nlohmann::json& value) {
    return value.dump().c_str();
}
