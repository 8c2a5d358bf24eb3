# Tests, run by ctest:
#
#   tests/<wing>/<module>/*.cpp   doctest. One program test_<module>, one ctest entry <module>.<file> for
#                          each file (less _test), labelled <module>. A file named ..._slow.cpp or
#                          ..._threads.cpp also gets the label slow or threads: slow ones are
#                          left out of sanitizer runs in CI, and the thread sanitizer runs only the
#                          threads ones.
#   fuzz/<name>.cpp        fuzz targets, linked with the modules they include. In the fuzz preset,
#                          fuzz_<name> fuzzes for KIBITZ_FUZZ_SECONDS; in all others, replay_<name>
#                          runs the saved inputs in fuzz/corpus/<name>. Label fuzz.
#   tests/programs/*.cpp   programs that tests run, found by kibitz::test::program(name).
#   tests/build/*.sh       tests of the build itself. Label build.
#   tests/examples/*_test.py   the program and the bots in examples/ as their users run them. Label
#                          examples. They need Python and the packages in cmake/packages.txt.

set(KIBITZ_FUZZ_SECONDS 10 CACHE STRING "How long ctest runs each fuzz target")
set(KIBITZ_TEST_SECONDS 300 CACHE STRING "How long a test of a module may take; more for an emulated processor")

# kibitz_leave_to_ci(<test>...): tests that take minutes for what few changes break get the label ci. ./test
# leaves them to .ci/run, and says so, unless it is given arguments.
function(kibitz_leave_to_ci)
    foreach(name IN LISTS ARGN)
        if(TEST ${name})
            set_property(TEST ${name} APPEND PROPERTY LABELS ci)
        endif()
    endforeach()
endfunction()

# Tests print what is wrong and leave; a skipped one returns this (tests/support/main.cpp).
set(skip_code 77)

# What tests do is done by the modules, which are optimised. Their own code is compiled for the quickest build,
# but for modules whose functions are inline or constexpr, so that they end up in the test,
# and for tests that compute much themselves.
set(tests_that_compute chess engine explain statistics)
set(sources_that_compute "${PROJECT_SOURCE_DIR}/tests/measure/train/learner_test.cpp")

# Headers that most tests of a module include, directly or not, are parsed once for all of them.
set(precompiled_arena arena/three_players.hpp)
set(precompiled_cli cli/command_child.hpp)
set(precompiled_experiments experiments/records.hpp nlohmann/json.hpp)
set(precompiled_lab lab/tried_lab.hpp)
set(precompiled_lab_net lab_net/running_gate.hpp)
set(precompiled_ledger ledger/two_clubs.hpp)
set(precompiled_match match/fake_match.hpp nlohmann/json.hpp)
set(precompiled_serve serve/running_arena.hpp)
set(precompiled_store store/store_checks.hpp)

function(kibitz_compile_tests module)
    if(NOT KIBITZ_BATCHES)
        return()
    endif()
    if(module IN_LIST tests_that_compute)
        target_compile_options(test_${module} PRIVATE -O1)
    else()
        target_compile_options(test_${module} PRIVATE -O0)
    endif()
    # Inline functions of JSON, strings and the like are in the tests as in the modules. The linker keeps the first,
    # and a module would be slow if that were a test's: so the module and those below it come first, whole.
    # (Not that of WebAssembly, which has an allocator that wraps another's.)
    if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND NOT module STREQUAL "wasm")
        get_target_property(below kibitz_${module} LINK_LIBRARIES)
        list(FILTER below INCLUDE REGEX "^kibitz_")
        set(first "")
        foreach(library IN LISTS below ITEMS kibitz_${module})
            get_target_property(kind ${library} TYPE)
            if(kind STREQUAL "STATIC_LIBRARY")
                list(APPEND first "$<TARGET_FILE:${library}>")
            endif()
        endforeach()
        target_link_options(test_${module} PRIVATE LINKER:--whole-archive ${first} LINKER:--no-whole-archive)
    endif()
    list(TRANSFORM precompiled_${module} REPLACE "(.+)" "<\\1>" OUTPUT_VARIABLE headers)
    kibitz_parse_once(test_${module} "${PROJECT_SOURCE_DIR}/tests/support/test.hpp" ${headers})
endfunction()

