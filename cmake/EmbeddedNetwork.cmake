# The networks: one is built into the program, the other is sent to browsers first, which have to
# load it before the first move. nets/README.md says which they are and why.

set(KIBITZ_NETWORK "" CACHE FILEPATH "The network file to build into the program, if not the usual one")
set(KIBITZ_PAGE_NETWORK "" CACHE FILEPATH "The network file for the page, if not the usual one")

# Not the cached values themselves, which would outlive the files they name in an old build folder.
set(network_file "${PROJECT_SOURCE_DIR}/nets/kibitz-11.nnue")
if(KIBITZ_NETWORK)
    set(network_file "${KIBITZ_NETWORK}")
endif()
set(page_network_file "${PROJECT_SOURCE_DIR}/nets/kibitz-9-page.nnue")
if(KIBITZ_PAGE_NETWORK)
    set(page_network_file "${KIBITZ_PAGE_NETWORK}")
endif()

set(most_page_network_bytes 1000000)
file(SIZE "${page_network_file}" page_network_bytes)
if(page_network_bytes GREATER most_page_network_bytes)
    message(FATAL_ERROR "The network of the page is too large: ${page_network_file} has "
                        "${page_network_bytes} bytes instead of at most ${most_page_network_bytes}.")
endif()

# kibitz_embed(<source> <macro> <file>): the macro names the file in that source. The file's hash is
# part of the command line, so that a compiler cache that does not look into embedded files cannot
# give back an old one.
function(kibitz_embed source macro file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(SHA256 "${file}" hash)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/${source}" PROPERTIES
        OBJECT_DEPENDS "${file}"
        COMPILE_DEFINITIONS "${macro}_FILE=\"${file}\";${macro}_SHA256=${hash}")
endfunction()

kibitz_embed(src/core/engine/eval/nnue/embedded_network_data.cpp KIBITZ_NETWORK "${network_file}")
# How people move and open: src/play/players/people.
set(move_model_file "${PROJECT_SOURCE_DIR}/nets/people-5.moves")
kibitz_embed(src/play/players/people/embedded_move_model_data.cpp KIBITZ_MOVE_MODEL
             "${move_model_file}")
kibitz_embed(src/play/players/people/embedded_opening_table_data.cpp KIBITZ_OPENING_TABLE
             "${PROJECT_SOURCE_DIR}/characters/openings.txt")
