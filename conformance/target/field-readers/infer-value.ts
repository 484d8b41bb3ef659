/**
 * Infers where the response of a port read contains the value: the place that changed when another value was written.
 */

import { isQuotable, toPathStep } from './path-expression.ts';

/** A written value, and the response of the port read that followed the write. */
export interface WriteTrial {
  readonly written: unknown;
  readonly body: unknown;
}

/**
 * Returns an expression for the path at which each response contains the value that was written. '' means the whole body. If there
 * are several paths, returns the outermost.
 */
export const inferValuePath = (trials: readonly WriteTrial[]): string | undefined => {
  const [first, ...otherPaths] = trials.map(({ written, body }) => listPathsTo(body, written));
  return first?.find((path) => otherPaths.every((paths) => paths.includes(path)));
};

/** Returns all paths at which a body contains a value, outermost first. */
const listPathsTo = (body: unknown, value: unknown): readonly string[] => {
  const found: string[] = [];
  let level: readonly (readonly [string, unknown])[] = [['', body]];
  while (level.length > 0) {
    found.push(...level.flatMap(([path, inner]) => (inner === value ? [path] : [])));
    level = level.flatMap(([path, inner]) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner)
            .filter(([key]) => isQuotable(key))
            .map(([key, next]) => [addStep(path, key, Array.isArray(inner)), next] as const)
        : [],
    );
  }
  return found;
};

const addStep = (path: string, key: string, isIndex: boolean): string => {
  if (isIndex) return `${path === '' ? '$' : path}[${key}]`;
  return path === '' ? toPathStep(key) : `${path}.${toPathStep(key)}`;
};
