/** Any JSON-serializable object with children. */
interface SerializableObject {
  readonly children: readonly SerializableObject[];
}

/**
 * Serializes objects as a JSON array with one line per object, including each child. This keeps large scenes compact,
 * and changing one object changes one line of a diff.
 */
export const serializeObjects = (objects: readonly SerializableObject[], indent = ''): string =>
  objects.length === 0
    ? '[]'
    : `[\n${objects.map((object) => serializeWithChildren(object, `${indent}  `)).join(',\n')}\n${indent}]`;

export const serializeObject = (object: SerializableObject, indent = ''): string =>
  serializeWithChildren(object, indent).trimStart();

const serializeWithChildren = (object: SerializableObject, indent: string): string => {
  const head = JSON.stringify({ ...object, children: undefined });
  return `${indent}${head.slice(0, -1)},"children":${serializeObjects(object.children, indent)}}`;
};
