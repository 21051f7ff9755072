"""Makes the compiled engine for the page, unless it is there: numba's code as WebAssembly."""

import os
import re
import shutil
import sys
import tempfile
import warnings
from pathlib import Path

from tools import children, files, webassembly
from tools.command import tool
from tools.files import FileError

_LINKERS = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(22, 13, -1)))
_TRIPLE = "wasm32-unknown-unknown"
_MEMORY = 20 << 20
_STACK = 256 << 10
# numba asks for memory and never gets it back here: each call begins anew. A MemInfo as numba's
# code reads it: a count, two pointers, where the data begins, its size, a pointer.
_RUNTIME = """
@memory = global [{size} x i8] zeroinitializer, align 64
@escapes = constant [{escapes} x i8] c"{ways}", align 64
@__heap_base = external global i8
@top = global i32 0

declare i32 @{inner}(ptr, ptr, ptr, ptr, i32, i32, i32)

define i32 @place() {{
  ret i32 ptrtoint (ptr @memory to i32)
}}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{
  %at = load i32, ptr @top
  %up = add i32 %at, 95
  %data = and i32 %up, -64
  %info_at = sub i32 %data, 32
  %short = trunc i64 %size to i32
  %after = add i32 %data, %short
  store i32 %after, ptr @top
  %info = inttoptr i32 %info_at to ptr
  store i64 1, ptr %info
  %data_slot_at = add i32 %info_at, {data}
  %data_slot = inttoptr i32 %data_slot_at to ptr
  %data_pointer = inttoptr i32 %data to ptr
  store ptr %data_pointer, ptr %data_slot
  ret ptr %info
}}

define {{ i64, i1 }} @small_product(i64 %one, i64 %other) {{
  %product = mul i64 %one, %other
  %made = insertvalue {{ i64, i1 }} {{ i64 undef, i1 false }}, i64 %product, 0
  ret {{ i64, i1 }} %made
}}

define void @NRT_MemInfo_call_dtor(ptr %info) {{
  ret void
}}
"""
# A call gives -1 where numba's code raises.
_CALL = """
define i32 @{name}({given}) {{
  %answer = alloca i64
  %trouble = alloca ptr
  store i32 ptrtoint (ptr @__heap_base to i32), ptr @top
  %status = call i32 @{inner}({results}, i32 {what}{passed})
  %fine = icmp eq i32 %status, 0
  %found = load i32, ptr %answer
  %said = select i1 %fine, i32 %found, i32 -1
  ret i32 %said
}}
"""
_DATA_AT = 16  # in a MemInfo, where pointers have four bytes


class BuildError(Exception):
    """The engine cannot be made here; the text says why."""


def _options(parser):
    parser.add_argument("--needed", action="store_true", help="fail without LLVM's linker")


@tool(_options, FileError, BuildError)
def main(options):
    """Makes the engine, and removes those of other sources."""
    out = webassembly.path()
    if out.is_file():
        return
    linker = next(filter(None, map(shutil.which, _LINKERS)), None)
    if not linker:
        missing = "LLVM's linker for WebAssembly is not here: Debian's package lld has it."
        if options.needed:
            raise BuildError(missing)
        print(f"{missing} So the page has no compiled engine, and expert judges its reports.")
        return
    made = _made(linker)
    files.make_folder(out.parent)
    part = out.with_suffix(f".{os.getpid()}")
    files.write(part, made)
    part.replace(out)  # others may look for it, or make it as well
    for other in out.parent.glob("*.wasm"):
        if other != out:
            other.unlink(missing_ok=True)
    print(f"{out}: {len(made)} bytes")


def _made(linker):
    """Returns the module's bytes."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder  # what is kept there is no longer quite the same
        module, names = _compiled()
        made, out = Path(folder, "engine.o"), Path(folder, "engine.wasm")
        made.write_bytes(module)
        options = ["--no-entry", "--gc-sections", "--strip-all", "--stack-first"]
        options += [f"--initial-memory={_MEMORY}", "-z", f"stack-size={_STACK}"]
        options += [f"--export={name}" for name in names]
        line = [linker, *options, str(made), "-o", str(out)]
        done = children.run(line, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildError(f"{linker} failed: {done.stderr}")
        return out.read_bytes()


def _compiled():
    """Returns (an object file's bytes, the names that it exports)."""
    # Before numba is imported: as code for any machine it is made faster by the passes below.
    os.environ.update(NUMBA_OPT="0", NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    warnings.filterwarnings("ignore", "Cannot cache")
    import llvmlite.binding as llvm
    from numba import int32, njit, types, uint8

    from tools.webassembly import entries

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(opt=3, features="+simd128")
    pointer = types.CPointer(uint8)
    function = njit(int32(pointer, pointer, int32, int32, int32))(entries.ask)
    text = _for_page(function.inspect_llvm(function.signatures[0]), machine)
    whole = llvm.parse_assembly(text)
    head = f'target triple = "{_TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    whole.link_in(llvm.parse_assembly(head + _around(entries, _defined(text, "ask"))))
    names = ["place", *entries.QUESTIONS]
    for one in (*whole.functions, *whole.global_variables):
        if not one.is_declaration and one.name not in names:
            one.linkage = "internal"
    whole.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))
    passes.getModulePassManager().run(whole, passes)
    return machine.emit_object(whole), names


def _around(entries, inner):
    """Returns the LLVM code that is linked with numba's function `inner`."""
    text = _RUNTIME.format(
        size=entries.SIZE,
        data=_DATA_AT,
        escapes=len(entries.ESCAPES),
        ways="".join(f"\\{ways:02x}" for ways in entries.ESCAPES),
        inner=inner,
    )
    for what, (name, count) in enumerate(zip(entries.QUESTIONS, entries.TAKEN)):
        given = [f"i32 %n{i}" for i in range(count)]
        text += _CALL.format(
            inner=inner,
            what=what,
            name=name,
            given=", ".join(given),
            results="ptr %answer, ptr %trouble, ptr @memory, ptr @escapes",
            passed="".join(f", {one}" for one in given + ["i32 0"] * (2 - count)),
        )
    return text


def _for_page(text, machine):
    """Returns numba's text for this machine, as one for WebAssembly."""
    text = re.sub(r"target triple = .*", f'target triple = "{_TRIPLE}"', text)
    text = re.sub(r"target datalayout = .*", f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = re.sub(r"\$\S+ = comdat any", "", re.sub(r" comdat(\([^)]*\))?", "", text))
    # Of an array's size, which never needs more: WebAssembly has no such product.
    text = text.replace("@llvm.smul.with.overflow.i64", "@small_product")
    return re.sub(r"= common (local_unnamed_addr )?global", "= global", text)


def _defined(text, name):
    """Returns the name that numba gave to the function."""
    found = re.findall(rf"^define [^@\n]*@([\w.$]*entries\d+{name}B[\w.$]*)\(", text, re.MULTILINE)
    plain = [one for one in found if not one.startswith(("_ZN7cpython", "cfunc"))]
    if len(plain) != 1:
        raise BuildError(f"numba made no function of {name}, or several: {found}")
    return plain[0]


if __name__ == "__main__":
    sys.exit(main())
