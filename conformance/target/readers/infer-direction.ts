/** Finds where the direction of a port lies: the place that tells every sample, and contradicts nothing that is known. */
import { compile } from './expression.ts';
import { directionCandidates } from './direction-candidates.ts';
import { directionIn, opposite } from './words.ts';
import type { PortSample } from './direction-candidates.ts';
import type { Direction } from './words.ts';

/** What is known of a sample from trials: an output that could be wired to an input. */
type KnownDirections = ReadonlyMap<PortSample, Direction>;

/** An expression that answers 'input' or 'output', or a word for one of them. */
interface DirectionPlace {
  readonly expression: string;
  /** What it says of each sample, in the order of the samples. */
  readonly told: readonly Direction[];
}

/** The places that tell every sample and agree with what is known. */
export const directionPlaces = (
  samples: readonly PortSample[],
  nameField: string,
  known: KnownDirections = new Map(),
): readonly DirectionPlace[] =>
  directionCandidates(samples, nameField).flatMap((expression) => {
    const place = readAs(expression, samples, known);
    return place &&
      samples.every((sample, index) => (known.get(sample) ?? place.told[index]) === place.told[index])
      ? place
      : [];
  });

/** The one place, or any of several that agree on every sample; undefined where they differ. */
export const agreed = (places: readonly DirectionPlace[]): DirectionPlace | undefined => {
  const [first, ...others] = places;
  const isSame = ({ told }: DirectionPlace): boolean =>
    told.every((way, index) => way === first?.told[index]);
  return others.every(isSame) ? first : undefined;
};

/** What the values of a candidate mean, where it has two of them; undefined where neither words nor trials tell. */
const readAs = (
  expression: string,
  samples: readonly PortSample[],
  known: KnownDirections,
): DirectionPlace | undefined => {
  const read = compile(expression);
  const values = samples.map(({ record, around }) => read(record, around));
  const [one, other, ...more] = new Set(values);
  if (other === undefined || one === undefined || more.length > 0) return undefined;
  const meaning = wordsOf(expression, one, other) ?? trialsOf(values, samples, known);
  if (!meaning) return undefined;
  const told = values.map((value) =>
    value === meaning.value ? meaning.direction : opposite(meaning.direction),
  );
  const isPlainlySaid = directionIn(one) !== undefined && directionIn(other) !== undefined;
  return { expression: isPlainlySaid ? expression : spelt(expression, meaning), told };
};

interface Meaning {
  readonly value: unknown;
  readonly direction: Direction;
}

const spelt = (expression: string, { value, direction }: Meaning): string => {
  const test = value === true ? expression : `${expression} = ${JSON.stringify(value)}`;
  return `${test} ? '${direction}' : '${opposite(direction)}'`;
};

/** Two words for the directions; or whether a port is among those of a list that is called so. */
const wordsOf = (expression: string, one: unknown, other: unknown): Meaning | undefined => {
  const [first, second] = [directionIn(one), directionIn(other)];
  if (first && second) return first === second ? undefined : { value: one, direction: first };
  if (typeof one !== 'boolean' || typeof other !== 'boolean') return undefined;
  const list = /(?:^|\.)(?:is_?)?(in|out)(?:put|let|coming|going)?s?(?:\.\w+)?\)?$/i.exec(expression)?.[1];
  const direction = directionIn(list);
  return direction && { value: true, direction };
};

/** What the values of known ports are: one for the inputs, the other for the outputs. */
const trialsOf = (
  values: readonly unknown[],
  samples: readonly PortSample[],
  known: KnownDirections,
): Meaning | undefined => {
  const of = (direction: Direction): ReadonlySet<unknown> =>
    new Set(samples.flatMap((sample, index) => (known.get(sample) === direction ? [values[index]] : [])));
  const [inputs, outputs] = [of('input'), of('output')];
  if (inputs.size !== 1 || outputs.size !== 1) return undefined;
  const [value] = inputs;
  return outputs.has(value) ? undefined : { value, direction: 'input' };
};
