/** Any JSON-serializable object with children. */
interface SerializableObject {
  readonly children: readonly SerializableObject[];
}

/**
 * Serializes objects as a JSON array with one line per object; children follow on lines of their own. Large scenes stay
 * compact, and a changed object is a one-line diff.
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
