# What can be done here: `make help`. A step of the setup runs again when what it is made from changes.

PYTHON ?= python3
BIN := .venv/bin
DONE := build/setup
ROOMS := rules engine app devices board

.PHONY: help play report save-match send-match read-match verify position backup restore deck uf2 flash check-board drawings hardware-report quick lint test emulate ubgi duel bench strength train soak site release release-setup setup clean engine

help:  ## This list
	@awk -F ':.*  ## ' '/^##@ / { print substr($$0, 5) } /^[a-z0-9-]+:.*  ## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

# These reach a tool as they were typed: neither make nor the shell changes a character in them. Recipes read
# them from the environment, in double quotes. Apple's make is GNU Make 3.81: use nothing later here.
TYPED := A ADD B BACKUP BOARD DESIGN EVENT FILE FLASH ID LOG MATCH NAME NUMBER PORT SEAL SECRET SIZE
$(foreach name,$(TYPED),$(eval override $(name) := $$(value $(name))))
export $(TYPED)

# Ends make before anything is installed: a target, a variable that it needs, an example of the whole line.
needs = $(if $(filter $(1),$(MAKECMDGOALS)),$(if $($(2))$(ARGS),,$(error $(2)= is missing, as in: make $(1) $(3))))

# What only the work needs, not its --help.
work = $(if $(filter -h --help,$(ARGS)),,$(1))

##@ Players

