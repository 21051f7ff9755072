// A report as HTML, the same in node and in a browser: what telling.py tells, put into page.html by
// Mustache, and each game's course drawn by Chartist.

const WIDTH = 480; // so that its letters can be read on a phone
const HEIGHT = 190;
const PARTS = {
  players: `<table>
<tr><th>Player</th><th>PR</th><th>decisions</th><th>points lost</th><th>luck</th></tr>
{{#players}}
<tr><td><span class="name s{{side}}">{{name}}</span></td><td>{{pr}}</td><td>{{decisions}}</td><td>{{lost}}</td><td>{{luck}}</td></tr>
{{/players}}
</table>`,
  judged: `<span class="{{word}}">{{word}} −{{loss}}</span>: {{done}}; better {{best}}`,
};

// `told`: what telling.py tells. `template`: page.html's text. `mustache`, `chartist`: the libraries. The
// latter draws into elements of globalThis.document.
export async function render(told, template, mustache, chartist) {
  const games = [];
  for (const game of told.games) games.push({ ...game, drawn: await drawn(game.course, chartist) });
  return mustache.render(template, { ...told, games }, PARTS);
}

// The course as SVG; "" where nothing was rolled after the opening.
async function drawn({ values, errors }, { LineChart, AutoScaleAxis }) {
  if (!values.length) return "";
  const points = values.map((value, i) => ({ x: i + 1, y: Number(value) }));
  const marked = errors.map((rolls) => rolls.map((i) => points[i]));
  const series = [{ name: "course", data: points }, ...marked.map((data) => ({ name: "errors", data }))];
  const box = document.createElement("div");
  const chart = new LineChart(box, { series }, {
    width: `${WIDTH}px`,
    height: `${HEIGHT}px`,
    chartPadding: { top: 15, right: 25, bottom: 5, left: 10 }, // for the last number
    lineSmooth: false,
    axisX: { type: AutoScaleAxis, onlyInteger: true, low: 0, high: values.length, scaleMinSpace: 40, showGrid: false },
    axisY: { type: AutoScaleAxis, low: Math.min(0, ...points.map(({ y }) => y)), high: Math.max(0, ...points.map(({ y }) => y)), scaleMinSpace: 30 },
    series: { course: { showPoint: points.length === 1 }, errors: { showLine: false } },
  });
  await new Promise((resolve) => chart.on("created", resolve));
  const svg = box.querySelector("svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  for (const size of ["style", "width", "height"]) svg.removeAttribute(size);
  return box.innerHTML;
}
