/**
 * Coerces values written to ports, variables and properties to their canonical form (description: 'Port value formats';
 * C-21).
 */
import { ApiError } from './errors.ts';
import { toCanonicalValue } from './value-shapes.ts';
import { type Json, type PortType, portTypes } from './values.ts';

/** The target of a write, as named in error messages. */
interface CoercionTarget {
  readonly name: string;
  readonly type: PortType;
  /** For a Dropdown, the option labels in index order. */
  readonly options?: readonly string[] | undefined;
  /** The range of a number or of each vector component, if there is a range. */
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Maximum number of characters in a text, if there is a maximum. */
  readonly longest?: number | undefined;
}

/** The calls that list valid values, for use in the error message. */
interface ErrorHints {
  readonly options?: string;
  readonly range?: string;
}

const noHints = (): ErrorHints => ({});

/**
 * Returns the canonical form of a written value.
 * @param getHints returns hints for the error message; called only if there is an error
 * @throws ApiError INVALID_VALUE that names the target, the accepted values and, for a Dropdown, the valid options
 */
export const coerceValue = (
  target: CoercionTarget,
  raw: unknown,
  getHints: () => ErrorHints = noHints,
): Json => {
  const { name, type, options = [] } = target;
  const value = toCanonicalValue(type, raw, options);
  if (value !== undefined) return checkRange(target, checkTextLength(target, value, getHints), getHints);
  const { accepts, examples } = portTypes[type];
  const isDropdown = type === 'Dropdown';
  const hint = isDropdown
    ? ` The valid options are ${options.map((o) => `'${o}'`).join(', ') || 'none yet'}.`
    : '';
  throw new ApiError(
    'INVALID_VALUE',
    `'${name}' is of type ${type} and accepts ${accepts}.${hint}`,
    { name, type, ...(isDropdown ? { validOptions: options } : { examples }) },
    isDropdown ? getHints().options : undefined,
  );
};

const checkTextLength = (
  { name, longest: maxLength = Infinity }: CoercionTarget,
  value: Json,
  getHints: () => ErrorHints,
): Json => {
  if (typeof value !== 'string' || value.length <= maxLength) return value;
  throw new ApiError(
    'INVALID_VALUE',
    `'${name}' has ${value.length} characters; expected at most ${maxLength}.`,
    { name, longest: maxLength },
    getHints().range,
  );
};

const checkRange = (target: CoercionTarget, value: Json, getHints: () => ErrorHints): Json => {
  if (target.minimum === undefined && target.maximum === undefined) return value;
  const outOfRange = listNumbers(value).find((number) => clampToRange(target, number) !== number);
  if (outOfRange === undefined) return value;
  const { name, minimum, maximum } = target;
  const verb = outOfRange === value ? 'is' : 'holds';
  throw new ApiError(
    'INVALID_VALUE',
    `'${name}' ${verb} ${outOfRange}; expected ${outOfRange === value ? 'a number' : 'numbers'} ${describeRange(minimum, maximum)}.`,
    {
      name,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    },
    getHints().range,
  );
};

const describeRange = (minimum: number | undefined, maximum: number | undefined): string => {
  if (minimum === undefined) return `of at most ${maximum}`;
  return maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
};

/** Returns a number or the components of a vector as a list, or an empty list for any other value. */
const listNumbers = (value: Json): number[] => {
  if (typeof value === 'number') return [value];
  return isVector(value) ? [value.x, value.y, value.z] : [];
};

const isVector = (value: Json): value is { x: number; y: number; z: number } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  [value.x, value.y, value.z].every((component) => typeof component === 'number');

/** Clamps a number or each vector component to a range. Returns any other value unchanged. */
export const clampToRange = (range: Pick<CoercionTarget, 'minimum' | 'maximum'>, value: Json): Json => {
  const { minimum = -Infinity, maximum = Infinity } = range;
  const clamp = (number: number): number => Math.min(Math.max(number, minimum), maximum);
  if (typeof value === 'number') return clamp(value);
  if (range.minimum === undefined && range.maximum === undefined) return value;
  return isVector(value) ? { x: clamp(value.x), y: clamp(value.y), z: clamp(value.z) } : value;
};
