/** Source of the script that draws the plots from the data in the page. The script runs without a build step. */
export const plotScript = `
'use strict';
const plots = JSON.parse(document.getElementById('plots').textContent);
const tone = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const short = (name) => name.length > 22 ? name.slice(0, 21) + '…' : name;
const hues = ['target', 'peer', 'floor', 'good', 'bad', 'kin', 'sea', 'moss', 'rose', 'clay'];

const axis = (more) => ({ stroke: tone('quiet'), grid: { stroke: tone('line'), width: 1 }, ticks: { stroke: tone('line'), width: 1 }, ...more });

/** From the least to the most that was measured, over each bar. */
const spread = ({ least, most }) => (u) => {
  const { ctx } = u;
  ctx.save();
  ctx.strokeStyle = tone('ink');
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  least.forEach((low, index) => {
    const x = Math.round(u.valToPos(index, 'x', true)) + 0.5;
    const cap = 4 * devicePixelRatio;
    for (const value of [low, most[index]]) {
      const y = u.valToPos(value, 'y', true);
      ctx.moveTo(x - cap, y);
      ctx.lineTo(x + cap, y);
    }
    ctx.moveTo(x, u.valToPos(low, 'y', true));
    ctx.lineTo(x, u.valToPos(most[index], 'y', true));
  });
  ctx.stroke();
  ctx.restore();
};

const bars = (plot, width) => {
  const { names, roles, medians, most } = plot;
  const seen = ['target', 'floor', 'peer'].filter((role) => roles.includes(role));
  const top = Math.max(...most, Number.MIN_VALUE) * 1.05;
  return [{
    width, height: 300, title: plot.title, cursor: { drag: { x: false, y: false } },
    legend: { live: false },
    scales: { x: { time: false, range: [-0.6, names.length - 0.4] }, y: { range: [0, top] } },
    axes: [
      axis({ splits: () => names.map((_, index) => index), values: () => names.map(short), rotate: -35, size: 110, grid: { show: false } }),
      axis({ size: 60 }),
    ],
    series: [{}, ...seen.map((role) => ({ label: role, fill: tone(role), stroke: tone(role), points: { show: false }, paths: uPlot.paths.bars({ size: [0.6, 60] }) }))],
    hooks: { draw: [spread(plot)] },
  }, [names.map((_, index) => index), ...seen.map((role) => medians.map((value, index) => roles[index] === role ? value : null))]];
};

const curves = ({ title, sizes, curves: lines }, width) => [{
  width, height: 420, title,
  scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
  axes: [axis({ values: (_, splits) => splits.map((size) => sizes.includes(size) ? size.toLocaleString('en') : ''), splits: () => sizes }), axis({ size: 60 })],
  series: [{ label: 'nodes' }, ...lines.map(({ name }, index) => ({ label: name, stroke: tone(hues[index % hues.length]), width: 2, dash: index < hues.length ? [] : [6, 4], points: { show: true, size: 6 } }))],
}, [sizes, ...lines.map(({ ms }) => ms)]];

for (const place of document.querySelectorAll('[data-plot]')) {
  const plot = plots[Number(place.dataset.plot)];
  const wide = Math.max(280, place.clientWidth);
  const [options, data] = plot.kind === 'bars' ? bars(plot, Math.min(wide, 140 + 90 * plot.names.length)) : curves(plot, Math.min(wide, 900));
  new uPlot(options, data, place);
}
`;
