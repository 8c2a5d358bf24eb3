# kibitz_cpu_paths(MODULES module... SOURCES source... [LEAVE_OUT source...])
#
# One binary for every CPU: the modules named are compiled once more for each newer instruction set,
# and the program picks one at start. src/core/engine/core_path.cpp defines, in every compilation, the one
# function the outside may call, extern "C" and named after the macro KIBITZ_CORE_PATH:
# kibitz_core_path_v2, kibitz_core_path_avx2, ...
#
# Each set of objects is linked (ld -r) into one object in which everything but that function is
# local; link-core-path.sh says why and checks it. For Windows, where objects cannot be linked like
# that, rename-core-path.sh gives everything but that function a name of its own. *_data.cpp files,
# which hold only constant tables, are not repeated: the paths use the copy in the ordinary library,
# which is also the path for the oldest CPU (KIBITZ_BASE_PATH).
#
# SOURCES names what a search reaches, <module>/<file or folder> without .cpp, and LEAVE_OUT what of that it
# does not; all else, such as the reading of PGN, is compiled once. A path that calls something else does not
# link, and says what.
#
# It also writes generated/core_paths.inc, one line KIBITZ_CORE_PATH_ENTRY(name) for each path, best
# first, for src/play/platform to choose from. The CPU check there must test for what is listed here.

function(kibitz_cpu_paths)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "MODULES;SOURCES;LEAVE_OUT")
    set(entries "")
    file(GLOB entry_file CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/core/engine/core_path.cpp")
    if(KIBITZ_CPU_PATHS AND KIBITZ_X86_64 AND entry_file AND NOT KIBITZ_LIBRARY_ONLY)
        if(WIN32)
            add_library(kibitz_core_paths INTERFACE)
            target_link_libraries(kibitz_core_paths INTERFACE kibitz_engine)
        else()
            add_library(kibitz_core_paths STATIC)
            set_target_properties(kibitz_core_paths PROPERTIES LINKER_LANGUAGE CXX)
            target_link_libraries(kibitz_core_paths PUBLIC kibitz_engine)
        endif()
        # x86-64-v4 is AVX-512 F, BW, CD, DQ and VL; every CPU with those has a fast pext.
        set(flags_avx512 -march=x86-64-v4 -mavx512vnni -DKIBITZ_USE_PEXT)
        # Without pext: the first two generations of Zen have AVX2 but a very slow one.
        set(flags_avx2 -march=x86-64-v3)
        set(paths avx512 avx2)
        if(NOT KIBITZ_OTHER_CPUS)
            kibitz_own_cpu_path(paths)
        endif()
        foreach(path IN LISTS paths)
            kibitz_cpu_path(${path} "${arg_MODULES}" "${arg_SOURCES}" "${arg_LEAVE_OUT}" ${flags_${path}})
            string(APPEND entries "KIBITZ_CORE_PATH_ENTRY(${path})\n")
        endforeach()
    endif()
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/core_paths.inc"
         CONTENT "${entries}KIBITZ_CORE_PATH_ENTRY(${KIBITZ_BASE_PATH})\n")
endfunction()

