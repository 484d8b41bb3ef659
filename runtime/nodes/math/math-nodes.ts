import { clampToFinite } from '../../values/clamp-finite.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { boolean, dropdown, float, integer } from '../dsl/ports.ts';

const degreesPerRadian = 180 / Math.PI;

/** Computes a sine that is exact at multiples of 90 degrees, unlike `Math.sin` with rounded radians. */
const sine = (degrees: number): number => {
  const angle = degrees % 360;
  if (angle % 180 === 0) return 0;
  if (angle % 90 === 0) return angle === 90 || angle === -270 ? 1 : -1;
  return Math.sin(angle / degreesPerRadian);
};

const cosine = (degrees: number): number => sine((degrees % 360) + 90);

const functions = {
  Sin: sine,
  Cos: cosine,
  Tan: (degrees: number) => (cosine(degrees) === 0 ? Number.NaN : sine(degrees) / cosine(degrees)),
  Asin: (ratio: number) => Math.asin(ratio) * degreesPerRadian,
  Acos: (ratio: number) => Math.acos(ratio) * degreesPerRadian,
  Atan: (ratio: number) => Math.atan(ratio) * degreesPerRadian,
};

/** Computes the remainder with `%`, because `%` is exact, whereas a floored quotient would be rounded. */
const flooredRemainder = (a: number, b: number): number => {
  const remainder = a % b;
  return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder;
};

const roundTo = (value: number, mode: 'Round' | 'Floor' | 'Ceil' | 'Truncate'): number => {
  switch (mode) {
    case 'Round':
      return Math.sign(value) * Math.round(Math.abs(value));
    case 'Floor':
      return Math.floor(value);
    case 'Ceil':
      return Math.ceil(value);
    case 'Truncate':
      return Math.trunc(value);
  }
};

const normalizeZero = (value: number): number => value + 0;

const clampToUnit = (t: number): number => Math.min(Math.max(t, 0), 1);

/**
 * Weights both ends instead of adding a fraction of their difference, because the difference may overflow. Each end is
 * reached exactly.
 */
const interpolate = (a: number, b: number, t: number): number => clampToFinite(a * (1 - t) + b * t);