# A board with a computer of its own is played on that computer's pins.
ON_PINS := $(if $(BOARD),$(findstring boards/$(BOARD)/board_config.py,$(shell grep -l '^COMPUTER = "raspberry_pi"' boards/*/board_config.py)))

play: $(DONE)/venv $(if $(PLUG),$(DONE)/tools) $(call work,$(if $(ON_PINS),$(DONE)/raspberry-pi,$(DONE)/npm))  ## Play on the virtual board in the browser (OPEN=0 opens none; BOARD=raspberry_pi: on its own pins, CABLE=8028 lets tools plug in; PLUG=8028: a page for such a board)
	@$(BIN)/python -m tools $(if $(ON_PINS),play-on-pins "$$BOARD",play) $(ARGS)

$(call needs,report,MATCH,MATCH=club.mat)
report: $(DONE)/training  ## Grades a match: a page with grades, luck and the worst decisions (MATCH=file.mat or match.log; ARGS=--help)
	@$(BIN)/python -m tools $@ $(if $(MATCH),"$$MATCH") $(ARGS)

WHERE = $(if $(PORT),--port="$$PORT") $(if $(FLASH),--flash="$$FLASH")

save-match: $(DONE)/tools  ## Saves a board's match as a .mat file (FILE=match.mat, MATCH=list, all or a number, EVENT=; PORT=, LOG= or FLASH=)
	@$(BIN)/python -m tools $@ "$${FILE:-match.mat}" $(WHERE) $(if $(LOG),--log="$$LOG") $(if $(MATCH),--match="$$MATCH") $(if $(EVENT),--event="$$EVENT") $(ARGS)

send-match: $(DONE)/tools  ## Sends a .mat file to a board, which plays it back (FILE=; PORT= or FLASH=)
	@$(BIN)/python -m tools $@ "$${FILE:-match.mat}" $(WHERE) $(ARGS)

read-match: $(DONE)/tools  ## Shows what a .mat file of any program says (FILE=; LOG=match.log makes a board's log of it)
	@$(BIN)/python -m tools $@ "$${FILE:-match.mat}" $(if $(LOG),--log="$$LOG") $(ARGS)

$(call needs,verify,MATCH,MATCH=club.mat)
verify: $(DONE)/tools  ## Checks every roll of a match with sealed dice (MATCH=file.mat or match.log; SEAL=, NUMBER=, SECRET=)
	@$(BIN)/python -m tools $@ $(if $(MATCH),"$$MATCH") $(if $(SEAL),--seal="$$SEAL") $(if $(NUMBER),--number="$$NUMBER") $(if $(SECRET),--secret="$$SECRET") $(ARGS)

$(call needs,position,ID,ID="XGID=...")
position: $(DONE)/venv  ## Shows a position in every format (ID= an XGID, an OGID, a board's QR code, or GNU's two IDs; other text around it is ignored)
	@$(BIN)/python -m tools $@ $(if $(ID),"$$ID") $(ARGS)

backup: $(DONE)/tools  ## Saves all matches and settings of a board in one file (FILE=picogammon.zip; PORT= or FLASH=)
	@$(BIN)/python -m tools $@ "$${FILE:-picogammon.zip}" $(WHERE) $(ARGS)

restore: $(DONE)/tools  ## Restores such a file to a board (FILE=picogammon.zip; PORT= or FLASH=)
	@$(BIN)/python -m tools $@ "$${FILE:-picogammon.zip}" $(WHERE) $(ARGS)

deck: $(DONE)/tools  ## Reads a board's practice cards as a list of XGIDs (FILE=cards.txt) or for Anki (FILE=cards.apkg); ADD=list.txt puts XGIDs onto it (NAME=; PORT=, FLASH= or BACKUP=)
	@$(BIN)/python -m tools $@ $(if $(ADD),--add="$$ADD","$${FILE:-cards.txt}") $(WHERE) $(if $(BACKUP),--backup="$$BACKUP") $(if $(NAME),--name="$$NAME") $(ARGS)

##@ Makers

uf2: $(DONE)/tools $(call work,$(DONE)/arm)  ## Makes the image to drop onto a Raspberry Pi Pico: build/picogammon-pico.uf2 (BOARD=)
	@$(BIN)/python -m tools $@ $(if $(BOARD),"$$BOARD") $(if $(filter uf2,$(MAKECMDGOALS)),$(ARGS))

# Windows has no make: tools/flash/start.py does the same there.
flash: $(DONE)/flash  ## Copies the firmware to a Pico that runs stock MicroPython 1.25 or newer (PORT=, BOARD=)
	@$(BIN)/python -m tools $@ $(if $(PORT),--port="$$PORT") $(if $(BOARD),--board="$$BOARD") $(ARGS)

check-board: $(DONE)/venv  ## Finds mistakes in a board's data, and shows its lights, pins and current (BOARD=desk)
	@$(BIN)/python -m tools $@ $(if $(BOARD),"$$BOARD") $(ARGS)

$(call needs,drawings,DESIGN,DESIGN=cigar_box)
drawings: $(DONE)/venv $(call work,$(DONE)/drawings $(DONE)/libgl)  ## Makes templates to drill by and parts to print, in build/drawings (DESIGN=cigar_box; ARGS=--help: your own measurements)
	@$(BIN)/python -m tools $@ $(if $(DESIGN),"$$DESIGN") $(ARGS)

hardware-report: $(DONE)/tools  ## Has a board measure itself: a text for an issue (PORT=)
	@$(BIN)/python -m tools $@ $(if $(PORT),--port="$$PORT") $(ARGS)

##@ Developers

quick: $(DONE)/developers lint  ## Run it after each change: lint and the fast tests, half a minute
	@$(BIN)/pytest -q -n auto --dist worksteal $(addprefix host_tests/,$(ROOMS) transcripts properties boards)

lint: $(DONE)/developers $(DONE)/npm  ## ruff, eslint, tsc, MicroPython's compiler over firmware/, mypy, import-linter
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@PATH="$(BIN):$$PATH" node tools/npm/node_modules/eslint/bin/eslint.js --config tools/npm/eslint.config.js tools host_tests
	@PATH="$(BIN):$$PATH" node tools/npm/node_modules/typescript/bin/tsc -p tools/npm/tsconfig.json
	@PATH="$(BIN):$$PATH" node tools/npm/node_modules/typescript/bin/tsc -p tools/npm/tsconfig.worker.json
	@$(BIN)/python -m tools.lint.mpy_compiles
	@$(BIN)/python -m tools.lint.types_fit
	@PYTHONPATH=firmware $(BIN)/lint-imports --no-logo --no-cache

test: setup uf2 build/rpi_pico.uf2 engine $(if $(filter-out 0,$(ALL)),$(DONE)/browsers)  ## Every feature once: on CPython, MicroPython, in the browser, on the emulated chip (ALL=1: the long forms too; ARGS go to pytest)
	@$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder --durations=10 $(ARGS)

emulate: $(DONE)/developers $(call work,$(DONE)/npm uf2)  ## Runs the virtual board with the image on an emulated Pico (PORT=, OPEN=0; CABLE= is its USB's port)
	@$(BIN)/python -m tools $@ $(ARGS)

ubgi: $(DONE)/venv $(call work,$(if $(findstring --on,$(ARGS)),$(DONE)/tools))  ## Runs the engine, a line in, lines out: make -s ubgi (ARGS="--on PORT": a board's)
	@$(BIN)/python -m tools $@ $(ARGS)

$(call needs,duel,A,A="expert" B="gnubg 0")$(call needs,duel,B,A="expert" B="gnubg 0")
duel: $(DONE)/training $(call work,$(if $(findstring gnubg,$(A)$(B)),$(DONE)/gnubg))  ## Plays two players against each other with the same dice (A="expert" B="gnubg 0", GAMES=1000, LENGTH=; ARGS=--help)
	@$(BIN)/python -m tools $@ $(if $(A)$(B),"$$A" "$$B") $(if $(GAMES),--games $(GAMES)) $(if $(LENGTH),--length $(LENGTH)) $(ARGS)

bench: $(DONE)/developers $(call work,setup uf2 build/rpi_pico.uf2)  ## Measures time and memory on the emulated chip: tables, and build/bench.json (ALL=1: the long way)
	@$(BIN)/python -m tools $@ $(ARGS)

strength: $(DONE)/training  ## Measures how strong the levels are: a table, and build/strength.json (LEVELS=, FINAL=1)
	@$(BIN)/python -m tools $@ $(LEVELS) $(if $(FINAL),--final) $(ARGS)

train: $(DONE)/training $(call work,$(DONE)/gnubg)  ## Trains the engine's weights from scratch, in about an hour (SIZE=tiny: two minutes, into build/; ARGS=--help)
	@$(BIN)/python -m tools $@ $(if $(SIZE),--size="$$SIZE") $(ARGS)

soak: $(DONE)/developers $(call work,setup uf2 $(DONE)/fuzzing)  ## Runs tests with larger counts, such as random walks and power cuts: a table, and build/soak.json
	@$(BIN)/python -m tools $@ $(ARGS)

site: $(DONE)/developers $(call work,$(DONE)/npm engine)  ## Makes the virtual board as files for any web host, into build/site (ARGS="--into FOLDER")
	@$(BIN)/python -m tools $@ $(ARGS)

release: $(DONE)/developers $(call work,release-setup)  ## Makes the downloads, in dist/: images, the page, checksums (ARGS=--twice: made again and compared)
	@$(BIN)/python -m tools $@ $(ARGS)

release-setup: $(DONE)/developers $(DONE)/arm $(DONE)/training $(DONE)/drawings $(DONE)/libgl $(DONE)/lld $(DONE)/npm

setup: $(DONE)/debian $(DONE)/developers $(DONE)/training $(DONE)/drawings $(DONE)/raspberry-pi $(DONE)/npm $(DONE)/micropython $(DONE)/lld  ## Installs everything that make test needs (the other targets install what they need)

# The compiled engine for the page, where LLVM's linker is: half a minute, unless it is there.
engine: $(DONE)/training $(DONE)/lld
	@$(BIN)/python -m tools.webassembly >&2

clean:  ## Removes everything that was set up and made
	rm -rf .venv build dist tools/npm/node_modules .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# The steps speak on stderr: make ubgi keeps its stdout for the engine's lines.

$(DONE)/venv: tools/setup/venv.sh tools/setup/requirements-pip.lock
	@tools/setup/venv.sh $(PYTHON) >&2
	@mkdir -p $(@D) && touch $@

# What pip installs: the first line of a requirements-*.txt says what that is.
PIP := flash tools developers training fuzzing drawings raspberry-pi

$(addprefix $(DONE)/,$(PIP)): $(DONE)/%: tools/setup/requirements-%.lock $(DONE)/venv
	@sed -n '1s/^# What/Installing into .venv what/p' $(<:lock=txt) >&2
	@$(BIN)/python -m pip install -qq --require-hashes -r $< >&2
	@touch $@

# Two pips at once would spoil each other's work.
.NOTPARALLEL:

$(DONE)/training: $(DONE)/tools
$(DONE)/raspberry-pi: $(DONE)/compiler

$(DONE)/npm: $(DONE)/venv tools/setup/npm.sh tools/setup/requirements-node.lock tools/npm/package-lock.json
	@echo "Installing tools/npm" >&2
	@tools/setup/npm.sh >&2
	@touch $@

$(DONE)/gnubg: tools/setup/debian.sh
	@tools/setup/debian.sh $(PYTHON) gnubg >&2
	@mkdir -p $(@D) && touch $@

# What makes the drawings is linked with it.
$(DONE)/libgl: tools/setup/debian.sh
	@tools/setup/debian.sh $(PYTHON) libgl1 >&2
	@mkdir -p $(@D) && touch $@

# Builds the packages for a Raspberry Pi's pins that come without a wheel.
$(DONE)/compiler: tools/setup/debian.sh
	@tools/setup/debian.sh $(PYTHON) gcc libc6-dev python3-dev >&2
	@mkdir -p $(@D) && touch $@

# Builds images for boards.
$(DONE)/arm: tools/setup/debian.sh
	@tools/setup/debian.sh $(PYTHON) gcc-arm-none-eabi libnewlib-arm-none-eabi cmake gcc libc6-dev $(if $(MICROPYTHON_SOURCE),,xz-utils) >&2 || \
		{ $(BIN)/python -c "from tools.image import ELSEWHERE; print(ELSEWHERE)" >&2; exit 1; }
	@mkdir -p $(@D) && touch $@

# What the tests want beside.
$(DONE)/debian: tools/setup/debian.sh
	@tools/setup/debian.sh $(PYTHON) chromium chromium-headless-shell gnubg libatomic1 libgl1 >&2
	@mkdir -p $(@D) && touch $@

# Those that only the long tests open.
$(DONE)/browsers: tools/setup/debian.sh
	@tools/setup/debian.sh $(PYTHON) firefox-esr webkit2gtk-driver xvfb >&2
	@mkdir -p $(@D) && touch $@

$(DONE)/micropython: tools/setup/unix_micropython.sh tools/setup/trixie.sh
	@echo "Getting MicroPython's unix port" >&2
	@tools/setup/unix_micropython.sh >&2
	@mkdir -p $(@D) && touch $@

$(DONE)/lld: tools/setup/debian.sh
	@tools/setup/debian.sh $(PYTHON) lld >&2
	@mkdir -p $(@D) && touch $@

# Stock MicroPython for the Pico, for the tests of make flash.
build/rpi_pico.uf2: $(DONE)/tools $(DONE)/arm $(wildcard tools/image/*)
	@$(BIN)/python -m tools uf2 --plain
