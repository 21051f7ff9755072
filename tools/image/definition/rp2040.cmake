# The Raspberry Pi Pico's chip.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")

# A larger stack than MicroPython's 8 KB, so many bytes from the end of the heap, which lies below it;
# `make bench` measures what of it is used.
set(STACK_MORE 3072)
set(THEIR_HEAP_END "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM);")
set(OUR_HEAP_END "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM) - ${STACK_MORE};")
set(THEIR_STACK "__StackBottom = __StackTop - SIZEOF(.stack_dummy);")
set(OUR_STACK "__StackBottom = __GcHeapEnd;")
set(CHANGES "THEIR_HEAP_END OUR_HEAP_END" "THEIR_STACK OUR_STACK")
