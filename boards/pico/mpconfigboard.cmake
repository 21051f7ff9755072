# The reference board as a MicroPython board definition; tools/image builds it.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)

# usb/tusb_config.h comes before MicroPython's own.
include_directories(BEFORE ${MICROPY_BOARD_DIR}/usb)

# Native code for the M0+ reads its constants relative to itself, word by word, and so has to begin on
# a word. MicroPython's mpy-tool (1.25) freezes it on half words only.
set_source_files_properties(${CMAKE_BINARY_DIR}/frozen_content.c PROPERTIES
    COMPILE_OPTIONS "-Daligned(n)=__aligned__(4)")

# A larger stack than MicroPython's 8 KB: STACK_MORE bytes from the end of the heap, which lies below
# it. `make bench` measures what of it is used.
set(STACK_MORE 2048)
file(READ ${CMAKE_SOURCE_DIR}/memmap_mp_rp2040.ld memory_map)
foreach(line
    "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM)|__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM) - ${STACK_MORE}"
    "__StackBottom = __StackTop - SIZEOF(.stack_dummy)|__StackBottom = __GcHeapEnd")
    string(REPLACE "|" ";" line "${line}")
    list(GET line 0 theirs)
    list(GET line 1 ours)
    string(FIND "${memory_map}" "${theirs};" found)
    if(found EQUAL -1)
        message(FATAL_ERROR "MicroPython's memory map has no line: ${theirs}")
    endif()
    string(REPLACE "${theirs};" "${ours};" memory_map "${memory_map}")
endforeach()
file(WRITE ${CMAKE_BINARY_DIR}/memory_map.ld "${memory_map}")
cmake_language(DEFER CALL pico_set_linker_script firmware ${CMAKE_BINARY_DIR}/memory_map.ld)
