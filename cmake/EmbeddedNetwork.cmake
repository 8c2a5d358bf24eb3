# The network that is built into the program: nets/README.md says which and why.

set(KIBITZ_NETWORK "${PROJECT_SOURCE_DIR}/nets/kibitz-1.nnue"
    CACHE FILEPATH "The network file to build into the program")

# The file's hash is part of the command line, so that a compiler cache that does not look into
# embedded files cannot give back an old one.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${KIBITZ_NETWORK}")
file(SHA256 "${KIBITZ_NETWORK}" network_hash)
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/engine/eval/nnue/embedded_network_data.cpp"
    PROPERTIES OBJECT_DEPENDS "${KIBITZ_NETWORK}"
    COMPILE_DEFINITIONS
    "KIBITZ_NETWORK_FILE=\"${KIBITZ_NETWORK}\";KIBITZ_NETWORK_SHA256=${network_hash}")
