"use strict";
// Makes the page out of its data: the summary, the table of devices, and a card with a chart for each series and
// comparison. Texts are set as text, never as HTML.
(() => {
  const { day, numeral, percent, readColours, scaleOf, times, toneOf, whole, withUnit } = charts;
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);

  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  // ---- Charts are drawn when they come near the screen, and dropped when they are far from it -------------------

  const makers = new Map();  // the place of a chart -> what makes its configuration
  const drawn = new Map();   // the place of a chart -> its chart

  function draw(place) {
    if (drawn.has(place)) return;
    const canvas = element("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", place.dataset.label);
    place.append(canvas);
    drawn.set(place, new Chart(canvas, makers.get(place)()));
    document.body.dataset.chartsDrawn = String(Number(document.body.dataset.chartsDrawn) + 1);
  }
  function drop(place) {
    drawn.get(place)?.destroy();
    drawn.delete(place);
    place.replaceChildren();
  }
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) (entry.isIntersecting ? draw : drop)(entry.target);
  }, { rootMargin: "600px 0px" });

  // The watcher's first report waits for a frame; what the reader sees first does not.
  function drawFirstScreen() {
    for (const place of makers.keys()) {
      const box = place.getBoundingClientRect();
      if (box.height > 0 && box.bottom > 0 && box.top < innerHeight + 600) draw(place);
    }
  }

  function chartPlace(label, maker) {
    const place = element("div", "place");
    place.dataset.label = label;
    makers.set(place, maker);
    watcher.observe(place);
    return place;
  }

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    for (const place of [...drawn.keys()]) {
      drop(place);
      draw(place);
    }
  });

  // ---- Cards

  function trendCard(series) {
    const last = series.points.at(-1);
    const title = `${series.benchmark} · ${series.metric}`;
    const card = element("article", "card", element("h3", "", title),
      element("div", "facts", [series.device, series.kind, `${whole(series.points.length)} runs`].join(" · ")));
    const now = element("div", "now", last ? withUnit(last[1], series.scale) : "no runs");
    if (series.changes.length) {
      const [index, step] = series.changes.at(-1);
      now.append(" ", element("small", toneOf(step),
        `${percent(step)} on ${day(data.runs[series.points[index][0]][0])}`));
    }
    card.append(now);
    if (last) {
      const label = `Trend of ${title} on ${series.device}`;
      card.append(chartPlace(label, () => charts.trendChart(series, data.runs)));
    }
    return card;
  }

  function comparisonCard(comparison) {
    const card = element("article", "card", element("h3", "", comparison.name),
      element("p", `verdict ${comparison.tone}`, comparison.verdict), element("div", "facts", comparison.detail));
    if (comparison.base.length + comparison.head.length) {
      card.append(chartPlace(`Distributions of ${comparison.name}`, () => charts.comparisonChart(comparison)));
    }
    return card;
  }

  // ---- Devices side by side -------------------------------------------------------------------------------------

  const unique = (values) => [...new Set(values)];
  const recordedOf = (series) => data.runs[series.points.at(-1)[0]][0];

  function deviceTable(table, filtered) {
    const withPoints = filtered.filter((series) => series.points.length);
    const devices = unique(withPoints.map((series) => series.device)).sort();
    const rows = new Map();
    for (const series of withPoints) {
      const key = JSON.stringify([series.benchmark, series.metric, series.unit]);
      const row = rows.get(key) ?? rows.set(key, { series, cells: new Map() }).get(key);
      const other = row.cells.get(series.device);
      // Series of one device that differ in something else, such as its driver: the newest counts.
      if (!other || recordedOf(other) < recordedOf(series)) row.cells.set(series.device, series);
    }
    const header = element("tr", "", element("th", "", "Benchmark and metric"),
      ...devices.map((device) => element("th", "value", device)));
    const body = element("tbody");
    for (const { series, cells } of rows.values()) {
      const medians = [...cells.values()].map((one) => one.points.at(-1)[1]).filter((value) => value !== null);
      const least = Math.min(...medians);
      const scale = scaleOf(series.unit, least);
      const row = element("tr", "", element("th", "", series.benchmark,
        element("small", "", `${series.metric}, ${scale.unit}`)));
      for (const device of devices) {
        const median = cells.get(device)?.points.at(-1)[1] ?? null;
        const cell = element("td", "", median === null ? "–" : numeral(median / scale.factor));
        if (medians.length > 1 && median !== null) {
          if (median === least) cell.replaceChildren(element("b", "", cell.textContent));
          const ratio = least > 0 ? median / least : 1;
          const more = ratio < 1.1 ? percent(ratio - 1) : `×${times(ratio)}`;
          cell.append(" ", element("small", "", ratio === 1 ? "" : more));
        }
        row.append(cell);
      }
      row.firstChild.scope = "row";
      body.append(row);
    }
    table.replaceChildren(element("thead", "", header), body);
  }

  // ---- The page ------------------------------------------------------------------------------------------------

  function summarise() {
    const summary = byId("summary");
    const changed = data.series.filter((series) => series.changes.length).length;
    for (const [name, count] of [
      ["runs", unique(data.runs.map((run) => run[2])).length],
      ["series", data.series.length],
      ["devices", unique(data.series.map((series) => series.device)).length],
      ["series with changes", changed],
      ["comparisons", data.comparisons.length],
      ["findings", data.findings],
    ]) {
      summary.append(element("div", "", element("dt", "", name), element("dd", "", whole(count))));
    }
  }

  readColours();
  summarise();
  if (!data.comparisons.length) {
    for (const part of document.querySelectorAll("[data-needs=comparisons]")) part.hidden = true;
  }
  byId("comparison-cards").append(...data.comparisons.map(comparisonCard));

  const cards = data.series.map((series) => {
    const most = series.points.reduce((one, point) => Math.max(one, point[3] ?? point[1] ?? 0), 0);
    series.scale = scaleOf(series.unit, most);
    const words = [series.benchmark, series.metric, series.device, series.kind, series.unit].join(" ").toLowerCase();
    return { series, words, card: trendCard(series) };
  });
  byId("trend-cards").append(...cards.map(({ card }) => card));

  // Every word of the filter must occur somewhere in the names of a series.
  function filter() {
    const wanted = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = [];
    for (const { series, words, card } of cards) {
      const fits = wanted.every((word) => words.includes(word)) && (!byId("changed").checked || series.changes.length);
      card.hidden = !fits;
      if (fits) shown.push(series);
    }
    byId("shown").textContent = `${whole(shown.length)} of ${whole(cards.length)} series`;
    deviceTable(byId("device-table"), shown);
  }
  byId("filter").addEventListener("input", filter);
  byId("changed").addEventListener("change", filter);
  filter();
  drawFirstScreen();
})();
