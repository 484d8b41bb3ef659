/** Converts the data of SVG paths (SVG 1.1, 8.3) to polygons. Curves become straight segments. */
import { ApiError } from '#spec/errors.ts';

/** A point with x pointing right and y pointing up. In SVG, y points down. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners in order. The last corner is connected to the first one. */
export type Polygon = readonly Point[];

const argumentCounts: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};

interface Command {
  readonly name: string;
  readonly numbers: readonly number[];
}

/** The number of segments per Bézier curve, and the minimum number per quarter of an arc. */
const curveSegments = 8;
const maxArcSegmentAngle = Math.PI / 12;

/** The maximum number of corners. Triangulating this many corners takes a few steps at most. */
const maxVertices = 1_500;

const whitespacePattern = /[\s,]*/y;
const numberPattern = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const flagPattern = /[01]/y;

const rejectPath = (problem: string, at: number): never => {
  throw new ApiError('ACTION_FAILED', `The path cannot be drawn: ${problem} at character ${at}.`, {
    ...{ character: at, expected: 'SVG path data such as M 0 0 L 10 0 L 5 8 Z' },
  });
};

/** Parses path data. A command letter applies to all groups of arguments that follow it. */
const parseCommands = (data: string): Command[] => {
  const commands: Command[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const token = pattern.exec(data)?.[0];
    if (token !== undefined) at += token.length;
    return token;
  };
  const readNumbers = (letter: string, size: number): number[] =>
    Array.from({ length: size }, (_, i) => {
      match(whitespacePattern);
      const isFlag = letter.toLowerCase() === 'a' && (i === 3 || i === 4);
      const text = match(isFlag ? flagPattern : numberPattern);
      const value = Number(text);
      return text !== undefined && Math.abs(value) <= 1e6
        ? value
        : rejectPath(`'${letter}' requires ${size} numbers up to a million; expected one`, at);
    });
  match(whitespacePattern);
  while (at < data.length) {
    const letter = data.charAt(at);
    const size = argumentCounts[letter.toLowerCase()];
    if (size === undefined) return rejectPath(`'${letter}' is not a command`, at);
    if (commands.length === 0 && letter.toLowerCase() !== 'm')
      return rejectPath('a path must begin with M', at);
    at += 1;
    let name = letter;
    do {
      commands.push({ name, numbers: readNumbers(letter, size) });
      if (name === 'm') name = 'l';
      if (name === 'M') name = 'L';
      match(whitespacePattern);
    } while (size > 0 && at < data.length && !/[a-z]/i.test(data.charAt(at)));
  }
  return commands;
};

const lerpPoint = (from: Point, to: Point, fraction: number): Point => ({
  x: from.x + (to.x - from.x) * fraction,
  y: from.y + (to.y - from.y) * fraction,
});

/** Returns a point on a Bézier curve, using de Casteljau's algorithm. */
const getBezierPoint = (points: readonly Point[], fraction: number): Point => {
  let level = points;
  // biome-ignore lint/style/noNonNullAssertion: every point except the last has a successor
  while (level.length > 1) level = level.slice(1).map((to, i) => lerpPoint(level[i]!, to, fraction));
  // biome-ignore lint/style/noNonNullAssertion: a curve has points
  return level[0]!;
};

const listFractions = (count: number): number[] => Array.from({ length: count }, (_, i) => (i + 1) / count);
const curveFractions = listFractions(curveSegments);

