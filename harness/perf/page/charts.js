"use strict";
// How numbers are written, and the configurations of the charts; page.js makes the page with them.
const charts = (() => {
  // ---- Numbers -------------------------------------------------------------------------------------------------

  const numberFormat = (options) => {
    const format = new Intl.NumberFormat("en", options);
    return (value) => format.format(value);
  };
  const plain = numberFormat({ maximumSignificantDigits: 5 });
  const whole = numberFormat({ maximumFractionDigits: 0 });
  const percentFormat = numberFormat({ style: "percent", signDisplay: "exceptZero", maximumSignificantDigits: 3 });
  const percent = (value) => percentFormat(value).replace("-", "\u2212").replace("%", "\u00a0%");
  const times = numberFormat({ maximumSignificantDigits: 3 });

  // Nanoseconds and bytes are shown in the unit that suits the largest value; other units stay as they are.
  const ladders = {
    ns: [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]],
    B: [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]],
  };
  ladders.byte = ladders.bytes = ladders.B;

  function scaleOf(unit, largest) {
    const [, head, tail] = /^([^/\s]*)(.*)$/.exec(unit);
    const ladder = Object.hasOwn(ladders, head) ? ladders[head] : [];
    const step = ladder.find(([factor]) => Math.abs(largest) >= factor) ?? ladder.at(-1);
    return step ? { factor: step[0], unit: step[1] + tail } : { factor: 1, unit };
  }
  // Counts are shown in full, since that a million became a million and one is news; so are means of large counts.
  function numeral(value) {
    if (value === null) return "?";
    const size = Math.abs(value);
    return size < 1e15 && (Number.isInteger(value) || size >= 1e5) ? whole(value) : plain(value);
  }
  const withUnit = (value, scale) => `${numeral(value === null ? null : value / scale.factor)} ${scale.unit}`;

  // ---- Colours: those of the style sheet, light or dark

  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  let colours;
  function readColours() {
    const names = ["text", "faint", "grid", "card", "line", "main", "band", "other", "worse", "better"];
    colours = Object.fromEntries(names.map((name) => [name, style(`--${name}`)]));
    Chart.defaults.color = colours.faint;
    Chart.defaults.borderColor = colours.grid;
  }

  // ---- Trends --------------------------------------------------------------------------------------------------

  const day = (recorded) => recorded.slice(0, 10);
  const moment = (recorded) => recorded.replace("T", " ").replace(/Z$/, " UTC");
  const toneOf = (step) => (step > 0 ? "worse" : "better");  // less is better in every metric

  // Writes the step beside each change, so that it can be read without a pointer.
  const stepLabels = {
    id: "stepLabels",
    afterDatasetsDraw(chart, _, { changes, dataset }) {
      const { ctx, chartArea } = chart;
      ctx.save();
      ctx.font = "600 12px system-ui, sans-serif";
      ctx.lineJoin = "round";
      ctx.lineWidth = 4;
      ctx.strokeStyle = colours.card;
      for (const [index, step] of changes) {
        const mark = chart.getDatasetMeta(dataset).data[index];
        const text = percent(step);
        const half = ctx.measureText(text).width / 2;
        const x = Math.min(Math.max(mark.x, chartArea.left + half), chartArea.right - half);
        // Away from the level before, where the line is.
        const above = step > 0 ? mark.y - chartArea.top > 26 : chartArea.bottom - mark.y < 26;
        ctx.textAlign = "center";
        ctx.textBaseline = above ? "bottom" : "top";
        const y = mark.y + (above ? -10 : 10);
        ctx.strokeText(text, x, y);
        ctx.fillStyle = colours[toneOf(step)];
        ctx.fillText(text, x, y);
      }
      ctx.restore();
    },
  };

  const axis = (text, more) => ({ title: { display: true, text }, ...more });

  // As many digits as tell one tick from the next, large numbers with k, M or B.
  function valueTicks(value, _, ticks) {
    const step = ticks.length > 1 ? Math.abs(ticks[1].value - ticks[0].value) : 0;
    const digits = step > 0 && value !== 0 ? Math.ceil(Math.log10(Math.abs(value) / step) + 1e-9) + 1 : 3;
    return new Intl.NumberFormat("en", {
      maximumSignificantDigits: Math.min(Math.max(digits, 1), 15),
      notation: Math.abs(value) < 1e4 ? "standard" : "compact",
    }).format(value);
  }

  // `runs` holds [recorded, commit, run]; a point is [index of its run, median, low, high].
  function trendChart({ points, scale, changes, kind, unit }, runs) {
    const at = (column) => points.map((point) => (point[column] === null ? null : point[column] / scale.factor));
    const [medians, lows, highs] = [at(1), at(2), at(3)];
    const numbers = [...lows, ...highs, ...medians].filter((value) => value !== null);
    const least = numbers.reduce((one, other) => Math.min(one, other), Infinity);
    const most = numbers.reduce((one, other) => Math.max(one, other), -Infinity);
    // Times get one per cent on each side at least: else the noise of a quiet series is drawn as a mountain range.
    // In counts a small step is news, and is drawn large.
    const floor = kind === "timed" || most === least ? Math.abs(most) * 0.01 : 0;
    const space = Math.max((most - least) * (changes.length ? 0.3 : 0.15), floor) || 1;
    const steps = new Map(changes);
    const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, backgroundColor: colours.band };
    return {
      type: "line",
      data: {
        labels: points.map((point) => day(runs[point[0]][0])),
        datasets: [
          {
            label: "change", data: medians.map((value, index) => (steps.has(index) ? value : null)), showLine: false,
            pointStyle: "triangle", pointRadius: 7, pointHoverRadius: 9, borderColor: colours.card,
            pointRotation: ({ dataIndex }) => (steps.get(dataIndex) > 0 ? 0 : 180),
            pointBackgroundColor: ({ dataIndex }) => colours[toneOf(steps.get(dataIndex))],
          },
          {
            label: "median", data: medians, borderColor: colours.main, backgroundColor: colours.main, borderWidth: 2,
            pointRadius: points.length > 60 ? 0 : 2.5, pointHoverRadius: 5,
          },
          { label: "high", data: highs, fill: "+1", ...edge },
          { label: "low", data: lows, ...edge },
        ],
      },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, normalized: true,
        interaction: { mode: "index", intersect: false },
        scales: {
          x: axis("run, by date", {
            ticks: { maxTicksLimit: innerWidth < 600 ? 3 : 6, maxRotation: 0 }, grid: { display: false },
          }),
          y: axis(scale.unit, {
            min: least >= 0 ? Math.max(0, least - space) : least - space, max: most + space,
            ticks: { callback: valueTicks, maxTicksLimit: 9, includeBounds: false },
          }),
        },
        plugins: {
          legend: { display: false },
          stepLabels: { changes, dataset: 0 },
          tooltip: {
            displayColors: false, filter: (item) => item.datasetIndex === 1,
            callbacks: {
              title: ([item]) => (item ? moment(runs[points[item.dataIndex][0]][0]) : ""),
              label: ({ dataIndex }) => {
                const [run, median, low, high] = points[dataIndex];
                const lines = [`median ${withUnit(median, scale)}`,
                  `${numeral(low === null ? null : low / scale.factor)} – ${withUnit(high, scale)}`,
                  // A scale must not hide that a count moved by one.
                  ...(kind !== "timed" && scale.factor !== 1 ? [`in full ${numeral(median)} ${unit}`] : []),
                  `commit ${runs[run][1]}`, `run ${runs[run][2]}`];
                return steps.has(dataIndex) ? [`changed by ${percent(steps.get(dataIndex))}`, ...lines] : lines;
              },
            },
          },
        },
      },
      plugins: [stepLabels],
    };
  }

  // ---- Comparisons: two cumulative curves -----------------------------------------------------------------------

  function curve(label, values, colour, scale, range) {
    const sorted = values.filter((value) => value !== null).map((value) => value / scale.factor)
      .sort((one, other) => one - other);
    const middle = (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
    const steps = sorted.map((value, index) => ({ x: value, y: (100 * (index + 1)) / sorted.length }));
    return {
      label: sorted.length ? `${label}: median ${plain(middle)} ${scale.unit}, n = ${sorted.length}` : `${label}: none`,
      data: sorted.length ? [{ x: range[0], y: 0 }, ...steps, { x: range[1], y: 100 }] : [],
      borderColor: colour, backgroundColor: colour, borderWidth: 2, stepped: true,
      pointRadius: ({ dataIndex }) => (dataIndex > 0 && dataIndex <= steps.length && steps.length <= 60 ? 2.5 : 0),
      pointHitRadius: 4,
    };
  }

  function comparisonChart({ base, head, unit }) {
    const numbers = [...base, ...head].filter((value) => value !== null);
    const least = numbers.reduce((one, other) => Math.min(one, other), Infinity);
    const most = numbers.reduce((one, other) => Math.max(one, other), -Infinity);
    const scale = scaleOf(unit, most);
    const space = (most - least) * 0.06 || Math.abs(most) * 0.01 || 1;
    const range = [(least - space) / scale.factor, (most + space) / scale.factor];
    return {
      type: "line",
      data: {
        datasets: [curve("base", base, colours.other, scale, range), curve("head", head, colours.main, scale, range)],
      },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        interaction: { mode: "nearest", intersect: true },
        scales: {
          x: axis(scale.unit, {
            type: "linear", min: range[0], max: range[1],
            ticks: { callback: valueTicks, maxTicksLimit: 6, maxRotation: 0, includeBounds: false },
          }),
          y: axis("share of repetitions", {
            min: 0, max: 100, ticks: { stepSize: 25, callback: (value) => `${value} %` },
          }),
        },
        plugins: {
          legend: { align: "start", labels: { boxWidth: 14, boxHeight: 3 } },
          tooltip: {
            displayColors: false,
            callbacks: {
              title: () => "",
              label: ({ parsed }) => `${whole(parsed.y)} % at most ${plain(parsed.x)} ${scale.unit}`,
            },
          },
        },
      },
    };
  }

  return { day, numeral, percent, readColours, scaleOf, times, toneOf, trendChart, comparisonChart, whole, withUnit };
})();
