import { html, type Html } from '#spec/text/html.ts';
import type { chartColors } from '#spec/text/theme-tokens.ts';

/** The center of the scene's core, in the picture's units. */
const core = { x: 260, y: 118, radius: 36 };
/** The ellipse on which the pillars stand. */
const pillarRing = { x: core.x, y: 206, radiusX: 206, radiusY: 62 };
const pillarCount = 32;
/** The colors of the pillars in the order of the spectrum, without those that are between two others. */
const spectrum: readonly (keyof typeof chartColors)[] = ['2', '6', '3', '5', '1', '8', '4'];

interface Pillar {
  /** How near the pillar is: -1 at the back, 1 at the front. */
  readonly depth: number;
  readonly drawing: Html;
}

const createPillar = (_: unknown, index: number): Pillar => {
  const share = index / pillarCount;
  const depth = Math.sin(share * 2 * Math.PI);
  const scale = 1 + depth * 0.35;
  const [x = 0, y = 0, width = 0, height = 0] = [
    pillarRing.x + pillarRing.radiusX * Math.cos(share * 2 * Math.PI) - 9 * scale,
    pillarRing.y + pillarRing.radiusY * depth,
    18 * scale,
    (56 + 26 * Math.sin(share * 6 * Math.PI + 1)) * scale,
  ].map(Math.round);
  const hue = share * spectrum.length;
  const [from, to] = [0, 1].map((step) => spectrum[(Math.floor(hue) + step) % spectrum.length]);
  const color = `color-mix(in oklch, var(--chart-${to}) ${Math.round((hue % 1) * 100)}%, var(--chart-${from}))`;
  const drawing = html`<path fill="${color}" d="M${x} ${y}v-${height}l4-5h${width}v${height}l-4 5z"/><path fill="var(--bg-0)" fill-opacity="0.3" d="M${x + width} ${y}v-${height}l4-5v${height}z"/>`;
  return { depth, drawing };
};

const pillars = Array.from({ length: pillarCount }, createPillar).sort((a, b) => a.depth - b.depth);

const renderPillars = (isInFront: boolean): Html =>
  html`<g opacity="${isInFront ? 1 : 0.6}">${pillars.filter(({ depth }) => depth > 0 === isInFront).map(({ drawing }) => drawing)}</g>`;

/** The rings around the core: their radii, and their rotation in degrees. */
const rings = [
  [84, 26, -18],
  [76, 22, 62],
  [92, 12, 24],
] as const;

/** Renders the halves of the rings that are behind the core, or those in front of it. */
const renderRings = (isInFront: boolean): Html =>
  html`<g fill="none" stroke="var(--chart-2)" stroke-width="3.5" opacity="${isInFront ? 1 : 0.6}">${rings.map(
    ([radiusX, radiusY, rotation]) => {
      const angle = (rotation / 180) * Math.PI;
      const [x, y] = [radiusX * Math.cos(angle), radiusX * Math.sin(angle)].map(Math.round);
      return html`<path d="M${core.x} ${core.y}m${-(x ?? 0)} ${-(y ?? 0)}a${radiusX} ${radiusY} ${rotation} 0 ${isInFront ? 0 : 1} ${2 * (x ?? 0)} ${2 * (y ?? 0)}"/>`;
    },
  )}</g>`;

/** A drawing of the demo scene: a core in three rings, its moon, and pillars in a spectrum. */
export const orreryPicture = html`<svg class="orrery" viewBox="0 0 520 300" aria-hidden="true">
<radialGradient id="glow"><stop stop-color="var(--chart-2)" stop-opacity="0.5"/><stop offset="1" stop-color="var(--chart-2)" stop-opacity="0"/></radialGradient>
${renderPillars(false)}
<circle cx="${core.x}" cy="${core.y}" r="128" fill="url(#glow)"/>
${renderRings(false)}<circle cx="${core.x}" cy="${core.y}" r="${core.radius}" fill="var(--chart-2)"/>${renderRings(true)}
<ellipse cx="${core.x}" cy="${core.y + 22}" rx="150" ry="38" fill="none" stroke="var(--chart-1)" stroke-opacity="0.6"/>
<circle class="moon" r="11" fill="var(--ink-1)"/>
${renderPillars(true)}
</svg>`;