/** Returns the points on an elliptical arc, except its start (SVG 1.1, F.6.5). */
const flattenArc = (from: Point, numbers: readonly number[], to: Point): Point[] => {
  const [rx = 0, ry = 0, rotation = 0, large = 0, sweep = 0] = numbers;
  let [a, b] = [Math.abs(rx), Math.abs(ry)];
  if (a === 0 || b === 0 || (from.x === to.x && from.y === to.y)) return [to];
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  const half = { x: (from.x - to.x) / 2, y: (from.y - to.y) / 2 };
  const [x, y] = [cos * half.x + sin * half.y, cos * half.y - sin * half.x];
  const radiusScale = Math.sqrt((x / a) ** 2 + (y / b) ** 2);
  if (radiusScale > 1) [a, b] = [a * radiusScale, b * radiusScale];
  const squaredSum = (a * y) ** 2 + (b * x) ** 2;
  const centerScale = Math.sqrt(Math.max(0, (a * b) ** 2 / squaredSum - 1)) * (large === sweep ? -1 : 1);
  const [cx, cy] = [(centerScale * a * y) / b, (-centerScale * b * x) / a];
  const begin = Math.atan2((y - cy) / b, (x - cx) / a);
  const end = Math.atan2((-y - cy) / b, (-x - cx) / a);
  const fullTurn = 2 * Math.PI;
  const angle = sweep === 1 ? (end - begin + fullTurn) % fullTurn : -((begin - end + fullTurn) % fullTurn);
  const middle = lerpPoint(from, to, 0.5);
  return listFractions(Math.ceil(Math.abs(angle) / maxArcSegmentAngle) || 1).map((fraction) => {
    if (fraction === 1) return to;
    const at = begin + angle * fraction;
    const [ox, oy] = [a * Math.cos(at) + cx, b * Math.sin(at) + cy];
    return { x: cos * ox - sin * oy + middle.x, y: sin * ox + cos * oy + middle.y };
  });
};

/**
 * Returns the polygons of a path, one for each subpath that encloses an area.
 * @throws ApiError ACTION_FAILED with the position of a syntax error, or for too many corners
 */
export const parseSvgPath = (data: string): Polygon[] => {
  const polygons: Point[][] = [];
  let current: Point = { x: 0, y: 0 };
  let start = current;
  /** The control point of the last curve, which S and T mirror. */
  let controlPoint: { readonly point: Point; readonly of: string } | undefined;
  let open: Point[] = [];

  const lineTo = (...points: readonly Point[]): void => {
    if (open.length === 0) open = [current];
    open.push(...points);
    current = points.at(-1) ?? current;
  };
  const close = (): void => {
    if (open.length > 2) polygons.push(open);
    open = [];
  };
  const mirrored = (kinds: string): Point =>
    controlPoint && kinds.includes(controlPoint.of)
      ? { x: 2 * current.x - controlPoint.point.x, y: 2 * current.y - controlPoint.point.y }
      : current;

  for (const { name, numbers } of parseCommands(data)) {
    const kind = name.toLowerCase();
    const from = name === kind ? current : { x: 0, y: 0 };
    const points = Array.from({ length: Math.floor(numbers.length / 2) }, (_, i) => ({
      x: from.x + (numbers[2 * i] ?? 0),
      y: from.y + (numbers[2 * i + 1] ?? 0),
    }));
    const [first = current, second = current] = points;
    const [along = 0] = numbers;
    let next: typeof controlPoint;
    const curve = (...control: readonly Point[]): void => {
      const controlPoints = [current, ...control];
      next = { point: controlPoints.at(-2) ?? current, of: kind };
      lineTo(...curveFractions.map((fraction) => getBezierPoint(controlPoints, fraction)));
    };
    if (kind === 'm') {
      close();
      current = first;
      start = first;
    } else if (kind === 'z') {
      close();
      current = start;
    } else if (kind === 'l') lineTo(first);
    else if (kind === 'h') lineTo({ x: from.x + along, y: current.y });
    else if (kind === 'v') lineTo({ x: current.x, y: from.y + along });
    else if (kind === 'c') curve(...points);
    else if (kind === 's') curve(mirrored('cs'), first, second);
    else if (kind === 'q') curve(...points);
    else if (kind === 't') curve(mirrored('qt'), first);
    else {
      const [x = 0, y = 0] = numbers.slice(5);
      lineTo(...flattenArc(current, numbers, { x: from.x + x, y: from.y + y }));
    }
    controlPoint = next;
  }
  close();
  const corners = polygons.reduce((sum, { length }) => sum + length, 0);
  if (corners > maxVertices) {
    throw new ApiError(
      'ACTION_FAILED',
      `The path has ${corners} corners after flattening its curves; the maximum is ${maxVertices}.`,
      { corners, mostCorners: maxVertices },
    );
  }
  return polygons.map((polygon) => polygon.map(({ x, y }) => ({ x, y: -y + 0 })));
};
