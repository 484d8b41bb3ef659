/**
 * Infers the location of a port's direction. The location must cover every sample and contradict nothing that is known.
 */
import { compileExpression } from './jsonata-expression.ts';
import { listDirectionExpressions } from './direction-candidates.ts';
import { parseDirection, getOppositeDirection } from './parse-words.ts';
import type { PortSample } from './direction-candidates.ts';
import type { Direction } from './parse-words.ts';

/** The directions of samples that trials revealed, because an output could be connected to an input. */
type KnownDirections = ReadonlyMap<PortSample, Direction>;

/** An expression that returns 'input' or 'output', or a word that means one of these directions. */
interface DirectionExpression {
  readonly expression: string;
  /** The expression's result for each sample, in the order of the samples. */
  readonly directions: readonly Direction[];
}

/** Returns the expressions that cover every sample and agree with everything that is known. */
export const listConsistentExpressions = (
  samples: readonly PortSample[],
  nameField: string,
  knownDirections: KnownDirections = new Map(),
): readonly DirectionExpression[] =>
  listDirectionExpressions(samples, nameField).flatMap((expression) => {
    const interpreted = interpretExpression(expression, samples, knownDirections);
    return interpreted &&
      samples.every(
        (sample, index) =>
          (knownDirections.get(sample) ?? interpreted.directions[index]) === interpreted.directions[index],
      )
      ? interpreted
      : [];
  });

/**
 * Returns the only expression or, if there are several that agree on every sample, any of them. Returns `undefined` if
 * the expressions disagree.
 */
export const findAgreedExpression = (
  expressions: readonly DirectionExpression[],
): DirectionExpression | undefined => {
  const [first, ...others] = expressions;
  const isSame = ({ directions }: DirectionExpression): boolean =>
    directions.every((direction, index) => direction === first?.directions[index]);
  return others.every(isSame) ? first : undefined;
};

/**
 * Interprets the two values that a candidate expression returns. Returns `undefined` if neither words nor trials
 * explain these values.
 */
const interpretExpression = (
  expression: string,
  samples: readonly PortSample[],
  knownDirections: KnownDirections,
): DirectionExpression | undefined => {
  const read = compileExpression(expression);
  const values = samples.map(({ record, context }) => read(record, context));
  const [one, otherValue, ...more] = new Set(values);
  if (otherValue === undefined || one === undefined || more.length > 0) return undefined;
  const meaning =
    interpretWords(expression, one, otherValue) ?? interpretTrials(values, samples, knownDirections);
  if (!meaning) return undefined;
  const directions = values.map((value) =>
    value === meaning.value ? meaning.direction : getOppositeDirection(meaning.direction),
  );
  const isSelfExplanatory = parseDirection(one) !== undefined && parseDirection(otherValue) !== undefined;
  return { expression: isSelfExplanatory ? expression : toConditional(expression, meaning), directions };
};

interface DirectionMeaning {
  readonly value: unknown;
  readonly direction: Direction;
}

const toConditional = (expression: string, { value, direction }: DirectionMeaning): string => {
  const test = value === true ? expression : `${expression} = ${JSON.stringify(value)}`;
  return `${test} ? '${direction}' : '${getOppositeDirection(direction)}'`;
};

/** Interprets either two words for the directions, or whether a port is in a list that is named after a direction. */
const interpretWords = (
  expression: string,
  one: unknown,
  otherValue: unknown,
): DirectionMeaning | undefined => {
  const [first, second] = [parseDirection(one), parseDirection(otherValue)];
  if (first && second) return first === second ? undefined : { value: one, direction: first };
  if (typeof one !== 'boolean' || typeof otherValue !== 'boolean') return undefined;
  const list = /(?:^|\.)(?:is_?)?(in|out)(?:put|let|coming|going)?s?(?:\.\w+)?\)?$/i.exec(expression)?.[1];
  const direction = parseDirection(list);
  return direction && { value: true, direction };
};

/**
 * Interprets values with the help of ports whose direction is known: one value stands for inputs, the other one for
 * outputs.
 */
const interpretTrials = (
  values: readonly unknown[],
  samples: readonly PortSample[],
  knownDirections: KnownDirections,
): DirectionMeaning | undefined => {
  const valuesOf = (direction: Direction): ReadonlySet<unknown> =>
    new Set(
      samples.flatMap((sample, index) => (knownDirections.get(sample) === direction ? [values[index]] : [])),
    );
  const [inputs, outputs] = [valuesOf('input'), valuesOf('output')];
  if (inputs.size !== 1 || outputs.size !== 1) return undefined;
  const [value] = inputs;
  return outputs.has(value) ? undefined : { value, direction: 'input' };
};