export const mathNodes = defineCategory('Math', {
  Add: definePureNode({
    description: 'The sum of A and B. An overflow yields the largest number.',
    inputs: { A: float(), B: float() },
    outputs: { Result: float() },
    evaluate: ({ A, B }) => clampToFinite(A + B),
  }),
  Subtract: definePureNode({
    description: 'A minus B. An overflow yields the largest number.',
    inputs: { A: float(), B: float() },
    outputs: { Result: float() },
    evaluate: ({ A, B }) => clampToFinite(A - B),
  }),
  Multiply: definePureNode({
    description: 'The product of A and B. An overflow yields the largest number.',
    inputs: { A: float(1), B: float(1) },
    outputs: { Result: float() },
    evaluate: ({ A, B }) => clampToFinite(A * B),
  }),
  Divide: definePureNode({
    description: 'A divided by B. Division by zero yields 0 and one console warning per run of the graph.',
    inputs: { A: float(), B: float(1) },
    outputs: { Result: float() },
    evaluate: ({ A, B }, { warnOnce }) => {
      if (B !== 0) return clampToFinite(A / B);
      warnOnce('Division by zero; the result is 0.');
      return 0;
    },
  }),
  Modulo: definePureNode({
    description:
      'The floored remainder of A divided by B, which has the sign of B. A remainder by zero yields 0 and one console warning per run of the graph.',
    inputs: { A: float(), B: float(1) },
    outputs: { Result: float() },
    evaluate: ({ A, B }, { warnOnce }) => {
      if (B !== 0) return flooredRemainder(A, B);
      warnOnce('Remainder by zero; the result is 0.');
      return 0;
    },
  }),
  Power: definePureNode({
    description:
      'Base to the power of Exponent. An overflow yields the largest number. When the power is not defined, such as 0 to a negative power or a negative number to a fraction, the result is 0, with one console warning per run of the graph.',
    inputs: { Base: float(), Exponent: float(2) },
    outputs: { Result: float() },
    evaluate: ({ Base, Exponent }, { warnOnce }) => {
      const result = Base ** Exponent;
      if (!Number.isNaN(result) && (Base !== 0 || Exponent >= 0)) return clampToFinite(result);
      warnOnce(`${Base} to the power of ${Exponent} is not defined; the result is 0.`);
      return 0;
    },
  }),
  SquareRoot: definePureNode({
    description:
      'The square root of Value. A negative Value yields 0 and one console warning per run of the graph.',
    inputs: { Value: float() },
    outputs: { Result: float() },
    evaluate: ({ Value }, { warnOnce }) => {
      if (Value >= 0) return Math.sqrt(Value);
      warnOnce('Square root of a negative number; the result is 0.');
      return 0;
    },
  }),
  Absolute: definePureNode({
    description: 'The absolute value of Value.',
    inputs: { Value: float() },
    outputs: { Result: float() },
    evaluate: ({ Value }) => Math.abs(Value),
  }),
  Round: definePureNode({
    description:
      'Value rounded to a whole number: Round to the nearest, halves away from zero; Floor down, Ceil up, Truncate towards zero.',
    inputs: { Value: float(), Mode: dropdown('Round', 'Floor', 'Ceil', 'Truncate') },
    outputs: { Result: float() },
    evaluate: ({ Value, Mode }) => normalizeZero(roundTo(Value, Mode)),
  }),
  Min: definePureNode({
    description: 'The smaller of A and B.',
    inputs: { A: float(), B: float() },
    outputs: { Result: float() },
    evaluate: ({ A, B }) => Math.min(A, B),
  }),
  Max: definePureNode({
    description: 'The larger of A and B.',
    inputs: { A: float(), B: float() },
    outputs: { Result: float() },
    evaluate: ({ A, B }) => Math.max(A, B),
  }),
  Clamp: definePureNode({
    description: 'Value clamped to the range from Min to Max. With Min above Max the result is Max.',
    inputs: { Value: float(), Min: float(), Max: float(1) },
    outputs: { Result: float() },
    evaluate: ({ Value, Min, Max }) => Math.min(Math.max(Value, Min), Max),
  }),
  Lerp: definePureNode({
    description:
      'Interpolates between A (T = 0) and B (T = 1). Without Clamped, a T outside 0 to 1 extrapolates.',
    inputs: { A: float(), B: float(1), T: float(), Clamped: boolean() },
    outputs: { Result: float() },
    evaluate: ({ A, B, T, Clamped }) => interpolate(A, B, Clamped ? clampToUnit(T) : T),
  }),
  Remap: definePureNode({
    description:
      'Maps Value linearly from the range InMin to InMax to the range OutMin to OutMax. Clamped keeps the result between OutMin and OutMax. When InMin equals InMax, the result is OutMin, with one console warning per run of the graph.',
    inputs: {
      Value: float(),
      InMin: float(),
      InMax: float(1),
      OutMin: float(),
      OutMax: float(1),
      Clamped: boolean(),
    },
    outputs: { Result: float() },
    evaluate: ({ Value, InMin, InMax, OutMin, OutMax, Clamped }, { warnOnce }) => {
      if (InMin === InMax) {
        warnOnce('InMin and InMax are the same; the result is OutMin.');
        return OutMin;
      }
      const t = clampToFinite((Value - InMin) / (InMax - InMin));
      return interpolate(OutMin, OutMax, Clamped ? clampToUnit(t) : t);
    },
  }),
  Trigonometry: definePureNode({
    description:
      'The chosen function of Value. Sin, Cos and Tan take degrees; Asin, Acos and Atan return degrees. When the function is not defined, such as the tangent of 90 degrees or the arc sine of 2, the result is 0, with one console warning per run of the graph.',
    inputs: { Value: float(), Function: dropdown('Sin', 'Cos', 'Tan', 'Asin', 'Acos', 'Atan') },
    outputs: { Result: float() },
    evaluate: ({ Value, Function: name }, { warnOnce }) => {
      const result = functions[name](Value) + 0; // turns -0 into 0
      if (!Number.isNaN(result)) return result;
      warnOnce(`${name} of ${Value} is not defined; the result is 0.`);
      return 0;
    },
  }),
  RandomFloat: definePureNode({
    description:
      'A random number from Min up to but excluding Max. Each activation that reads it gets one draw, however often it reads it; the draws depend on the seed of the run.',
    inputs: { Min: float(), Max: float(1) },
    outputs: { Result: float() },
    evaluate: ({ Min, Max }, { random }) => interpolate(Min, Max, random()),
  }),
  RandomInteger: definePureNode({
    description:
      'A random whole number from Min to Max, both included, in either order. Each activation that reads it gets one draw, however often it reads it; the draws depend on the seed of the run.',
    inputs: { Min: integer(), Max: integer(1) },
    outputs: { Result: integer() },
    evaluate: ({ Min, Max }, { random }) => {
      const low = Math.min(Min, Max);
      const high = Math.max(Min, Max);
      return Math.min(low + Math.floor(random() * (high - low + 1)), high);
    },
  }),
});
