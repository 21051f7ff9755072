# The reference board as a MicroPython board definition; tools/image builds it.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)

# Native code for the M0+ reads its constants relative to itself, word by word, and so has to begin on
# a word. MicroPython's mpy-tool (1.25) freezes it on half words only.
set_source_files_properties(${CMAKE_BINARY_DIR}/frozen_content.c PROPERTIES
    COMPILE_OPTIONS "-Daligned(n)=__aligned__(4)")
