/**
 * The design tokens that all pages share: the live page, the documents, and the reports of kit and bench. No other file
 * contains a raw color.
 */
import type { PortType } from '../values.ts';

/** A color in the light theme and in the dark theme. */
type ThemeColor = readonly [light: string, dark: string];

/** Surfaces from the background behind the panes to what floats above them, then text, then meaning. */
export const surfaceColors = {
  'bg-0': ['#e6e8ef', '#08090d'],
  'bg-1': ['#f8f9fc', '#101218'],
  'bg-2': ['#ffffff', '#171a22'],
  'bg-3': ['#eceef4', '#20242e'],
  'bg-4': ['#dfe2eb', '#2b303d'],
  node: ['#ffffff', '#1b1d26'],
  well: ['#eff1f6', '#0e1016'],
  line: ['#d9dde7', '#262a35'],
  'line-2': ['#b4bbca', '#3a4050'],
  'ink-1': ['#14171f', '#f0f2f7'],
  'ink-2': ['#434a5a', '#b6bdcb'],
  'ink-3': ['#5f6778', '#8b93a5'],
  accent: ['#523adb', '#9584ff'],
  'accent-ink': ['#ffffff', '#0c0820'],
  'accent-wash': ['#523adb1a', '#9584ff26'],
  live: ['#04764f', '#38e0a3'],
  glow: ['#10c48a', '#38e0a3'],
  'live-wash': ['#04764f1a', '#38e0a324'],
  warn: ['#8f5300', '#ffb550'],
  'warn-wash': ['#8f530017', '#ffb5501f'],
  bad: ['#bf2239', '#ff7583'],
  'bad-wash': ['#bf223914', '#ff758321'],
  info: ['#0769a0', '#63c9ff'],
  'axis-x': ['#c5283d', '#ff6b7a'],
  'axis-y': ['#28761c', '#74e06e'],
  'axis-z': ['#1f5fd0', '#6da2ff'],
} as const satisfies Readonly<Record<string, ThemeColor>>;

/**
 * The colors of the node categories, keyed by the lowercase name. Not everyone can distinguish twenty hues, so a
 * category is always shown with its icon and its name.
 */
export const categoryColors = {
  events: ['#9e133c', '#e8734e'],
  flowcontrol: ['#62798f', '#74859f'],
  logic: ['#6f1e4b', '#df7d95'],
  math: ['#014b56', '#09bbb8'],
  vector: ['#986600', '#b47800'],
  color: ['#681372', '#fd92c7'],
  string: ['#8c5ed0', '#c967c5'],
  list: ['#5748b3', '#9c87fe'],
  variables: ['#006043', '#86c580'],
  time: ['#6e5203', '#d5e184'],
  transform: ['#15359b', '#a2d5fe'],
  scene: ['#08866f', '#029678'],
  physics: ['#761d26', '#febfb5'],
  tween: ['#4a8332', '#eadd24'],
  animation: ['#cb4762', '#de5867'],
  audio: ['#29794f', '#70f3cb'],
  cameralight: ['#5e3900', '#d1ab17'],
  input: ['#0a6583', '#0095c8'],
  network: ['#7462a7', '#a0afff'],
  system: ['#5c616e', '#cdd8e8'],
} as const satisfies Readonly<Record<string, ThemeColor>>;

/** The colors of ports, keyed by the lowercase port type. Ports of a similar color differ in shape. */
export const portColors = {
  trigger: ['#171a22', '#f2f3f7'],
  button: ['#672600', '#e47d53'],
  boolean: ['#78000c', '#d96331'],
  integer: ['#04825a', '#00dda3'],
  float: ['#004555', '#269398'],
  string: ['#a165d5', '#d6a8fd'],
  vector3: ['#a97f08', '#b2852e'],
  color: ['#ac2d63', '#fdbdca'],
  dropdown: ['#464d00', '#dfaf3d'],
  list: ['#522b81', '#a874d5'],
  generic: ['#6c6d7b', '#7b8a9a'],
  objectselector: ['#195490', '#7887ee'],
  assetselector: ['#434300', '#80cd61'],
} as const satisfies Readonly<Record<Lowercase<PortType>, ThemeColor>>;

/** The colors of the series in a chart, in their order. The first series is what the reader looks for. */
export const chartColors = {
  '1': ['#523adb', '#9584ff'],
  '2': ['#b25a00', '#ffb550'],
  '3': ['#0a7a70', '#2fd3c2'],
  '4': ['#b8266d', '#f57db5'],
  '5': ['#0769a0', '#63c9ff'],
  '6': ['#4c7a12', '#a8d94f'],
  '7': ['#7a4b2a', '#d3a27c'],
  '8': ['#8a2fb3', '#d598f5'],
} as const satisfies Readonly<Record<string, ThemeColor>>;

/** The palettes that only some pages need, keyed by the prefix of their custom properties. */
const palettes = { cat: categoryColors, port: portColors, chart: chartColors } as const;

type PaletteName = keyof typeof palettes;

/** Everything that does not depend on the theme: typefaces, sizes, spaces, sizes of controls, shadows and durations. */
const sharedTokens = `
  --font: 'Inter', system-ui, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
  --t-1: 11px; --t-2: 12px; --t-3: 13px; --t-4: 15px; --t-5: 19px; --t-6: 26px;
  --lh: 1.4; --w-text: 450; --w-strong: 600;
  --s-1: 2px; --s-2: 4px; --s-3: 6px; --s-4: 8px; --s-5: 12px; --s-6: 16px; --s-7: 24px; --s-8: 36px;
  --h-control: 28px; --h-primary: 32px; --icon: 16px; --icon-stroke: 1.75;
  --r-1: 5px; --r-2: 8px; --r-3: 12px; --r-pill: 999px;
  --e-1: 0 1px 2px light-dark(#1a204014, #0006);
  --e-2: 0 6px 18px light-dark(#1a204024, #0009), 0 1px 3px light-dark(#1a20401f, #0008);
  --e-3: 0 24px 64px light-dark(#1a204040, #000c), 0 4px 12px light-dark(#1a204026, #0009);
  --ring: 0 0 0 2px var(--bg-1), 0 0 0 4px var(--accent);
  --m-fast: 90ms; --m-base: 160ms; --m-slow: 260ms; --m-glow: 700ms; --m-pulse: 800ms;
  --ease: cubic-bezier(0.2, 0.8, 0.2, 1);`;

const renderColors = (prefix: string, colors: Readonly<Record<string, ThemeColor>>): string =>
  Object.entries(colors)
    .map(([name, [light, dark]]) => `--${prefix}${name}: light-dark(${light}, ${dark});`)
    .join('\n  ');

/**
 * Renders the tokens as CSS custom properties of the root element. The theme follows the reader's system, unless the
 * root element has the attribute `data-theme` with the value `light` or `dark`.
 * @param names the palettes to include in addition to the surface colors
 */
export const renderThemeTokens = (
  names: readonly PaletteName[] = ['cat', 'port', 'chart'],
): string => `:root {
  color-scheme: light dark;
  ${renderColors('', surfaceColors)}
  ${names.map((name) => `${renderColors(`${name}-`, palettes[name])}\n  `).join('')}${sharedTokens.trimStart()}
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
@media (pointer: coarse), (max-width: 700px) {
  :root { --h-control: 44px; --h-primary: 48px; --icon: 20px; --t-3: 15px; --t-2: 13px; --t-1: 12px; }
}
@media (prefers-reduced-motion: reduce) {
  :root { --m-fast: 0ms; --m-base: 0ms; --m-slow: 0ms; --m-glow: 0ms; --m-pulse: 0ms; }
}
`;
