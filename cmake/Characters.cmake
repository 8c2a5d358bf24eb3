# The players in characters/ as text in the program, so that they are there wherever it is run:
# generated/characters.inc, an entry {name, text} for each file.

file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/characters/*.toml")
set(entries "")
foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    string(APPEND entries "{\"${name}\", R\"toml(${text})toml\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
endforeach()
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/generated/characters.inc" CONTENT "${entries}")
