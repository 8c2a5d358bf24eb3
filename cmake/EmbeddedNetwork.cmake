# The network that is built into the program: nets/README.md says which and why.

set(KIBITZ_NETWORK "" CACHE FILEPATH "The network file to build into the program, if not the usual one")

# Not the cached value itself, which would outlive the file it names in an old build folder.
set(network_file "${PROJECT_SOURCE_DIR}/nets/kibitz-7.nnue")
if(KIBITZ_NETWORK)
    set(network_file "${KIBITZ_NETWORK}")
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

kibitz_embed(src/engine/eval/nnue/embedded_network_data.cpp KIBITZ_NETWORK "${network_file}")
# How people move and open: src/players/people.
kibitz_embed(src/players/people/embedded_move_model_data.cpp KIBITZ_MOVE_MODEL
             "${PROJECT_SOURCE_DIR}/nets/people-1.moves")
kibitz_embed(src/players/people/embedded_opening_table_data.cpp KIBITZ_OPENING_TABLE
             "${PROJECT_SOURCE_DIR}/characters/openings.txt")
