/**
 * The coercion table: for each port type, the shapes that a write accepts (description: 'Port value formats'; C-21).
 */
import type { Color, Json, PortType, Vector3 } from './values.ts';

/** A shape of values that a write accepts. */
interface ValueShape {
  /** JSON schema of the shape, for use in the documents. */
  readonly schema: { readonly [keyword: string]: unknown };
  /** Returns the canonical form of a value that has this shape, or `undefined` for any other value. */
  read(raw: unknown, options: readonly string[]): Json | undefined;
}

const decimalSource = String.raw`^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$`;
const decimalPattern = new RegExp(decimalSource);

const isNumber = (raw: unknown): raw is number => typeof raw === 'number' && Number.isFinite(raw);

const numberShape: ValueShape = {
  schema: { type: 'number' },
  read: (raw) => (isNumber(raw) ? raw : undefined),
};

const numericTextShape: ValueShape = {
  schema: { type: 'string', pattern: decimalSource },
  read: (raw) => {
    const value = typeof raw === 'string' && decimalPattern.test(raw) ? Number(raw) : undefined;
    return isNumber(value) ? value : undefined;
  },
};

const withIntegerCheck = ({ schema, read }: ValueShape, type: string): ValueShape => ({
  schema: { ...schema, type },
  read: (raw, options) => {
    const value = read(raw, options);
    return Number.isSafeInteger(value) ? value : undefined;
  },
});

const booleanShape: ValueShape = {
  schema: { type: 'boolean' },
  read: (raw) => (typeof raw === 'boolean' ? raw : undefined),
};

const textShape: ValueShape = {
  schema: { type: 'string' },
  read: (raw) => (typeof raw === 'string' ? raw : undefined),
};

/** Creates the shape of an object with exactly these number fields. Fields with a default are optional. */
const componentsShape = (
  names: readonly string[],
  defaults: Readonly<Record<string, number>>,
  create: (numbers: readonly number[]) => Json,
): ValueShape => ({
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
    const record = raw as Readonly<Record<string, unknown>>;
    for (const key in record) if (!names.includes(key)) return undefined;
    const numbers = names.map((name) => (record[name] === undefined ? defaults[name] : record[name]));
    return numbers.every(isNumber) ? create(numbers) : undefined;
  },
});

/** Creates the shape of an array with the given number of numbers. */
const numberArrayShape = (length: number, create: (numbers: readonly number[]) => Json): ValueShape => ({
  schema: { type: 'array', items: { type: 'number' }, minItems: length, maxItems: length },
  read: (raw) =>
    Array.isArray(raw) && raw.length === length && raw.every(isNumber) ? create(raw) : undefined,
});

const toVector3 = ([x = 0, y = 0, z = 0]: readonly number[]): Vector3 => ({ x, y, z });
const toColor = ([r = 0, g = 0, b = 0, a = 1]: readonly number[]): Color => ({ r, g, b, a });

const optionLabelShape: ValueShape = {
  schema: { type: 'string' },
  read: (raw, options) => (typeof raw === 'string' && options.includes(raw) ? raw : undefined),
};

const optionIndexShape: ValueShape = {
  schema: { type: 'integer', minimum: 0 },
  read: (raw, options) => (Number.isInteger(raw) ? options[raw as number] : undefined),
};

/** The shapes that each port type accepts, with the most likely shape first. */
export const portTypeShapes: Readonly<Record<PortType, readonly ValueShape[]>> = {
  Trigger: [],
  Button: [booleanShape],
  Boolean: [booleanShape],
  Integer: [withIntegerCheck(numberShape, 'integer'), withIntegerCheck(numericTextShape, 'string')],
  Float: [numberShape, numericTextShape],
  String: [textShape],
  ObjectSelector: [textShape],
  AssetSelector: [textShape],
  Vector3: [
    componentsShape(['x', 'y', 'z'], {}, toVector3),
    numberArrayShape(3, toVector3),
    { ...numberShape, read: (raw) => (isNumber(raw) ? { x: raw, y: raw, z: raw } : undefined) },
  ],
  Color: [
    numberArrayShape(4, toColor),
    numberArrayShape(3, toColor),
    componentsShape(['r', 'g', 'b', 'a'], { a: 1 }, toColor),
  ],
  Dropdown: [optionLabelShape, optionIndexShape],
  List: [{ schema: { type: 'array' }, read: (raw) => (Array.isArray(raw) ? (raw as Json[]) : undefined) }],
  Generic: [{ schema: {}, read: (raw) => raw as Json | undefined }],
};

/**
 * Returns the canonical form of a value that is written to a port of the given type.
 * @param options the labels in index order, for a Dropdown
 * @returns `undefined` if the value has none of the accepted shapes
 */
export const toCanonicalValue = (
  type: PortType,
  raw: unknown,
  options: readonly string[] = [],
): Json | undefined => {
  for (const shape of portTypeShapes[type]) {
    const value = shape.read(raw, options);
    if (value !== undefined) return value;
  }
  return undefined;
};
