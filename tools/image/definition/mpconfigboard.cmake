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

# To tidy memory takes a round of the board's loop, and a press may wait for it: compiled to be fast. And
# room.h knows where there is none.
set(THEIR_START "area->gc_last_free_atb_index = 0;")
set(OUR_START "${THEIR_START} room_anywhere();")
set(THEIR_SEARCH "for (i = area->gc_last_free_atb_index;")
set(OUR_SEARCH "for (i = room_for(n_blocks, area->gc_last_free_atb_index);")
set(THEIR_FOUND "    end_block = i;
")
set(OUR_FOUND "${THEIR_FOUND}    room_taken(n_blocks, (i + 1) / BLOCKS_PER_ATB);
")
set(ROOM_MADE "room_made(area->gc_alloc_table_start, area->gc_alloc_table_byte_len * BLOCKS_PER_ATB,")
set(THEIR_FREE "    // free head and all of its tail blocks
    do {
")
set(OUR_FREE "    size_t first = block;
${THEIR_FREE}")
set(THEIR_FREED "    } while (ATB_GET_KIND(area, block) == AT_TAIL);

    GC_EXIT();
")
set(OUR_FREED "    } while (ATB_GET_KIND(area, block) == AT_TAIL);
    ${ROOM_MADE} first, block);

    GC_EXIT();
")
set(THEIR_SHRINK "        // set the last_free pointer to end of this block if")
set(OUR_SHRINK "        ${ROOM_MADE} block + new_blocks, block + n_blocks);
${THEIR_SHRINK}")
change_lines(${MICROPY_DIR}/py/gc.c ${CMAKE_BINARY_DIR}/gc.c "THEIR_START OUR_START" "THEIR_SEARCH OUR_SEARCH"
    "THEIR_FOUND OUR_FOUND" "THEIR_FREE OUR_FREE" "THEIR_FREED OUR_FREED" "THEIR_SHRINK OUR_SHRINK")
set_source_files_properties(${CMAKE_BINARY_DIR}/gc.c PROPERTIES
    COMPILE_OPTIONS "-O2;-include;${MICROPY_BOARD_DIR}/config/room.h")
function(take_our_gc)
    get_target_property(sources firmware SOURCES)
    list(TRANSFORM sources REPLACE "^${MICROPY_DIR}/py/gc[.]c$" "${CMAKE_BINARY_DIR}/gc.c")
    set_target_properties(firmware PROPERTIES SOURCES "${sources}")
endfunction()
cmake_language(DEFER CALL take_our_gc)
