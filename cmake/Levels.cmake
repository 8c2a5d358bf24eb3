# The human-like levels are built into the program: their files, as C++ strings one after the other,
# go to generated/level_files.inc for src/players/levels.cpp.

file(GLOB level_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/characters/level-*.toml")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${level_files})
set(level_strings "")
foreach(file IN LISTS level_files)
    file(READ "${file}" text)
    string(APPEND level_strings "R\"toml(${text})toml\",\n")
endforeach()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/level_files.inc" CONTENT "${level_strings}"
     @ONLY)
