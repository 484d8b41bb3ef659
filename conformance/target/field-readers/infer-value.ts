/** Finds the value in the response of a port read: what changed when another value was written. */

/** A written value, and what the port read then. */
export interface WriteTrial {
  readonly written: unknown;
  readonly body: unknown;
}

/**
 * Returns the dotted path that contains the written value each time, '' for the whole body; the outermost of several.
 */
export const inferValuePath = (trials: readonly WriteTrial[]): string | undefined => {
  const [first, ...otherPaths] = trials.map(({ written, body }) => listPathsTo(body, written));
  return first?.find((path) => otherPaths.every((paths) => paths.includes(path)));
};

/** Lists all paths of a value, the outermost first. */
const listPathsTo = (body: unknown, value: unknown): readonly string[] => {
  const found: string[] = [];
  let level: readonly (readonly [string, unknown])[] = [['', body]];
  while (level.length > 0) {
    found.push(...level.flatMap(([path, inner]) => (inner === value ? [path] : [])));
    level = level.flatMap(([path, inner]) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).map(([key, next]) => [path === '' ? key : `${path}.${key}`, next] as const)
        : [],
    );
  }
  return found;
};
