// What the page does for the module.
#pragma once

#ifdef __wasm__
#define KIBITZ_IMPORT(name) __attribute__((import_module("env"), import_name(#name)))
#else
#define KIBITZ_IMPORT(name)
#endif

extern "C" {
// Milliseconds, monotonic.
KIBITZ_IMPORT(page_now) double page_now();
// A principal variation as JSON, ended by a zero byte, valid during the call.
KIBITZ_IMPORT(page_info) void page_info(const char* json);
// How many nodes a player without lines of its own has made so far.
KIBITZ_IMPORT(page_nodes) void page_nodes(double nodes);
}
