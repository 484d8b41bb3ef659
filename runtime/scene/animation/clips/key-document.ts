/** The keys of a track as they are written: times beside values in the shapes of ports. */
import { canonical } from '#spec/shapes.ts';
import type { Color, Json, Vector3 } from '#spec/values.ts';
import type { Interpolation, Track } from './clip.ts';

interface KeysDocument {
  readonly interpolation?: Interpolation | undefined;
  readonly times: readonly unknown[];
  readonly values: readonly unknown[];
}

type Keys = Pick<Track, 'type' | 'keys'>;

interface Problem {
  readonly path: (string | number)[];
  readonly message: string;
}

/** As far from 0 as numbers may be, so that all that is worked out with them stays a number. */
const largest = 1e12;
const mostWeights = 256;

const isWithin = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= largest;

/** How values of a type are read: as so many numbers, or as they are. */
interface Form {
  readonly type: Track['type'];
  readonly expected: string;
  readonly numbers?: (value: unknown) => readonly number[] | undefined;
}

const within = (numbers: readonly number[]): readonly number[] | undefined =>
  numbers.every(isWithin) ? numbers : undefined;

const float: Form = {
  type: 'Float',
  expected: 'a number',
  numbers: (value) => (isWithin(value) ? [value] : undefined),
};

const vector: Form = {
  type: 'Vector3',
  expected: 'an array [x, y, z] or an object with x, y and z',
  numbers(value) {
    const found =
      typeof value === 'object' ? (canonical('Vector3', value) as Vector3 | undefined) : undefined;
    return found && within([found.x, found.y, found.z]);
  },
};

const color: Form = {
  type: 'Color',
  expected: 'an array [r, g, b, a] or an object with r, g and b',
  numbers(value) {
    const found = canonical('Color', value) as Color | undefined;
    return found && within([found.r, found.g, found.b, found.a]);
  },
};

const weights = (size: number): Form => ({
  type: 'Weights',
  expected: `an array of ${size} numbers`,
  numbers: (value) =>
    Array.isArray(value) && value.length === size && value.every(isWithin) ? value : undefined,
});

const flag: Form = { type: 'Boolean', expected: 'true or false' };
const text: Form = { type: 'String', expected: 'a text' };

/** What the values are, as the first of them shows. */
const formOf = (first: unknown, isWeights: boolean): Form | undefined => {
  if (isWeights) {
    const isList = Array.isArray(first) && first.length > 0 && first.length <= mostWeights;
    return isList ? weights(first.length) : undefined;
  }
  switch (typeof first) {
    case 'number':
      return float;
    case 'boolean':
      return flag;
    case 'string':
      return text;
    default:
      return [vector, color].find(({ numbers }) => numbers?.(first));
  }
};

const expectedFirst = (isWeights: boolean): string =>
  isWeights
    ? `expected an array with a number for each morph target, at most ${mostWeights}`
    : 'expected a number, true or false, a text, an array [x, y, z] or an array [r, g, b, a]';

/** Seconds that increase; or where they do not. */
const timesOf = (times: readonly unknown[], latest: number): Float64Array | Problem => {
  const read = new Float64Array(times.length);
  let before = Number.NEGATIVE_INFINITY;
  for (const [index, time] of times.entries()) {
    const path = ['times', index];
    if (typeof time !== 'number' || !(time >= 0 && time <= latest)) {
      return { path, message: `expected a number from 0 to ${latest}` };
    }
    if (time <= before)
      return { path, message: `expected more than ${before}, the time of the key before it` };
    read[index] = time;
    before = time;
  }
  return read;
};

const isProblem = (read: object): read is Problem => 'message' in read;

/**
 * The keys of a track.
 * @param latest the last second that there may be a key at
 * @returns what is wrong, and where, for what are none
 */
export const keysOf = (
  { interpolation, times: given, values }: KeysDocument,
  isWeights: boolean,
  latest: number,
): Keys | Problem => {
  const times = timesOf(given, latest);
  if (isProblem(times)) return times;
  const perKey = interpolation === 'CUBICSPLINE' ? 3 : 1;
  if (values.length !== times.length * perKey) {
    const why = perKey === 3 ? ': in-tangent, value and out-tangent of each key' : ', one for each time';
    return {
      path: ['values'],
      message: `expected ${times.length * perKey}${why}; there are ${values.length}`,
    };
  }
  const form = formOf(values[0], isWeights);
  if (!form) return { path: ['values', 0], message: expectedFirst(isWeights) };
  const { type } = form;
  if (form.numbers) {
    const numbers = values.map(form.numbers);
    const wrong = numbers.indexOf(undefined);
    if (wrong >= 0) return { path: ['values', wrong], message: unlikeFirst(form) };
    const flat = Float64Array.from(numbers.flatMap((value) => value ?? []));
    const size = flat.length / numbers.length;
    return { type, keys: { interpolation: interpolation ?? 'LINEAR', times, size, numbers: flat } };
  }
  if (interpolation !== undefined && interpolation !== 'STEP') {
    return { path: ['interpolation'], message: 'expected STEP, as there is nothing between such values' };
  }
  const wrong = values.findIndex((value) => typeof value !== typeof values[0]);
  if (wrong >= 0) return { path: ['values', wrong], message: unlikeFirst(form) };
  return { type, keys: { interpolation: 'STEP', times, states: values as readonly Json[] } };
};

const unlikeFirst = ({ expected, numbers }: Form): string =>
  `expected ${expected}, as is the first value${numbers ? `, with numbers of at most ${largest}` : ''}`;
