# A Raspberry Pi Pico with Picogammon as a MicroPython board definition, for every board of boards/;
# tools/image builds it, and says what is frozen in and for which chip.
include(${MICROPY_BOARD_DIR}/${PICOGAMMON_CHIP}.cmake)

# config/mpconfigport.h and usb/tusb_config.h come before MicroPython's own.
include_directories(BEFORE ${MICROPY_BOARD_DIR}/config ${MICROPY_BOARD_DIR}/usb)

# Native code, for the M0+ on both chips, reads its constants relative to itself, word by word, and so
# has to begin on a word. MicroPython's mpy-tool (1.25) freezes it on half words only, and puts all of
# it into one section; without that each function has one of its own, which in_ram.ld can name.
set_source_files_properties(${CMAKE_BINARY_DIR}/frozen_content.c PROPERTIES
    COMPILE_OPTIONS "-Daligned(n)=__aligned__(4);-Dsection(n)=__unused__")


# MicroPython's memory map with lines of our own. in_ram.ld: code and tables that the SDK's start copies
# to RAM, in place of a section for the second core's stack that nothing uses. The table of interrupts
# stays at the very beginning of RAM: the chip looks for it at an address whose last bits are 0.
file(READ ${MICROPY_BOARD_DIR}/in_ram.ld in_ram)
set(START_OF_TEXT "        KEEP (*(.reset))
")
set(START_OF_RAM "${START_OF_TEXT}    } > FLASH

    .interrupts (NOLOAD) : {
        *(.ram_vector_table)
    } > RAM

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
list(APPEND CHANGES "START_OF_TEXT START_OF_RAM" "THEIR_SCRATCH OUR_SCRATCH")

# Writes a file of MicroPython's with lines of our own; changes are pairs of variables' names, each "theirs ours".
function(change_lines source target)
    file(READ ${source} text)
    foreach(change ${ARGN})
        separate_arguments(change)
        list(GET change 0 theirs)
        list(GET change 1 ours)
        string(FIND "${text}" "${${theirs}}" found)
        if(found EQUAL -1)
            message(FATAL_ERROR "${source} does not have:\n${${theirs}}")
        endif()
        string(REPLACE "${${theirs}}" "${${ours}}" text "${text}")
    endforeach()
    file(WRITE ${target} "${text}")
endfunction()

change_lines(${CMAKE_SOURCE_DIR}/memmap_mp_${PICOGAMMON_CHIP}.ld ${CMAKE_BINARY_DIR}/memory_map.ld ${CHANGES})
cmake_language(DEFER CALL pico_set_linker_script firmware ${CMAKE_BINARY_DIR}/memory_map.ld)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${MICROPY_BOARD_DIR}/in_ram.ld)

# To tidy memory takes a round of the board's loop, and a press may wait for it: compiled to be fast.
set_source_files_properties(${MICROPY_DIR}/py/gc.c PROPERTIES COMPILE_OPTIONS "-O2")

# What nothing on a board uses, beside config/mpconfigport.h: the SDK's panic says nothing, or it would
# bring a printf of its own, and the compiler on the chip emits bytecode, since the kernels come as
# machine code. The rest can run both.
add_compile_definitions(PICO_PANIC_FUNCTION=)
set(BYTECODE_ONLY compile.c emitbc.c emitcommon.c scope.c emitnthumb.c emitinlinethumb.c asmthumb.c)
list(TRANSFORM BYTECODE_ONLY PREPEND ${MICROPY_DIR}/py/)
set_property(SOURCE ${BYTECODE_ONLY} APPEND PROPERTY COMPILE_DEFINITIONS PICOGAMMON_BYTECODE_ONLY)
set_source_files_properties(${CMAKE_SOURCE_DIR}/machine_spi.c PROPERTIES HEADER_FILE_ONLY ON) # left out
set_property(SOURCE ${MICROPY_DIR}/extmod/modbinascii.c APPEND PROPERTY COMPILE_DEFINITIONS PICOGAMMON_CRC32)
cmake_language(DEFER CALL target_sources firmware PRIVATE ${MICROPY_BOARD_DIR}/absent.c)
