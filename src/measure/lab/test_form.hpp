// A test as somebody fills it in on the laboratory's page: fields of text, of which each is checked
// by itself, so that a fault is shown where it was typed. What comes of it are the options that
// `kibitz lab test` would have sent.
#pragma once

#include <expected>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lab/field_fault.hpp"
#include "lab/test_plan.hpp"

namespace kibitz::lab {

// The fields are texts; one that is missing is empty.
//     preset       a name of lab/test_presets.hpp; empty: none
//     engines      two, each with kind ("program": of the workers' folders; "player": that comes
//                  with Kibitz; "build": that the test sends along), program or build
//                  (lab/engine_build.hpp), name, and options, a line NAME=VALUE each
//     options      of both engines
//     limitKind    tc, st, nodes or depth; limit: its value, empty for the preset's
//     elo0, elo1   bounds of the sequential test in normalized Elo; rounds
//     openings     builtin, startpos, or file with bookName and book, its text
//     more         other options of `kibitz match`
//     reference    the speed that the time is meant for; "none": the same time everywhere
//     about, tag, mostWorkers, instructions, priority
std::expected<TestPlan, FieldFault> plan_of_form(const nlohmann::json& form);

}  // namespace kibitz::lab
