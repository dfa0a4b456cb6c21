/**
 * Draws the plots with uPlot from the data block of the page. Colours are read from the style
 * sheet, so the plots follow light and dark, and are drawn anew when either or the width changes.
 */
export const SCRIPT = `
'use strict';
(() => {
  let charts = JSON.parse(document.getElementById('charts').textContent);
  const probe = document.body.appendChild(document.createElement('span'));
  probe.hidden = true;
  const colour = (name) => {
    probe.style.color = 'var(' + name + ')';
    return getComputedStyle(probe).color;
  };
  const faint = (name, share) => {
    probe.style.color = 'color-mix(in srgb, var(' + name + ') ' + share + '%, transparent)';
    return getComputedStyle(probe).color;
  };
  const figure = (value) => value == null ? '–'
    : value >= 100 ? Math.round(value).toLocaleString('en-US')
    : value >= 10 ? value.toFixed(1) : value === Math.round(value) ? String(value) : value.toFixed(2);
  const share = (odds) => {
    const percent = 100 - 100 / odds;
    return (percent >= 99 ? Number(percent.toFixed(4)) : Number(percent.toFixed(1))) + '%';
  };
  const time = (second) => {
    const s = Math.round(second);
    return s < 120 ? s + ' s' : Math.floor(s / 60) + ':' + String(s % 60).padStart(2, '0');
  };
  const decades = (self, axis, min, max) => {
    const ticks = [1, 2];
    for (let odds = 10; odds <= max * 1.001; odds *= 10) ticks.push(odds);
    return ticks;
  };
  const plots = new Map();

  function draw(chart) {
    if (chart.views.length === 0) return;
    const holder = document.getElementById('plot-' + chart.id);
    const menu = document.getElementById('view-' + chart.id);
    const log = document.getElementById('log-' + chart.id);
    const view = chart.views[menu ? menu.selectedIndex : 0];
    const logY = log !== null && log.checked;
    const font = '12px system-ui, sans-serif';
    const axis = { stroke: colour('--soft'), font, grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 } };
    const odds = chart.x === 'odds';
    plots.get(chart.id)?.destroy();
    plots.set(chart.id, new uPlot({
      width: holder.clientWidth,
      height: holder.clientWidth < 500 ? 220 : 260,
      cursor: { drag: { x: !odds, y: false }, points: { size: 7 } },
      legend: { live: true },
      scales: {
        x: odds ? { time: false, distr: 3, log: 10, range: (u, min, max) => [1, Math.max(max, 100)] } : { time: false },
        y: logY ? { distr: 3 } : { range: (u, min, max) => [0, max > 0 ? max * 1.06 : 1] },
      },
      axes: [
        { ...axis, space: 60, values: (u, ticks) => ticks.map((tick) => odds ? (tick === 1 ? '0%' : share(tick)) : time(tick)), ...(odds && { splits: decades, filter: (u, splits) => splits }) },
        { ...axis, size: 62, values: (u, ticks) => ticks.map((tick) => tick == null ? '' : Number(tick.toPrecision(3)).toLocaleString('en-US') + (chart.unit === 'ms' ? ' ' : '') + chart.unit) },
      ],
      series: [
        { label: odds ? 'percentile' : 'second', value: (u, x) => x == null ? '–' : odds ? share(x) : time(x) },
        ...chart.series.map(({ name, colour: variable, kind, dash }) => ({
          label: name,
          stroke: colour(variable),
          width: kind === 'bars' ? 0 : 1.75,
          value: (u, value) => figure(value) + (value == null ? '' : (chart.unit === 'ms' ? ' ' : '') + chart.unit),
          points: { show: kind !== 'bars' && view.data[0].length < 2 },
          spanGaps: odds,
          ...(dash && { dash: [6, 4] }),
          ...(kind === 'area' && { fill: faint(variable, 18) }),
          ...(kind === 'bars' && { paths: uPlot.paths.bars({ size: [0.8, 24] }), fill: faint(variable, 80) }),
        })),
      ],
    }, view.data, holder));
  }

  const chartOf = (id) => charts.find((chart) => chart.id === id);
  for (const chart of charts) {
    draw(chart);
    for (const prefix of ['view-', 'log-']) {
      document.getElementById(prefix + chart.id)?.addEventListener('change', () => draw(chartOf(chart.id)));
    }
  }
  // Of a run that goes on: what is zoomed into stays so, as long as the lines are the same.
  document.addEventListener('data:charts', ({ detail }) => {
    const names = (chart) => chart.series.map(({ name }) => name).join();
    for (const chart of detail) {
      const before = chartOf(chart.id);
      const plot = plots.get(chart.id);
      if (!plot || !before || names(before) !== names(chart)) continue;
      const { min, max } = plot.scales.x;
      const xs = plot.data[0];
      const zoomed = xs.length > 0 && (min > xs[0] || max < xs[xs.length - 1]);
      plot.setData(chart.views[0].data, !zoomed);
    }
    const fresh = detail.filter((chart) => { const before = chartOf(chart.id); return !plots.has(chart.id) || names(before) !== names(chart); });
    charts = detail;
    fresh.forEach(draw);
  });
  const all = () => charts.forEach(draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', all);
  document.querySelector('.scheme').addEventListener('change', all);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) requestAnimationFrame(all);
    width = innerWidth;
  });
})();
`;
