/** Parses Vector3 and Color values into their components, in the order that the description uses. */
import { parseVectorComponents } from '../target/field-readers/parse-vector.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';

const componentNames: Readonly<Record<string, readonly string[]>> = {
  Vector3: ['x', 'y', 'z'],
  Color: ['r', 'g', 'b', 'a'],
};

/** Port types that can be expanded and whose components the description names. */
export const expandableTypes: ReadonlySet<string> = new Set(Object.keys(componentNames));

/** Returns the numbers of a Vector3 or Color value in any shape. Returns `undefined` for any other value. */
export const parseVector = parseVectorComponents;

/** Tolerance that allows for single precision or for eight bits per channel. */
const tolerance = 0.003;

export const areClose = (actual: readonly number[] | undefined, expected: readonly number[]): boolean =>
  actual?.length === expected.length &&
  expected.every((number, index) => Math.abs((actual[index] ?? Number.NaN) - number) <= tolerance);

/**
 * Sorts sub-ports in the order of their components, which their names identify: by a letter as a word, as in
 * `R of Source`, or as the last letter, as in `valueX`. Returns `undefined` if the names don't show the order.
 */
export const sortSubPorts = (
  type: string,
  children: readonly TargetPort[],
): readonly TargetPort[] | undefined => {
  const axes = componentNames[type] ?? [];
  const sortBy = (isNamed: (name: string, axis: string) => boolean): readonly TargetPort[] | undefined => {
    const sorted = axes.map((axis) => children.filter(({ name = '' }) => isNamed(name.toLowerCase(), axis)));
    const isUnique =
      sorted.every(({ length }) => length === 1) && new Set(sorted.flat()).size === axes.length;
    return isUnique && children.length === axes.length ? sorted.flat() : undefined;
  };
  return (
    sortBy((name, axis) => name.split(/[^a-z\d]+/).includes(axis)) ??
    sortBy((name, axis) => name.endsWith(axis))
  );
};
