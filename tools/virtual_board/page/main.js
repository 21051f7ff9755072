// Joins the page's parts: the circuit board's wires to the lights, the OLED and the piezo, the
// buttons to its pins.

import { Address } from "./address.js";
import { Beginning } from "./beginning.js";
import { Board } from "./board.js";
import { Boards } from "./boards.js";
import { MANUAL, run } from "./clock.js";
import { Clerk } from "./clerk.js";
import { Desk } from "./desk.js";
import { closeDialogs, titleOf } from "./elements.js";
import { Fetching } from "./fetching.js";
import { Kept } from "./kept.js";
import { Keys } from "./keys.js";
import { Loading, bundle, fetched } from "./loading.js";
import { Messages } from "./messages.js";
import { Mirror } from "./mirror.js";
import { Moves } from "./moves.js";
import { Oled, fitDots } from "./oled.js";
import { HOW, plug } from "./plug.js";
import { Places } from "./places.js";
import { Position } from "./position.js";
import { Power } from "./power.js";
import { Seats } from "./seats.js";
import { Sending } from "./sending.js";
import { Reporter } from "./reporter.js";
import { Shelf } from "./shelf.js";
import { Sound } from "./sound.js";
import { SSD1306 } from "./ssd1306.js";
import { Strip } from "./strip.js";
import { ownFlash } from "./tabs.js";
import { Update } from "./update.js";
import { Verify } from "./verify.js";
import { Wiring } from "./wiring.js";
import { Words } from "./words.js";

const find = (id) => document.getElementById(id);
const messages = new Messages();
const CARDS = "cards.bin"; // of practice, on any board

const json = async (name) => (await fetched(name)).json();

// ?seed=NUMBER makes the dice the same each time: for tests only.
function wantedSeed() {
  const text = new URLSearchParams(location.search).get("seed");
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new Error(`?seed= must be a whole number below 4294967296, not ${text}.`);
}

// ?board=NAME is the board that the page shows; the server's first without.
function wantedBoard(names) {
  const name = new URLSearchParams(location.search).get("board") ?? names[0];
  if (names.includes(name)) return name;
  throw new Error(`?board= must be one of ${names.join(", ")}, not ${name}.`);
}

