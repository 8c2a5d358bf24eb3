# The network that is built into the program: nets/README.md says which and why.

set(KIBITZ_NETWORK "" CACHE FILEPATH "The network file to build into the program, if not the usual one")

# Not the cached value itself, which would outlive the file it names in an old build folder.
set(network_file "${PROJECT_SOURCE_DIR}/nets/kibitz-7.nnue")
if(KIBITZ_NETWORK)
    set(network_file "${KIBITZ_NETWORK}")
endif()

# The file's hash is part of the command line, so that a compiler cache that does not look into
# embedded files cannot give back an old one.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${network_file}")
file(SHA256 "${network_file}" network_hash)
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/engine/eval/nnue/embedded_network_data.cpp"
    PROPERTIES OBJECT_DEPENDS "${network_file}"
    COMPILE_DEFINITIONS
    "KIBITZ_NETWORK_FILE=\"${network_file}\";KIBITZ_NETWORK_SHA256=${network_hash}")
