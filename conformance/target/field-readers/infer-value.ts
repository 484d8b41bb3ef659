/** Finds the value in the answer of a port read: what became another when another was written. */

/** A value that was written, and what the port read then. */
export interface WriteTrial {
  readonly written: unknown;
  readonly body: unknown;
}

/** The dotted path that holds each time what was written, '' for the whole body; the outermost of several. */
export const inferValuePath = (trials: readonly WriteTrial[]): string | undefined => {
  const [first, ...others] = trials.map(({ written, body }) => listPathsTo(body, written));
  return first?.find((path) => others.every((paths) => paths.includes(path)));
};

/** All paths at which a value stands, the outermost first. */
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
