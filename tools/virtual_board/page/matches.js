// The matches of this browser: which one lies in the board, what begins another one, and its report.

import { Beginning } from "./beginning.js";
import { titleOf } from "./elements.js";
import { Kept } from "./kept.js";
import { Position } from "./position.js";
import { report } from "./clerk.js";
import { Shelf } from "./shelf.js";
import { warn } from "./shell.js";
import { Verify } from "./verify.js";

/**
 * Makes app.kept, app.own, and app.playFrom(xgid), which puts a match into the board that begins there.
 * @param {import("./state.js").App} app
 */
export function mountMatches(app) {
  const find = (id) => document.getElementById(id);
  const kept = new Kept(warn);
  const { clerk } = app;
  app.kept = kept;
  app.own = {
    name: "picogammon",
    file: async (path) => kept.restore()[`/flash/${path}`] ?? null,
    put: async (path, bytes) => void app.swap(() => kept.save({ ...kept.restore(), [`/flash/${path}`]: bytes })),
    games: (run) => clerk.list(kept.ringOf(kept.current), run),
    lead: (game, stop) => app.power.act("go", game, stop),
    matches: async () => [],
    match: () => clerk.pack(kept.ringOf(kept.current)),
    send: async (log) => kept.add(log),
  };
  const reporter = { make: report };
  const analyse = () => report(titleOf({ id: kept.current, ...kept.about }), kept.ringOf(kept.current));
  for (const id of ["analyse", "analyse-too"]) find(id).addEventListener("click", analyse);
  new Shelf(find("shelf"), find("matches"), kept, clerk, reporter, {
    changed: () => app.swap(),
    playBack: () => app.power.ready.then(() => app.power.act("go", 0, 0)),
  });
  const beginning = new Beginning([find("begin"), find("begin-too")], find("beginning"), (settings) => {
    app.swap(() => kept.begin(), JSON.stringify(settings));
  });
  // A match at that position: the one that stands there, or a new one.
  app.playFrom = (xgid) => {
    const there = kept.list().find((match) => match.xgid === xgid);
    if (there) return kept.choose(there.id);
    app.opening = { wanted: xgid, agreed: kept.about.settings ?? "", before: kept.current };
    kept.begin();
  };
  const goTo = (xgid) => app.swap(() => app.playFrom(xgid));
  const entering = new Position(find("position"), find("enter"), clerk, goTo);
  new Verify(find("verify"), find("verifying"), clerk);
  for (const id of ["practice", "practice-too"]) {
    find(id).addEventListener("click", () => practise(app));
  }
  app.on("position", goTo);
  app.on("choices", (choices) => beginning.offer(choices));
  app.on("flash", (files) => kept.save(files));
  app.on("told", (told) => {
    app.opening = null;
    kept.note(told);
    mayAnalyse(app.state.over);
  });
  app.on("dark", () => mayAnalyse(false));
  app.on("refused", (why) => {
    const failed = kept.current;
    const { wanted, before } = app.opening;
    if (failed !== before) {
      kept.choose(before);
      kept.remove(failed);
    }
    app.opening = null;
    app.swap();
    if (!entering.refused(wanted, why)) warn(`That position cannot be played from: ${why}. Your match goes on.`);
  });

  function mayAnalyse(is) {
    for (const id of ["ended", "analyse-too"]) find(id).hidden = !is;
  }
}

/**
 * Asks the practice cards of the board that is shown.
 * @param {import("./state.js").App} app
 */
export async function practise(app) {
  const { openPractice } = await import("./practice.js");
  openPractice(app, app.source());
}
