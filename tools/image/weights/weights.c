// picogammon_weights.DATA: the file of weights, a bytes object in flash.
//
// A literal in a frozen module could begin at any byte; the nets' kernels read whole words.
#include <stddef.h>

#include "py/obj.h"
#include "py/objstr.h"

#ifndef PICOGAMMON_WEIGHTS
#define PICOGAMMON_WEIGHTS "/dev/null" // while MicroPython looks through this for names
#endif

// What the assembler is told below is an mp_obj_str_t.
_Static_assert(offsetof(mp_obj_str_t, hash) == 4 && offsetof(mp_obj_str_t, len) == 8 &&
    offsetof(mp_obj_str_t, data) == 12, "a bytes object has another layout");
extern const mp_obj_str_t picogammon_weights_object;

__asm__ (
    ".pushsection .rodata.picogammon_weights,\"a\"\n"
    ".balign 8\n"
    "picogammon_weights_start:\n"
    ".incbin \"" PICOGAMMON_WEIGHTS "\"\n"
    "picogammon_weights_end:\n"
    ".balign 4\n"
    ".global picogammon_weights_object\n"
    "picogammon_weights_object:\n"
    ".word mp_type_bytes, 0, picogammon_weights_end - picogammon_weights_start\n"
    ".word picogammon_weights_start\n"
    ".popsection\n"
    );

static const mp_rom_map_elem_t globals_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_picogammon_weights) },
    { MP_ROM_QSTR(MP_QSTR_DATA), MP_ROM_PTR(&picogammon_weights_object) },
};
static MP_DEFINE_CONST_DICT(globals, globals_table);

const mp_obj_module_t picogammon_weights_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&globals,
};

MP_REGISTER_MODULE(MP_QSTR_picogammon_weights, picogammon_weights_module);
