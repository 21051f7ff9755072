// picogammon_flash.jedec_id(): which flash chip this is, three bytes: maker, kind, size.
//
// The processor runs from the flash that is to be asked, so no Python can do it: the SDK's
// flash_do_cmd lies in RAM.
#include "py/obj.h"

#include "hardware/flash.h"
#include "hardware/sync.h"
#include "rp2_flash.h"

#define READ_JEDEC_ID 0x9f
#define ID_BYTES 3

static mp_obj_t jedec_id(void) {
    uint8_t sent[1 + ID_BYTES] = { READ_JEDEC_ID };
    uint8_t came[1 + ID_BYTES];
    uint32_t interrupts = save_and_disable_interrupts();
    flash_do_cmd(sent, came, sizeof sent);
    restore_interrupts(interrupts);
    rp2_flash_set_timing(); // flash_do_cmd leaves the boot stage's
    return mp_obj_new_bytes(came + 1, ID_BYTES);
}
static MP_DEFINE_CONST_FUN_OBJ_0(jedec_id_object, jedec_id);

static const mp_rom_map_elem_t globals_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_picogammon_flash) },
    { MP_ROM_QSTR(MP_QSTR_jedec_id), MP_ROM_PTR(&jedec_id_object) },
};
static MP_DEFINE_CONST_DICT(globals, globals_table);

const mp_obj_module_t picogammon_flash_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&globals,
};

MP_REGISTER_MODULE(MP_QSTR_picogammon_flash, picogammon_flash_module);
