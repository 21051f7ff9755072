# A Raspberry Pi Pico with Picogammon as a MicroPython board definition, for every board of boards/;
# tools/image builds it, and says what is frozen in.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")

# config/mpconfigport.h and usb/tusb_config.h come before MicroPython's own.
include_directories(BEFORE ${MICROPY_BOARD_DIR}/config ${MICROPY_BOARD_DIR}/usb)

# Native code for the M0+ reads its constants relative to itself, word by word, and so has to begin on
# a word. MicroPython's mpy-tool (1.25) freezes it on half words only, and puts all of it into one
# section; without that each function has one of its own, which in_ram.ld can name.
set_source_files_properties(${CMAKE_BINARY_DIR}/frozen_content.c PROPERTIES
    COMPILE_OPTIONS "-Daligned(n)=__aligned__(4);-Dsection(n)=__unused__")

# To tidy memory takes a round of the board's loop, and a press may wait for it: compiled to be fast.
set_source_files_properties(${MICROPY_DIR}/py/gc.c PROPERTIES COMPILE_OPTIONS "-O2")

# MicroPython's memory map with lines of our own. STACK_MORE: a larger stack than its 8 KB, so many
# bytes from the end of the heap, which lies below it; `make bench` measures what of it is used.
# in_ram.ld: code and tables that the SDK's start copies to RAM, in place of a section for the second
# core's stack that nothing uses.
set(STACK_MORE 2048)
file(READ ${MICROPY_BOARD_DIR}/in_ram.ld in_ram)
set(START_OF_TEXT "        KEEP (*(.reset))
")
set(START_OF_RAM "${START_OF_TEXT}    } > FLASH

    .in_ram : {
        __scratch_y_start__ = .;
${in_ram}        . = ALIGN(4);
        __scratch_y_end__ = .;
    } > RAM AT> FLASH
    __scratch_y_source__ = LOADADDR(.in_ram);

    .rest_of_text : {
")
set(THEIR_SCRATCH "        __scratch_y_start__ = .;
        *(.scratch_y.*)
        . = ALIGN(4);
        __scratch_y_end__ = .;
    } > SCRATCH_Y AT > FLASH
    __scratch_y_source__ = LOADADDR(.scratch_y);
")
set(OUR_SCRATCH "        *(.scratch_y.*)
    } > SCRATCH_Y AT > FLASH
    ASSERT(SIZEOF(.scratch_y) == 0, \"What is in .scratch_y is copied by nobody\")
")
set(THEIR_HEAP_END "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM);")
set(OUR_HEAP_END "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM) - ${STACK_MORE};")
set(THEIR_STACK "__StackBottom = __StackTop - SIZEOF(.stack_dummy);")
set(OUR_STACK "__StackBottom = __GcHeapEnd;")

file(READ ${CMAKE_SOURCE_DIR}/memmap_mp_rp2040.ld memory_map)
foreach(change "START_OF_TEXT START_OF_RAM" "THEIR_SCRATCH OUR_SCRATCH"
        "THEIR_HEAP_END OUR_HEAP_END" "THEIR_STACK OUR_STACK")
    separate_arguments(change)
    list(GET change 0 theirs)
    list(GET change 1 ours)
    string(FIND "${memory_map}" "${${theirs}}" found)
    if(found EQUAL -1)
        message(FATAL_ERROR "MicroPython's memory map does not have:\n${${theirs}}")
    endif()
    string(REPLACE "${${theirs}}" "${${ours}}" memory_map "${memory_map}")
endforeach()
file(WRITE ${CMAKE_BINARY_DIR}/memory_map.ld "${memory_map}")
cmake_language(DEFER CALL pico_set_linker_script firmware ${CMAKE_BINARY_DIR}/memory_map.ld)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${MICROPY_BOARD_DIR}/in_ram.ld)
