/** An object as plain data, whatever else it holds. */
interface SerializableObject {
  readonly children: readonly SerializableObject[];
}

/**
 * Objects as the elements of a JSON array, a line each with those below it on lines of their own: short enough for scenes of
 * ten thousand, and a change of one object is a change of one line.
 */
export const serializeObjects = (objects: readonly SerializableObject[], indent = ''): string =>
  objects.length === 0
    ? '[]'
    : `[\n${objects.map((object) => serializeWithChildren(object, `${indent}  `)).join(',\n')}\n${indent}]`;

export const serializeObject = (object: SerializableObject, indent = ''): string =>
  serializeWithChildren(object, indent).trimStart();

const serializeWithChildren = (object: SerializableObject, indent: string): string => {
  const own = JSON.stringify({ ...object, children: undefined });
  return `${indent}${own.slice(0, -1)},"children":${serializeObjects(object.children, indent)}}`;
};
