/** Values as they are written to ports, variables and properties, made canonical (description: 'Port value formats'; register: C-21). */
import { Fault } from './errors.ts';
import { canonical } from './shapes.ts';
import { type Json, type PortType, portTypes } from './values.ts';

/** What a value is written to: the words of the error name it. */
interface Target {
  readonly name: string;
  readonly type: PortType;
  /** Labels in index order, for a Dropdown. */
  readonly options?: readonly string[] | undefined;
  /** The range of a number, where one is stated. */
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Characters that a text holds at most, where that is stated. */
  readonly longest?: number | undefined;
}

/** The calls that show what could have been written, for the words of the error. */
interface Remedies {
  readonly options?: string;
  readonly range?: string;
}

/**
 * The canonical form of a written value.
 * @throws Fault INVALID_VALUE that names the target, what it accepts and, for a Dropdown, the valid options.
 */
export const coerce = (target: Target, raw: unknown, remedies: Remedies = {}): Json => {
  const { name, type, options = [] } = target;
  const value = canonical(type, raw, options);
  if (value !== undefined) return inRange(target, shortEnough(target, value, remedies.range), remedies.range);
  const { accepts, examples } = portTypes[type];
  const isDropdown = type === 'Dropdown';
  const hint = isDropdown
    ? ` The valid options are ${options.map((o) => `'${o}'`).join(', ') || 'none yet'}.`
    : '';
  throw new Fault(
    'INVALID_VALUE',
    `'${name}' is of type ${type} and accepts ${accepts}.${hint}`,
    { name, type, ...(isDropdown ? { validOptions: options } : { examples }) },
    isDropdown ? remedies.options : undefined,
  );
};

const shortEnough = ({ name, longest = Infinity }: Target, value: Json, remedy: string | undefined): Json => {
  if (typeof value !== 'string' || value.length <= longest) return value;
  throw new Fault(
    'INVALID_VALUE',
    `'${name}' has ${value.length} characters; expected at most ${longest}.`,
    { name, longest },
    remedy,
  );
};

const inRange = (target: Target, value: Json, remedy: string | undefined): Json => {
  if (withinRange(target, value) === value) return value;
  const { name, minimum, maximum } = target;
  throw new Fault(
    'INVALID_VALUE',
    `'${name}' is ${value}; expected a number ${rangeText(minimum, maximum)}.`,
    {
      name,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    },
    remedy,
  );
};

const rangeText = (minimum: number | undefined, maximum: number | undefined): string => {
  if (minimum === undefined) return `of at most ${maximum}`;
  return maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
};

/** A value as it is or, where it is a number beyond a stated range, the end of the range that is nearest. */
export const withinRange = (
  { minimum = -Infinity, maximum = Infinity }: Pick<Target, 'minimum' | 'maximum'>,
  value: Json,
): Json => (typeof value === 'number' ? Math.min(Math.max(value, minimum), maximum) : value);
