/** The one table of coercion: by port type, each shape that a write accepts (description: 'Port value formats'; register: C-21). */
import type { Color, Json, PortType, Vector3 } from './values.ts';

/** One accepted shape of a value. */
interface Shape {
  /** As JSON Schema, for the documents. */
  readonly schema: { readonly [keyword: string]: unknown };
  /** The canonical form of a value of this shape; undefined for a value of another shape. */
  read(raw: unknown, options: readonly string[]): Json | undefined;
}

const decimal = String.raw`^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$`;
const decimalPattern = new RegExp(decimal);

const isNumber = (raw: unknown): raw is number => typeof raw === 'number' && Number.isFinite(raw);

const number: Shape = {
  schema: { type: 'number' },
  read: (raw) => (isNumber(raw) ? raw : undefined),
};

const numberInText: Shape = {
  schema: { type: 'string', pattern: decimal },
  read: (raw) => {
    const value = typeof raw === 'string' && decimalPattern.test(raw) ? Number(raw) : undefined;
    return isNumber(value) ? value : undefined;
  },
};

const whole = ({ schema, read }: Shape, type: string): Shape => ({
  schema: { ...schema, type },
  read: (raw, options) => {
    const value = read(raw, options);
    return Number.isSafeInteger(value) ? value : undefined;
  },
});

const boolean: Shape = {
  schema: { type: 'boolean' },
  read: (raw) => (typeof raw === 'boolean' ? raw : undefined),
};

const text: Shape = {
  schema: { type: 'string' },
  read: (raw) => (typeof raw === 'string' ? raw : undefined),
};

/** An object with these numbers and nothing else; those with a default may be left out. */
const components = (
  names: readonly string[],
  defaults: Readonly<Record<string, number>>,
  make: (numbers: readonly number[]) => Json,
): Shape => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, { type: 'number', ...(name in defaults && { default: defaults[name] }) }]),
    ),
    required: names.filter((name) => !(name in defaults)),
    additionalProperties: false,
  },
  read: (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
    const given = raw as Readonly<Record<string, unknown>>;
    for (const key in given) if (!names.includes(key)) return undefined;
    const numbers = names.map((name) => (given[name] === undefined ? defaults[name] : given[name]));
    return numbers.every(isNumber) ? make(numbers) : undefined;
  },
});

/** An array of so many numbers. */
const numbers = (length: number, make: (numbers: readonly number[]) => Json): Shape => ({
  schema: { type: 'array', items: { type: 'number' }, minItems: length, maxItems: length },
  read: (raw) => (Array.isArray(raw) && raw.length === length && raw.every(isNumber) ? make(raw) : undefined),
});

const vector3 = ([x = 0, y = 0, z = 0]: readonly number[]): Vector3 => ({ x, y, z });
const color = ([r = 0, g = 0, b = 0, a = 1]: readonly number[]): Color => ({ r, g, b, a });

const optionLabel: Shape = {
  schema: { type: 'string' },
  read: (raw, options) => (typeof raw === 'string' && options.includes(raw) ? raw : undefined),
};

const optionIndex: Shape = {
  schema: { type: 'integer', minimum: 0 },
  read: (raw, options) => (Number.isInteger(raw) ? options[raw as number] : undefined),
};

/** The shapes that each port type accepts, the likeliest first. */
export const shapes: Readonly<Record<PortType, readonly Shape[]>> = {
  Trigger: [],
  Button: [boolean],
  Boolean: [boolean],
  Integer: [whole(number, 'integer'), whole(numberInText, 'string')],
  Float: [number, numberInText],
  String: [text],
  ObjectSelector: [text],
  AssetSelector: [text],
  Vector3: [
    components(['x', 'y', 'z'], {}, vector3),
    numbers(3, vector3),
    { ...number, read: (raw) => (isNumber(raw) ? { x: raw, y: raw, z: raw } : undefined) },
  ],
  Color: [numbers(4, color), numbers(3, color), components(['r', 'g', 'b', 'a'], { a: 1 }, color)],
  Dropdown: [optionLabel, optionIndex],
  List: [{ schema: { type: 'array' }, read: (raw) => (Array.isArray(raw) ? (raw as Json[]) : undefined) }],
  Generic: [{ schema: {}, read: (raw) => raw as Json | undefined }],
};

/**
 * The canonical form of a value that is written to a port type.
 * @param options labels in index order, for a Dropdown
 * @returns undefined when the value has none of the accepted shapes
 */
export const canonical = (
  type: PortType,
  raw: unknown,
  options: readonly string[] = [],
): Json | undefined => {
  for (const shape of shapes[type]) {
    const value = shape.read(raw, options);
    if (value !== undefined) return value;
  }
  return undefined;
};
