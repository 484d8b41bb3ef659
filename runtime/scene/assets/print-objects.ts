/** An object as plain data, whatever else it holds. */
interface Printed {
  readonly children: readonly Printed[];
}

/**
 * Objects as the elements of a JSON array, a line each with those below it on lines of their own: short enough for scenes of
 * ten thousand, and a change of one object is a change of one line.
 */
export const printObjects = (objects: readonly Printed[], indent = ''): string =>
  objects.length === 0
    ? '[]'
    : `[\n${objects.map((object) => print(object, `${indent}  `)).join(',\n')}\n${indent}]`;

export const printObject = (object: Printed, indent = ''): string => print(object, indent).trimStart();

const print = (object: Printed, indent: string): string => {
  const own = JSON.stringify({ ...object, children: undefined });
  return `${indent}${own.slice(0, -1)},"children":${printObjects(object.children, indent)}}`;
};
