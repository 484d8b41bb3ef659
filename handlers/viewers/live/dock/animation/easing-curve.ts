/** The first half of each family of easing curves, from 0 to 1. */
const easeInCurves: Readonly<Record<string, (at: number) => number>> = {
  Sine: (at) => 1 - Math.cos((at * Math.PI) / 2),
  Quad: (at) => at ** 2,
  Cubic: (at) => at ** 3,
  Quart: (at) => at ** 4,
  Quint: (at) => at ** 5,
  Expo: (at) => (at === 0 ? 0 : 2 ** (10 * at - 10)),
  Circ: (at) => 1 - Math.sqrt(1 - at ** 2),
  Back: (at) => 2.7 * at ** 3 - 1.7 * at ** 2,
  Elastic: (at) =>
    at === 0 ? 0 : -(2 ** (10 * at - 10)) * Math.sin((at * 10 - 10.75) * ((2 * Math.PI) / 3)),
  Bounce: (at) => Math.abs(Math.sin(at ** 2 * Math.PI * 2.5)) * at ** 2,
};

const curveSteps = 24;

/** Returns the value of an easing curve, such as `easeOutQuad`, at a time from 0 to 1. */
const ease = (name: string, at: number): number => {
  const [, direction, family] = /^ease(InOut|In|Out)(\w+)$/.exec(name) ?? [];
  const easeIn = family === undefined ? undefined : easeInCurves[family];
  if (!easeIn) return at;
  if (direction === 'In') return easeIn(at);
  if (direction === 'Out') return 1 - easeIn(1 - at);
  return at < 0.5 ? easeIn(2 * at) / 2 : 1 - easeIn(2 - 2 * at) / 2;
};

/** Returns an easing curve as an SVG path in a square from 0 to 100, with a margin at the top and the bottom. */
export const toEasingPath = (name: string): string =>
  Array.from({ length: curveSteps + 1 }, (_, i) => {
    const at = i / curveSteps;
    return `${i === 0 ? 'M' : 'L'}${(at * 100).toFixed(1)},${(90 - ease(name, at) * 80).toFixed(1)}`;
  }).join('');
