/**
 * Source of the page's script: it draws a plot when its part of the page is expanded, and follows links into collapsed
 * parts. The script runs without a build step.
 */
export const plotScript = `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const plots = JSON.parse(document.getElementById('plots').textContent);
const probe = document.body.appendChild(document.createElement('span'));
probe.hidden = true;
/** Resolves a design token to the color of the current theme, because a canvas can't read custom properties. */
const tone = (name) => {
  probe.style.color = 'var(--' + name + ')';
  return getComputedStyle(probe).color;
};
const typeface = '12px ' + getComputedStyle(document.body).fontFamily;
const short = (name) => name.length > 22 ? name.slice(0, 21) + '…' : name;
const roles = { target: 'chart-1', floor: 'ink-3', peer: 'chart-2' };
const hues = ['ink-3', 1, 2, 3, 4, 5, 6, 7, 8].map((hue) => typeof hue === 'number' ? 'chart-' + hue : hue);

const axis = (more) => ({ stroke: tone('ink-3'), font: typeface, grid: { stroke: tone('line'), width: 1 }, ticks: { stroke: tone('line'), width: 1 }, ...more });

/** Draws a line from the minimum to the maximum over each bar. */
const spread = ({ least, most }) => (u) => {
  const { ctx } = u;
  ctx.save();
  ctx.strokeStyle = tone('ink-1');
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
  const { names, medians, most } = plot;
  const seen = Object.keys(roles).filter((role) => plot.roles.includes(role));
  const top = Math.max(...most, Number.MIN_VALUE) * 1.05;
  return [{
    width, height: 300, title: plot.title, padding: [null, 48, null, null], cursor: { drag: { x: false, y: false } },
    legend: { live: false },
    scales: { x: { time: false, range: [-0.6, names.length - 0.4] }, y: { range: [0, top] } },
    axes: [
      axis({ splits: () => names.map((_, index) => index), values: () => names.map(short), rotate: -35, size: 110, grid: { show: false } }),
      axis({ size: 60 }),
    ],
    series: [{}, ...seen.map((role) => ({ label: role, fill: tone(roles[role]), stroke: tone(roles[role]), points: { show: false }, paths: uPlot.paths.bars({ size: [0.6, 60] }) }))],
    hooks: { draw: [spread(plot)] },
  }, [names.map((_, index) => index), ...seen.map((role) => medians.map((value, index) => plot.roles[index] === role ? value : null))]];
};

const curves = ({ title, sizes, curves: lines }, width) => [{
  width, height: 420, title,
  scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
  axes: [axis({ values: (_, splits) => splits.map((size) => sizes.includes(size) ? size.toLocaleString('en') : ''), splits: () => sizes }), axis({ size: 60 })],
  series: [{ label: 'nodes' }, ...lines.map(({ name }, index) => ({ label: name, stroke: tone(hues[index % hues.length]), width: 2, dash: index < hues.length ? [] : [6, 4], points: { show: true, size: 6 } }))],
}, [sizes, ...lines.map(({ ms }) => ms)]];

const draw = (place) => {
  const plot = plots[Number(place.dataset.plot)];
  const wide = Math.max(280, place.clientWidth);
  const [options, data] = plot.kind === 'bars' ? bars(plot, Math.min(wide, 140 + 90 * plot.names.length)) : curves(plot, Math.min(wide, 900));
  place.replaceChildren();
  new uPlot(options, data, place);
};

/** Draws the plots of an expanded part. A plot that is not visible has no width. */
const drawIn = (part) => {
  for (const place of all('[data-plot]', part)) if (!place.firstChild) draw(place);
};

const runs = all('.run');
for (const run of runs) run.addEventListener('toggle', () => run.open && drawIn(run));
/** Draws again, because a canvas follows neither the theme nor the width of the window. */
const redraw = () => {
  for (const place of all('.run[open] [data-plot]')) draw(place);
  for (const place of all('.run:not([open]) [data-plot]')) place.replaceChildren();
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
addEventListener('resize', redraw);

/** Expands what the address names. */
const follow = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const run = target?.closest('.run');
  if (run) run.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', follow);
follow();

const fold = document.getElementById('fold');
fold.hidden = runs.length === 0;
fold.addEventListener('click', () => {
  const isExpanding = runs.some((run) => !run.open);
  for (const run of runs) run.open = isExpanding;
  fold.textContent = isExpanding ? 'Collapse all' : 'Expand all';
});
`;
