// How the C functions that a page calls take and give: texts in UTF-8 that end with a zero byte.
// An answer is JSON, an object; one that has the member "error" says in words what was wrong, and
// where a text could not be read, its member "fault" says it for translations
// (page_protocol/text_error.hpp). It is valid until the next call.
#pragma once

#include <string>
#include <string_view>

#include "page_protocol/json_writer.hpp"
#include "page_protocol/text_error.hpp"

#ifdef __wasm__
#define KIBITZ_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define KIBITZ_EXPORT(name) extern "C"
#endif

namespace kibitz::wasm {

using namespace page_protocol;  // what the texts and the JSON are made with

// Keeps the text for the caller.
const char* answer(std::string text);
const char* answer_error(std::string_view words);
const char* answer_error(const TextError& error);

}  // namespace kibitz::wasm