async function main() {
  const seed = wantedSeed();
  const loading = new Loading(find("loading"));
  const { names, titles, drawn, plugged, bytes: size } = await json("./boards.json");
  loading.expect(size);
  const coming = bundle((name) => loading.get(name));
  const boards = new Boards(find("which"), names, titles, drawn, (name) => json(`./boards/${encodeURIComponent(name)}.json`));
  const chip = new SSD1306();
  const places = new Places(find("places"));
  const view = new Board(find("board"), find("room"), (layout) => places.lay(layout));
  const glass = new Oled(find("oled"), chip);
  const sound = new Sound(find("sound"));
  const words = new Words(find("said"), find("heard"), [find("side-0"), find("side-1")], places.elements);
  const seats = new Seats([find("above"), find("below")], document.querySelector("main"));
  const kept = new Kept((text) => messages.warn(text));
  const clerk = new Clerk();
  const address = new Address([find("link"), find("link-too")], (text) => messages.warn(text));
  let loaded = null;
  let board = null;
  let strip = null;
  let own = () => board; // chooses the board again that a real one has taken the place of
  let opening = null; // the match that is to begin at the address's position

  const use = (data) => {
    board = data;
    loaded.firmware["board_config.py"] = data.config;
    strip = new Strip(board.strip.lights, board.strip.order);
    places.show(Object.keys(board.places).length > 0);
    view.use(board);
    glass.flip(board.oled.flip);
    glass.resize(board.oled.height);
  };
  const dark = () => {
    strip.dark();
    chip.reset();
    sound.tone(0, 0);
    view.show(strip.lights);
    glass.show();
    words.hush();
    seats.show(null);
    view.lay(null);
    moves.show(null);
    ended(false);
  };
  const power = new Power(
    () => ({ bundle: loaded, board, seed, flash: kept.restore(), wanted: "", agreed: "", ...opening }),
    {
      wave: ({ pin, bytes }) => {
        if (pin !== board.strip.pin) return;
        strip.take(bytes);
        view.show(strip.lights);
      },
      i2c: (bytes) => {
        chip.take(bytes);
        glass.show();
      },
      tone: ({ pin, frequency, duty }) => {
        if (pin === board.piezo) sound.tone(frequency, duty);
      },
      flash: (files) => {
        kept.save(files);
        moves.kept();
      },
      choices: (choices) => beginning.offer(choices),
      told: (told) => {
        opening = null;
        words.tell(told);
        view.lay(told.table);
        seats.show(told.seats);
        if (told.played) moves.show(told.played);
        else moves.note(told.fresh);
        kept.note(told);
        ended(told.won && !told.played);
        address.show(told.xgid);
      },
      refused: (why) => {
        const failed = kept.current;
        if (failed !== opening.before) {
          kept.choose(opening.before);
          kept.remove(failed);
        }
        const { wanted } = opening;
        opening = null;
        startAgain();
        if (!entering.refused(wanted, why)) messages.warn(`That position cannot be played from: ${why}. Your match goes on.`);
      },
      text: (line) => console.log(line),
      restarted: (why) => {
        dark();
        messages.restarted(why);
      },
      stopped: (why) => {
        dark();
        messages.stopped(why);
      },
    },
  );
  const moves = new Moves(
    find("moves"),
    async (which) => (mirror.cable ? clerk.list(await mirror.cable.match(which)) : clerk.list(kept.ringOf(kept.current), which)),
    (game, stop) => (mirror.cable ? mirror.lead(game, stop) : power.act("go", game, stop)),
  );
  loaded = await coming;
  use(await boards.load(wantedBoard(names)));

  Object.defineProperty(window, "picogammon", {
    value: Object.freeze({
      lights: () => strip.lights.map((light) => [...light]),
      oled: () => chip.gddram(),
      spots: () => view.spots,
      get ready() {
        return power.ready;
      },
      errors: messages.errors,
      ...(MANUAL && { run: (ms, done) => run(ms, (until) => power.live(until), done) }),
    }),
  });

  const keys = new Keys(
    {
      ...Object.fromEntries(Object.keys(board.buttons).map((name) => [name, find(name)])),
      ...places.elements,
    },
    (name, pressed, at) => {
      words.byPlace = name in places.elements;
      const pin = board.buttons[name] ?? board.places[name]?.join("-");
      if (pin !== undefined) power.contact(pin, pressed ? 0 : 1, at);
    },
    (from, to) => power.act("drop", from, to),
  );
  const startAgain = () => {
    power.off();
    keys.letGo();
    dark();
    messages.clear();
    power.on();
  };
  boards.onChoice(
    (data) => {
      power.off();
      use(data);
      startAgain();
    },
    (error) => messages.warn(error.message),
  );
  messages.onRestart(startAgain);
  messages.onErase(() => {
    power.off();
    kept.erase();
    startAgain();
  });
  const reporter = new Reporter(find("reporting"));
  const analyse = () => reporter.make(titleOf({ id: kept.current, ...kept.about }), kept.ringOf(kept.current));
  for (const id of ["analyse", "analyse-too"]) find(id).addEventListener("click", analyse);
  new Shelf(find("shelf"), find("matches"), kept, clerk, reporter, {
    changed: startAgain,
    playBack: () => power.ready.then(() => power.act("go", 0, 0)),
  });
  const beginning = new Beginning([find("begin"), find("begin-too")], find("beginning"), (settings) => {
    power.off();
    kept.begin();
    startAgain();
    power.ready.then(() => power.act("begin", JSON.stringify(settings)));
  });
  for (const id of ["menu", "menu-too"]) find(id).addEventListener("click", () => power.act("menu"));
  glass.onTouch((x, y) => power.act("touch", x, y));
  // A match at that position: the one that stands there, or a new one.
  const playFrom = (xgid) => {
    const there = kept.list().find((match) => match.xgid === xgid);
    if (there) return kept.choose(there.id);
    opening = { wanted: xgid, agreed: kept.about.settings ?? "", before: kept.current };
    kept.begin();
  };
  const goTo = (xgid) => {
    power.off();
    playFrom(xgid);
    startAgain();
  };
  address.onChange(goTo);
  const entering = new Position(find("position"), find("enter"), clerk, goTo);
  new Verify(find("verify"), find("verifying"), clerk);
  const ownDeck = {
    name: "picogammon",
    read: async () => kept.restore()[`/flash/${CARDS}`] ?? null,
    write: async (bytes) => {
      power.off();
      kept.save({ ...kept.restore(), [`/flash/${CARDS}`]: bytes });
      startAgain();
    },
  };
  const deckOf = ({ cable, name }) => ({ name, read: () => cable.file(CARDS), write: (bytes) => cable.put(CARDS, bytes) });
  const practise = async () => {
    const { showPractice } = await import("./practice.js");
    showPractice(mirror.cable ? deckOf(mirror) : ownDeck, clerk);
  };
  for (const id of ["practice", "practice-too"]) find(id).addEventListener("click", practise);
  const mirror = mirrorOf(boards, plugged, kept, clerk, {
    practise,
    begin: () => {
      own = boards.keep(board);
      power.off();
      keys.letGo();
      dark();
      messages.clear();
      mirrored(true);
    },
    board: (data) => {
      use(data);
      places.show(false);
      glass.flip(false);
    },
    lights: (lights) => {
      strip.lights = lights;
      view.show(lights);
    },
    rows: (rows) => glass.resize(rows),
    said: (text) => words.say(text),
    played: (played) => moves.show(played),
    i2c: (bytes) => {
      chip.take(bytes);
      glass.show();
    },
    ended: () => {
      mirrored(false);
      use(own());
      startAgain();
    },
  });
  const lost = () => {
    power.off();
    closeDialogs();
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  still.addEventListener("change", () => power.calm(still.matches));
  power.calm(still.matches);
  fitDots(document.documentElement);
  addEventListener("resize", () => fitDots(document.documentElement));
  power.ready = ownFlash(messages, lost).then(() => {
    kept.refresh();
    if (address.wanted) playFrom(address.wanted);
    return power.on().finally(() => loading.end());
  });
  if (loaded.alone) keepThePage();
}

// For when there is no network. Where that cannot be, the network is needed.
function keepThePage() {
  const { serviceWorker } = navigator;
  const kept = serviceWorker?.controller;
  let untouched = true;
  for (const what of ["pointerdown", "keydown"]) addEventListener(what, () => (untouched = false), { once: true });
  serviceWorker?.addEventListener("controllerchange", () => {
    if (kept && untouched) location.reload();
    else if (kept) messages.tell("There is a newer version of this page: reload it when you like.");
  });
  serviceWorker?.register("./service-worker.js").catch(() => {});
}

// Whether the match on the board can be analysed.
function ended(is) {
  for (const id of ["ended", "analyse-too"]) find(id).hidden = !is;
}

// While a real board is shown its own buttons play, and the page's other matches wait.
function mirrored(on) {
  for (const id of ["keys", "legend", "begin", "shelf", "link", "menu-too"]) find(id).hidden = on;
  find("which").disabled = on;
}

// `plugged`: whether a board is at a cable of the server.
function mirrorOf(boards, plugged, kept, clerk, events) {
  const parts = { connect: "connect", too: "connect-too", why: "no-port", panel: "mirrored", name: "mirrored-name", crashes: "crashes" };
  const asked = { backup: "backup", restore: "restore", set: "set", measure: "measure", settings: "settings", text: "report" };
  let known = false;
  const reached = plugged ? { serial: plug, how: HOW } : { serial: navigator.serial, how: "over USB" };
  const mirror = new Mirror(elements(parts), reached, {
    ...events,
    board: async (name) => {
      const shown = mirror.cable;
      const own = await wiring.shown(name);
      const data = await boards.data(name);
      if (mirror.cable !== shown) return; // somebody has disconnected it
      known = Boolean(own) || boards.knows(name);
      boards.choose(name);
      events.board({ ...data, ...own });
      update.offer();
      for (const id of ["wire", "update"]) find(id).hidden = boards.elsewhere(name);
      if (!known) messages.warn(`This page knows no board ${name}, so it shows the display alone.`);
    },
    lights: (lights) => {
      if (known) events.lights(lights);
    },
    crashes: (text) => {
      if (text) messages.tell("What the board noted when it failed:", text);
      else messages.tell("The board has never failed.");
    },
    ended: (why) => {
      closeDialogs();
      events.ended();
      if (why) messages.warn(why);
    },
  });
  const cable = () => mirror.cable;
  new Desk(elements(asked), cable, clerk, { tell: (text, details) => messages.tell(text, details), warn: (text) => messages.warn(text) });
  const wiring = new Wiring(find("wire"), cable, clerk, {
    usual: async (name) => (await boards.data(name)).config,
    name: () => mirror.name,
    changed: () => mirror.anew(),
  });
  const update = new Update(find("update"), cable, {
    known: () => ({ name: mirror.name, version: mirror.version }),
    images: () => json("./images.json"),
    fetch: async (file) => new Uint8Array(await (await fetched(`./images/${file}`)).arrayBuffer()),
    release: () => mirror.release(),
  });
  new Fetching(find("fetch"), find("fetching"), cable, () => mirror.name, kept, clerk);
  find("people").addEventListener("click", async () => {
    const { showPeople } = await import("./people.js");
    showPeople(cable(), clerk, mirror.name, events.practise);
  });
  new Sending(find("send"), find("sending"), cable, kept, clerk, (text, details) => messages.tell(text, details));
  return mirror;
}

function elements(ids) {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, find(id)]));
}

main().catch((error) => {
  find("loading").hidden = true;
  messages.onRestart(() => location.reload());
  messages.stopped(error.message);
});
