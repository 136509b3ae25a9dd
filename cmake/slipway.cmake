# SPDX-License-Identifier: GPL-3.0-only
# The few rules every target of the project shares: one language level, warnings are errors, hardening, one place for programs.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(SLIPWAY_SANITIZE "" CACHE STRING "Sanitizers to build with, comma separated")

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1")

# One flag for libraries and programs alike, or the two could not share precompiled headers.
add_compile_options(-fPIC)
add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>)
# Designated initialisers leave fields at their defaults on purpose; GCC 12 takes every std::optional for maybe-uninitialised at -O2.
add_compile_options(-Wall -Wextra -Wno-missing-field-initializers -Wno-maybe-uninitialized -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror
                    -fstack-protector-strong)
# These follow the flow of inlined code and raise false alarms at -O2 in Qt's and the standard library's headers: shown, not fatal.
foreach(alarm array-bounds restrict stringop-overflow stringop-overread dangling-pointer use-after-free free-nonheap-object)
    add_compile_options(-Wno-error=${alarm})
endforeach()
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug") # Shipped programs name no folder of whoever built them.
    add_compile_options("-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=" "-ffile-prefix-map=${CMAKE_BINARY_DIR}/=")
endif()
add_compile_definitions(QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_KEYWORDS
                        QT_STRICT_ITERATORS QT_DEPRECATED_WARNINGS)
include_directories("${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")

if(SLIPWAY_SANITIZE)
    add_compile_options("-fsanitize=${SLIPWAY_SANITIZE}" -fno-omit-frame-pointer)
    add_link_options("-fsanitize=${SLIPWAY_SANITIZE}")
else()
    add_compile_definitions($<$<NOT:$<CONFIG:Debug>>:_FORTIFY_SOURCE=2>)
endif()
add_link_options(-Wl,-z,relro,-z,now)

find_program(SLIPWAY_CCACHE ccache)
if(SLIPWAY_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${SLIPWAY_CCACHE}")
endif()
find_program(SLIPWAY_MOLD mold)
if(SLIPWAY_MOLD AND NOT SLIPWAY_SANITIZE)
    add_link_options(-fuse-ld=mold)
endif()

# Two thirds of the compile time is Qt's and the standard library's headers. They are compiled once; `-DSLIPWAY_PCH=OFF` (the dev preset)
# proves that every file includes what it uses.
option(SLIPWAY_PCH "Precompile the headers that everything includes" ON)
if(SLIPWAY_PCH)
    if(NOT EXISTS "${CMAKE_BINARY_DIR}/generated/precompiled.cpp") # Written anew it would compile everything anew.
        file(WRITE "${CMAKE_BINARY_DIR}/generated/precompiled.cpp" "")
    endif()
    add_library(slipway_precompiled STATIC "${CMAKE_BINARY_DIR}/generated/precompiled.cpp")
    add_library(slipway_testprecompiled STATIC "${CMAKE_BINARY_DIR}/generated/precompiled.cpp")
endif()
function(slipway_precompiled target headers)
    if(SLIPWAY_PCH)
        target_precompile_headers(${target} REUSE_FROM ${headers})
    endif()
endfunction()

# What is tested is optimised. The test programs themselves need not be, which is a third of their compile time.
function(slipway_unoptimised target)
    if(SLIPWAY_PCH)
        target_compile_options(${target} PRIVATE -O0 -U_FORTIFY_SOURCE)
    endif()
endfunction()

# The sources of one target are compiled several at a time, which takes a third of the time. Two files of one target may therefore not
# have different things of one name in their anonymous namespaces; the compiler says so. `-DSLIPWAY_UNITY=OFF` (the dev preset) compiles
# each by itself, which is quicker for whoever changes one of them.
option(SLIPWAY_UNITY "Compile the sources of a target several at a time" ON)
function(slipway_unity target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${SLIPWAY_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# Qt's meta-object compiler, for the files that ask for it and no others: AUTOMOC would give every target a scan and a file of its own to
# compile, which was a third of the whole build. Looked for when CMake runs; a Q_OBJECT that comes into a file that had none, with no
# file added, is a missing vtable to the linker until it has run again.
function(slipway_moc target)
    set(out "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc")
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        get_filename_component(path "${source}" ABSOLUTE)
        if(NOT EXISTS "${path}")
            continue()
        endif()
        file(STRINGS "${path}" asks REGEX "^ *Q_(OBJECT|GADGET|NAMESPACE)" LIMIT_COUNT 1)
        if(NOT asks)
            continue()
        endif()
        get_filename_component(name "${source}" NAME_WE)
        if(source MATCHES "\\.h$")
            qt_generate_moc("${source}" "${out}/moc_${name}.cpp" TARGET ${target})
            target_sources(${target} PRIVATE "${out}/moc_${name}.cpp")
        else() # Which includes it at its end.
            qt_generate_moc("${source}" "${out}/${name}.moc" TARGET ${target})
            target_sources(${target} PRIVATE "${out}/${name}.moc")
            target_include_directories(${target} PRIVATE "${out}")
        endif()
    endforeach()
endfunction()

# slipway_library(<name> SOURCES … LINK …): one folder, one static library. LINK says which folders it may include;
# the tidy test holds the #include lines to the same direction.
function(slipway_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC Qt6::Core ${ARG_LINK})
    slipway_moc(${name})
    slipway_unity(${name})
    slipway_precompiled(${name} slipway_precompiled)
endfunction()

# slipway_test(<name> LABEL … SOURCES … LINK … [TIMEOUT seconds]): a Qt Test program that ctest runs under one label.
function(slipway_test name)
    cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE Qt6::Core Qt6::Test ${ARG_LINK})
    slipway_moc(${name})
    slipway_unoptimised(${name})
    slipway_precompiled(${name} slipway_testprecompiled)
    add_test(NAME ${name} COMMAND ${name})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT ${ARG_TIMEOUT}
                         ENVIRONMENT "QT_QPA_PLATFORM=offscreen;TZ=UTC")
endfunction()

# slipway_test_flows(<program> LABEL … FLOWS … [TIMEOUT seconds]): the same program once for each flow, told by its environment. They run
# when their label is named, and are left out of a run of everything: each takes as long as the program itself.
function(slipway_test_flows program)
    cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "FLOWS" ${ARGN})
    foreach(flow ${ARG_FLOWS})
        add_test(NAME ${program}_${flow} COMMAND ${program})
        set_tests_properties(${program}_${flow} PROPERTIES LABELS "${ARG_LABEL};on-demand" TIMEOUT ${ARG_TIMEOUT}
                             ENVIRONMENT "QT_QPA_PLATFORM=offscreen;TZ=UTC;SLIPWAY_FLOW=${flow}")
    endforeach()
endfunction()
