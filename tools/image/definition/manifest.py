# ruff: noqa: F821
"""What is frozen into every board's image: it runs from flash and takes no RAM.

A frozen main.py runs at power-on like one in the file system, and is looked for first.
"""

freeze("$(PORT_DIR)/modules")
include("$(MPY_DIR)/extmod/asyncio")
package("picogammon", base_path="../../../firmware")
module("main.py", base_path="../../../firmware")