# The best path that this machine's CPU can run; a program that is taken elsewhere has the oldest one, too.
# Where the CPU does not say what it has, all stay.
function(kibitz_own_cpu_path out)
    set(needed_avx512 avx512f avx512bw avx512cd avx512dq avx512vl avx512_vnni)
    set(needed_avx2 avx2 abm bmi1 bmi2 f16c fma movbe)
    if(NOT EXISTS /proc/cpuinfo)
        return()
    endif()
    file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
    string(REGEX MATCHALL "[a-z0-9_]+" flags "${flags}")
    foreach(path IN LISTS ${out})
        set(missing ${needed_${path}})
        list(REMOVE_ITEM missing ${flags})
        if(flags AND NOT missing)
            set(${out} ${path} PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

function(kibitz_cpu_path path modules reached left_out)
    set(sources "")
    foreach(module IN LISTS modules)
        get_target_property(module_type kibitz_${module} TYPE)
        if(NOT module_type STREQUAL "INTERFACE_LIBRARY")
            get_target_property(module_sources kibitz_${module} SOURCES)
            list(APPEND sources ${module_sources})
        endif()
    endforeach()
    list(FILTER sources EXCLUDE REGEX "_data\\.cpp$")
    list(JOIN reached "|" any_reached)
    list(FILTER sources INCLUDE REGEX "/src/core/(${any_reached})(/.*)?(\\.cpp)?$")
    foreach(source IN LISTS left_out)
        list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/src/core/${source}.cpp")
    endforeach()

    set(objects kibitz_core_${path})
    add_library(${objects} OBJECT ${sources})
    foreach(module IN LISTS modules)
        target_include_directories(${objects} PRIVATE
            "$<TARGET_PROPERTY:kibitz_${module},INTERFACE_INCLUDE_DIRECTORIES>")
    endforeach()
    kibitz_parse_core_once(${objects})
    target_compile_definitions(${objects} PRIVATE KIBITZ_CORE_PATH=${path})
    # Address-significance tables name symbols by index, which ld -r changes.
    target_compile_options(${objects} PRIVATE -fno-exceptions ${ARGN}
        $<$<CXX_COMPILER_ID:Clang>:-fno-addrsig> $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)

    if(WIN32)
        kibitz_rename_core_path(${path} ${objects})
    else()
        kibitz_link_core_path(${path} ${objects})
    endif()
endfunction()

function(kibitz_link_core_path path objects)
    set(compiled "$<FILTER:$<TARGET_OBJECTS:${objects}>,EXCLUDE,[.]pch$>")  # not what was parsed once
    find_program(KIBITZ_LD NAMES ld.bfd REQUIRED)
    find_program(KIBITZ_OBJCOPY NAMES objcopy REQUIRED)
    find_program(KIBITZ_READELF NAMES readelf REQUIRED)
    set(linked "${PROJECT_BINARY_DIR}/core_path_${path}.o")
    set(script "${PROJECT_SOURCE_DIR}/cmake/link-core-path.sh")
    add_custom_command(OUTPUT "${linked}"
        COMMAND "${CMAKE_COMMAND}" -E env "LD=${KIBITZ_LD}" "OBJCOPY=${KIBITZ_OBJCOPY}"
                "READELF=${KIBITZ_READELF}"
                "${script}" kibitz_core_path_${path} "${linked}" "${compiled}"
        DEPENDS "${script}" "${compiled}"
        COMMENT "Linking the core for ${path}"
        COMMAND_EXPAND_LISTS VERBATIM)
    set_source_files_properties("${linked}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    target_sources(kibitz_core_paths PRIVATE "${linked}")
endfunction()

function(kibitz_rename_core_path path objects)
    set(compiled "$<FILTER:$<TARGET_OBJECTS:${objects}>,EXCLUDE,[.]pch$>")  # not what was parsed once
    find_program(KIBITZ_LLVM_NM NAMES llvm-nm-19 llvm-nm REQUIRED)
    find_program(KIBITZ_LLVM_OBJCOPY NAMES llvm-objcopy-19 llvm-objcopy REQUIRED)
    find_program(KIBITZ_LLVM_OBJDUMP NAMES llvm-objdump-19 llvm-objdump REQUIRED)
    set(renamed "${PROJECT_BINARY_DIR}/core_path_${path}.a")
    set(script "${PROJECT_SOURCE_DIR}/cmake/rename-core-path.sh")
    add_custom_command(OUTPUT "${renamed}"
        COMMAND "${CMAKE_COMMAND}" -E env "NM=${KIBITZ_LLVM_NM}" "OBJCOPY=${KIBITZ_LLVM_OBJCOPY}"
                "OBJDUMP=${KIBITZ_LLVM_OBJDUMP}" "AR=${CMAKE_AR}"
                "${script}" kibitz_core_path_${path} "${renamed}" "${compiled}"
        DEPENDS "${script}" "${compiled}"
        COMMENT "Renaming the core for ${path}"
        COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(kibitz_core_path_${path} DEPENDS "${renamed}")
    add_dependencies(kibitz_core_paths kibitz_core_path_${path})
    target_link_libraries(kibitz_core_paths INTERFACE "${renamed}")
endfunction()
