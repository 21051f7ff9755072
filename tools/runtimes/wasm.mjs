// Runs a Python file on MicroPython/WebAssembly, as `micropython FILE` would on the unix port.
// usage: node wasm.mjs FOLDER[:FOLDER...] FILE [ARGUMENT...]
// The folders go on sys.path. They and FILE are copied into the guest's memory under the very same names;
// kernels become bytecode there (tools/simulator/bytecode).
import { readFileSync, readSync, readdirSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { normalize, search } from '../virtual_board/page/python.js';
import { loadMicroPython } from '../npm/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs';

const [path, script, ...args] = process.argv.slice(2);
const folders = path.split(':');
const kernels = [];
const mp = await loadMicroPython({ stdin: nextByte, stdout: print, stderr: print, linebuffer: true });

// Waits for stdin, which process.stdin would not; null at its end.
function nextByte() {
  const byte = Buffer.alloc(1);
  for (;;) {
    try {
      return readSync(0, byte) ? byte[0] : null;
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function print(line) {
  writeSync(1, `${line}\n`);
}

function copy(file) {
  mp.FS.mkdirTree(dirname(file));
  mp.FS.writeFile(file, readFileSync(file));
  if (file.endsWith('kernel.py')) kernels.push(file);
}

function copyFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) copyFolder(name);
    else if (/\.(py|jsonl?|txt|bin|mat|sgf)$/.test(entry.name)) copy(name);
  }
}

folders.forEach(copyFolder);
copy(script);
mp.registerJsModule('_clerk', { normalize, search }); // as on the page
mp.registerJsModule('_guest', {
  argv: [script, ...args],
  path: folders,
  kernels,
  exit(status) { process.exitCode = status; },
});
mp.runPython(`
import sys, _guest
sys.argv[:] = list(_guest.argv)
sys.path[:] = [sys.argv[0].rsplit("/", 1)[0], ".frozen"] + list(_guest.path)
try:
    import shims  # of the clerk
except ImportError:
    pass
import bytecode
for _kernel in _guest.kernels:
    bytecode.rewrite(_kernel)
try:
    with open(sys.argv[0]) as _source:
        exec(compile(_source.read(), sys.argv[0], "exec"), {"__name__": "__main__", "__file__": sys.argv[0]})
except SystemExit as _end:
    _status = _end.args[0] if _end.args else 0
    if not isinstance(_status, (int, type(None))):
        print(_status)
        _status = 1
    _guest.exit(int(_status or 0))
except BaseException as _error:
    sys.print_exception(_error)
    _guest.exit(1)
`);
