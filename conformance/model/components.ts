/** Vector3 and Color values, as components in the order that the description names them. */
import { at } from '../json.ts';
import type { LabPort } from '../lab/palette.ts';

const axes: Readonly<Record<string, readonly string[]>> = {
  Vector3: ['x', 'y', 'z'],
  Color: ['r', 'g', 'b', 'a'],
};

/** Port types that the description says can be expanded, and whose components it names. */
export const expandableTypes: ReadonlySet<string> = new Set(Object.keys(axes));

/**
 * The numbers of a Vector3 or Color, be it an object in any letter case, an array, or a text of numbers or of a
 * colour's hexadecimal digits; undefined for anything else.
 */
export const componentsOf = (type: string, value: unknown): readonly number[] | undefined => {
  const names = axes[type];
  if (!names) return undefined;
  const parts = partsOf(names, value);
  const numbers = parts.filter((part) => typeof part === 'number');
  return numbers.length === names.length ? numbers : undefined;
};

const partsOf = (names: readonly string[], value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return names.map((name) => at(value, name) ?? at(value, name.toUpperCase()));
  const digits = /^#([\da-f]{6}(?:[\da-f]{2})?)$/i.exec(value)?.[1];
  if (digits === undefined) return (value.match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? []).map(Number);
  const bytes = (digits.length === 6 ? `${digits}ff` : digits).match(/../g) ?? [];
  return bytes.map((byte) => Number.parseInt(byte, 16) / 255);
};

/** Wide enough for a target that keeps single precision, or eight bits a channel. */
const tolerance = 0.003;

export const alike = (actual: readonly number[] | undefined, expected: readonly number[]): boolean =>
  actual?.length === expected.length &&
  expected.every((number, index) => Math.abs((actual[index] ?? Number.NaN) - number) <= tolerance);

/** Sub-ports in the order of the components that they stand for, by the last letter of their names. */
export const inOrder = (type: string, children: readonly LabPort[]): readonly LabPort[] => {
  const byLetter = (axes[type] ?? []).map((axis) =>
    children.find(({ name }) => name?.toLowerCase().endsWith(axis)),
  );
  const found = byLetter.filter((port) => port !== undefined);
  return new Set(found).size === children.length ? found : children;
};
