# Microbenchmarks with Google Benchmark: bench/<module>_*.cpp, each a program bench_<name>. Built only
# by asking: cmake --build --preset release --target bench

find_package(benchmark QUIET)
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/*_*.cpp")
if(NOT benchmark_FOUND OR NOT sources)
    return()
endif()

add_custom_target(bench)
foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    string(REGEX REPLACE "_.*" "" module "${name}")
    add_executable(bench_${name} EXCLUDE_FROM_ALL "${source}")
    target_link_libraries(bench_${name} PRIVATE kibitz_${module} benchmark::benchmark_main)
    add_dependencies(bench bench_${name})
endforeach()
