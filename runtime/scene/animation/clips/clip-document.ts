/** Parses and validates clips, whether they are stored in `.anim.json` files or in components (C-145). */
import * as z from 'zod';
import { interpolations } from '#spec/actions/animation.ts';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import type { Color, Json, Vector3 } from '#spec/values.ts';
import type { Interpolation } from '../../../kernels/animation/sample-curve.ts';
import type { Clip, Track } from './clip.ts';

/** Limits for a list of clips, so that parsing the list causes no noticeable delay. */
const clipLimits = {
  clips: 256,
  tracks: 4096,
  /** Maximum total number of keys in all tracks. */
  keys: 200_000,
  markers: 1000,
  /** Maximum length of a clip in seconds. */
  duration: 86_400,
} as const;

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

/** Maximum absolute value of a number, which ensures that all calculations have finite results. */
const maxAbsoluteValue = 1e12;
const maxWeights = 256;

const isFiniteInRange = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= maxAbsoluteValue;

/** How values of a type are stored: either as a fixed count of numbers per value, or unchanged. */
interface KeyFormat {
  readonly type: Track['type'];
  readonly expected: string;
  readonly numbers?: (value: unknown) => readonly number[] | undefined;
}

const areFiniteInRange = (numbers: readonly number[]): readonly number[] | undefined =>
  numbers.every(isFiniteInRange) ? numbers : undefined;

const floatFormat: KeyFormat = {
  type: 'Float',
  expected: 'a number',
  numbers: (value) => (isFiniteInRange(value) ? [value] : undefined),
};

const vectorFormat: KeyFormat = {
  type: 'Vector3',
  expected: 'an array [x, y, z] or an object with x, y and z',
  numbers(value) {
    const vector =
      typeof value === 'object' ? (toCanonicalValue('Vector3', value) as Vector3 | undefined) : undefined;
    return vector && areFiniteInRange([vector.x, vector.y, vector.z]);
  },
};

const colorFormat: KeyFormat = {
  type: 'Color',
  expected: 'an array [r, g, b, a] or an object with r, g and b',
  numbers(value) {
    const color = toCanonicalValue('Color', value) as Color | undefined;
    return color && areFiniteInRange([color.r, color.g, color.b, color.a]);
  },
};

const createWeightsFormat = (size: number): KeyFormat => ({
  type: 'Weights',
  expected: `an array of ${size} numbers`,
  numbers: (value) =>
    Array.isArray(value) && value.length === size && value.every(isFiniteInRange) ? value : undefined,
});

const booleanFormat: KeyFormat = { type: 'Boolean', expected: 'true or false' };
const textFormat: KeyFormat = { type: 'String', expected: 'a text' };

/** Detects the format of all values from the first value. */
const detectKeyFormat = (first: unknown, isWeights: boolean): KeyFormat | undefined => {
  if (isWeights) {
    const isList = Array.isArray(first) && first.length > 0 && first.length <= maxWeights;
    return isList ? createWeightsFormat(first.length) : undefined;
  }
  switch (typeof first) {
    case 'number':
      return floatFormat;
    case 'boolean':
      return booleanFormat;
    case 'string':
      return textFormat;
    default:
      return [vectorFormat, colorFormat].find(({ numbers }) => numbers?.(first));
  }
};

const describeExpectedFirst = (isWeights: boolean): string =>
  isWeights
    ? `expected an array with a number for each morph target, at most ${maxWeights}`
    : 'expected a number, true or false, a text, an array [x, y, z] or an array [r, g, b, a]';

/** Parses increasing times in seconds. Returns a problem when the times are invalid. */
const parseTimes = (times: readonly unknown[], maxTime: number): Float64Array | Problem => {
  const parsed = new Float64Array(times.length);
  let before = Number.NEGATIVE_INFINITY;
  for (const [index, time] of times.entries()) {
    const path = ['times', index];
    if (typeof time !== 'number' || !(time >= 0 && time <= maxTime)) {
      return { path, message: `expected a number from 0 to ${maxTime}` };
    }
    if (time <= before)
      return { path, message: `expected more than ${before}, the time of the key before it` };
    parsed[index] = time;
    before = time;
  }
  return parsed;
};

const isProblem = (parsed: object): parsed is Problem => 'message' in parsed;

/**
 * Parses the keys of a track.
 * @param maxTime the latest allowed time of a key, in seconds
 * @returns a problem and its path when the keys are invalid
 */
