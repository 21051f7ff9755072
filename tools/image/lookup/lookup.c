// mp_map_lookup, which is called a hundred times a millisecond, faster than MicroPython's own. That
// divides at least once each time and asks flash for a name's hash; to look through a small map is
// sooner done. What is not found here, or is no name, goes on to theirs (mpconfigport.h renames it).
#include "py/obj.h"

#define PLACES 512 // a power of two
#define MOST 32 // entries of a map that are looked through

mp_map_elem_t *mp_map_lookup_theirs(mp_map_t *map, mp_obj_t index, mp_map_lookup_kind_t kind);

// By name, where it was found last, in whichever map.
static uint8_t places[PLACES];

mp_map_elem_t *mp_map_lookup(mp_map_t *map, mp_obj_t index, mp_map_lookup_kind_t kind) {
    if (mp_obj_is_qstr(index) && kind != MP_MAP_LOOKUP_REMOVE_IF_FOUND) {
        mp_map_elem_t *table = map->table;
        size_t size = map->alloc;
        uint8_t *place = &places[MP_OBJ_QSTR_VALUE(index) & (PLACES - 1)];
        if (*place < size && table[*place].key == index) {
            return &table[*place];
        }
        if (map->all_keys_are_qstrs && size <= MOST) {
            #pragma GCC unroll 4
            for (size_t i = 0; i < size; i++) {
                if (table[i].key == index) {
                    *place = i;
                    return &table[i];
                }
            }
            if (kind == MP_MAP_LOOKUP) {
                return NULL;
            }
        } else {
            mp_map_elem_t *found = mp_map_lookup_theirs(map, index, kind);
            if (found && kind == MP_MAP_LOOKUP) {
                *place = found - table;
            }
            return found;
        }
    }
    return mp_map_lookup_theirs(map, index, kind);
}
