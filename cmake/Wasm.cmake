# The modules that a browser runs, linked from the C interface in src/play/wasm:
#
#   kibitz-rules.wasm    positions and games; small, for the page's own thread
#   kibitz-single.wasm   the engine on one thread
#   kibitz-threads.wasm  the engine over shared memory, one instance for each thread
#   kibitz-endgames.wasm tables of endings with few men, for a worker of their own
#   kibitz-database.wasm a person's own games, for a worker of their own
#   kibitz.nnue          the page's network (EmbeddedNetwork.cmake) for both engines, loaded by itself
#   kibitz-large.nnue    the program's network, loaded later
#   people.moves         the move model, loaded when a player that needs it is to move
#
# All in build/<preset>/web.

set(wasm_folder "${PROJECT_BINARY_DIR}/web")
configure_file("${page_network_file}" "${wasm_folder}/kibitz.nnue" COPYONLY)
configure_file("${network_file}" "${wasm_folder}/kibitz-large.nnue" COPYONLY)
configure_file("${move_model_file}" "${wasm_folder}/people.moves" COPYONLY)
# Deep searches need more than the 64 KB that the linker gives; below the data, an overflow traps.
set(wasm_stack_bytes 1048576)
set(wasm_initial_bytes 16777216)
set(wasm_most_bytes 268435456)
# A million games take 225 bytes each, and while a segment is made or stored it is there twice.
set(wasm_most_database_bytes 1073741824)

# What takes little time beside the searches that it asks for, but is downloaded.
target_compile_options(kibitz_explain PRIVATE -Oz)
target_compile_options(kibitz_classic PRIVATE -O2)
target_compile_options(kibitz_endgames PRIVATE -O2)
target_compile_options(kibitz_collection PRIVATE -O2)

# kibitz_wasm_objects(<name> <folder of src/play>...): what several modules have in common, compiled once.
function(kibitz_wasm_objects name)
    set(sources "")
    foreach(part IN LISTS ARGN)
        file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/play/${part}/*.cpp")
        list(APPEND sources ${found})
    endforeach()
    add_library(${name} OBJECT ${sources})
    target_compile_options(${name} PRIVATE -Oz)
    kibitz_batch(${name})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src/play")
    target_link_libraries(${name} PUBLIC kibitz_text kibitz_explain kibitz_classic)
endfunction()

kibitz_wasm_objects(kibitz_wasm_interface wasm page_protocol page_protocol/explaining)
kibitz_wasm_objects(kibitz_wasm_rules wasm/rules)
kibitz_wasm_objects(kibitz_wasm_endgames wasm/endgames)
target_link_libraries(kibitz_wasm_endgames PUBLIC kibitz_endgames)
kibitz_wasm_objects(kibitz_wasm_database page_protocol/games wasm/database)
target_link_libraries(kibitz_wasm_database PUBLIC kibitz_collection)
kibitz_wasm_objects(kibitz_wasm_thinking players/human players/people page_protocol/thinking wasm/thinking)
kibitz_wasm_objects(kibitz_wasm_threads wasm/threads)

function(kibitz_wasm_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PARTS;OPTIONS")
    add_executable(${name})
    target_link_libraries(${name} PRIVATE kibitz_wasm_interface ${arg_PARTS})
    # -O0 concerns the link alone: where Binaryen is installed, clang would else have its wasm-opt work
    # on the module, which inlines what src/play/wasm/thinking/sleep.hpp needs to be a function. (The option
    # --no-wasm-opt makes clang 19 print nothing and link nothing.)
    target_link_options(${name} PRIVATE -mexec-model=reactor -O0 -Wl,--strip-all
        -Wl,-z,stack-size=${wasm_stack_bytes},--stack-first ${arg_OPTIONS})
    set_target_properties(${name} PROPERTIES SUFFIX .wasm LINKER_LANGUAGE CXX
        RUNTIME_OUTPUT_DIRECTORY "${wasm_folder}")
endfunction()

kibitz_wasm_program(kibitz-rules PARTS kibitz_wasm_rules)
kibitz_wasm_program(kibitz-endgames PARTS kibitz_wasm_endgames OPTIONS -Wl,--max-memory=${wasm_most_bytes})
kibitz_wasm_program(kibitz-database PARTS kibitz_wasm_database
    OPTIONS -Wl,--max-memory=${wasm_most_database_bytes})
kibitz_wasm_program(kibitz-single PARTS kibitz_wasm_thinking
    OPTIONS -Wl,--max-memory=${wasm_most_bytes})
kibitz_wasm_program(kibitz-threads PARTS kibitz_wasm_thinking kibitz_wasm_threads
    OPTIONS -Wl,--shared-memory,--import-memory,--no-check-features
            -Wl,--initial-memory=${wasm_initial_bytes},--max-memory=${wasm_most_bytes}
            -Wl,--export=__stack_pointer,--export-if-defined=__wasm_init_tls
            -Wl,--export-if-defined=__tls_size
            -Wl,--wrap=malloc,--wrap=free,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc)
