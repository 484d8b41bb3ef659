/**
 * A small typeface made of pen strokes, so that node images need no font file. A glyph is a list of strokes, and a
 * stroke is a list of points. Each point is an x and a y in base 17: capitals extend from 0 to c, the base line is at
 * c, and descenders extend to g. A `~` before a stroke turns it into a curve with these control points.
 */
const glyphs: Readonly<Record<string, string>> = {
  A: '0c408c 1878',
  B: '000c ~00707606 ~06868c0c',
  C: '~8370000c7c89',
  D: '000c ~00808c0c',
  E: '80000c8c 0666',
  F: '80000c 0666',
  G: '~8370000c8c87 8747',
  H: '000c 808c 0686',
  I: '000c',
  J: '~50565c0c09',
  K: '000c 8007 348c',
  L: '000c7c',
  M: '0c0047808c',
  N: '0c008c80',
  O: '~40808c0c0040',
  P: '0c00 ~00808707',
  Q: '~40808c0c0040 598d',
  R: '0c00 ~00808707 478c',
  S: '~82700006868c0c0a',
  T: '0080 404c',
  U: '~00060c8c8680',
  V: '004c80',
  W: '002c538ca0',
  X: '008c 800c',
  Y: '004680 464c',
  Z: '00800c8c',
  a: '~34646c0c0434 646c',
  b: '000c ~34646c0c0434',
  c: '~6654040c5c6a',
  d: '606c ~34646c0c0434',
  e: '0868 ~6864040c5c6a',
  f: '~5020242c 0454',
  g: '~34646c0c0434 ~646a6g0g0e',
  h: '000c ~080464686c',
  i: '040c 0101',
  j: '~242a2g0g 2121',
  k: '000c 5409 276c',
  l: '~000a0c2c',
  m: '040c ~080454585c ~5854a4a8ac',
  n: '040c ~080464686c',
  o: '~34646c0c0434',
  p: '040g ~34646c0c0434',
  q: '646g ~34646c0c0434',
  r: '040c ~080454',
  s: '~65540408686c0c0b',
  t: '~212a2c5c 0454',
  u: '~04080c6c68 646c',
  v: '043c64',
  w: '042c466c84',
  x: '046c 640c',
  y: '043c 641g',
  z: '04640c6c',
  0: '~30707c0c0030',
  1: '03303c',
  2: '~030070760c 0c7c',
  3: '~0200707636 ~36767c0c0a',
  4: '5c500979',
  5: '700005 ~05757c0c0a',
  6: '~60010c7c760609',
  7: '00702c',
  8: '~307076060030 ~36767c0c0636',
  9: '~1c7b7000067673',
  '.': '0c0c',
  '-': '0848',
  _: '0d6d',
  '/': '0c60',
  '+': '0767 343a',
};

/** The glyph drawn for characters that have no glyph of their own. */
const fallbackGlyph = '00606c0c00';

const capHeight = 12;
const letterGap = 3.5;
const wordGap = 5;

export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

const parsePoints = (code: string): Point[] =>
  [...code.matchAll(/(.)(.)/g)].map(([, x = '', y = '']) => [parseInt(x, 17), parseInt(y, 17)]);

/** Cuts off every corner of a line. Repeating this turns the line into a curve. */
const cutCorners = (points: readonly Point[]): Point[] => [
  ...points.flatMap((point, i): Point[] => {
    const [x, y] = point;
    const previous = points[i - 1];
    if (!previous) return [point];
    const [px, py] = previous;
    return [
      [px * 0.75 + x * 0.25, py * 0.75 + y * 0.25],
      [px * 0.25 + x * 0.75, py * 0.25 + y * 0.75],
    ];
  }),
  ...points.slice(-1),
];

const parseStroke = (code: string): Stroke =>
  code.startsWith('~') ? cutCorners(cutCorners(cutCorners(parsePoints(code.slice(1))))) : parsePoints(code);

/**
 * Creates the strokes for a line of text. The top left corner of the first capital is at 0, 0.
 * @param size the height of capital letters
 */
export const createTextStrokes = (
  text: string,
  size: number,
): { strokes: readonly Stroke[]; width: number } => {
  const scale = size / capHeight;
  const strokes: Stroke[] = [];
  let left = 0;
  for (const character of text) {
    if (character === ' ') {
      left += wordGap;
      continue;
    }
    const glyph = (glyphs[character] ?? fallbackGlyph).split(' ').map(parseStroke);
    strokes.push(...glyph.map((stroke) => stroke.map(([x, y]): Point => [(left + x) * scale, y * scale])));
    left += Math.max(...glyph.flat().map(([x]) => x)) + letterGap;
  }
  return { strokes, width: Math.max(0, left - letterGap) * scale };
};
