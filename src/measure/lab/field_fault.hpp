// What is wrong with a test that somebody wants to begin, and where they typed it.
#pragma once

#include <string>

namespace kibitz::lab {

struct FieldFault {
    // "limit", "engines.1.options", ... (test_form.hpp); empty: the form as a whole
    std::string field;
    std::string text;  // for people
};

}  // namespace kibitz::lab
