# The browser's part: web/engine (a package for pages and Node) and web (the page), built with npm
# from what Wasm.cmake links. Each step runs when what it reads has changed.
#
# It needs Node 20 with npm and the packages for WebAssembly in cmake/packages.txt. Where they are
# missing the rest builds without it, a test says that it was left out, and so does `kibitz serve`.

set(web "${PROJECT_SOURCE_DIR}/web")
find_program(KIBITZ_NODE node)
find_program(KIBITZ_NPM npm)
find_program(KIBITZ_WASM_AR llvm-ar-19)
mark_as_advanced(KIBITZ_NODE KIBITZ_NPM KIBITZ_WASM_AR)

set(web_missing "")
if(KIBITZ_NODE AND KIBITZ_NPM)
    execute_process(COMMAND "${KIBITZ_NODE}" --version OUTPUT_VARIABLE node_version
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "^v" "" node_version "${node_version}")
    if(node_version VERSION_LESS 20)
        set(web_missing "Node 20 or later (this is ${node_version})")
    endif()
else()
    set(web_missing "Node 20 or later with npm")
endif()
if(NOT KIBITZ_WASM_AR OR NOT EXISTS /usr/include/wasm32-wasi)
    list(APPEND web_missing "the packages for WebAssembly in cmake/packages.txt")
endif()
if(web_missing)
    list(JOIN web_missing " and " web_missing)
    message(WARNING "The page is not built: that needs ${web_missing}")
    if(KIBITZ_TESTS)
        add_test(NAME web.left_out COMMAND "${CMAKE_COMMAND}" -E echo
            "SKIPPED: the page was not built and is not tested: that needs ${web_missing}")
        set_tests_properties(web.left_out PROPERTIES LABELS web SKIP_REGULAR_EXPRESSION "^SKIPPED")
    endif()
    return()
endif()

set(wasm_build "${PROJECT_SOURCE_DIR}/build/wasm")
file(GLOB_RECURSE wasm_sources CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/src/core/text/*" "${PROJECT_SOURCE_DIR}/src/core/chess/*"
    "${PROJECT_SOURCE_DIR}/src/core/engine/*" "${PROJECT_SOURCE_DIR}/src/core/explain/*"
    "${PROJECT_SOURCE_DIR}/src/core/classic/*" "${PROJECT_SOURCE_DIR}/src/core/endgames/*"
    "${PROJECT_SOURCE_DIR}/src/core/collection/*"
    "${PROJECT_SOURCE_DIR}/src/play/page_protocol/*" "${PROJECT_SOURCE_DIR}/src/play/players/people/*"
    "${PROJECT_SOURCE_DIR}/src/play/players/human/*" "${PROJECT_SOURCE_DIR}/src/play/wasm/*")
set(wasm_built "${PROJECT_BINARY_DIR}/web-wasm.stamp")
add_custom_command(OUTPUT "${wasm_built}"
    COMMAND "${CMAKE_COMMAND}" --preset wasm "-DKIBITZ_NETWORK=${KIBITZ_NETWORK}"
            "-DKIBITZ_PAGE_NETWORK=${KIBITZ_PAGE_NETWORK}"
    COMMAND sh -c "exec \"$1\" --build --preset wasm \${JOBS:+-j \$JOBS}" sh "${CMAKE_COMMAND}"
    COMMAND "${CMAKE_COMMAND}" -E copy_directory "${wasm_build}/web" "${web}/engine/wasm"
    COMMAND "${CMAKE_COMMAND}" -E touch "${wasm_built}"
    DEPENDS ${wasm_sources} "${network_file}" "${page_network_file}" "${move_model_file}"
            "${PROJECT_SOURCE_DIR}/cmake/Wasm.cmake"
            "${PROJECT_SOURCE_DIR}/cmake/wasm32-wasi.cmake"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    COMMENT "Building the WebAssembly modules" VERBATIM)

set(web_installed "${PROJECT_BINARY_DIR}/web-npm.stamp")
add_custom_command(OUTPUT "${web_installed}"
    COMMAND "${KIBITZ_NPM}" ci --silent --prefer-offline
    COMMAND "${CMAKE_COMMAND}" -E touch "${web_installed}"
    DEPENDS "${web}/package.json" "${web}/package-lock.json" "${web}/engine/package.json"
    WORKING_DIRECTORY "${web}"
    COMMENT "Installing the npm packages of web" VERBATIM)

file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS "${web}/src/*" "${web}/data/*" "${web}/engine/src/*"
    "${web}/public/*" "${web}/tools/build.mjs" "${web}/tools/letters-page.mjs"
    "${web}/tools/message-types.mjs" "${web}/tools/puzzle-pieces.mjs" "${web}/*.html"
    "${PROJECT_SOURCE_DIR}/tests/data/letters/words.txt"
    "${PROJECT_SOURCE_DIR}/characters/*.toml" "${PROJECT_SOURCE_DIR}/docs/api/*.json")
list(FILTER web_sources EXCLUDE REGEX "/generated/")
set(web_built "${PROJECT_BINARY_DIR}/web-page.stamp")
add_custom_command(OUTPUT "${web_built}"
    COMMAND "${KIBITZ_NODE}" tools/build.mjs
    COMMAND "${CMAKE_COMMAND}" -E touch "${web_built}"
    DEPENDS "${wasm_built}" "${web_installed}" ${web_sources} "${web}/tsconfig.json"
            "${web}/engine/tsconfig.json" "${web}/vite.config.mjs"
    WORKING_DIRECTORY "${web}"
    COMMENT "Building the page" VERBATIM)
add_custom_target(web ALL DEPENDS "${web_built}")

# Into the program, for `kibitz serve`.
set(page_folder "${PROJECT_BINARY_DIR}/generated/page")
add_custom_command(OUTPUT "${page_folder}/embedded_page.cpp" "${page_folder}/page.bin"
    COMMAND "${KIBITZ_NODE}" tools/pack.mjs "${page_folder}" "${network_file}"
    DEPENDS "${web_built}" "${web}/tools/pack.mjs" "${web}/tools/serve.mjs"
    WORKING_DIRECTORY "${web}"
    COMMENT "Packing the page for the program" VERBATIM)
target_sources(kibitz PRIVATE "${page_folder}/embedded_page.cpp")
set_source_files_properties("${page_folder}/embedded_page.cpp" PROPERTIES
    OBJECT_DEPENDS "${page_folder}/page.bin")

# One ctest entry for each file, as elsewhere.
if(KIBITZ_TESTS)
    file(GLOB web_tests CONFIGURE_DEPENDS "${web}/engine/test/*.test.mjs" "${web}/test/*.test.mjs")
    foreach(test IN LISTS web_tests)
        get_filename_component(name "${test}" NAME_WE)
        add_test(NAME web.${name} COMMAND "${web}/tools/run-test" "${test}" WORKING_DIRECTORY "${web}")
        # First, so that no core waits for a browser at the end.
        set_tests_properties(web.${name} PROPERTIES LABELS web TIMEOUT 600 COST 100
            ENVIRONMENT "KIBITZ=$<TARGET_FILE:kibitz>;NODE=${KIBITZ_NODE};NODE_OPTIONS=--experimental-websocket"
            SKIP_RETURN_CODE 77)
    endforeach()
    # Two hundred pictures.
    set_tests_properties(web.pictures PROPERTIES TIMEOUT 900)
    kibitz_leave_to_ci(web.pictures web.network web.points web.firefox web.source)
endif()