const parseKeys = (
  { interpolation, times: rawTimes, values }: KeysDocument,
  isWeights: boolean,
  maxTime: number,
): Keys | Problem => {
  const times = parseTimes(rawTimes, maxTime);
  if (isProblem(times)) return times;
  const perKey = interpolation === 'CUBICSPLINE' ? 3 : 1;
  if (values.length !== times.length * perKey) {
    const hint = perKey === 3 ? ': in-tangent, value and out-tangent of each key' : ', one for each time';
    return {
      path: ['values'],
      message: `expected ${times.length * perKey}${hint}; there are ${values.length}`,
    };
  }
  const format = detectKeyFormat(values[0], isWeights);
  if (!format) return { path: ['values', 0], message: describeExpectedFirst(isWeights) };
  const { type } = format;
  if (format.numbers) {
    const numbers = values.map(format.numbers);
    const wrong = numbers.indexOf(undefined);
    if (wrong >= 0) return { path: ['values', wrong], message: describeTypeMismatch(format) };
    const flat = Float64Array.from(numbers.flatMap((value) => value ?? []));
    const size = flat.length / numbers.length;
    return { type, keys: { interpolation: interpolation ?? 'LINEAR', times, size, numbers: flat } };
  }
  if (interpolation !== undefined && interpolation !== 'STEP') {
    return { path: ['interpolation'], message: 'expected STEP, because such values cannot be interpolated' };
  }
  const wrong = values.findIndex((value) => typeof value !== typeof values[0]);
  if (wrong >= 0) return { path: ['values', wrong], message: describeTypeMismatch(format) };
  return { type, keys: { interpolation: 'STEP', times, states: values as readonly Json[] } };
};

const describeTypeMismatch = ({ expected, numbers }: KeyFormat): string =>
  `expected ${expected}, like the first value${numbers ? `, with numbers of at most ${maxAbsoluteValue}` : ''}`;

const NameText = z.string().min(1).max(256);
const Seconds = z.number().min(0).max(clipLimits.duration);

const TrackDocument = z
  .strictObject({
    target: z.string().max(2048).default(''),
    component: NameText.default('Transform'),
    property: NameText,
    interpolation: z.enum(interpolations).optional(),
    times: z.array(z.unknown()).min(1).max(clipLimits.keys),
    values: z.array(z.unknown()).max(clipLimits.keys * 3),
  })
  .transform(({ target, component, property, ...document }, context): Track => {
    const isWeights = component === 'Transform' && property === 'weights';
    const read = parseKeys(document, isWeights, clipLimits.duration);
    if ('keys' in read) return { target, component, property, ...read };
    context.addIssue({ code: 'custom', ...read });
    return z.NEVER;
  });

const ClipDocument = z
  .strictObject({
    name: NameText,
    duration: Seconds.optional(),
    markers: z
      .array(z.strictObject({ name: NameText, position: Seconds }))
      .max(clipLimits.markers)
      .default([]),
    tracks: z.array(TrackDocument).max(clipLimits.tracks).default([]),
  })
  .transform(({ duration, tracks, ...clip }, context): Clip => {
    const lastKeyTime = tracks.reduce(
      (latest, { keys: { times } }) => Math.max(latest, times.at(-1) ?? 0),
      0,
    );
    const refuse = (message: string, ...path: (string | number)[]): void =>
      context.addIssue({ code: 'custom', message, path });
    if (duration !== undefined && duration < lastKeyTime) {
      refuse(`expected at least ${lastKeyTime}, the time of the last key`, 'duration');
    }
    const clipDuration = duration ?? lastKeyTime;
    for (const [index, { position }] of clip.markers.entries()) {
      if (position > clipDuration)
        refuse(`expected at most ${clipDuration}, the duration of the clip`, 'markers', index, 'position');
    }
    const duplicate = findDuplicate(
      tracks.map(({ target, component, property }) => [target, component, property]),
    );
    if (duplicate !== undefined)
      refuse('another track has the same target and property', 'tracks', duplicate);
    return { ...clip, duration: clipDuration, tracks };
  });

/** Returns the index of the first key that repeats an earlier key; `undefined` when all keys are unique. */
const findDuplicate = (keys: readonly unknown[]): number | undefined => {
  const names = new Set<string>();
  for (const [index, key] of keys.entries()) {
    const text = JSON.stringify(key);
    if (names.has(text)) return index;
    names.add(text);
  }
  return undefined;
};

/** A list of clips with unique names. Problems are reported with their path. */
export const ClipList = z
  .array(ClipDocument)
  .max(clipLimits.clips)
  .transform((clips, context): readonly Clip[] => {
    const duplicate = findDuplicate(clips.map((clip) => clip.name));
    if (duplicate !== undefined) {
      context.addIssue({
        code: 'custom',
        message: 'another clip has the same name',
        path: [duplicate, 'name'],
      });
    }
    const keys = clips
      .flatMap(({ tracks }) => tracks)
      .reduce((sum, { keys: { times } }) => sum + times.length, 0);
    if (keys > clipLimits.keys) {
      context.addIssue({
        code: 'custom',
        message: `expected at most ${clipLimits.keys} keys, received ${keys}`,
      });
    }
    return clips;
  });