if(NOT KIBITZ_LIBRARY_ONLY)
    if(KIBITZ_BATCHES)  # Headers parsed without optimisation are of no use for them.
        set_source_files_properties(${sources_that_compute} PROPERTIES
            COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
    endif()
    find_package(doctest REQUIRED)
    add_custom_target(thread_tests)  # the programs of tests labelled threads

    add_library(kibitz_test_support STATIC tests/support/main.cpp tests/support/json_checks.cpp)
    target_include_directories(kibitz_test_support PUBLIC tests tests/core tests/play tests/measure tests/server)
    target_link_libraries(kibitz_test_support PUBLIC doctest::doctest kibitz_chess)  # random.hpp needs the rules
    target_compile_definitions(kibitz_test_support PRIVATE
        KIBITZ_SOURCE_DIR="${PROJECT_SOURCE_DIR}" KIBITZ_BINARY_DIR="${PROJECT_BINARY_DIR}")

    file(GLOB program_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/programs/*.cpp")
    foreach(source IN LISTS program_sources)
        get_filename_component(name "${source}" NAME_WE)
        add_executable(${name} "${source}")
        target_link_libraries(${name} PRIVATE kibitz_chess)
        add_dependencies(kibitz_test_support ${name})  # so that tests built alone find it
    endforeach()

    get_property(layers GLOBAL PROPERTY KIBITZ_LAYERS)
    foreach(layer IN LISTS layers)
        string(REGEX REPLACE ":.*" "" folder "${layer}")
        cmake_path(GET folder FILENAME module)
        file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
        if(NOT sources OR NOT TARGET kibitz_${module})
            continue()
        endif()
        if(module STREQUAL "cli" AND NOT (KIBITZ_SERVER AND KIBITZ_MEASURE AND KIBITZ_TRAINING))
            continue()  # they use all commands
        endif()
        if(module STREQUAL "unpack" AND NOT KIBITZ_UNPACK)
            continue()
        endif()
        add_executable(test_${module} ${sources})
        target_link_libraries(test_${module} PRIVATE kibitz_test_support kibitz_${module})
        kibitz_compile_tests(${module})
        get_property(libraries GLOBAL PROPERTY KIBITZ_TEST_LIBRARIES_${module})
        foreach(library IN LISTS libraries)
            kibitz_library(${library} imported)
            target_link_libraries(test_${module} PRIVATE ${imported})
        endforeach()
        foreach(source IN LISTS sources)
            file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}/tests/${folder}" "${source}")
            string(REGEX REPLACE "(_test)?\\.cpp$" "" file "${path}")
            string(REPLACE "/" "." file "${file}")
            add_test(NAME ${module}.${file}
                     COMMAND test_${module} "--source-file=*tests/${folder}/${path}" --no-intro)
            set(labels ${module})
            if(file MATCHES "(^|[_.])(slow|threads)$")
                list(APPEND labels ${CMAKE_MATCH_2})
            endif()
            if("threads" IN_LIST labels)
                add_dependencies(thread_tests test_${module})
            endif()
            set_tests_properties(${module}.${file} PROPERTIES LABELS "${labels}"
                TIMEOUT ${KIBITZ_TEST_SECONDS} SKIP_RETURN_CODE ${skip_code})
            if("slow" IN_LIST labels)  # those first, so that no core waits for them at the end
                set_tests_properties(${module}.${file} PROPERTIES COST 50)
            endif()
            # What needs several cores, or looks at the clock, goes beside few others: it takes two places, and
            # never two such tests run at once. Each waits for the one before, and most of them wait for clocks, so
            # they come first, beside the tests of the page, which keep the cores busy.
            if("threads" IN_LIST labels)
                set_tests_properties(${module}.${file} PROPERTIES PROCESSORS 2 RESOURCE_LOCK threads COST 200)
            endif()
        endforeach()
    endforeach()

    file(GLOB fuzz_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/fuzz/*.cpp")
    list(REMOVE_ITEM fuzz_sources "${PROJECT_SOURCE_DIR}/fuzz/replay.cpp")
    if(NOT KIBITZ_FUZZ)
        add_library(kibitz_replay STATIC fuzz/replay.cpp)  # main() of the programs that run saved inputs
        target_compile_features(kibitz_replay PRIVATE cxx_std_23)
    endif()
    foreach(source IN LISTS fuzz_sources)
        get_filename_component(name "${source}" NAME_WE)
        string(REGEX REPLACE "_.*" "" module "${name}")
        if(NOT TARGET kibitz_${module})
            continue()
        endif()
        set(corpus "${PROJECT_SOURCE_DIR}/fuzz/corpus/${name}")
        if(KIBITZ_FUZZ)
            set(target fuzz_${name})
            add_executable(${target} "${source}")
            target_link_options(${target} PRIVATE -fsanitize=fuzzer)
            set(found "${PROJECT_BINARY_DIR}/corpus/${name}")
            file(MAKE_DIRECTORY "${found}")
            add_test(NAME fuzz.${name}
                     COMMAND ${target} -max_total_time=${KIBITZ_FUZZ_SECONDS} -timeout=10
                             -artifact_prefix=${PROJECT_BINARY_DIR}/crash-${name}-
                             "${found}" "${corpus}")
        else()
            set(target replay_${name})
            add_executable(${target} "${source}")
            target_link_libraries(${target} PRIVATE kibitz_replay)
            if(KIBITZ_BATCHES)
                target_compile_options(${target} PRIVATE -O0)
            endif()
            add_test(NAME fuzz.${name} COMMAND ${target} "${corpus}")
        endif()
        kibitz_link_included(${target} "${source}")
        target_include_directories(${target} PRIVATE tests tests/core tests/play tests/measure tests/server)
        set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT ${KIBITZ_TEST_SECONDS})
    endforeach()
endif()

# The build itself.
function(kibitz_build_test name)
    add_test(NAME build.${name} COMMAND ${ARGN})
    set_tests_properties(build.${name} PROPERTIES LABELS build TIMEOUT 300)
endfunction()

get_property(layers GLOBAL PROPERTY KIBITZ_LAYERS)
kibitz_build_test(layers "${PROJECT_SOURCE_DIR}/cmake/check-layers.sh" "${PROJECT_SOURCE_DIR}"
    ${layers})
kibitz_build_test(layers_check "${PROJECT_SOURCE_DIR}/tests/build/layers_test.sh"
    "${PROJECT_SOURCE_DIR}/cmake/check-layers.sh")
kibitz_build_test(networks "${PROJECT_SOURCE_DIR}/tests/build/networks_test.sh" "${PROJECT_SOURCE_DIR}")
kibitz_build_test(versions "${PROJECT_SOURCE_DIR}/tests/build/versions_test.sh" "${PROJECT_SOURCE_DIR}")
set_tests_properties(build.networks PROPERTIES SKIP_RETURN_CODE ${skip_code})
if(KIBITZ_CPU_PATHS AND KIBITZ_X86_64)
    kibitz_build_test(core_path "${PROJECT_SOURCE_DIR}/tests/build/core_path_test.sh"
        "${PROJECT_SOURCE_DIR}/cmake/link-core-path.sh" "${CMAKE_CXX_COMPILER}")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND KIBITZ_X86_64)
    kibitz_build_test(windows_core_path "${PROJECT_SOURCE_DIR}/tests/build/windows_core_path_test.sh"
        "${PROJECT_SOURCE_DIR}/cmake/rename-core-path.sh" "${CMAKE_CXX_COMPILER}")
endif()
if(NOT KIBITZ_SANITIZE AND KIBITZ_INSTALL)
    foreach(name embed own_chess)
        kibitz_build_test(${name} "${PROJECT_SOURCE_DIR}/tests/build/${name}_test.sh"
            "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}" "${CMAKE_CXX_COMPILER}")
        # Both install, which writes the public headers in the build tree.
        set_tests_properties(build.${name} PROPERTIES RESOURCE_LOCK public_headers)
    endforeach()
    kibitz_build_test(deepest_ply "${PROJECT_SOURCE_DIR}/tests/build/deepest_ply_test.sh"
        "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}" "${CMAKE_CXX_COMPILER}")
    # These compile the library once more.
    set_tests_properties(build.own_chess build.deepest_ply PROPERTIES TIMEOUT 1200 COST 50)
endif()

# Debian's own Python first: it has the packages.
find_program(KIBITZ_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(KIBITZ_PYTHON NAMES python3)
mark_as_advanced(KIBITZ_PYTHON)
if(TARGET kibitz)
    file(GLOB example_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/examples/*_test.py")
    foreach(test IN LISTS example_tests)
        get_filename_component(name "${test}" NAME_WE)
        string(REGEX REPLACE "_test$" "" name "${name}")
        if(KIBITZ_SANITIZE AND name STREQUAL your_engine)
            add_test(NAME examples.${name} COMMAND "${CMAKE_COMMAND}" -E echo
                "SKIPPED: programs built without sanitizers cannot be linked with a library built with them")
        elseif(KIBITZ_PYTHON)
            add_test(NAME examples.${name} COMMAND "${KIBITZ_PYTHON}" -B "${test}")
        else()
            add_test(NAME examples.${name} COMMAND "${CMAKE_COMMAND}" -E echo
                "SKIPPED: there is no Python")
        endif()
        set_tests_properties(examples.${name} PROPERTIES LABELS examples TIMEOUT 300
            ENVIRONMENT "KIBITZ=$<TARGET_FILE:kibitz>" SKIP_RETURN_CODE ${skip_code}
            SKIP_REGULAR_EXPRESSION "^SKIPPED")
    endforeach()
endif()

if(TEST examples.your_engine)  # it compiles ten engines one after the other
    set_tests_properties(examples.your_engine PROPERTIES TIMEOUT 1200 RESOURCE_LOCK public_headers)
endif()

# The pictures, Firefox and the packed source of the page are in Web.cmake's list.
kibitz_leave_to_ci(
    build.own_chess build.deepest_ply build.embed  # compile the library or the examples once more
    examples.your_engine         # compiles ten engines, and lets them play
    examples.letters_kept        # a hundred seconds of letters and kills
    cli.lab.lab_nats_slow lab_nats.cluster_slow  # brokers that are killed; arena and store have storms in virtual time
    cli.lab.late_engine_slow     # waits for engines
    cli.lab.lab_build_slow       # workers that compile engines and play whole tests with them
    lab.bad_machines_slow statistics.sprt_simulation_slow  # shorter forms of both are beside them
    players.levels_slow          # whole games of levels
    wasm.endgames_data)          # all tables of the drills beside Syzygy's; endgames.drills_slow plays by them

# Tests that wait for clocks, workers and databases more than they compute come first, for the same reason as those
# with threads.
foreach(name IN ITEMS cli.lab.lab_command_slow examples.packaging examples.bots examples.lichess_fronts
        examples.lichess_odd_sites store.postgres_store)
    if(TEST ${name})
        set_property(TEST ${name} PROPERTY COST 150)
    endif()
endforeach()
