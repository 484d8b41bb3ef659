/** Vector3 and Color values, as components in the order that the description names them. */
import { parseVectorComponents } from '../target/field-readers/parse-vector.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';

const componentNames: Readonly<Record<string, readonly string[]>> = {
  Vector3: ['x', 'y', 'z'],
  Color: ['r', 'g', 'b', 'a'],
};

/** Port types that the description says can be expanded, and whose components it names. */
export const expandableTypes: ReadonlySet<string> = new Set(Object.keys(componentNames));

/** The numbers of a Vector3 or Color in whatever shape; undefined for anything else. */
export const parseVector = parseVectorComponents;

/** Wide enough for a target that keeps single precision, or eight bits a channel. */
const tolerance = 0.003;

export const areClose = (actual: readonly number[] | undefined, expected: readonly number[]): boolean =>
  actual?.length === expected.length &&
  expected.every((number, index) => Math.abs((actual[index] ?? Number.NaN) - number) <= tolerance);

/** Sub-ports in the order of the components that they stand for, by the last letter of their names. */
export const sortSubPorts = (type: string, children: readonly TargetPort[]): readonly TargetPort[] => {
  const byLetter = (componentNames[type] ?? []).map((axis) =>
    children.find(({ name }) => name?.toLowerCase().endsWith(axis)),
  );
  const found = byLetter.filter((port) => port !== undefined);
  return new Set(found).size === children.length ? found : children;
};
